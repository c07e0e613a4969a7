"""Sparse matrices that are filled entry by entry: of lists of rows, and of keys.

An array holds the numbers and another where some were written, which is their pattern.
"""
import numpy as np
from scipy import sparse

from tangentlite.rules.registry import definition
from tangentlite.runtime import nonzero_places, row_numbers
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.sparse.matrices import EVERY, Array, Matrix, Numbers

# Of those made outside SciPy holds the entries otherwise.
CONVERTED = 'Convert it outside of the function: a.tocsr().'


class Filled(Numbers):
    """A matrix whose entries may be written."""

    __slots__ = ("_numbers", "_written", "_shape")

    def __init__(self, arg1, shape=None, dtype=None, copy=False):
        if isinstance(arg1, EVERY):
            self._numbers = arg1.toarray()
            self._written = (abs(arg1).astype(bool)).toarray()
        elif isinstance(arg1, tuple):
            self._numbers = np.zeros(arg1, float if dtype is None else dtype)
            self._written = np.zeros(arg1, bool)
        else:
            self._numbers = np.copy(np.atleast_2d(as_array(arg1)))
            self._written = self._numbers != 0
        if dtype is not None:
            self._numbers = self._numbers.astype(dtype)
        self._shape = np.shape(self._numbers)

    @property
    def dtype(self):
        return self._numbers.dtype

    @property
    def nnz(self):
        return np.count_nonzero(self._written)

    def tocsr(self, copy=False):
        indices, indptr = nonzero_places(self._written)
        data = self._numbers[row_numbers(indices, indptr), indices]
        return self._rows(data, indices, indptr, self._shape)

    def toarray(self, order=None, out=None):
        return np.copy(self._numbers)

    def copy(self):
        return type(self)(self.tocsr())

    def _with(self, data):
        rows = self.tocsr()
        return self._rows(data, rows.indices, rows.indptr, self._shape)

    @property
    def data(self):
        return self.tocsr().data

    def __getitem__(self, key):
        if isinstance(key, tuple):
            row, column = key
            if not isinstance(row, slice) and not isinstance(column, slice):
                return self._numbers[key]
        return self.tocsr()[key]

    def __setitem__(self, key, value):
        self._numbers[key] = value.toarray() if isinstance(value, EVERY) else value
        self._written[key] = True

    def setdiag(self, values, k=0):
        height, width = self._shape
        count = min(height + min(k, 0), width - max(k, 0))
        places = np.arange(count)
        self[places - min(k, 0), places + max(k, 0)] = values


class Lists(Filled):
    """A matrix of a list for each row."""

    __slots__ = ()
    format = 'lil'


class Keys(Filled):
    """A matrix of a dictionary of its entries."""

    __slots__ = ()
    format = 'dok'


@definition(sparse.lil_matrix, converted=CONVERTED)
class LilMatrix(Matrix, Lists):
    """A matrix of lists; `*` is the product."""

    __slots__ = ()
    __init__ = Filled.__init__


@definition(sparse.lil_array, converted=CONVERTED)
class LilArray(Array, Lists):
    """An array of lists."""

    __slots__ = ()
    __init__ = Filled.__init__


@definition(sparse.dok_matrix, converted=CONVERTED)
class DokMatrix(Matrix, Keys):
    """A matrix of a dictionary; `*` is the product."""

    __slots__ = ()
    __init__ = Filled.__init__


@definition(sparse.dok_array, converted=CONVERTED)
class DokArray(Array, Keys):
    """An array of a dictionary."""

    __slots__ = ()
    __init__ = Filled.__init__
