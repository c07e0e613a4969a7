"""Polyfills of `collections.deque` and of bound arguments, walked, never run."""

from collections import deque

from tangentlite.specialize.library.heaps_and_bisection import rotated


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
        if iterable is self:
            iterable = list(self._items)
        for item in iterable:
            self.append(item)

    def extendleft(self, iterable):
        """Add items in front, one after the other."""
        if iterable is self:
            iterable = list(self._items)
        for item in iterable:
            self.appendleft(item)

    def insert(self, i, x):
        """Put an item in front of the one at a place."""
        if self.maxlen is not None and len(self._items) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self._items.insert(i, x)

    def remove(self, value):
        """Remove the first item that equals a value."""
        if value not in self._items:
            raise ValueError("deque.remove(x): x not in deque")
        self._items.remove(value)

    def pop(self):
        """Take the last item."""
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        """Take the first item."""
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def rotate(self, n=1):
        """Move the last items to the front, or the first ones to the end."""
        if self._items and not rotated(self._items, n):
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
        return deque(self._items, self.maxlen)

    def __copy__(self):
        """Return another one with the same items."""
        return deque(self._items, self.maxlen)

    def __add__(self, other):
        """Return one with the items of both."""
        if not isinstance(other, deque):
            return NotImplemented
        made = deque(self._items, self.maxlen)
        made.extend(other)
        return made

    def __iadd__(self, other):
        """Add items at the end."""
        self.extend(other)
        return self

    def __mul__(self, n):
        """Return one with the items several times over."""
        return deque(self._items * n, self.maxlen)

    def __rmul__(self, n):
        """Return one with the items several times over."""
        return deque(self._items * n, self.maxlen)

    def __imul__(self, n):
        """Put the items several times over."""
        items = self._items * n
        self._items.clear()
        self.extend(items)
        return self

    def __eq__(self, other):
        """Whether the items are equal to those of another one."""
        if not isinstance(other, deque):
            return NotImplemented
        return self._items == other._items

    def __lt__(self, other):
        """Whether the items come before those of another one."""
        if not isinstance(other, deque):
            return NotImplemented
        return self._items < other._items

    def __le__(self, other):
        """Whether the items come before those of another one, or equal them."""
        if not isinstance(other, deque):
            return NotImplemented
        return self._items <= other._items

    def __gt__(self, other):
        """Whether the items come behind those of another one."""
        if not isinstance(other, deque):
            return NotImplemented
        return self._items > other._items

    def __ge__(self, other):
        """Whether the items come behind those of another one, or equal them."""
        if not isinstance(other, deque):
            return NotImplemented
        return self._items >= other._items

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
        count = len(self._items)
        for place in range(count):
            if len(self._items) != count:
                raise RuntimeError("deque mutated during iteration")
            yield self._items[place]
        if len(self._items) != count:
            raise RuntimeError("deque mutated during iteration")

    def __reversed__(self):
        """Go through the items from the end."""
        return reversed(self._items)

    def __getitem__(self, index):
        """Return an item."""
        if isinstance(index, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        return self._items[index]

    def __setitem__(self, index, value):
        """Put an item in place of another one."""
        self._items[index] = value

    def __delitem__(self, index):
        """Remove an item."""
        del self._items[index]

    def __contains__(self, x):
        """Whether an item is there."""
        return x in self._items


class BoundArguments:
    """`inspect.BoundArguments`."""

    def __init__(self, signature, arguments, defaults):
        """Keep what is bound, and what is not bound yet."""
        self.signature, self.arguments = signature, arguments
        self._defaults = defaults

    def apply_defaults(self):
        """Bind what a call leaves out."""
        bound = {}
        for name in self.signature.parameters:
            if name in self.arguments:
                bound[name] = self.arguments[name]
            elif name in self._defaults:
                bound[name] = self._defaults[name]
        self.arguments = bound

    @property
    def args(self):
        """The arguments of a call that are given by position."""
        given = ()
        for name, parameter in self.signature.parameters.items():
            is_named = parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_KEYWORD)
            if is_named or name not in self.arguments:
                break
            if parameter.kind == parameter.VAR_POSITIONAL:
                given = (*given, *self.arguments[name])
            else:
                given = (*given, self.arguments[name])
        return given

    @property
    def kwargs(self):
        """The arguments of a call that are given by name."""
        given, is_named = {}, False
        for name, parameter in self.signature.parameters.items():
            kinds = (parameter.KEYWORD_ONLY, parameter.VAR_KEYWORD)
            if parameter.kind in kinds or name not in self.arguments:
                is_named = True
            if not is_named or name not in self.arguments:
                continue
            if parameter.kind == parameter.VAR_KEYWORD:
                given.update(self.arguments[name])
            else:
                given[name] = self.arguments[name]
        return given
