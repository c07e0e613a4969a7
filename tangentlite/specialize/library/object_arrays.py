"""The polyfill of arrays of objects, which hold places for what is computed later."""

from __future__ import annotations

import operator

import numpy as np


def refused(what):
    """Say what these arrays do not do, where the user asks for it."""
    raise NotImplementedError(what)


def filled(shape, value):
    """Return an array of objects with one value everywhere."""
    if _is_row(value):
        refused("an array of objects filled with several values is not supported.")
    count = 1
    for size in shape if isinstance(shape, (tuple, list)) else (shape,):
        count = count * size
    shape = tuple(shape) if isinstance(shape, list) else shape
    return ObjectArray(shape, [value] * count)


def at_least(value, rank):
    """Return None, or an array of objects, with a number of axes, as a view."""
    if value is None:
        return ObjectArray((1,) * rank, [None])
    if value.ndim >= rank:
        return value
    return ObjectArray((1,) * (rank - value.ndim) + value.shape, value._entries)


def _is_row(value):
    """Whether a value is several ones: those of one axis."""
    if isinstance(value, np.ndarray):
        rank = value.ndim
    elif isinstance(value, (list, tuple)):
        rank = 2 if any(isinstance(v, (list, tuple, np.ndarray)) for v in value) else 1
    else:
        return False
    if rank > 1:
        refused("arrays of objects and of several axes do not broadcast here.")
    return rank == 1


class ObjectArray:
    """An array of the dtype object: a list of its entries, by rows."""

    _shown = "arrays of objects"
    _instead = "Make an array of numbers, without dtype=object."

    def __init__(self, shape, entries):
        """Keep the entries; a shape may be a number."""
        self.shape = shape if isinstance(shape, tuple) else (shape,)
        self._entries = entries
        self.ndim = len(self.shape)

    @property
    def size(self):
        """How many entries there are."""
        return len(self._entries)

    @property
    def T(self):  # noqa: N802 - NumPy's name
        """Return the array with its axes in the other order, as a view."""
        if self.ndim > 2 or self.ndim == 2 and 1 not in self.shape:
            refused("the transpose of an array of objects is not supported.")
        return ObjectArray(self.shape[::-1], self._entries)

    def _place(self, index):
        """Return the place of an index in the list."""
        if not isinstance(index, tuple):
            index = (index,)
        if len(index) != self.ndim:
            refused("a part of an array of objects is not supported: index one entry.")
        if not all(isinstance(k, (int, np.integer)) for k in index):
            refused("a part of an array of objects is not supported: index one entry.")
        place = 0
        for k, size in zip(index, self.shape):
            if k < -size or k >= size:
                raise IndexError(f"index {k} is out of bounds for size {size}")
            place = place * size + (k + size if k < 0 else k)
        return place

    def __getitem__(self, index):
        """Return an entry; a part would be a view."""
        return self._entries[self._place(index)]

    def __setitem__(self, index, value):
        """Set an entry, or those of a part."""
        if isinstance(index, slice) and self.ndim == 1:
            places = range(self.size)[index]
            values = list(value) if _is_row(value) else [value]
            if len(values) not in (1, len(places)):
                raise ValueError(
                    f"could not broadcast input array from shape ({len(values)},) "
                    f"into shape ({len(places)},)"
                )
            for k, place in enumerate(places):
                self._entries[place] = values[0 if len(values) == 1 else k]
            return
        self._entries[self._place(index)] = value

    def __len__(self):
        """Return the size of the first axis."""
        return self.shape[0]

    def __iter__(self):
        """Go through the entries."""
        if self.ndim != 1:
            refused("a row of an array of objects is not supported: index one entry.")
        yield from self._entries

    def _each(self, operation, other, swapped=False):
        """Return the results of an operation on the entries and a number, or others."""
        if _is_row(other):
            if self.ndim != 1 or len(other) != len(self._entries):
                refused("arrays of objects of several shapes do not broadcast here.")
            others = list(other)
        else:
            others = [other] * len(self._entries)
        pairs = zip(others, self._entries) if swapped else zip(self._entries, others)
        return ObjectArray(self.shape, [operation(a, b) for a, b in pairs])

    def __add__(self, other):
        """Return `self + other`."""
        return self._each(operator.add, other)

    def __radd__(self, other):
        """Return `other + self`."""
        return self._each(operator.add, other, True)

    def __sub__(self, other):
        """Return `self - other`."""
        return self._each(operator.sub, other)

    def __rsub__(self, other):
        """Return `other - self`."""
        return self._each(operator.sub, other, True)

    def __mul__(self, other):
        """Return `self * other`."""
        return self._each(operator.mul, other)

    def __rmul__(self, other):
        """Return `other * self`."""
        return self._each(operator.mul, other, True)

    def __truediv__(self, other):
        """Return `self / other`."""
        return self._each(operator.truediv, other)

    def __rtruediv__(self, other):
        """Return `other / self`."""
        return self._each(operator.truediv, other, True)

    def __pow__(self, other):
        """Return `self ** other`."""
        return self._each(operator.pow, other)

    def __rpow__(self, other):
        """Return `other ** self`."""
        return self._each(operator.pow, other, True)

    def _update(self, operation, other):
        """Do an operation in place."""
        changed = self._each(operation, other)
        for place in range(len(self._entries)):
            self._entries[place] = changed._entries[place]
        return self

    def __iadd__(self, other):
        """Walk `self += other`."""
        return self._update(operator.add, other)

    def __isub__(self, other):
        """Walk `self -= other`."""
        return self._update(operator.sub, other)

    def __imul__(self, other):
        """Walk `self *= other`."""
        return self._update(operator.mul, other)

    def __itruediv__(self, other):
        """Walk `self /= other`."""
        return self._update(operator.truediv, other)

    def __eq__(self, other):
        """Refuse an array of flags."""
        refused("a comparison of arrays of objects is not supported.")

    def __ne__(self, other):
        """Refuse an array of flags."""
        refused("a comparison of arrays of objects is not supported.")

    def __lt__(self, other):
        """Refuse an array of flags."""
        refused("a comparison of arrays of objects is not supported.")

    def __gt__(self, other):
        """Refuse an array of flags."""
        refused("a comparison of arrays of objects is not supported.")

    def __neg__(self):
        """Return `-self`."""
        return ObjectArray(self.shape, [-entry for entry in self._entries])

    def fill(self, value):
        """Set all entries."""
        for place in range(len(self._entries)):
            self._entries[place] = value

    def astype(self, dtype):
        """Return an array of numbers."""
        return np.reshape(np.array(self._entries, dtype), self.shape)

    def tolist(self):
        """Return a list of the entries."""
        return list(iter(self))

    def copy(self):
        """Return another one with the same entries."""
        return ObjectArray(self.shape, list(self._entries))
