"""Distributions of SciPy with their parameters, and at the ends of their supports."""
import numpy as np
import pytest

import tangentlite as tl

pytestmark = pytest.mark.one_in(2)

stats = pytest.importorskip('scipy.stats')
PRIOR = stats.norm(0.5, 2.0)
EDGES = np.array([-np.inf, 0.0, 1.0, np.inf])


def made_inside(x, loc, scale):
    return np.sum(stats.norm(loc, scale).logpdf(x) + stats.t(3.0, loc=loc).cdf(x))


def made_outside(x):
    return PRIOR.logpdf(x)


def closed_over(prior):
    def density(x):
        return prior.logpdf(x)

    return density


def between_edges(loc, scale):
    return np.sum(np.diff(stats.norm.cdf(EDGES, loc, scale)) ** 2)


def test_made_in_the_function():
    tl.check_grad(made_inside, (np.array([0.3, 0.8]), 0.1, 1.3), order=2)


class Model:
    def __init__(self, shape):
        self.priors = {'rate': stats.gamma(shape, scale=0.5), 'mean': stats.norm()}

    def log_prior(self, rate, mean):
        return self.priors['rate'].logpdf(rate) + self.priors['mean'].logsf(mean)


@pytest.mark.parametrize('function', [made_outside, closed_over(PRIOR)])
def test_made_outside(function):
    tl.check_grad(function, (1.0,), order=2)


def test_held_by_objects():
    for shape in 2.0, 3.5:
        tl.check_grad(Model(shape).log_prior, (1.2, 0.4), order=2)


# Its parameters are read at each call.
def test_another_one_of_the_same_name():
    prior = stats.norm(0.0, 1.0)

    def density(x):
        return prior.logpdf(x)

    slope = tl.grad(density)
    assert slope(1.0) == -1.0
    prior = stats.norm(0.0, 2.0)
    assert slope(1.0) == -0.25


def with_prior(x, prior):
    return prior.logpdf(x)


def test_as_an_argument():
    prior = stats.norm(0.5, scale=2.0)
    slope, of_prior = tl.grad(with_prior, (0, 1))(1.0, prior)
    assert slope == -0.125
    assert of_prior.args == (0.125,)
    assert of_prior.kwds['scale'] == -0.5 + 0.5**2 / 8.0
    tl.check_grad(with_prior, (1.0, prior))


def test_what_is_not_supported_of_it_is_refused():
    with pytest.raises(tl.UnsupportedError, match='expect is not supported'):
        tl.grad(lambda x: x * PRIOR.expect())(0.5)
    with pytest.raises(tl.UnsupportedError, match='norm.expect is not supported'):
        tl.grad(lambda x: stats.norm.expect(loc=x))(0.5)


def test_medians_and_intervals():
    tl.check_grad(between_quantiles, (0.3, 1.2, 0.8), order=2)
    tl.check_grad(lambda c: PRIOR.interval(c)[1] * PRIOR.median(), (0.8,))
    with pytest.raises(ValueError, match='alpha must be between 0 and 1'):
        tl.grad(lambda x: stats.norm.interval(1.3, loc=x)[0])(0.5)


def between_quantiles(mu, sigma, share):
    low, high = stats.norm(mu, sigma).interval(share)
    return low * high + stats.expon(scale=sigma).median()


def test_by_location_and_scale_where_x_is_infinite():
    tl.check_grad(between_edges, (0.1, 1.2))


# Densities that are finite at an end of their support: the end, the shapes, and the
# slope of the logarithm of the density there, from inside.
ENDS = {
    'expon': (0.0, (), -1.0), 'uniform': (1.0, (), 0.0), 'halfnorm': (0.0, (), 0.0),
    'gamma': (0.0, (1.0,), -1.0), 'chi2': (0.0, (2.0,), -0.5),
    'beta': (1.0, (3.0, 1.0), 2.0), 'weibull_min': (0.0, (1.0,), -1.0),
    'weibull_max': (0.0, (1.0,), 1.0), 'powerlaw': (1.0, (2.5,), 1.5),
    'pareto': (1.0, (2.0,), -3.0), 'genpareto': (0.0, (0.3,), -1.3),
    'truncnorm': (-1.2, (-1.2, 1.4), 1.2), 'truncexpon': (2.0, (2.0,), -1.0),
    'loguniform': (0.5, (0.5, 2.0), -2.0), 'triang': (1.0, (1.0,), 1.0),
    'trapezoid': (0.0, (0.0, 0.5), 0.0), 'kappa3': (0.0, (1.5,), 0.0),
    'bradford': (0.0, (1.7,), -1.7), 'gompertz': (0.0, (0.7,), 0.3),
}  # fmt: skip


@pytest.mark.parametrize('name', ENDS)
def test_at_the_end_of_a_support(name):
    distribution = getattr(stats, name)
    end, shapes, slope = ENDS[name]

    def log_density(x, scale):
        return distribution.logpdf(x, *shapes, scale=scale)

    def density(x, scale):
        return distribution.pdf(x, *shapes, scale=scale)

    found = np.array(tl.grad(log_density, wrt=(0, 1))(2.0 * end, 2.0))
    want = np.array([0.5 * slope, -0.5 - 0.5 * end * slope])
    np.testing.assert_allclose(found, want, rtol=1e-12, atol=1e-15)
    found = np.array(tl.grad(density, wrt=(0, 1))(2.0 * end, 2.0))
    np.testing.assert_allclose(found, want * density(2.0 * end, 2.0), rtol=1e-12)


# There the logarithm of the density is -inf, or its density inf.
@pytest.mark.parametrize('shape', [0.5, 3.0])
@pytest.mark.parametrize('name', ['logpdf', 'pdf', 'cdf', 'sf', 'logcdf', 'logsf'])
def test_where_a_density_is_zero_or_infinite(name, shape):
    method = getattr(stats.gamma, name)

    def probability(x, scale):
        return np.sum(method(x, shape, 0.0, scale))

    x = np.array([-np.inf, -1.0, 0.0, np.inf])
    with np.errstate(all='ignore'):
        by_x, by_scale = tl.grad(probability, wrt=(0, 1))(x, 1.3)
    assert by_scale == 0.0
    assert not np.any(by_x[[0, 1, 3]])
    assert not np.any(np.isnan(by_x))


@pytest.mark.parametrize('name', ['pmf', 'cdf', 'sf', 'logcdf'])
def test_masses_beyond_the_last_count(name):
    method = getattr(stats.binom, name)

    def probability(p):
        return np.sum(method(np.array([-1, 5, 7]), 4, p))

    with np.errstate(all='ignore'):
        assert tl.grad(probability)(0.3) == 0.0


def by_shape(x, shape):
    frozen = stats.weibull_min(shape, scale=1.3)
    return np.sum(frozen.logsf(x) + frozen.ppf(frozen.cdf(x)) + frozen.pdf(x))


def test_by_the_shapes_of_a_distribution():
    tl.check_grad(by_shape, (np.array([0.3, 0.8]), 1.4), order=2)


def test_of_a_shape_near_its_limit():
    def density(c):
        return stats.genpareto.logpdf(0.7, c) + stats.genpareto.cdf(0.7, c)

    slopes = [tl.grad(density)(c) for c in (-1e-9, 0.0, 1e-9)]
    np.testing.assert_allclose(slopes, slopes[1], rtol=1e-8)


@pytest.mark.parametrize('name', ['cdf', 'ppf'])
def test_no_elementary_derivative_by_a_shape(name):
    method = getattr(stats.gamma, name)

    def probability(a):
        return method(0.3, a)

    with pytest.raises(tl.UnsupportedError, match='no derivative'):
        tl.grad(probability)(1.5)


def test_masses_by_the_count_are_refused():
    def mass(k):
        return stats.poisson.cdf(k, 1.3)

    with pytest.raises(tl.UnsupportedError, match='no derivative'):
        tl.grad(mass)(2.0)


def drawn(loc, scale, shape):
    rng = np.random.default_rng(3)
    first = stats.norm(loc, scale=scale).rvs(size=(2, 3), random_state=rng)
    return np.sum(first * stats.weibull_min.rvs(shape, size=3, random_state=rng))


def test_variates_move_with_their_parameters():
    tl.check_grad(drawn, (0.3, 1.2, 1.7), order=2)
    value, _ = tl.value_and_grad(drawn, wrt=(0, 1, 2))(0.3, 1.2, 1.7)
    assert value == drawn(0.3, 1.2, 1.7)


def test_variates_by_a_shape_without_derivative():
    def of_gamma(a):
        return stats.gamma.rvs(a, random_state=3)

    with pytest.raises(tl.UnsupportedError, match='no derivative'):
        tl.grad(of_gamma)(2.5)


def test_other_nan_policies_are_refused():
    def without_nan(x):
        return stats.skew(x, nan_policy='omit')

    with pytest.raises(tl.UnsupportedError, match='nan_policy'):
        tl.grad(without_nan)(np.array([0.3, 1.0, 2.0]))
