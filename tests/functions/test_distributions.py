"""Distributions of SciPy with their parameters, and where x is not finite."""
import numpy as np
import pytest

import tangentlite as tl

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
    with pytest.raises(tl.UnsupportedError, match='interval is not supported'):
        tl.grad(lambda x: PRIOR.interval(x)[1])(0.5)


def test_by_location_and_scale_where_x_is_infinite():
    tl.check_grad(between_edges, (0.1, 1.2))


# At x = 0 the density is 1 / scale, but the formula of gamma is nan there.
def test_no_slope_is_zero_where_a_density_is_finite_at_the_end_of_its_support():
    def density(scale):
        return stats.gamma.logpdf(0.0, 1.0, scale=scale)

    with np.errstate(all='ignore'):
        assert np.isnan(tl.grad(density)(2.0))
