"""Sparse matrices and arrays: numbers at places that do not change.

What a matrix is converted to, multiplied or solved with is worked out by helpers from
the places, which are constant, and from the numbers. Entries that become zero are kept.
"""
import numpy as np
from scipy import sparse

from tangentlite.rules.registry import definition
from tangentlite.runtime import (
    blocks_pattern,
    column_product,
    common_pattern,
    compressed,
    dense_matrix,
    diagonals_pattern,
    joined_pattern,
    matched_products,
    nonzero_places,
    picked_pattern,
    places_of_diagonal,
    places_of_entry,
    row_numbers,
    row_product,
    shape_of_places,
    sums_at,
    turned_pattern,
)
from tangentlite.templates.conversion import as_array
from tangentlite.templates.subscripts import refuse

CSR = (sparse.csr_matrix, sparse.csr_array)
CSC = (sparse.csc_matrix, sparse.csc_array)
COO = (sparse.coo_matrix, sparse.coo_array)
DIA = (sparse.dia_matrix, sparse.dia_array)
BSR = (sparse.bsr_matrix, sparse.bsr_array)
ARRAYS = (
    sparse.csr_array, sparse.csc_array, sparse.coo_array, sparse.dia_array,
    sparse.bsr_array,
)  # fmt: skip
MATRICES = (
    sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix, sparse.dia_matrix,
    sparse.bsr_matrix,
)  # fmt: skip
EVERY = ARRAYS + MATRICES


class Numbers:
    """What all sparse matrices do, most of it as one of rows."""

    __slots__ = ()
    __array_ufunc__ = None
    ndim = 2

    @property
    def shape(self):
        return self._shape

    def get_shape(self):
        return self._shape

    @property
    def dtype(self):
        return self.data.dtype

    @property
    def nnz(self):
        return self.data.size

    @property
    def size(self):
        return self.data.size

    def getnnz(self, axis=None):
        return self.data.size

    @property
    def T(self):
        return self.transpose()

    def getformat(self):
        return self.format

    def asformat(self, format, copy=False):
        if format == 'csr':
            return self.tocsr()
        if format == 'csc':
            return self.tocsc()
        if format == 'coo':
            return self.tocoo()
        if format is None or format == 'dia' and isinstance(self, DIA):
            return self
        refuse('this format of a sparse matrix', "Use 'csr', 'csc' or 'coo'.")

    def tocsc(self, copy=False):
        return self.tocsr().tocsc()

    def tocoo(self, copy=False):
        return self.tocsr().tocoo()

    def transpose(self, axes=None, copy=False):
        return self.tocsr().transpose()

    def toarray(self, order=None, out=None):
        return self.tocsr().toarray()

    def copy(self):
        return self._with(np.copy(self.data))

    def astype(self, dtype, casting='unsafe', copy=True):
        return self._with(self.data.astype(dtype))

    def conj(self, copy=True):
        return self._with(np.conj(self.data))

    conjugate = conj

    @property
    def real(self):
        return self._with(np.real(self.data))

    @property
    def imag(self):
        return self._with(np.imag(self.data))

    def __neg__(self):
        return self._with(-self.data)

    def __abs__(self):
        return self._with(np.abs(self.data))

    def power(self, n, dtype=None):
        return self._with(self.data**n)

    def sqrt(self):
        return self._with(np.sqrt(self.data))

    def expm1(self):
        return self._with(np.expm1(self.data))

    def log1p(self):
        return self._with(np.log1p(self.data))

    def sin(self):
        return self._with(np.sin(self.data))

    def tan(self):
        return self._with(np.tan(self.data))

    def tanh(self):
        return self._with(np.tanh(self.data))

    def sinh(self):
        return self._with(np.sinh(self.data))

    def arcsin(self):
        return self._with(np.arcsin(self.data))

    def arctan(self):
        return self._with(np.arctan(self.data))

    def arctanh(self):
        return self._with(np.arctanh(self.data))

    def arcsinh(self):
        return self._with(np.arcsinh(self.data))

    def __truediv__(self, other):
        if isinstance(other, EVERY):
            refuse('the quotient of sparse matrices', 'Divide arrays.')
        if np.ndim(other) == 0:
            return self._with(self.data * np.divide(1.0, other))
        return self.multiply(np.divide(1.0, other))

    def __add__(self, other):
        return self.tocsr() + other

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        return self.tocsr() + (-other)

    def __rsub__(self, other):
        return -self + other

    def __matmul__(self, other):
        return self.tocsr() @ other

    def __rmatmul__(self, other):
        other = as_array(other)
        return (self.transpose() @ other.T).T

    def dot(self, other):
        if isinstance(other, EVERY) or np.ndim(other) > 0:
            return self @ other
        return self._with(self.data * other)

    def multiply(self, other):
        if not isinstance(other, EVERY) and np.ndim(other) == 0:
            return self._with(self.data * other)
        return self.tocsr().multiply(other)

    def diagonal(self, k=0):
        return self.tocsr().diagonal(k)

    def trace(self, offset=0):
        return np.sum(self.diagonal(offset))

    def getrow(self, i):
        return self.tocsr()[[i]]

    def getcol(self, j):
        return self.tocsr()[:, [j]]

    def sum(self, axis=None, dtype=None, out=None):
        if axis is None:
            return np.sum(self.data)
        return self.tocsr().sum(axis)

    def mean(self, axis=None, dtype=None, out=None):
        height, width = self._shape
        if axis is None:
            return np.sum(self.data) / (height * width)
        if axis == 0 or axis == -2:
            return self.sum(axis) / height
        return self.sum(axis) / width


class Array:
    """What sparse arrays do as arrays do."""

    __slots__ = ()

    def __mul__(self, other):
        return self.multiply(other)

    def __rmul__(self, other):
        return self.multiply(other)

    def __pow__(self, n):
        return self.power(n)

    def todense(self, order=None, out=None):
        return self.toarray()

    def _rows(self, data, indices, indptr, shape):
        return sparse.csr_array((data, indices, indptr), shape)

    def _columns(self, data, indices, indptr, shape):
        return sparse.csc_array((data, indices, indptr), shape)

    def _places(self, data, rows, columns, shape):
        return sparse.coo_array((data, (rows, columns)), shape)

    def _flat(self, values, axis):
        return values


class Matrix:
    """What sparse matrices do as matrices do: `*` is the product."""

    __slots__ = ()

    def __mul__(self, other):
        return self.dot(other)

    def __rmul__(self, other):
        if isinstance(other, EVERY) or np.ndim(other) > 0:
            return self.__rmatmul__(other)
        return self._with(self.data * other)

    def __pow__(self, n):
        if n == 0:
            refuse('a sparse matrix to the power of 0', 'Use scipy.sparse.eye.')
        value = self
        for _ in range(n - 1):
            value = value @ self
        return value

    def todense(self, order=None, out=None):
        refuse('todense of a sparse matrix', 'Use toarray().')

    @property
    def A(self):
        return self.toarray()

    @property
    def H(self):
        return self.transpose().conj()

    def getH(self):
        return self.transpose().conj()

    def _rows(self, data, indices, indptr, shape):
        return sparse.csr_matrix((data, indices, indptr), shape)

    def _columns(self, data, indices, indptr, shape):
        return sparse.csc_matrix((data, indices, indptr), shape)

    def _places(self, data, rows, columns, shape):
        return sparse.coo_matrix((data, (rows, columns)), shape)

    def _flat(self, values, axis):
        refuse(
            'sums of a sparse matrix along an axis, which are np.matrix',
            'Use a sparse array, as csr_array, or a product with np.ones(n).',
        )


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
            if shape is None:
                shape = np.shape(indptr)[0] - 1, int(np.max(indices)) + 1
            self._shape = shape
        elif isinstance(arg1, tuple) and isinstance(arg1[1], tuple):
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
                return self  # of a zero, as `sum` starts with: others SciPy refuses
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
        count = min(height + min(k, 0), width - max(k, 0))
        places, where = places_of_diagonal(self.indices, self.indptr, width, k)
        return sums_at(self.data[places], where, count)

    def sum(self, axis=None, dtype=None, out=None):
        if axis is None:
            return np.sum(self.data)
        height, width = self._shape
        ones = np.ones(height if axis == 0 or axis == -2 else width)
        if axis == 0 or axis == -2:
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
        else:
            refuse('entries of a sparse matrix', 'Use A[rows][:, columns].')
        indices, indptr, places, width = picked_pattern(
            self.indices, self.indptr, self._shape[1], (row, column)
        )
        shape = np.shape(indptr)[0] - 1, width
        return self._rows(self.data[places], indices, indptr, shape)

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
        if axis is None:
            return np.sum(self.data)
        return self.transpose().sum(1 if axis == 0 or axis == -2 else 0)

    def __getitem__(self, key):
        if isinstance(key, tuple):
            row, column = key
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


class Places(Numbers):
    """A matrix of entries with their rows and columns."""

    __slots__ = ("data", "row", "col", "_shape")
    format = 'coo'

    def __init__(self, arg1, shape=None, dtype=None, copy=False):
        if isinstance(arg1, tuple) and isinstance(arg1[1], tuple):
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
