"""Statistics of SciPy at options, ties and shapes that no sample has."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

pytestmark = pytest.mark.one_in(8)

stats = pytest.importorskip("scipy.stats")

X, Y, OTHER = spread(7), spread(7, start=20) ** 2, spread(5, start=9)
ROWS, LATER = spread(3, 5), spread(3, 5, start=8) ** 2
COLUMNS, LONG = spread(22, 2), spread(22)
POINT, PLACE = spread(2), np.array([0.1, 0.4])
SPREADS = np.array([[1.0, 0.3], [0.3, 2.0]])
COUNTS, SHARES = np.array([[1, 2, 0], [3, 0, 1]]), spread(2, 3, low=0.5, high=2.0)


def yeojohnson(power, x):
    return stats.yeojohnson_llf(power, x)


def welch(x, y):
    return stats.ttest_ind(x, y, equal_var=False).df


def of_differences(x, y):
    return stats.ttest_rel(x, y).statistic


def end_of_interval(x, y):
    test = stats.ttest_ind(x, y, alternative="less")
    return test.confidence_interval(0.9).high


def trimmed_middles(x, y):
    return stats.levene(x, y, center="trimmed").statistic


def portions(x):
    """Points that are columns, and inside of the triangle."""
    return stats.dirichlet.logpdf(x / np.sum(x, 0), np.array([0.7, 1.8, 2.5]))


def counted(alpha):
    return stats.dirichlet_multinomial.logpmf(COUNTS, alpha, np.array([3, 4]))


def normal_density(x, mean):
    return stats.multivariate_normal.pdf(x, mean)


def student(x, loc):
    return stats.multivariate_t.logpdf(x, loc, SPREADS)


def student_density(x, loc):
    return stats.multivariate_t.pdf(x, loc, SPREADS)


def crystal_ball(x, beta, m):
    return stats.crystalball.logpdf(x, beta, m)


# Calls whose derivatives agree with differences.
CALLS = {
    "kurtosis": (lambda x: stats.kurtosis(x, bias=False), (X,)),
    "kurtosis_of_4": (lambda x: stats.kurtosis(x, bias=False), (X[:4],)),
    "variances": (lambda x: stats.tvar(x, (-1.2, 1.3), axis=1), (ROWS,)),
    "errors": (lambda x: stats.tsem(x, (-1.2, None), axis=1), (ROWS,)),
    "deviation": (lambda x: stats.median_abs_deviation(x, scale="normal"), (Y,)),
    "quartiles": (lambda x: stats.iqr(x, scale="normal"), (X,)),
    "likelihood": (yeojohnson, (0.7, ROWS)),
    "skewness": (lambda x: stats.skewtest(x).statistic, (COLUMNS,)),
    "peaks": (lambda x: stats.kurtosistest(x).statistic, (COLUMNS,)),
    "trimmed_middles": (trimmed_middles, (LONG, spread(25, start=4) ** 2)),
    "divergence": (lambda x: stats.power_divergence(x, lambda_=2)[0], (Y + 1.0,)),
    "pairs": (of_differences, (ROWS, LATER)),
    "interval": (end_of_interval, (X, Y)),
    "freedom": (welch, (X, OTHER)),
    "freedom_of_few": (welch, (X[:3], OTHER)),
    "normal": (lambda x: stats.multivariate_normal.pdf(x), (0.7,)),
    "normal_around": (normal_density, (POINT, PLACE)),
    "dirichlet": (portions, (spread(3, 2, low=0.2, high=1.0),)),
    "counts": (counted, (SHARES,)),
    "tail": (crystal_ball, (-3.0, 1.5, 2.4)),
    "core": (crystal_ball, (0.4, 1.5, 2.4)),
    "student": (student, (POINT, PLACE)),
    "student_density": (student_density, (POINT, PLACE)),
}


@pytest.mark.parametrize("name", CALLS)
def test_agrees_with_differences(name):
    compare(*CALLS[name])


def trapezoid(c):
    return stats.trapezoid.cdf(0.5, c, 0.8)


def crystal_ball_below(m):
    return stats.crystalball.cdf(1.0, 1.5, m)


# What is not chosen divides by no zero, and takes no logarithm of less.
@pytest.mark.parametrize(
    ("function", "x"), [(trapezoid, 0.3), (crystal_ball_below, 1.2)]
)
def test_the_other_side_of_a_density_does_not_warn(function, x):
    with np.errstate(divide="raise", invalid="raise"):
        compare(function, (x,))


TIED = np.array([0.7, -0.3, 1.9, 0.4])


# An entry is at the limit: whether it counts decides about the derivatives.
@pytest.mark.parametrize(("function", "want"), [
    (lambda x: stats.tmean(x, (0.4, 1.9)), [1 / 3, 0.0, 1 / 3, 1 / 3]),
    (lambda x: stats.tmean(x, (0.4, 1.9), (False, True)), [0.5, 0.0, 0.5, 0.0]),
    (lambda x: stats.tmean(x, (0.4, 1.9), (True, False)), [0.5, 0.0, 0.0, 0.5]),
    (lambda x: stats.tmin(x, 0.4), [0.0, 0.0, 0.0, 1.0]),
    (lambda x: stats.tmin(x, 0.4, inclusive=False), [1.0, 0.0, 0.0, 0.0]),
    (lambda x: stats.tmax(x, 0.7), [1.0, 0.0, 0.0, 0.0]),
    (lambda x: stats.tmax(x, 0.7, inclusive=False), [0.0, 0.0, 0.0, 1.0]),
])  # fmt: skip
def test_entries_at_limits(function, want):
    np.testing.assert_allclose(tl.grad(function)(TIED), want)
    moved = tl.jvp(function, (TIED,), (np.arange(1.0, 5.0),))[1]
    assert moved == pytest.approx(np.arange(1.0, 5.0) @ want)


needs_quantile = pytest.mark.skipif(
    not hasattr(stats, "quantile"), reason="older SciPy"
)


@needs_quantile
@pytest.mark.parametrize("p", [0.1, 0.3, 0.5, 0.7, 0.9, 0.95])
def test_the_closest_observation(p):
    def function(x):
        return stats.quantile(x, p, method="closest_observation")

    x = np.array([3.0, 1.0, 5.0, 2.0, 4.0])
    value, gradient = tl.value_and_grad(function)(x)
    assert value == function(x)
    np.testing.assert_array_equal(gradient, x == value)


@needs_quantile
@pytest.mark.filterwarnings("ignore:.*NaN:RuntimeWarning")
def test_quantiles_of_no_entries():
    def function(x, p):
        return np.sum(stats.quantile(x, p))

    shares = np.full((1, 3), 0.3)
    of_x, of_p = tl.grad(function, (0, 1))(np.zeros((0, 3)), shares)
    assert of_x.shape == (0, 3)
    assert np.all(np.isnan(of_p))


def test_a_singular_covariance_on_its_diagonal():
    def function(x, cov):
        return stats.multivariate_normal.logpdf(x, PLACE, cov, True)

    x, cov = PLACE + np.array([0.5, 0.0]), np.array([1.5, 0.0])
    of_x, of_cov = tl.grad(function, (0, 1))(x, cov)
    np.testing.assert_allclose(of_x, [-0.5 / 1.5, 0.0])
    np.testing.assert_allclose(of_cov, [0.5 * (0.25 / 1.5 - 1.0) / 1.5, 0.0])


def test_the_end_of_a_uniform_density():
    slopes = tl.grad(lambda *args: stats.uniform.logpdf(*args), (0, 1, 2))
    assert slopes(0.5, 0.5, 2.0) == (0.0, 0.0, -0.5)


def test_the_kink_of_a_density_has_the_slope_beyond():
    slope = tl.grad(lambda z, c: stats.loglaplace.logpdf(z, c))
    assert slope(1.0, 1.7) == pytest.approx(-2.7)


# The sums of both are equal: of what is expected and observed alone, the formula.
def test_what_is_expected():
    def function(observed, expected):
        return stats.power_divergence(observed, expected).statistic

    observed, expected = np.array([3.0, 5.0, 2.0]), np.array([4.0, 3.5, 2.5])
    by_observed, by_expected = tl.grad(function, (0, 1))(observed, expected)
    ratio = observed / expected
    np.testing.assert_allclose(by_observed, 2.0 * (ratio - 1.0))
    np.testing.assert_allclose(by_expected, 1.0 - ratio**2)


MATRICES = np.stack([2.0 * np.eye(2), np.eye(2)], -1)


@pytest.mark.parametrize(("function", "args", "words"), [
    (lambda y: stats.linregress(X[:3], y).slope, (ROWS,), "several samples"),
    (lambda y: stats.linregress(X[:5], y, axis=1).slope, (ROWS,), "several samples"),
    (lambda x: stats.wishart.logpdf(x, 3.0, np.eye(2)), (MATRICES,), "one matrix"),
    (lambda x: stats.zipf.logpmf(2, x), (2.5,), "no derivative"),
])  # fmt: skip
def test_refused(function, args, words):
    with pytest.raises(tl.UnsupportedError, match=words):
        tl.grad(lambda *args: np.sum(function(*args)))(*args)


def test_counts_that_are_data():
    def function(x):
        return x * stats.randint.pmf(2, 0, 5)

    assert tl.grad(function)(3.0) == pytest.approx(0.2)


def test_points_of_another_dimension_raise():
    def function(x):
        return np.sum(stats.gaussian_kde(LATER[:2])(x))

    for call in (function, tl.grad(function)):
        with pytest.raises(ValueError):
            call(np.ones((3, 2)))


def test_entropy_where_a_share_is_zero():
    p, q = np.array([0.0, 1.0, 2.0]), np.array([0.5, 0.2, 1.0])
    by_p = tl.grad(lambda p: stats.entropy(p))(p)
    np.testing.assert_allclose(by_p, [np.inf, np.log(2.0) / 4.5, -np.log(2.0) / 9.0])
    assert np.all(np.isfinite(tl.grad(lambda p: stats.entropy(p, q))(p)[1:]))
    tl.check_grad(lambda p: stats.entropy(-p), (q,), order=2)


@pytest.mark.skipif(not hasattr(stats, "lmoment"), reason="SciPy has no L-moments")
@pytest.mark.parametrize("sample", [[2.0], [2.0, 2.0, 2.0]])
def test_means_beside_ratios_that_do_not_exist(sample):
    gradient = tl.grad(lambda x: stats.lmoment(x)[0])(np.array(sample))
    np.testing.assert_allclose(gradient, np.full(len(sample), 1.0 / len(sample)))


POINTS = np.random.default_rng(0).normal(size=(2, 6))


def estimated(x):
    return np.sum(stats.gaussian_kde(POINTS)(x))


def test_a_row_is_one_point_of_an_estimate():
    found = tl.grad(estimated)(np.ones((1, 2)))
    assert found.shape == (1, 2)
    np.testing.assert_allclose(found[0], tl.grad(estimated)(np.ones(2)))


ERRORS = {
    "vector": (estimated, np.arange(6.0), "dimension"),
    "matrix": (estimated, np.ones((3, 2)), "dimension"),
    "integral": (
        lambda a: stats.gaussian_kde(POINTS).integrate_box_1d(a, 1.0),
        0.3,
        "only handles 1D",
    ),
    "one": (lambda x: np.sum(stats.gaussian_kde(x)(0.3)), np.ones(1), "multiple"),
    "weights": (
        lambda x: np.sum(stats.gaussian_kde(x, weights=np.ones(4))(0.3)),
        POINTS[0],
        "length n",
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_what_scipy_refuses_of_an_estimate(name):
    f, x, message = ERRORS[name]
    for call in (f, tl.grad(f)):
        with pytest.raises(ValueError, match=message):
            call(x)
