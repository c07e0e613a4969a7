"""Classes of the standard library as Python, to be walked like the user's own.

They are read, never run.
"""


class Deque:
    """`collections.deque`."""

    def __init__(self, iterable=(), maxlen=None):
        """Keep the items in a list."""
        self._items, self.maxlen = [], maxlen
        self.extend(iterable)

    def append(self, x):
        """Add an item at the end; the first one goes if there are too many."""
        self._items.append(x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop(0)

    def appendleft(self, x):
        """Add an item in front; the last one goes if there are too many."""
        self._items.insert(0, x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()

    def extend(self, iterable):
        """Add items at the end."""
        for item in iterable:
            self.append(item)

    def extendleft(self, iterable):
        """Add items in front, one after the other."""
        for item in iterable:
            self.appendleft(item)

    def pop(self):
        """Take the last item."""
        return self._items.pop()

    def popleft(self):
        """Take the first item."""
        return self._items.pop(0)

    def rotate(self, n=1):
        """Move the last items to the front, or the first ones to the end."""
        for _ in range(n):
            self._items.insert(0, self._items.pop())
        for _ in range(-n):
            self._items.append(self._items.pop(0))

    def clear(self):
        """Remove all items."""
        self._items.clear()

    def reverse(self):
        """Turn the order around."""
        self._items.reverse()

    def copy(self):
        """Return another one with the same items."""
        return Deque(self._items, self.maxlen)

    def index(self, x):
        """Return the place of an item."""
        return self._items.index(x)

    def count(self, x):
        """Return how often an item is there."""
        return self._items.count(x)

    def __len__(self):
        """Return how many items there are."""
        return len(self._items)

    def __iter__(self):
        """Go through the items."""
        return iter(self._items)

    def __reversed__(self):
        """Go through the items from the end."""
        return reversed(self._items)

    def __getitem__(self, index):
        """Return an item."""
        return self._items[index]

    def __setitem__(self, index, value):
        """Put an item in place of another one."""
        self._items[index] = value

    def __contains__(self, x):
        """Whether an item is there."""
        return x in self._items
