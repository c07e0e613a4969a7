"""Polyfills of `collections.Counter` and `ChainMap`, walked, never run."""


class View:
    """A view of a mapping, of its contents at the time it is read."""

    def __init__(self, mapping):
        """Look at a mapping."""
        self._mapping = mapping

    def __len__(self):
        """Return how many keys there are."""
        return len(self._mapping)


class KeysView(View):
    """`collections.abc.KeysView`."""

    def __iter__(self):
        """Go through the keys."""
        return iter(self._mapping)

    def __contains__(self, key):
        """Whether a key is there."""
        return key in self._mapping


class ValuesView(View):
    """`collections.abc.ValuesView`."""

    def __iter__(self):
        """Go through the values."""
        for key in self._mapping:
            yield self._mapping[key]


class ItemsView(View):
    """`collections.abc.ItemsView`."""

    def __iter__(self):
        """Go through the keys and values."""
        for key in self._mapping:
            yield (key, self._mapping[key])


class Mapping:
    """Methods of both that are those of dicts."""

    def get(self, key, default=None):
        """Return the value of a key, or a default."""
        return self[key] if key in self else default

    def setdefault(self, key, default=None):
        """Return the value of a key, which is a default if it is not there yet."""
        if key not in self:
            self[key] = default
        return self[key]


class Counter(Mapping):
    """`collections.Counter`."""

    def __init__(self, iterable=None, /, **kwds):
        """Count the items, or take the counts."""
        self._counts = {}
        self.update(iterable, **kwds)

    def update(self, iterable=None, /, **kwds):
        """Add counts."""
        self._count(1, iterable, kwds)

    def subtract(self, iterable=None, /, **kwds):
        """Take counts away."""
        self._count(-1, iterable, kwds)

    def _count(self, sign, iterable, named):
        if iterable is not None:
            if hasattr(iterable, "items"):
                for key, number in iterable.items():
                    self[key] = self[key] + sign * number
            else:
                for key in iterable:
                    self[key] = self[key] + sign
        for key, number in named.items():
            self[key] = self[key] + sign * number

    def keys(self):
        """Return a view of the items that were counted."""
        return self._counts.keys()

    def values(self):
        """Return a view of the counts."""
        return self._counts.values()

    def items(self):
        """Return a view of the items and counts."""
        return self._counts.items()

    def most_common(self, n=None):
        """Return items and counts, the largest first; equal ones in their order."""
        found = sorted(self._counts.items(), key=lambda item: item[1], reverse=True)
        return found if n is None else found[:n]

    def elements(self):
        """Go through the items as often as they were counted."""
        for key, number in self._counts.items():
            for _ in range(number):
                yield key

    def total(self):
        """Return the sum of the counts."""
        return sum(self._counts.values())

    def copy(self):
        """Return another one with the same counts."""
        return Counter(self._counts)

    def clear(self):
        """Forget all counts."""
        self._counts.clear()

    def pop(self, key, *default):
        """Take a key out."""
        return self._counts.pop(key, *default)

    def __len__(self):
        """Return how many different items there are."""
        return len(self._counts)

    def __iter__(self):
        """Go through the different items."""
        return iter(list(self._counts))

    def __contains__(self, key):
        """Whether an item was counted."""
        return key in self._counts

    def __getitem__(self, key):
        """Return how often an item was counted."""
        return self._counts.get(key, 0)

    def __setitem__(self, key, number):
        """Set a count."""
        self._counts[key] = number

    def __delitem__(self, key):
        """Forget an item, if it was counted."""
        if key in self._counts:
            del self._counts[key]

    def __add__(self, other):
        """Add counts, and keep those that are positive."""
        return self._combined(other, lambda mine, others: mine + others)

    def __sub__(self, other):
        """Subtract counts, and keep those that are positive."""
        return self._combined(other, lambda mine, others: mine - others)

    def __or__(self, other):
        """Take the larger counts, and keep those that are positive."""
        return self._combined(other, max)

    def __and__(self, other):
        """Take the smaller counts, and keep those that are positive."""
        return self._combined(other, min)

    def __pos__(self):
        """Keep the counts that are positive."""
        return self + Counter()

    def __neg__(self):
        """Turn the signs of the negative counts, and keep no others."""
        return Counter() - self

    def __iadd__(self, other):
        """Add counts here, and keep those that are positive."""
        for key, number in list(other.items()):
            self[key] = self[key] + number
        return self._positive()

    def __isub__(self, other):
        """Subtract counts here, and keep those that are positive."""
        for key, number in list(other.items()):
            self[key] = self[key] - number
        return self._positive()

    def __ior__(self, other):
        """Take the larger counts here, and keep those that are positive."""
        for key, number in list(other.items()):
            self[key] = max(self[key], number)
        return self._positive()

    def __iand__(self, other):
        """Take the smaller counts here, and keep those that are positive."""
        for key in list(self):
            self[key] = min(self[key], other[key])
        return self._positive()

    def _positive(self):
        for key in list(self):
            if self[key] <= 0:
                del self[key]
        return self

    def __eq__(self, other):
        """Whether all counts are equal."""
        if isinstance(other, dict):
            return self._counts == other
        if not hasattr(other, "_counts"):
            return False
        for key in [*self, *other]:
            if self[key] != other[key]:
                return False
        return True

    def _combined(self, other, combine):
        made = Counter()
        for key in self:
            number = combine(self[key], other[key])
            if number > 0:
                made[key] = number
        for key in other:
            if key not in self:
                number = combine(0, other[key])
                if number > 0:
                    made[key] = number
        return made


class ChainMap(Mapping):
    """`collections.ChainMap`."""

    def __init__(self, *maps):
        """Look keys up in some dicts, one after the other."""
        self.maps = list(maps) or [{}]

    @property
    def parents(self):
        """The same without the first dict."""
        return ChainMap(*self.maps[1:])

    def new_child(self, m=None, **kwargs):
        """Return one with a new dict in front."""
        first = {} if m is None else m
        first.update(kwargs)
        return ChainMap(first, *self.maps)

    def keys(self):
        """Return a view of the keys."""
        return KeysView(self)

    def values(self):
        """Return a view of the values."""
        return ValuesView(self)

    def items(self):
        """Return a view of the keys and values."""
        return ItemsView(self)

    def __or__(self, other):
        """Return one with values set in a copy of the first dict."""
        made = self.copy()
        made.maps[0].update(other)
        return made

    def __ior__(self, other):
        """Set values in the first dict."""
        self.maps[0].update(other)
        return self

    def pop(self, key, *default):
        """Take a key out of the first dict."""
        if key not in self.maps[0] and not default:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        return self.maps[0].pop(key, *default)

    def update(self, *others, **kwds):
        """Set values in the first dict."""
        self.maps[0].update(*others, **kwds)

    def clear(self):
        """Empty the first dict."""
        self.maps[0].clear()

    def copy(self):
        """Return one with a copy of the first dict."""
        return ChainMap(self.maps[0].copy(), *self.maps[1:])

    def __getitem__(self, key):
        """Return the value in the first dict that has the key."""
        for held in self.maps:
            if key in held:
                return held[key]
        raise KeyError(key)

    def __setitem__(self, key, value):
        """Set a value in the first dict."""
        self.maps[0][key] = value

    def __delitem__(self, key):
        """Take a key out of the first dict."""
        if key not in self.maps[0]:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        del self.maps[0][key]

    def __contains__(self, key):
        """Whether one of the dicts has the key."""
        for held in self.maps:  # noqa: SIM110 - a generator would be walked later
            if key in held:
                return True
        return False

    def __iter__(self):
        """Go through the keys, those of the last dict first."""
        found = {}
        for held in reversed(self.maps):
            for key in held:
                found[key] = None
        return iter(list(found))

    def __len__(self):
        """Return how many keys there are."""
        return len(list(self))
