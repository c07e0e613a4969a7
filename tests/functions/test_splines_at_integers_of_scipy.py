"""Interpolation of SciPy between samples at integers, or of integers."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.cases import ORDERS

pytestmark = pytest.mark.one_in(2)

interpolate = pytest.importorskip('scipy.interpolate')
AT = np.array([0.3, 1.2, 2.6])
X, WHOLE = np.arange(4), np.array([1, 3, 2, 5])
Y, KNOTS = np.array([0.1, 1.3, 0.4, 2.0]), [0, 0, 1, 2, 3, 3]


@pytest.fixture(params=ORDERS)
def check(request):
    def compared(function, *args):
        value = tl.value_and_grad(function)(*args)[0]
        np.testing.assert_array_equal(value, function(*args))
        tl.check_grad(function, args, order=request.param)

    return compared


MADE_OF = [
    interpolate.CubicSpline, interpolate.PchipInterpolator,
    interpolate.Akima1DInterpolator, interpolate.make_interp_spline,
    interpolate.InterpolatedUnivariateSpline,
    lambda x, y: interpolate.interp1d(x, y, 'cubic'),
    lambda x, y: interpolate.interp1d(x, y),
    lambda x, y: interpolate.CubicHermiteSpline(x, y, [0, 1, 0, 1]),
    lambda x, y: interpolate.BSpline(KNOTS, y, 1),
    lambda x, y: interpolate.PPoly([y, y], [0, 1, 2, 3, 4]),
    lambda x, y: interpolate.UnivariateSpline(x, y, s=0),
    lambda x, y: interpolate.LSQUnivariateSpline(x, y, [2], k=1),
    lambda x, y: interpolate.make_lsq_spline(x, y, [0, 0, 2, 3, 3], 1),
]  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize('made_of', MADE_OF)
def test_places_that_are_integers(made_of, check):
    check(lambda y: np.sum(made_of(X, y)(AT) ** 2), Y)
    check(lambda y: made_of([0, 1, 2, 3], y)(1) ** 2, Y)


@pytest.mark.one_in(3)
@pytest.mark.parametrize('made_of', MADE_OF)
def test_samples_that_are_integers(made_of, check):
    check(lambda points: np.sum(made_of(X, WHOLE)(points) ** 2), AT)
    check(lambda points: np.sum(made_of(X, [1, 3, 2, 5])(points) ** 2), AT)
    made = made_of(X, WHOLE)
    check(lambda points: np.sum(made(points) ** 2), AT)


def test_methods_of_cubics_at_integers(check):
    def value(y):
        made = interpolate.CubicSpline(np.arange(len(y)), y)
        return made.integrate(0, 3) * np.sum(made.antiderivative()(AT))

    def slopes(y):
        made = interpolate.CubicSpline([0, 1, 2, 3], y, bc_type='clamped')
        return np.sum(made.derivative(2)(AT) ** 2 + made(AT, 1))

    check(value, Y)
    check(slopes, Y)


def test_methods_of_splines_at_integers(check):
    def value(c):
        made = interpolate.BSpline(KNOTS, c, 1)
        return made.integrate(0, 2) * made.antiderivative()(2) + made.derivative()(1.5)

    check(value, Y)


def test_fitpack_at_integers(check):
    def value(y):
        tck = interpolate.splrep([0, 1, 2, 3], y)
        return interpolate.splint(0, 2, tck) * np.sum(interpolate.splev([1, 2], tck))

    check(value, Y)
    whole = [KNOTS, [1, 3, 2, 5, 0, 0], 1]
    check(lambda points: np.sum(interpolate.splev(points, whole) ** 2), AT)
    check(lambda b: interpolate.splint(0, b, whole) ** 2, 1.7)


def test_splines_of_splines_in_a_loop(check):
    def value(y):
        total = 0.0
        for _ in range(3):
            y = interpolate.CubicSpline(X, y)(0.7 * X)
            total += y[1] ** 2
        return total

    check(value, Y)


# There are less samples than a spline of this degree has, in trials of it.
def test_the_area_of_a_spline_through_few_samples(check):
    x = np.array([0.0, 1.0, 2.5, 3.0, 4.2, 6.0])

    def by_samples(y):
        return interpolate.splint(0, 2.0, interpolate.splrep(x, y)) ** 2

    def by_ends(y):
        made = interpolate.UnivariateSpline(x, y, s=0, k=3)
        return made.integral(0, y[1]) ** 2

    check(by_samples, np.cos(x))
    check(by_ends, np.cos(x))


@pytest.mark.parametrize('k', [2, 6])
def test_knots_and_coefficients_that_do_not_fit(k):
    def value(b, c):
        return interpolate.splint(0.0, b, (np.arange(5.0), c, k)) ** 2

    with pytest.raises((ValueError, tl.UnsupportedError)):
        tl.grad(value)(2.0, np.ones(5))


# SciPy would write beside a band, in trials as well.
def test_knots_that_do_not_surround_the_samples():
    def value(y):
        knots = [0.0, 0.0, 2.9, 2.95, 3.0, 3.0]
        return interpolate.make_interp_spline(np.arange(4), y, 1, t=knots)(0.4) ** 2

    with pytest.raises(ValueError, match='do not surround'):
        tl.grad(value)(Y)


def test_a_range_of_places(check):
    def value(y):
        made = interpolate.CubicSpline(range(4), y, bc_type='clamped')
        return made.derivative(2)(0.3) * made.integrate(0, 3)

    check(value, Y)
    check(lambda point: interpolate.interp1d(range(4), [1, 3, 2, 5])(point) ** 2, 1.3)


# A trial has samples between 0 and 1.
def test_points_that_are_written_out(check):
    check(lambda y: interpolate.interp1d([0, 1, 2, 3], y)(2.1) ** 2, Y)
    check(lambda y: np.sum(interpolate.interp1d(X, y)([1.1, 2.1]) ** 2), Y)


def test_integrals_of_surfaces(check):
    z = np.outer(Y, Y) + np.cos(np.arange(16.0).reshape(4, 4))

    def value(z, a, b):
        made = interpolate.RectBivariateSpline(X, [0, 1, 2, 3], z)
        return made.integral(a, b, 0.4, 2) ** 2

    tl.check_grad(value, (z, 0.2, 1.3), wrt=(0, 1, 2))
    made = interpolate.RectBivariateSpline(X, X, z, kx=1, ky=2)
    check(lambda a: made.integral(0, a, a, 3) ** 2, 1.3)
