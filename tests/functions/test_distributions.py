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


# Its parameters may be others at the next call.
@pytest.mark.parametrize('function', [made_outside, closed_over(PRIOR)])
def test_made_outside_it_is_refused(function):
    with pytest.raises(tl.UnsupportedError, match='made outside of the function'):
        tl.grad(function)(1.0)


def test_by_location_and_scale_where_x_is_infinite():
    tl.check_grad(between_edges, (0.1, 1.2))


# At x = 0 the density is 1 / scale, but the formula of gamma is nan there.
def test_no_slope_is_zero_where_a_density_is_finite_at_the_end_of_its_support():
    def density(scale):
        return stats.gamma.logpdf(0.0, 1.0, scale=scale)

    with np.errstate(all='ignore'):
        assert np.isnan(tl.grad(density)(2.0))
