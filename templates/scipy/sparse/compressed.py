"""Sparse matrices of compressed rows and of compressed columns."""
import numpy as np
from scipy import sparse

from tangentlite.rules.registry import definition
from tangentlite.runtime import (
    column_product,
    common_pattern,
    compressed,
    dense_matrix,
    is_pattern,
    joined_pattern,
    matched_products,
    nonzero_places,
    picked_pattern,
    places_of_diagonal,
    places_of_entries,
    places_of_entry,
    row_numbers,
    row_product,
    shape_of_places,
    sums_at,
    turned_pattern,
)
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.sparse.matrices import (
    ARRAYS,
    EVERY,
    Array,
    Matrix,
    Numbers,
    one_axis,
    require_zero,
    single,
)
from tangentlite.templates.subscripts import refuse


# What this module makes itself is a pattern, and says so by `copy=None`.
def require_pattern(data, indices, indptr):
    if not is_pattern(data, indices, indptr):
        raise ValueError('index pointer should rise from 0 to the number of entries')


# Whether rows and columns are as of np.ix_.
def is_grid(row, column):
    if not isinstance(row, slice) and not isinstance(column, slice):
        if np.ndim(row) == 2 and np.shape(row)[1] == 1:
            if np.ndim(column) == 1 or np.ndim(column) == 2 and len(column) == 1:
                return True
    return False


def indices_of(key):
    found = as_array(key)
    return np.flatnonzero(found) if found.dtype == bool else found


def is_number(other):
    return not isinstance(other, EVERY) and np.ndim(other) == 0


class Rows(Numbers):
    """A matrix of compressed rows."""

    __slots__ = ("data", "indices", "indptr", "_shape")
    format = 'csr'

    def __init__(self, arg1, shape=None, dtype=None, copy=False):
        if isinstance(arg1, EVERY):
            found = arg1.tocsr()
            self.data, self.indices, self.indptr = (
                found.data, found.indices, found.indptr,
            )  # fmt: skip
            self._shape = arg1.shape
        elif isinstance(arg1, tuple) and len(arg1) == 3:
            data, indices, indptr = arg1
            self.data = as_array(data)
            self.indices, self.indptr = as_array(indices), as_array(indptr)
            if copy is not None:
                require_pattern(self.data, self.indices, self.indptr)
            if shape is None:
                shape = np.shape(indptr)[0] - 1, int(np.max(indices)) + 1
            self._shape = shape
        elif isinstance(arg1, tuple) and isinstance(arg1[1], tuple | list):
            data, (rows, columns) = arg1
            if shape is None:
                shape = shape_of_places(rows, columns)
            indices, indptr, places = compressed(rows, columns, shape)
            self.data = sums_at(as_array(data), places, np.shape(indices)[0])
            self.indices, self.indptr = indices, indptr
            self._shape = shape
        elif isinstance(arg1, tuple):
            self.data = np.zeros(0)
            self.indices = np.zeros(0, np.int32)
            self.indptr = np.zeros(arg1[0] + 1, np.int32)
            self._shape = arg1
        else:
            dense = np.atleast_2d(as_array(arg1))
            self.indices, self.indptr = nonzero_places(dense)
            self.data = dense[row_numbers(self.indices, self.indptr), self.indices]
            self._shape = np.shape(dense)
        if dtype is not None:
            self.data = self.data.astype(dtype)

    def _with(self, data):
        return self._rows(data, self.indices, self.indptr, self._shape)

    def _merged(self):
        return single(self)

    def tocsr(self, copy=False):
        return self

    def tocsc(self, copy=False):
        pattern, starts, places = turned_pattern(
            self.indices, self.indptr, self._shape[1]
        )
        return self._columns(self.data[places], pattern, starts, self._shape)

    def tocoo(self, copy=False):
        rows = row_numbers(self.indices, self.indptr)
        return self._places(self.data, rows, self.indices, self._shape)

    def transpose(self, axes=None, copy=False):
        shape = self._shape[1], self._shape[0]
        return self._columns(self.data, self.indices, self.indptr, shape)

    def toarray(self, order=None, out=None):
        return dense_matrix(self.data, self.indices, self.indptr, self._shape[1])

    def __matmul__(self, other):
        if isinstance(other, EVERY):
            return self._product(other.tocsr())
        other = as_array(other)
        return row_product(self.data, self.indices, self.indptr, self._shape[1], other)

    def _product(self, other):
        left, right, places, indices, indptr = matched_products(
            self.indices, self.indptr, other.indices, other.indptr, other.shape[1]
        )
        values = self.data[left] * other.data[right]
        data = sums_at(values, places, np.shape(indices)[0])
        return self._rows(data, indices, indptr, (self._shape[0], other.shape[1]))

    def __add__(self, other):
        if not isinstance(other, EVERY):
            if np.ndim(other) == 0:
                require_zero(other)
                return self
            return self._flat(self.toarray() + other, None)
        other = other.tocsr()
        indices, indptr, places = joined_pattern(
            self.indices, self.indptr, other.indices, other.indptr, self._shape[1]
        )
        values = np.concatenate((self.data, other.data))
        data = sums_at(values, places, np.shape(indices)[0])
        return self._rows(data, indices, indptr, self._shape)

    def multiply(self, other):
        if isinstance(other, EVERY):
            other = other.tocsr()
            indices, indptr, left, right = common_pattern(
                self.indices, self.indptr, other.indices, other.indptr, self._shape[1]
            )
            data = self.data[left] * other.data[right]
            return self._rows(data, indices, indptr, self._shape)
        if np.ndim(other) == 0:
            return self._with(self.data * other)
        whole = np.broadcast_to(as_array(other), self._shape)
        rows = row_numbers(self.indices, self.indptr)
        return self._with(self.data * whole[rows, self.indices])

    def diagonal(self, k=0):
        height, width = self._shape
        count = max(0, min(height + min(k, 0), width - max(k, 0)))
        places, where = places_of_diagonal(self.indices, self.indptr, width, k)
        return sums_at(self.data[places], where, count)

    def sum(self, axis=None, dtype=None, out=None):
        axis = one_axis(axis)
        if axis is None:
            return np.sum(self.data)
        height, width = self._shape
        ones = np.ones(height if axis == 0 else width)
        if axis == 0:
            sums = column_product(self.data, self.indices, self.indptr, width, ones)
        else:
            sums = row_product(self.data, self.indices, self.indptr, width, ones)
        return self._flat(sums, axis)

    def __getitem__(self, key):
        if isinstance(key, tuple):
            row, column = key
            if not isinstance(row, slice) and not isinstance(column, slice):
                if np.ndim(row) == 0 and np.ndim(column) == 0:
                    places = places_of_entry(
                        self.indices, self.indptr, self._shape[1], row, column
                    )
                    return np.sum(self.data[places])
        else:
            row, column = key, slice(None)
        if isinstance(row, slice):
            if isinstance(self, ARRAYS) and not isinstance(column, slice):
                if np.ndim(column) == 0:
                    refuse('sparse arrays of one dimension', 'Use A[:, [j]].')
        elif isinstance(column, slice):
            if isinstance(self, ARRAYS) and np.ndim(row) == 0:
                refuse('sparse arrays of one dimension', 'Use A[[i]].')
        elif is_grid(row, column):
            return self[np.ravel(row)][:, np.ravel(column)]
        elif isinstance(self, ARRAYS) and np.ndim(row) == 1 and np.ndim(column) == 1:
            return self._entries(indices_of(row), indices_of(column))
        else:
            refuse('entries of a sparse matrix', 'Use A[rows][:, columns].')
        indices, indptr, places, width = picked_pattern(
            self.indices, self.indptr, self._shape[1], (row, column)
        )
        shape = np.shape(indptr)[0] - 1, width
        return self._rows(self.data[places], indices, indptr, shape)

    def _entries(self, row, column):
        row, column = np.broadcast_arrays(row, column)
        places, which = places_of_entries(
            self.indices, self.indptr, self._shape[1], row, column
        )
        return sums_at(self.data[places], which, np.shape(row)[0])

    # Both numbers at the places of either.
    def _both(self, other):
        other = other.tocsr()
        indices, indptr, places = joined_pattern(
            self.indices, self.indptr, other.indices, other.indptr, self._shape[1]
        )
        count, first = np.shape(indices)[0], np.shape(self.indices)[0]
        left = sums_at(self.data, places[:first], count)
        right = sums_at(other.data, places[first:], count)
        return left, right, indices, indptr

    def maximum(self, other):
        if is_number(other) and other > 0:
            refuse('the maximum with a number that may be positive', 'Use toarray().')
        return self._chosen(np.maximum, other)

    def minimum(self, other):
        if is_number(other) and other < 0:
            refuse('the minimum with a number that may be negative', 'Use toarray().')
        return self._chosen(np.minimum, other)

    def _chosen(self, choose, other):
        if isinstance(other, EVERY):
            left, right, indices, indptr = self._both(other)
            return self._rows(choose(left, right), indices, indptr, self._shape)
        if np.ndim(other) > 0:
            return self._flat(choose(self.toarray(), other), None)
        summed = self.tocoo().tocsr()  # entries of one place are one number
        return summed._with(choose(summed.data, other))

    def sum_duplicates(self):
        found = self.tocoo().tocsr()
        self.data, self.indices, self.indptr = found.data, found.indices, found.indptr


@definition(sparse.csr_matrix)
class CsrMatrix(Matrix, Rows):
    """A matrix of compressed rows; `*` is the product."""

    __slots__ = ()
    __init__ = Rows.__init__


@definition(sparse.csr_array)
class CsrArray(Array, Rows):
    """An array of compressed rows."""

    __slots__ = ()
    __init__ = Rows.__init__


class Columns(Numbers):
    """A matrix of compressed columns: the transpose of one of rows."""

    __slots__ = ("data", "indices", "indptr", "_shape")
    format = 'csc'

    def __init__(self, arg1, shape=None, dtype=None, copy=False):
        if isinstance(arg1, tuple) and len(arg1) == 3:
            data, indices, indptr = arg1
            self.data = as_array(data)
            self.indices, self.indptr = as_array(indices), as_array(indptr)
            if copy is not None:
                require_pattern(self.data, self.indices, self.indptr)
            if shape is None:
                shape = int(np.max(indices)) + 1, np.shape(indptr)[0] - 1
        elif isinstance(arg1, EVERY):
            found = arg1.tocsc()
            self.data, self.indices, self.indptr = (
                found.data, found.indices, found.indptr,
            )  # fmt: skip
            shape = arg1.shape
        else:
            rows = self._rows_of(arg1, shape)
            shape = rows.shape
            pattern, starts, places = turned_pattern(
                rows.indices, rows.indptr, shape[1]
            )
            self.data, self.indices, self.indptr = rows.data[places], pattern, starts
        self._shape = shape
        if dtype is not None:
            self.data = self.data.astype(dtype)

    def _rows_of(self, arg1, shape):
        return sparse.csr_array(arg1, shape)

    def _with(self, data):
        return self._columns(data, self.indices, self.indptr, self._shape)

    def _merged(self):
        return single(self)

    def tocsr(self, copy=False):
        pattern, starts, places = turned_pattern(
            self.indices, self.indptr, self._shape[0]
        )
        return self._rows(self.data[places], pattern, starts, self._shape)

    def tocsc(self, copy=False):
        return self

    def tocoo(self, copy=False):
        columns = row_numbers(self.indices, self.indptr)
        return self._places(self.data, self.indices, columns, self._shape)

    def transpose(self, axes=None, copy=False):
        shape = self._shape[1], self._shape[0]
        return self._rows(self.data, self.indices, self.indptr, shape)

    def toarray(self, order=None, out=None):
        return self.transpose().toarray().T

    def __matmul__(self, other):
        if isinstance(other, EVERY):
            return (other.transpose().tocsr() @ self.transpose()).transpose()
        other = as_array(other)
        return column_product(
            self.data, self.indices, self.indptr, self._shape[0], other
        )

    def __add__(self, other):
        if not isinstance(other, EVERY):
            if np.ndim(other) == 0:
                require_zero(other)
                return self
            return self._flat(self.toarray() + other, None)
        return (self.transpose() + other.transpose()).transpose()

    def multiply(self, other):
        if isinstance(other, EVERY):
            return self.transpose().multiply(other.transpose()).transpose()
        if np.ndim(other) == 0:
            return self._with(self.data * other)
        whole = np.broadcast_to(as_array(other), self._shape)
        return self.transpose().multiply(whole.T).transpose()

    def diagonal(self, k=0):
        return self.transpose().diagonal(-k)

    def sum(self, axis=None, dtype=None, out=None):
        axis = one_axis(axis)
        if axis is None:
            return np.sum(self.data)
        return self.transpose().sum(1 - axis)

    def __getitem__(self, key):
        if isinstance(key, tuple):
            row, column = key
            if is_grid(row, column):
                return self[np.ravel(row)][:, np.ravel(column)]
            turned = self.transpose()[column, row]
            return turned.transpose() if isinstance(turned, EVERY) else turned
        return self.transpose()[:, key].transpose()


@definition(sparse.csc_matrix)
class CscMatrix(Matrix, Columns):
    """A matrix of compressed columns; `*` is the product."""

    __slots__ = ()
    __init__ = Columns.__init__


@definition(sparse.csc_array)
class CscArray(Array, Columns):
    """An array of compressed columns."""

    __slots__ = ()
    __init__ = Columns.__init__
