"""Polyfills of NumPy's makers of arrays and of loops over their entries."""

from __future__ import annotations

import operator

import numpy as np

from tangentlite.handlers import polyfill
from tangentlite.runtime import places_visited
from tangentlite.specialize.library.object_arrays import refused


@polyfill(operator.index)
def index(a, /):
    """`operator.index`."""
    if not isinstance(a, (int, np.integer)):
        kind = type(a).__name__
        raise TypeError(f"{kind!r} object cannot be interpreted as an integer")
    return int(a)


def empty(shape, dtype=float):
    """`np.ndarray` as a maker of arrays."""
    return np.empty(shape, dtype)


polyfill(np.ndarray, shown=np.ndarray)(empty)


_FLAGS = ("c_index", "multi_index", "refs_ok", "zerosize_ok", "buffered")


class NdIter:
    """`np.nditer`: entries are read in the order in which NumPy visits them."""

    def __init__(self, op, flags=(), op_flags=(), order="K"):
        """Find the order."""
        for flag in flags:
            if flag not in _FLAGS:
                refused("np.nditer with this flag is not supported.")
        self._several = isinstance(op, (tuple, list))
        self._operands = [np.asarray(one) for one in (op if self._several else [op])]
        shape = np.shape(self._operands[0])
        for one in self._operands[1:]:
            shape = np.broadcast_shapes(shape, np.shape(one))
        self.shape = shape
        self._places = places_visited(order, *self._operands)
        self.itersize = len(self._places)
        self.iterindex = 0

    @property
    def finished(self):
        """Whether all entries have been visited."""
        return self.iterindex >= self.itersize

    @property
    def multi_index(self):
        """The indices of the entry."""
        return np.unravel_index(self._places[self.iterindex], self.shape)

    @property
    def index(self):
        """The place of the entry in the array by rows."""
        return self._places[self.iterindex]

    @property
    def value(self):
        """The entry, or those of several arrays."""
        if self._several:
            return tuple([self[k] for k in range(len(self._operands))])
        return self[0]

    def __getitem__(self, k):
        """Return the entry of one of the arrays."""
        place = self.multi_index
        operand = self._operands[k]
        if np.shape(operand) == self.shape:
            return operand[place]
        return np.broadcast_to(operand, self.shape)[place]

    def iternext(self):
        """Go on; return whether there is another entry."""
        self.iterindex = self.iterindex + 1
        return self.iterindex < self.itersize

    def __iter__(self):
        """Yield the entries."""
        while self.iterindex < self.itersize:
            yield self.value
            self.iterindex = self.iterindex + 1

    def __enter__(self):
        """Return the iteration itself."""
        return self

    def __exit__(self, *given):
        """Leave it."""
        return None
