"""Linear operators: matrices that are known by their products with vectors.

Products are walked, so that derivatives go through the user's `matvec`; what an
operator is made of by others is an operator of functions.
"""
import numpy as np
from scipy.sparse import linalg

from tangentlite.rules.registry import definition
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.sparse.matrices import EVERY
from tangentlite.templates.subscripts import refuse

CUSTOM = type(linalg.LinearOperator((1, 1), abs, dtype=float))
OF_MATRIX = type(linalg.aslinearoperator(np.eye(1)))


class Operator:
    """What all operators do, in terms of `_matvec` and its like."""

    __slots__ = ()
    __array_ufunc__ = None
    ndim = 2

    def _matmat(self, X):
        columns = [self.matvec(np.reshape(column, (-1, 1))) for column in X.T]
        return np.hstack(columns)

    def _rmatmat(self, X):
        columns = [self.rmatvec(np.reshape(column, (-1, 1))) for column in X.T]
        return np.hstack(columns)

    def matvec(self, x):
        x = as_array(x)
        require_vector(x, self.shape[1])
        y = as_array(self._matvec(x))
        rows = self.shape[0]
        return np.reshape(y, rows if np.ndim(x) == 1 else (rows, 1))

    def rmatvec(self, x):
        x = as_array(x)
        require_vector(x, self.shape[0])
        y = as_array(self._rmatvec(x))
        rows = self.shape[1]
        return np.reshape(y, rows if np.ndim(x) == 1 else (rows, 1))

    def matmat(self, X):
        X = as_array(X)
        require_rows(X, self.shape[1])
        return self._matmat(X)

    def rmatmat(self, X):
        X = as_array(X)
        require_rows(X, self.shape[0])
        return self._rmatmat(X)

    def dot(self, x):
        if isinstance(x, linalg.LinearOperator):
            return product(self, x)
        if isinstance(x, EVERY):
            refuse('the product of an operator and a sparse matrix', 'Use toarray().')
        x = as_array(x)
        if np.ndim(x) == 0:
            return scaled(self, x)
        if np.ndim(x) == 1 or np.shape(x)[1] == 1:
            return self.matvec(x)
        return self.matmat(x)

    def __matmul__(self, other):
        return self.dot(other)

    def __mul__(self, other):
        return self.dot(other)

    def __call__(self, x):
        return self.dot(x)

    def __rmatmul__(self, other):
        x = as_array(other)
        turned = self.transpose()
        if np.ndim(x) == 1 or np.shape(x)[0] == 1:
            return turned.matvec(x.T).T
        return turned.matmat(x.T).T

    def __rmul__(self, other):
        if np.ndim(other) == 0:
            return scaled(self, other)
        return self.__rmatmul__(other)

    def __truediv__(self, other):
        return scaled(self, 1.0 / other)

    def __neg__(self):
        return scaled(self, -1)

    def __add__(self, other):
        return total(self, other)

    def __sub__(self, other):
        return total(self, scaled(other, -1))

    def __pow__(self, p):
        return power(self, p)

    def _adjoint(self):
        return adjoint_of(self)

    def _transpose(self):
        return transpose_of(self)

    def adjoint(self):
        return self._adjoint()

    @property
    def H(self):
        return self._adjoint()

    def transpose(self):
        return self._transpose()

    @property
    def T(self):
        return self._transpose()


def require_vector(x, size):
    if np.ndim(x) > 2 or np.shape(x)[0] != size:
        raise ValueError('dimension mismatch')
    if np.ndim(x) == 2 and np.shape(x)[1] != 1:
        raise ValueError('dimension mismatch')


def require_rows(x, size):
    if np.ndim(x) != 2:
        refuse('matmat of this', 'Pass an array of two axes.')
    if np.shape(x)[0] != size:
        raise ValueError('dimension mismatch')


# Of functions, as those that SciPy makes of two operators.
def made(shape, matvec, rmatvec, matmat, rmatmat):
    return linalg.LinearOperator(shape, matvec, rmatvec, matmat, None, rmatmat)


def product(a, b):
    if a.shape[1] != b.shape[0]:
        raise ValueError('cannot multiply operators of these shapes: mismatch')
    return made(
        (a.shape[0], b.shape[1]),
        lambda x: a.matvec(b.matvec(x)), lambda x: b.rmatvec(a.rmatvec(x)),
        lambda x: a.matmat(b.matmat(x)), lambda x: b.rmatmat(a.rmatmat(x)),
    )  # fmt: skip


def scaled(a, factor):
    turned = np.conj(factor)
    return made(
        a.shape,
        lambda x: factor * a.matvec(x), lambda x: turned * a.rmatvec(x),
        lambda x: factor * a.matmat(x), lambda x: turned * a.rmatmat(x),
    )  # fmt: skip


def total(a, b):
    if a.shape[0] != b.shape[0] or a.shape[1] != b.shape[1]:
        raise ValueError('cannot add operators of these shapes: shape mismatch')
    return made(
        a.shape,
        lambda x: a.matvec(x) + b.matvec(x), lambda x: a.rmatvec(x) + b.rmatvec(x),
        lambda x: a.matmat(x) + b.matmat(x), lambda x: a.rmatmat(x) + b.rmatmat(x),
    )  # fmt: skip


def repeated(function, p, x):
    for _ in range(p):
        x = function(x)
    return x


def power(a, p):
    return made(
        a.shape,
        lambda x: repeated(a.matvec, p, x), lambda x: repeated(a.rmatvec, p, x),
        lambda x: repeated(a.matmat, p, x), lambda x: repeated(a.rmatmat, p, x),
    )  # fmt: skip


def adjoint_of(a):
    return made((a.shape[1], a.shape[0]), a.rmatvec, a.matvec, a.rmatmat, a.matmat)


def transpose_of(a):
    return made(
        (a.shape[1], a.shape[0]),
        lambda x: np.conj(a.rmatvec(np.conj(x))),
        lambda x: np.conj(a.matvec(np.conj(x))),
        lambda x: np.conj(a.rmatmat(np.conj(x))),
        lambda x: np.conj(a.matmat(np.conj(x))),
    )


def is_of_functions(operator):
    return type(operator) is linalg.LinearOperator or type(operator) is CUSTOM


class OfFunctions(Operator):
    """An operator of functions; of a class of the user's, of its own `_matvec`."""

    __slots__ = (
        "shape", "dtype", "_CustomLinearOperator__matvec_impl",
        "_CustomLinearOperator__rmatvec_impl", "_CustomLinearOperator__matmat_impl",
        "_CustomLinearOperator__rmatmat_impl",
    )  # fmt: skip

    def __init__(self, *first, **named):
        if is_of_functions(self):
            self._take_functions(*first, **named)
        else:
            self._take_shape(*first, **named)

    def _take_functions(
        self, shape, matvec, rmatvec=None, matmat=None, dtype=None, rmatmat=None
    ):
        self.shape = shape
        self._CustomLinearOperator__matvec_impl = matvec
        self._CustomLinearOperator__rmatvec_impl = rmatvec
        self._CustomLinearOperator__matmat_impl = matmat
        self._CustomLinearOperator__rmatmat_impl = rmatmat
        if dtype is not None:
            self.dtype = np.dtype(dtype)

    def _take_shape(self, dtype, shape):
        self.shape = shape
        if dtype is not None:
            self.dtype = np.dtype(dtype)

    def _matvec(self, x):
        if is_of_functions(self):
            return self._CustomLinearOperator__matvec_impl(x)
        return self.matmat(np.reshape(x, (-1, 1)))

    def _rmatvec(self, x):
        if not is_of_functions(self):
            refuse('rmatvec of this class', 'Give it a method _rmatvec.')
        if self._CustomLinearOperator__rmatvec_impl is None:
            raise NotImplementedError('rmatvec is not defined')
        return self._CustomLinearOperator__rmatvec_impl(x)

    def _matmat(self, X):
        if is_of_functions(self):
            if self._CustomLinearOperator__matmat_impl is not None:
                return self._CustomLinearOperator__matmat_impl(X)
        return Operator._matmat(self, X)

    def _rmatmat(self, X):
        if is_of_functions(self):
            if self._CustomLinearOperator__rmatmat_impl is not None:
                return self._CustomLinearOperator__rmatmat_impl(X)
        return Operator._rmatmat(self, X)


@definition(linalg.LinearOperator)
class LinearOperator(OfFunctions):
    """An operator that is made in the program, and what classes of it inherit."""

    __slots__ = ()
    __init__ = OfFunctions.__init__


@definition(CUSTOM)
class CustomLinearOperator(OfFunctions):
    """An operator that was made outside."""

    __slots__ = ()
    __init__ = OfFunctions.__init__


@definition(OF_MATRIX)
class MatrixLinearOperator(Operator):
    """An operator of an array or a sparse matrix."""

    __slots__ = ("A", "shape", "dtype")

    def __init__(self, A):
        self.A = A
        self.shape = A.shape
        self.dtype = A.dtype

    def _matvec(self, x):
        return self.A @ x

    def _rmatvec(self, x):
        return np.conj(self.A.T @ np.conj(x))

    def _matmat(self, X):
        return self.A @ X

    def _rmatmat(self, X):
        return np.conj(self.A.T @ np.conj(X))


@definition(linalg.aslinearoperator)
def aslinearoperator(A):
    if isinstance(A, linalg.LinearOperator):
        return A
    if isinstance(A, EVERY):
        return OF_MATRIX(A)
    return OF_MATRIX(np.atleast_2d(as_array(A)))
