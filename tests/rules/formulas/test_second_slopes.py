"""Second derivatives at points where the first has a case of its own."""

import numpy as np
import pytest

import tangentlite as tl

special = pytest.importorskip("scipy.special")
from scipy import sparse, stats  # noqa: E402
from scipy.sparse import linalg as sparse_linalg  # noqa: E402
from scipy.spatial import distance, distance_matrix, minkowski_distance  # noqa: E402

U, V = np.array([0.0, 1.3, -0.7]), np.array([0.0, 0.4, 0.5])
A, B = np.array([[0.0, 1.3], [0.5, -0.7]]), np.array([[0.0, 0.4], [1.0, 0.5]])
ROWS = np.array([[0.0, 1.0], [0.0, 2.0], [3.0, 1.0]])
WEIGHTS = np.array([1.0, 2.0, 3.0])

PROGRAMS = {
    "norm": (lambda x: np.linalg.norm(x, 2.0), U),
    "vector_norm": (lambda x: np.linalg.vector_norm(x, ord=2.0), U),
    "hypot_reduce": (lambda x: np.hypot.reduce(x), U),
    "euclidean": (lambda u, v: distance.euclidean(u, v), U, V),
    "seuclidean": (lambda u, v: distance.seuclidean(u, v, np.ones(3)), U, V),
    "minkowski": (lambda u, v: distance.minkowski(u, v, 2), U, V),
    "minkowski_by_its_order": (lambda u, v, p: distance.minkowski(u, v, p), U, V, 2.0),
    "minkowski_of_weights": (lambda u, v: distance.minkowski(u, v, 2.0, WEIGHTS), U, V),
    "distance_matrix": (lambda a, b: np.sum(distance_matrix(a, b) ** 3), A, B),
    "minkowski_distance": (lambda a, b: np.sum(minkowski_distance(a, b) ** 3), A, B),
    "cdist": (lambda a, b: np.sum(distance.cdist(a, b, "minkowski", p=2) ** 3), A, B),
    "pdist": (lambda a: np.sum(distance.pdist(a, "minkowski", p=2.0) ** 3), ROWS),
    "gennorm": (lambda z, b: stats.gennorm.logpdf(z, b), 0.0, 2.0),
    "gennorm_pdf": (lambda z, b: stats.gennorm.pdf(z, b), 0.0, 2.0),
    "logistic": (lambda z, loc: stats.logistic.logpdf(z, loc), 0.3, 0.3),
    "crystalball": (lambda z, b, m: stats.crystalball.logcdf(z, b, m), -1.2, 1.2, 2.4),
    "logsumexp": (lambda a, b: special.logsumexp(a, b=b), U, np.array([0.0, 1.0, 2.0])),
    "it2j0y0": (lambda x: special.it2j0y0(x)[0], 0.0),
    "it2i0k0": (lambda x: special.it2i0k0(x)[0], 0.0),
    "it2struve0": (lambda x: special.it2struve0(x), 0.0),
    "eval_jacobi": (lambda x: special.eval_jacobi(1, 0.7, 1.3, x), -1.0),
    "yeojohnson_llf": (lambda lmb: stats.yeojohnson_llf(lmb, U), 0.7),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_second_derivatives(name):
    program, *arguments = PROGRAMS[name]
    wrt = tuple(range(len(arguments)))
    tl.check_grad(program, arguments, wrt=wrt)
    for k in wrt:
        tl.check_grad(tl.grad(program, wrt=k), arguments, wrt=wrt)


def test_slopes_at_data_of_zero():
    tl.check_grad(lambda x: stats.yeojohnson_llf(0.7, x), (np.append(U, 2.0),))


def test_huber_of_no_width():
    by_r = tl.grad(special.huber, wrt=1)
    assert tl.jvp(by_r, (0.0, 0.0), (1.0, None))[1] == 0.0


@pytest.mark.parametrize("size", [0.0, 1e-12, 1e-6, 1e-3])
def test_higher_derivatives_of_the_exponential_of_a_small_sparse_matrix(size):
    """How many terms are summed depends on the matrix, and they on its derivatives."""
    indices, indptr = np.array([0, 1, 1, 0, 2]), np.array([0, 2, 3, 5])

    def total(d):
        a = sparse.csr_array((d, indices, indptr), shape=(3, 3))
        return np.sum(sparse_linalg.expm_multiply(a, np.arange(1.0, 4.0)) ** 2)

    def dense(d):
        a = sparse.csr_array((d, indices, indptr), shape=(3, 3)).toarray()
        term = start = np.arange(1.0, 4.0)
        for k in range(1, 12):
            term = a @ term / k
            start = start + term
        return np.sum(start**2)

    d, change = size * np.array([1.0, -0.3, 0.5, 0.7, 1.1]), np.linspace(-1.0, 2.0, 5)
    for order in range(3):
        got = tl.jvp(total, (d,), (change,))[1]
        want = tl.jvp(dense, (d,), (change,))[1]
        assert got == pytest.approx(want, rel=1e-10), order
        total, dense = along(total, change), along(dense, change)


def along(function, change):
    def slope(d):
        return tl.jvp(function, (d,), (change,))[1]

    return slope


@pytest.mark.parametrize("name", ["yn", "kn", "expn", "spherical_jn", "spherical_in"])
def test_orders_of_which_scipy_leaves_a_part_out(name):
    function = getattr(special, name)
    by_x = tl.grad(lambda x: function(1.5, x))
    assert by_x(0.7) == tl.grad(lambda x: function(1, x))(0.7)


@pytest.mark.parametrize(
    "name", ["bdtr", "bdtrc", "bdtri", "nbdtr", "nbdtrc", "nbdtri"]
)
def test_counts_of_which_scipy_leaves_a_part_out(name):
    function = getattr(special, name)
    by_p = tl.grad(lambda p: function(1.5, 4.5, p))
    assert by_p(0.7) == tl.grad(lambda p: function(1, 4, p))(0.7)


@pytest.mark.filterwarnings("error")
def test_slopes_of_polynomials_that_are_constant():
    def legendre(x):
        return special.eval_legendre(1.0, x) + special.eval_chebyt(2.0, x)

    slope = tl.grad(tl.grad(tl.grad(legendre)))
    assert slope(0.5) == tl.grad(slope)(1.0) == 0.0


def test_high_slopes_of_kelvin_functions_at_zero():
    slope = special.ber, lambda x: np.real(special.kelvin(x)[0])
    for function in slope:
        for _ in range(4):
            function = tl.grad(function)
        assert function(0.0) == pytest.approx(-0.375)


@pytest.mark.parametrize("law", [stats.laplace_asymmetric, stats.skewcauchy])
def test_mixed_slopes_where_halves_of_a_distribution_meet(law):
    by_shape = tl.grad(lambda z, shape: law.cdf(z, shape), wrt=1)

    def mixed(z):
        return tl.jvp(by_shape, (z, 0.4), (1.0, None))[1]

    assert mixed(0.0) == pytest.approx(mixed(1e-9), rel=1e-6)
    assert mixed(0.0) == pytest.approx(mixed(-1e-9), rel=1e-6)


@pytest.mark.parametrize("weights", [None, WEIGHTS])
def test_power_means_by_an_exponent_of_zero(weights):
    """By the cumulants of the logarithms."""
    data = np.array([1.2, 0.7, 2.5])
    middle = np.average(np.log(data), weights=weights)
    second, third = (
        np.average((np.log(data) - middle) ** k, weights=weights) for k in (2, 3)
    )
    by_p = tl.grad(lambda p: stats.pmean(data, p, weights=weights))
    size = np.exp(middle)
    assert by_p(0.0) == pytest.approx(size * second / 2)
    assert tl.grad(by_p)(0.0) == pytest.approx(size * (second**2 / 4 + third / 3))
    for p in (1e-4, -1e-8, 1e-10):
        assert by_p(p) == pytest.approx(by_p(0.0) + p * tl.grad(by_p)(0.0), rel=1e-7)
    wide = np.array([1e-40, 1.0, 1e40])
    tl.check_grad(lambda p: stats.pmean(wide, p), (9e-4,))
    of_rows = tl.vjp(lambda a: stats.pmean(a, 0, axis=1), data[None])[1](np.ones(1))
    np.testing.assert_allclose(of_rows[0][0], stats.gmean(data) / data / 3)


AT_ZERO = {
    "vonmises": lambda kappa: stats.vonmises.logpdf(0.7, kappa),
    "rice": lambda b: stats.rice.logpdf(0.9, b),
    "rice_pdf": lambda b: stats.rice.pdf(0.9, b),
    "rice_mean": lambda b: stats.rice.mean(b) + stats.rice.var(b),
    "ncx2": lambda nc: stats.ncx2.logpdf(0.9, 3.0, nc),
    "ncx2_cdf": lambda nc: stats.ncx2.cdf(0.9, 3.0, nc),
}


@pytest.mark.parametrize("name", AT_ZERO)
def test_slopes_at_the_start_of_a_parameter(name):
    """They are those of parameters above it, where a scaled Bessel function bends."""
    slope = tl.grad(AT_ZERO[name])
    assert slope(0.0) == pytest.approx(slope(1e-9), rel=1e-6, abs=1e-8)
    bend = tl.grad(slope)
    assert bend(0.0) == pytest.approx((slope(1e-6) - slope(0.0)) * 1e6, rel=1e-4)
    assert bend(1e-7) == pytest.approx(bend(0.0), rel=1e-5)


@pytest.mark.parametrize("sigma", [0.0, 1e-9, 1e-4, 0.02, 0.1])
def test_voigt_profiles_of_a_small_width(sigma):
    """By the heat equation their slope by the width is that times the curvature."""
    x, gamma = 0.7, 1.9
    by_x, by_sigma = (tl.grad(special.voigt_profile, wrt=k) for k in (0, 1))
    curvature = tl.grad(by_x)(x, sigma, gamma)
    assert by_sigma(x, sigma, gamma) == pytest.approx(sigma * curvature, rel=1e-9)
    of_point = 2 * gamma * (3 * x * x - gamma**2) / (x * x + gamma**2) ** 3 / np.pi
    assert curvature == pytest.approx(of_point, rel=2 * sigma * sigma + 1e-12)
    in_sigma = tl.grad(by_sigma, wrt=1)(x, sigma, gamma)
    assert in_sigma == pytest.approx(curvature, rel=6 * sigma * sigma + 1e-9)


def test_slopes_of_the_faddeeva_function_far_out():
    by_x = tl.grad(lambda x: np.imag(special.wofz(x + 0.5j)))
    assert by_x(1e7) == pytest.approx(-1e-14 / np.sqrt(np.pi), rel=1e-12)
    along = tl.grad(lambda x: np.real(special.wofz(x + 0j)))
    assert along(12.0) == pytest.approx(-24.0 * np.exp(-144.0), rel=1e-12)


@pytest.mark.parametrize("order, degree", [(2, 0.4), (0, -2.0), (1, -3.0), (1, 1.7)])
def test_legendre_functions_of_any_degree(order, degree):
    tl.check_grad(lambda x: special.lpmv(order, degree, x), (0.3,))
