"""Least squares, inverses and exponentials of sparse matrices of SciPy."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.cases import ORDERS

pytestmark = pytest.mark.one_in(2)

sparse = pytest.importorskip('scipy.sparse')
linalg = pytest.importorskip('scipy.sparse.linalg')

RANDOM = np.random.default_rng(0)
OUTSIDE = sparse.random(5, 4, 0.5, 'coo', random_state=1)
ROWS, COLUMNS = OUTSIDE.row, OUTSIDE.col
DATA = RANDOM.standard_normal(10)
X, Z, WIDE = (RANDOM.standard_normal(shape) for shape in (4, 5, (5, 4)))
REGULAR = (sparse.random(5, 5, 0.4, random_state=3) + 5.0 * sparse.eye(5)).tocoo()
PLACES = REGULAR.row.copy(), REGULAR.col.copy()


@pytest.mark.one_in(6)
@pytest.mark.parametrize('order', ORDERS)
@pytest.mark.parametrize('format', ['csr', 'csc', 'coo'])
@pytest.mark.parametrize('b', [Z, WIDE[:, :2]], ids=['vector', 'columns'])
def test_exponential_by_the_matrix(format, b, order):
    def function(data, b):
        a = sparse.csr_matrix((data, PLACES), shape=(5, 5)).asformat(format)
        return linalg.expm_multiply(a, b)

    tl.check_grad(function, (REGULAR.data, b), order=order)
    assert np.array_equal(tl.vjp(function, REGULAR.data, b)[0],
                          function(REGULAR.data, b))


@pytest.mark.parametrize('scale', [0.0, 1e-3, 3.0, 300.0])
def test_precision_of_an_exponential_by_the_matrix(scale):
    second = sparse.diags([1.0, -2.0, 1.0], [-1, 0, 1], shape=(5, 5), format='csr')

    def function(scale):
        return np.sum(linalg.expm_multiply(scale * second, Z) * Z)

    value, slope = tl.jvp(function, (scale,), (1.0,))
    expected = Z @ second @ linalg.expm_multiply(scale * second, Z)
    np.testing.assert_allclose(slope, expected, rtol=1e-12)
    np.testing.assert_allclose(tl.grad(function)(scale), expected, rtol=1e-12)


PRECISE = {'atol': 1e-14, 'btol': 1e-14, 'conlim': 0}


@pytest.mark.one_in(6)
@pytest.mark.parametrize('order', ORDERS)
@pytest.mark.parametrize('format', ['csr', 'csc', 'coo'])
@pytest.mark.parametrize('method', [linalg.lsqr, linalg.lsmr])
@pytest.mark.parametrize('turned', [False, True], ids=['long', 'wide'])
def test_least_squares(method, format, turned, order):
    places = (COLUMNS, ROWS) if turned else (ROWS, COLUMNS)

    def function(data, b, damp):
        a = sparse.csr_array((data, places), (4, 5) if turned else (5, 4))
        a = a.asformat(format)
        plain = method(a, b, **PRECISE)[0]
        damped = method(a, b, damp, **PRECISE, x0=np.ones(a.shape[1]))[0]
        return plain**2, damped**2

    args = DATA, X if turned else Z, 0.5
    tl.check_grad(function, args, order=order)
    values, _ = tl.vjp(function, *args)
    for value, expected in zip(values, function(*args), strict=True):
        assert np.array_equal(value, expected)


def lengths(data, b, damp):
    a = sparse.csr_array((data, (ROWS, COLUMNS)), (5, 4))
    plain, damped = linalg.lsqr(a, b, **PRECISE), linalg.lsqr(a, b, damp, **PRECISE)
    return plain[3], damped[3], damped[4], linalg.lsmr(a, b, damp, **PRECISE)[3]


def of_an_operator(weights, b):
    a = linalg.LinearOperator(
        (5, 4), matvec=lambda v: np.concatenate((weights * v, v[:1])),
        rmatvec=lambda v: weights * v[:4] + np.concatenate((v[4:], np.zeros(3))),
    )  # fmt: skip
    return linalg.lsqr(a, b, **PRECISE)[0]


@pytest.mark.parametrize('order', ORDERS)
def test_least_squares_of_operators_and_lengths(order):
    tl.check_grad(lengths, (DATA, Z, 0.5))
    tl.check_grad(of_an_operator, (X + 3.0, Z), order=order)


def test_estimates_of_least_squares_are_refused():
    def function(data):
        a = sparse.csr_array((data, (ROWS, COLUMNS)), (5, 4))
        return linalg.lsqr(a, Z)[5]

    with pytest.raises(tl.UnsupportedError, match='what it estimates'):
        tl.grad(function)(DATA)


@pytest.mark.one_in(4)
@pytest.mark.filterwarnings('ignore:sp')
@pytest.mark.parametrize('order', ORDERS)
@pytest.mark.parametrize('function', [linalg.inv, linalg.expm])
@pytest.mark.parametrize('kind', [
    'csr_matrix', 'csc_matrix', 'csr_array', 'csc_array'])
def test_functions_of_matrices(function, kind, order):
    def program(data, x):
        a = getattr(sparse, kind)((data, PLACES), shape=(5, 5))
        return (function(a) * x) @ x, function(a).toarray()

    args = 0.1 * REGULAR.data, Z
    tl.check_grad(program, args, order=order)
    values, _ = tl.vjp(program, *args)
    for value, expected in zip(values, program(*args), strict=True):
        np.testing.assert_allclose(value, expected, rtol=1e-14, atol=1e-15)


POSITIVE = REGULAR.toarray() @ REGULAR.toarray().T
OF_ARRAYS = {
    'spsolve': lambda a: linalg.spsolve(a, Z),
    'splu': lambda a: linalg.splu(a).solve(Z),
    'factorized': lambda a: linalg.factorized(a)(Z),
    'eigsh': lambda a: linalg.eigsh(a + a.T, 2)[0],
    'svds': lambda a: linalg.svds(a, 2)[1],
    'expm_multiply': lambda a: linalg.expm_multiply(0.1 * a, Z),
}


@pytest.mark.one_in(6)
@pytest.mark.filterwarnings('ignore::scipy.sparse.SparseEfficiencyWarning')
@pytest.mark.parametrize('name', OF_ARRAYS)
def test_arrays_in_place_of_sparse_matrices(name):
    """All entries have derivatives, also those that are zero."""
    assert np.any(POSITIVE == 0.0)
    tl.check_grad(OF_ARRAYS[name], (POSITIVE,))


def test_the_second_derivative_where_nothing_is_damped():
    """The solution has the slope 0 by `damp` there, but not the curvature 0."""
    def size(damp):
        x = linalg.lsqr(OUTSIDE.tocsr(), Z, damp, atol=1e-14, btol=1e-14)[0]
        return np.sum(x**2)

    a = OUTSIDE.toarray()
    inverse = np.linalg.inv(a.T @ a)
    x = inverse @ a.T @ Z
    assert tl.grad(size)(0.0) == 0.0
    np.testing.assert_allclose(tl.grad(tl.grad(size))(0.0), -4.0 * x @ inverse @ x)
