"""Linear operators of SciPy, by what their functions read and by their operands."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.cases import ORDERS

pytestmark = pytest.mark.one_in(2)

sparse = pytest.importorskip('scipy.sparse')
linalg = pytest.importorskip('scipy.sparse.linalg')

RANDOM = np.random.default_rng(5)
WEIGHTS, X = 3.0 + RANDOM.random(5), RANDOM.standard_normal(5)
COLUMNS, WIDE = RANDOM.standard_normal((5, 2)), RANDOM.standard_normal((3, 5))
MATRIX = sparse.csr_array(np.diag(WEIGHTS) + np.eye(5, k=1))


def twice(v):
    return 2.0 * v + np.roll(v, 1)


def twice_turned(v):
    return 2.0 * v + np.roll(v, -1)


OUTSIDE = linalg.LinearOperator((5, 5), twice, twice_turned, dtype=float)
OF_ARRAY, OF_SPARSE = linalg.aslinearoperator(WIDE), linalg.aslinearoperator(MATRIX)


def banded(weights):
    return linalg.LinearOperator(
        (5, 5), matvec=lambda v: weights * v + 0.1 * weights[0] * np.roll(v, 1),
        rmatvec=lambda v: weights * v + 0.1 * weights[0] * np.roll(v, -1),
    )  # fmt: skip


def symmetric(weights):
    def product(v):
        return weights * v + 0.1 * weights[0] * (np.roll(v, 1) + np.roll(v, -1))

    return linalg.LinearOperator((5, 5), matvec=product, dtype=float)


class Diagonal(linalg.LinearOperator):
    def __init__(self, weights):
        self.weights = weights
        super().__init__(np.dtype(float), (len(weights), len(weights)))

    def _matvec(self, x):
        return self.weights * np.ravel(x)

    def _rmatvec(self, x):
        return self.weights * np.ravel(x)


class ByColumns(linalg.LinearOperator):
    def __init__(self, weights):
        self.weights = weights
        super().__init__(dtype=float, shape=(len(weights), len(weights)))

    def _matmat(self, x):
        return self.weights[:, None] * x

    def _adjoint(self):
        return self


def products(weights, x):
    a = banded(weights)
    return a @ x, a.matvec(x), a(x), a * x, a.dot(x), a.T @ x, a.H @ x, a.rmatvec(x)


def compositions(weights, x):
    a = banded(weights)
    return (
        (2.0 * a + a.T @ a - a / 3.0) @ x, (a**2) @ x, -a @ x, x @ a, a.T.T @ x,
        a.H.H @ x, (a * 2.0) @ x, a.adjoint() @ x, a.transpose() @ x,
    )  # fmt: skip


def of_columns(weights, columns):
    a, b = Diagonal(weights), ByColumns(weights)
    turned = a.rmatmat(columns), b.H @ columns
    return a @ columns, b @ columns[:, 0], b @ columns, *turned


def of_classes(weights, x):
    a = Diagonal(weights)
    return a @ x, a.T @ x, a @ (a @ x)


def of_an_array(wide, x):
    a = linalg.aslinearoperator(wide)
    return a @ x, a.rmatvec(x[:3]), (a.T @ a) @ x, a.rmatmat(wide), x[:3] @ a


def of_a_sparse_matrix(data, x):
    a = sparse.csr_array((data, MATRIX.indices, MATRIX.indptr), shape=(5, 5))
    b = linalg.aslinearoperator(linalg.aslinearoperator(a))
    return b @ x, b.T @ x, (b @ b) @ x


def made_outside(x):
    both = OUTSIDE + OUTSIDE
    return OUTSIDE @ x, OUTSIDE.T @ x, OF_ARRAY @ x, OF_SPARSE.H @ x, both @ x


def of_complex_numbers(x):
    a = 1j * linalg.aslinearoperator((1.0 + 2.0j) * WIDE)
    return np.abs(a @ x) ** 2, np.real(a.H @ (a @ x)), np.imag(a.T @ (a @ x))


@pytest.mark.one_in(3)
@pytest.mark.parametrize('order', ORDERS)
@pytest.mark.parametrize(
    ('function', 'args'),
    [
        (products, (WEIGHTS, X)), (compositions, (WEIGHTS, X)),
        (of_columns, (WEIGHTS, COLUMNS)), (of_classes, (WEIGHTS, X)),
        (of_an_array, (WIDE, X)), (of_a_sparse_matrix, (MATRIX.data, X)),
        (made_outside, (X,)), (of_complex_numbers, (X,)),
    ],
    ids=lambda value: getattr(value, '__name__', ''),
)  # fmt: skip
def test_products(function, args, order):
    tl.check_grad(function, args, order=order)
    values, _ = tl.vjp(function, *args)
    for value, expected in zip(values, function(*args), strict=True):
        np.testing.assert_array_equal(value, expected)


def iterations(weights, b):
    a, c = banded(weights), symmetric(weights)
    return (
        linalg.gmres(a, b, rtol=1e-13)[0], linalg.bicgstab(a, b, rtol=1e-13)[0],
        linalg.cg(c, b, rtol=1e-13)[0], linalg.minres(c, b, rtol=1e-14)[0],
        linalg.cg(Diagonal(weights), b, rtol=1e-13)[0],
    )  # fmt: skip


@pytest.mark.parametrize('order', ORDERS)
def test_solutions(order):
    tl.check_grad(iterations, (WEIGHTS, X), order=order)
    values, _ = tl.vjp(iterations, WEIGHTS, X)
    for value, expected in zip(values, iterations(WEIGHTS, X), strict=True):
        np.testing.assert_allclose(value, expected, rtol=1e-11)


@pytest.mark.parametrize(
    ('function', 'error', 'message'),
    [
        (lambda x: symmetric(x).T @ x, NotImplementedError, 'rmatvec is not defined'),
        (lambda x: banded(x) @ x[:3], ValueError, 'dimension mismatch'),
        (lambda x: (banded(x) @ OF_ARRAY) @ x, ValueError, 'mismatch'),
        (lambda x: (banded(x) + OF_ARRAY) @ x, ValueError, 'mismatch'),
        (lambda x: (banded(x) @ MATRIX) @ x, tl.UnsupportedError, 'sparse matrix'),
        (lambda x: ByColumns(x).rmatvec(x), tl.UnsupportedError, '_rmatvec'),
    ],
)
def test_what_has_no_product(function, error, message):
    with pytest.raises(error, match=message):
        tl.vjp(function, X)
