"""Sparse matrices of entries with their rows and columns, of diagonals, of blocks."""
import numpy as np
from scipy import sparse

from tangentlite.rules.registry import definition
from tangentlite.runtime import (
    blocks_pattern,
    compressed,
    diagonals_pattern,
    shape_of_places,
    sums_at,
)
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.sparse.compressed import require_pattern
from tangentlite.templates.scipy.sparse.matrices import EVERY, Array, Matrix, Numbers
from tangentlite.templates.subscripts import refuse


class Places(Numbers):
    """A matrix of entries with their rows and columns."""

    __slots__ = ("data", "row", "col", "_shape")
    format = 'coo'

    def __init__(self, arg1, shape=None, dtype=None, copy=False):
        if isinstance(arg1, tuple) and isinstance(arg1[1], tuple | list):
            data, (rows, columns) = arg1
            self.data = as_array(data)
            self.row, self.col = as_array(rows), as_array(columns)
            self._shape = shape_of_places(rows, columns) if shape is None else shape
        else:
            if not isinstance(arg1, EVERY):
                arg1 = sparse.csr_array(arg1)
            found = arg1.tocoo()
            self.data, self.row, self.col = found.data, found.row, found.col
            self._shape = arg1.shape
        if dtype is not None:
            self.data = self.data.astype(dtype)

    @property
    def coords(self):
        return self.row, self.col

    def _with(self, data):
        return self._places(data, self.row, self.col, self._shape)

    def _merged(self):
        return self.tocsr().tocoo()

    def tocoo(self, copy=False):
        return self

    def tocsr(self, copy=False):
        indices, indptr, places = compressed(self.row, self.col, self._shape)
        data = sums_at(self.data, places, np.shape(indices)[0])
        return self._rows(data, indices, indptr, self._shape)

    def transpose(self, axes=None, copy=False):
        shape = self._shape[1], self._shape[0]
        return self._places(self.data, self.col, self.row, shape)


@definition(sparse.coo_matrix)
class CooMatrix(Matrix, Places):
    """A matrix of entries with their places; `*` is the product."""

    __slots__ = ()
    __init__ = Places.__init__


@definition(sparse.coo_array)
class CooArray(Array, Places):
    """An array of entries with their places."""

    __slots__ = ()
    __init__ = Places.__init__


class Diagonals(Numbers):
    """A matrix of diagonals, the rows of `data`; entry j stands in column j."""

    __slots__ = ("data", "offsets", "_shape")
    format = 'dia'

    def __init__(self, arg1, shape=None, dtype=None, copy=False):
        if isinstance(arg1, tuple) and np.ndim(arg1[0]) > 0:
            data, offsets = arg1
            self.data = np.atleast_2d(as_array(data))
            self.offsets = np.atleast_1d(as_array(offsets))
            self._shape = shape
        else:
            refuse('a matrix of diagonals from this', 'Use (data, offsets).')
        if dtype is not None:
            self.data = self.data.astype(dtype)

    def _with(self, data):
        return self._diagonals(data, self.offsets, self._shape)

    @property
    def nnz(self):
        return self.getnnz()

    @property
    def size(self):
        return self.getnnz()

    # Of what stands in `data` the part within the matrix.
    def getnnz(self, axis=None):
        height, width = self._shape
        ends = np.minimum(height + self.offsets, min(np.shape(self.data)[1], width))
        return int(np.sum(np.maximum(ends - np.maximum(self.offsets, 0), 0)))

    def tocsr(self, copy=False):
        indices, indptr, places = diagonals_pattern(
            self.offsets, np.shape(self.data)[1], self._shape
        )
        data = np.ravel(self.data)[places]
        return self._rows(data, indices, indptr, self._shape)

    def sum(self, axis=None, dtype=None, out=None):
        return self.tocsr().sum(axis)

    def mean(self, axis=None, dtype=None, out=None):
        return self.tocsr().mean(axis)


@definition(sparse.dia_matrix)
class DiaMatrix(Matrix, Diagonals):
    """A matrix of diagonals; `*` is the product."""

    __slots__ = ()
    __init__ = Diagonals.__init__

    def _diagonals(self, data, offsets, shape):
        return sparse.dia_matrix((data, offsets), shape)


@definition(sparse.dia_array)
class DiaArray(Array, Diagonals):
    """An array of diagonals."""

    __slots__ = ()
    __init__ = Diagonals.__init__

    def _diagonals(self, data, offsets, shape):
        return sparse.dia_array((data, offsets), shape)


class Blocks(Numbers):
    """A matrix of dense blocks."""

    __slots__ = ("data", "indices", "indptr", "_shape")
    format = 'bsr'

    def __init__(self, arg1, shape=None, dtype=None, copy=False, blocksize=None):
        if isinstance(arg1, tuple) and len(arg1) == 3 and shape is not None:
            data, indices, indptr = arg1
            self.data = as_array(data)
            self.indices, self.indptr = as_array(indices), as_array(indptr)
            if copy is not None:
                require_pattern(self.data, self.indices, self.indptr)
            self._shape = shape
        else:
            refuse(
                'a matrix of blocks from this', 'Use (data, indices, indptr) and shape.'
            )

    def tocsr(self, copy=False):
        indices, indptr, places = blocks_pattern(
            self.indices, self.indptr, self.data, self._shape
        )
        data = np.ravel(self.data)[places]
        return self._rows(data, indices, indptr, self._shape)


@definition(sparse.bsr_matrix)
class BsrMatrix(Matrix, Blocks):
    """A matrix of blocks; `*` is the product."""

    __slots__ = ()
    __init__ = Blocks.__init__

    def _with(self, data):
        return sparse.bsr_matrix((data, self.indices, self.indptr), self._shape)


@definition(sparse.bsr_array)
class BsrArray(Array, Blocks):
    """An array of blocks."""

    __slots__ = ()
    __init__ = Blocks.__init__

    def _with(self, data):
        return sparse.bsr_array((data, self.indices, self.indptr), self._shape)
