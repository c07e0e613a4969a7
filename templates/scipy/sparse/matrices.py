"""Sparse matrices and arrays: numbers at places that do not change.

What a matrix is converted to, multiplied or solved with is worked out by helpers from
the places, which are constant, and from the numbers. Entries that become zero are kept.
"""
import numpy as np
from scipy import sparse

from tangentlite.runtime import has_repeats
from tangentlite.templates.conversion import as_array
from tangentlite.templates.subscripts import fill_time, refuse

CSR = (sparse.csr_matrix, sparse.csr_array)
CSC = (sparse.csc_matrix, sparse.csc_array)
COO = (sparse.coo_matrix, sparse.coo_array)
DIA = (sparse.dia_matrix, sparse.dia_array)
BSR = (sparse.bsr_matrix, sparse.bsr_array)
ARRAYS = (
    sparse.csr_array, sparse.csc_array, sparse.coo_array, sparse.dia_array,
    sparse.bsr_array, sparse.lil_array, sparse.dok_array,
)  # fmt: skip
MATRICES = (
    sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix, sparse.dia_matrix,
    sparse.bsr_matrix, sparse.lil_matrix, sparse.dok_matrix,
)  # fmt: skip
EVERY = ARRAYS + MATRICES


@fill_time
def one_axis(axis):
    """Return 0 or 1 for an axis, None where all entries are summed."""
    axes = {None} if axis is None else set(axis if isinstance(axis, tuple) else (axis,))
    if not axes <= {None, -2, -1, 0, 1}:
        raise ValueError(f'a matrix has no axis {axis}')
    axes = {axis if axis is None else axis % 2 for axis in axes}
    return axes.pop() if len(axes) == 1 else None


# SciPy adds up what is at one place before it takes a function of it.
def single(matrix):
    if has_repeats(matrix.indices, matrix.indptr):
        raise ValueError('a matrix has several entries at one place: sum_duplicates()')
    return matrix


# As `sum` starts with.
def require_zero(number):
    if number != 0:
        raise NotImplementedError('a number is added to a sparse matrix')


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
        if axis is None:
            return self.data.size
        found, (height, width) = self.tocoo(), self._shape
        if one_axis(axis) == 0:
            return np.bincount(found.col, minlength=width)
        return np.bincount(found.row, minlength=height)

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
        if format == 'lil':
            return self.tolil()
        if format == 'dok':
            return self.todok()
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

    # Of entries at one place the sum is what the place has.
    def _merged(self):
        return self

    def _of_each(self, function):
        merged = self._merged()
        return merged._with(function(merged.data))

    def __neg__(self):
        return self._with(-self.data)

    def __abs__(self):
        return self._of_each(np.abs)

    def power(self, n, dtype=None):
        merged = self._merged()
        return merged._with(merged.data**n)

    def sqrt(self):
        return self._of_each(np.sqrt)

    def expm1(self):
        return self._of_each(np.expm1)

    def log1p(self):
        return self._of_each(np.log1p)

    def sin(self):
        return self._of_each(np.sin)

    def tan(self):
        return self._of_each(np.tan)

    def tanh(self):
        return self._of_each(np.tanh)

    def sinh(self):
        return self._of_each(np.sinh)

    def arcsin(self):
        return self._of_each(np.arcsin)

    def arctan(self):
        return self._of_each(np.arctan)

    def arctanh(self):
        return self._of_each(np.arctanh)

    def arcsinh(self):
        return self._of_each(np.arcsinh)

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

    def maximum(self, other):
        return self.tocsr().maximum(other)

    def minimum(self, other):
        return self.tocsr().minimum(other)

    def diagonal(self, k=0):
        return self.tocsr().diagonal(k)

    def trace(self, offset=0):
        return np.sum(self.diagonal(offset))

    def getrow(self, i):
        return self.tocsr()[[i]]

    def getcol(self, j):
        return self.tocsr()[:, [j]]

    def sum(self, axis=None, dtype=None, out=None):
        if one_axis(axis) is None:
            return np.sum(self.data)
        return self.tocsr().sum(axis)

    def mean(self, axis=None, dtype=None, out=None):
        height, width = self._shape
        axis = one_axis(axis)
        if axis is None:
            return np.sum(self.data) / (height * width)
        if axis == 0:
            return self.sum(axis) / height
        return self.sum(axis) / width


class Array:
    """What sparse arrays do as arrays do."""

    __slots__ = ()

    def tolil(self, copy=False):
        return sparse.lil_array(self)

    def todok(self, copy=False):
        return sparse.dok_array(self)

    def __mul__(self, other):
        return self.multiply(other)

    def __rmul__(self, other):
        return self.multiply(other)

    def __pow__(self, n):
        return self.power(n)

    def todense(self, order=None, out=None):
        return self.toarray()

    def _rows(self, data, indices, indptr, shape):
        return sparse.csr_array((data, indices, indptr), shape, copy=None)

    def _columns(self, data, indices, indptr, shape):
        return sparse.csc_array((data, indices, indptr), shape, copy=None)

    def _places(self, data, rows, columns, shape):
        return sparse.coo_array((data, (rows, columns)), shape)

    def _flat(self, values, axis):
        return values


class Matrix:
    """What sparse matrices do as matrices do: `*` is the product."""

    __slots__ = ()

    def tolil(self, copy=False):
        return sparse.lil_matrix(self)

    def todok(self, copy=False):
        return sparse.dok_matrix(self)

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
        return sparse.csr_matrix((data, indices, indptr), shape, copy=None)

    def _columns(self, data, indices, indptr, shape):
        return sparse.csc_matrix((data, indices, indptr), shape, copy=None)

    def _places(self, data, rows, columns, shape):
        return sparse.coo_matrix((data, (rows, columns)), shape)

    def _flat(self, values, axis):
        refuse(
            'sums of a sparse matrix along an axis, which are np.matrix',
            'Use a sparse array, as csr_array, or a product with np.ones(n).',
        )
