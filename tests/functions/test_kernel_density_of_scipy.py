"""Densities estimated by kernels, by the points, the data and their weights."""
import numpy as np
import pytest

import tangentlite as tl

pytestmark = pytest.mark.one_in(2)

stats = pytest.importorskip('scipy.stats')

RANDOM = np.random.default_rng(0)
LINE, PLANE = RANDOM.standard_normal(7), RANDOM.standard_normal((2, 6))
X, POINTS = RANDOM.standard_normal(3), RANDOM.standard_normal((2, 3))
WEIGHTS = np.array([1.0, 2.0, 0.5, 1.0, 3.0, 0.7, 1.0])
OF_LINE, OF_PLANE = stats.gaussian_kde(LINE), stats.gaussian_kde(PLANE, 0.5)


def at(x, data):
    density = stats.gaussian_kde(data)
    return density(x), density.logpdf(x), density.evaluate(x), density.pdf(x)


def of_widths(x, data, width):
    first = stats.gaussian_kde(data, bw_method='silverman')
    return first(x), stats.gaussian_kde(data, bw_method=width).logpdf(x)


def weighted(x, data, weights):
    density = stats.gaussian_kde(data, weights=weights)
    return density(x), density.integrate_box_1d(x[0], 1.0), density.neff


def outside(x):
    return OF_LINE(x), OF_LINE.logpdf(x), OF_LINE.integrate_box_1d(-1.0, x[0])


def outside_in_the_plane(points):
    return OF_PLANE(points), OF_PLANE.logpdf(points[:, 0])


@pytest.mark.parametrize(
    ('function', 'args'),
    [
        (at, (X, LINE)), (at, (POINTS, PLANE)), (of_widths, (X, LINE, 0.4)),
        (weighted, (X, LINE, WEIGHTS)), (outside, (X,)),
        (outside_in_the_plane, (POINTS,)),
    ],
)  # fmt: skip
def test_density(function, args):
    for want, got in zip(function(*args), tl.vjp(function, *args)[0]):
        np.testing.assert_allclose(got, want, rtol=3e-15)
    tl.check_grad(function, args)


def total(x, data):
    return np.sum(stats.gaussian_kde(data).logpdf(x))


def test_second_order():
    tl.check_grad(total, (X, LINE), order=2)
    tl.check_grad(outside, (X,), order=2)


def test_as_an_argument():
    def function(density, x):
        return np.sum(density(x))

    by_density, by_x = tl.grad(function, (0, 1))(OF_LINE, X)
    assert by_density.dataset.shape == (1, 7)
    np.testing.assert_allclose(by_x, tl.grad(lambda x: np.sum(OF_LINE(x)))(X))


def test_refused():
    with pytest.raises(tl.UnsupportedError, match='resample'):
        tl.grad(lambda x: np.sum(OF_LINE.resample(2)) * x[0])(X)
