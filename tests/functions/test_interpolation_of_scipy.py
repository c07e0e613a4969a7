"""Interpolation of SciPy: by the points, and by the samples of which it is made."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.cases import ORDERS

pytestmark = pytest.mark.one_in(4)

interpolate = pytest.importorskip('scipy.interpolate')
RNG = np.random.default_rng(1)
X = np.linspace(0.0, 1.0, 8) ** 1.2
Y = np.sin(3.0 * X) + 0.1 * RNG.normal(size=8)
COLUMNS = RNG.normal(size=(8, 3))
HILLS = np.array([0.0, 0.3, 0.35, 0.9, 0.8, 0.6, 0.65, 2.0])
INSIDE = np.array([0.07, 0.23, 0.68, 0.93])
AROUND = np.array([-0.1, 0.07, 0.23, 0.68, 0.93, 1.1])
KNOTS = np.array([0, 0, 0, 0, 0.2, 0.5, 0.55, 0.7, 1, 1, 1, 1])
WEIGHTS = RNG.normal(size=8)
U, V = np.linspace(0.0, 1.0, 6) ** 1.1, np.linspace(-1.0, 1.0, 7)
Z = np.outer(np.sin(3.0 * U), np.cos(V)) + 0.1 * RNG.normal(size=(6, 7))
PLACES = np.array([[0.17, -0.55], [0.53, 0.1], [0.9, 0.74]])
OUTER = np.array([[-0.1, -0.55], [0.53, 0.1], [0.9, 1.74]])
CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
SITES = np.concatenate((RNG.random((20, 2)), CORNERS))
HEIGHTS = RNG.normal(size=24)
TARGETS = np.array([[0.17, 0.55], [0.53, 0.1], [0.9, 0.74]])


# Values are those of SciPy, derivatives those of differences.
@pytest.fixture(params=ORDERS)
def check(request):
    def compared(function, *args, order=2):
        value = tl.value_and_grad(function, tuple(range(len(args))))(*args)[0]
        np.testing.assert_array_equal(value, function(*args))
        tl.check_grad(function, args, order=min(order, request.param))

    return compared


KINDS = ['linear', 'nearest', 'previous', 'next', 'zero', 'quadratic', 'cubic', 5]


@pytest.mark.parametrize('kind', KINDS)
def test_interp1d(kind, check):
    def values(points, y):
        return np.sum(interpolate.interp1d(X, y, kind)(points) ** 2)

    check(values, INSIDE, Y)


@pytest.mark.parametrize('kind', ['linear', 'cubic'])
def test_interp1d_of_columns(kind, check):
    def values(points, y):
        made = interpolate.interp1d(X, y, kind, axis=0, fill_value='extrapolate')
        return np.sum(made(points) ** 2)

    check(values, 0.3, COLUMNS)
    check(values, AROUND.reshape(2, 3), COLUMNS)


@pytest.mark.parametrize('kind', ['linear', 'next', 'cubic'])
def test_interp1d_with_fillings(kind, check):
    def values(points, y):
        ends = y[0], y[-1]
        made = interpolate.interp1d(X, y, kind, bounds_error=False, fill_value=ends)
        return np.sum(made(points) ** 2)

    check(values, AROUND, Y)


@pytest.mark.slow
@pytest.mark.parametrize('kind', KINDS)
def test_interp1d_made_outside(kind, check):
    made = interpolate.interp1d(X, Y, kind, bounds_error=False, fill_value=0.5)
    check(lambda points: np.sum(made(points) ** 2), AROUND)


@pytest.mark.slow
def test_lines_by_their_ends(check):
    def values(points, x, y):
        made = interpolate.interp1d(x, y, axis=0, fill_value='extrapolate')
        return np.sum(made(points) ** 2)

    check(values, AROUND, X[::-1].copy(), COLUMNS)


def test_interp1d_out_of_bounds():
    def value(point, y):
        return interpolate.interp1d(X, y, 'cubic')(point) ** 2

    with pytest.raises(ValueError, match='above the interpolation range'):
        tl.grad(value)(1.5, Y)


def test_a_sum_of_splines(check):
    def values(points, c):
        made = interpolate.BSpline(KNOTS, c, 3)
        return np.sum(made(points) ** 2 + made.derivative()(points) + made(points, 2))

    check(values, AROUND, WEIGHTS)


@pytest.mark.slow
def test_integrals_of_splines(check):
    def integral(a, b, c):
        made = interpolate.BSpline(KNOTS, c, 3)
        return made.integrate(a, b) ** 2 + made.antiderivative()(a)

    check(integral, -0.2, 0.7, WEIGHTS)
    check(integral, 0.7, 0.1, WEIGHTS)


def test_splines_made_outside(check):
    whole = interpolate.BSpline(KNOTS, WEIGHTS, 3)
    rows = interpolate.BSpline(KNOTS, COLUMNS.T.copy(), 3, axis=1, extrapolate=False)
    check(lambda points: np.sum(whole(points) ** 2 + whole(points, 1)), AROUND)
    check(lambda points: np.sum(rows(points) ** 2), INSIDE)
    check(lambda a, b: whole.integrate(a, b) ** 2, 0.1, 0.7)


@pytest.mark.one_in(2, always=('ends3',))
@pytest.mark.parametrize('ends', [
    'natural', 'clamped', None, ([(1, 0.5)], [(2, 0.1)]), (None, [(2, 0.1), (1, 0.0)])
])  # fmt: skip
def test_make_interp_spline(ends, check):
    def values(points, y):
        made = interpolate.make_interp_spline(X, y, 3, bc_type=ends)
        return np.sum(made(points) ** 2)

    check(values, AROUND, Y)


def test_what_is_refused_by_name():
    def smoothed(y):
        return interpolate.make_smoothing_spline(X, y)(0.3) ** 2

    with pytest.raises(tl.UnsupportedError, match='make_smoothing_spline'):
        tl.grad(smoothed)(Y)


def test_make_lsq_spline(check):
    knots, shares = np.array([0, 0, 0, 0, 0.4, 0.8, 1, 1, 1, 1]), np.linspace(1, 2, 8)

    def values(points, y):
        made = interpolate.make_lsq_spline(X, y, knots, 3, shares)
        return np.sum(made(points) ** 2)

    check(values, INSIDE, Y)
    check(values, INSIDE, COLUMNS)


def test_splrep_and_splev(check):
    def values(points, y):
        tck = interpolate.splrep(X, y)
        slopes = interpolate.splev(points, tck, der=1, ext=1)
        return np.sum(interpolate.splev(points, tck) ** 2 + slopes)

    def area(a, b, y):
        return interpolate.splint(a, b, interpolate.splrep(X, y, k=2)) ** 2

    check(values, AROUND, Y)
    check(area, -0.1, 0.6, Y)


@pytest.mark.parametrize('ext', [0, 1, 'const'])
def test_interpolated_univariate_spline(ext, check):
    def values(points, y):
        made = interpolate.InterpolatedUnivariateSpline(X, y, ext=ext)
        return np.sum(made(points) ** 2)

    check(values, AROUND, Y)


@pytest.mark.slow
def test_methods_of_univariate_splines(check):
    def values(points, y):
        made = interpolate.UnivariateSpline(X, y, s=0)
        slopes = made.derivative()(points)
        return np.sum(slopes + made(points, 2) ** 2) + made.integral(0.1, 0.7) ** 2

    check(values, INSIDE, Y)


@pytest.mark.parametrize('made', [
    interpolate.InterpolatedUnivariateSpline(X, Y, ext=1),
    interpolate.UnivariateSpline(X, Y, s=0.05),
    interpolate.LSQUnivariateSpline(X, Y, [0.4, 0.6]),
])  # fmt: skip
def test_univariate_splines_made_outside(made, check):
    check(lambda points: np.sum(made(points) ** 2 + made(points, nu=1)), AROUND)
    check(lambda a, b: made.integral(a, b) ** 2, 0.2, 0.7)


def test_univariate_spline_of_least_squares(check):
    inner = np.array([0.4, 0.6])

    def values(points, y):
        made = interpolate.LSQUnivariateSpline(X, y, inner)
        return np.sum(made(points) ** 2)

    check(values, INSIDE, Y)


# Samples choose its knots.
def test_a_smoothing_spline_has_no_derivative_by_samples():
    def value(point, y):
        return interpolate.UnivariateSpline(X, y, s=0.05)(point) ** 2

    tl.check_grad(lambda point: value(point, Y), (0.3,), order=2)
    with pytest.raises(tl.UnsupportedError, match='no derivative with respect to'):
        tl.grad(value, 1)(0.3, Y)


def test_a_spline_has_no_derivative_by_places_of_samples():
    def value(x):
        return interpolate.CubicSpline(x, Y)(0.3) ** 2

    with pytest.raises(tl.UnsupportedError, match='no derivative with respect to'):
        tl.grad(value)(X)


@pytest.mark.parametrize('ends', [
    'not-a-knot', 'natural', 'clamped', ((1, 0.5), (2, 0.3)), ('not-a-knot', (2, 0.3))
])  # fmt: skip
def test_cubic_splines(ends, check):
    def values(points, y):
        made = interpolate.CubicSpline(X, y, bc_type=ends)
        return np.sum(made(points) ** 2 + made(points, 1))

    check(values, AROUND, Y)


def test_periodic_cubic_splines(check):
    def values(points, y):
        around = np.concatenate((y, y[:1]))
        made = interpolate.CubicSpline(X, around, bc_type='periodic')
        return np.sum(made(points) ** 2)

    check(values, AROUND, Y[:-1])


@pytest.mark.parametrize('ends', [(0.2, 0.7), (-1.3, 2.45), (3.1, 0.4)])
def test_integrals_over_periods(ends, check):
    around = np.concatenate((Y[:-1], Y[:1]))

    def of_pieces(a, b, y):
        y = np.concatenate((y, y[:1]))
        made = interpolate.CubicSpline(X, y, bc_type='periodic')
        return made.integrate(a, b) ** 2

    def of_a_spline(a, b, y):
        y = np.concatenate((y, y[:1]))
        made = interpolate.make_interp_spline(X, y, bc_type='periodic')
        return made.integrate(a, b) ** 2

    check(of_pieces, *ends, Y[:-1])
    check(of_a_spline, *ends, Y[:-1])
    made = interpolate.CubicSpline(X, around, bc_type='periodic')
    check(lambda a, b: made.integrate(a, b) ** 2, *ends)


def test_methods_of_cubic_splines(check):
    def values(points, y):
        made = interpolate.CubicSpline(X, y)
        return np.sum(made.derivative()(points) ** 2) + np.sum(made.c[0])

    check(values, AROUND, Y)
    made = interpolate.CubicSpline(X, Y)
    check(lambda a, b: made.integrate(a, b) ** 2, 0.2, 0.7)
    check(lambda points: np.sum(made.antiderivative()(points) ** 2), AROUND)


@pytest.mark.parametrize('made_of', [
    interpolate.PchipInterpolator, interpolate.Akima1DInterpolator
])  # fmt: skip
def test_shape_preserving_cubics(made_of, check):
    check(lambda points, y: np.sum(made_of(X, y)(points) ** 2), INSIDE, HILLS)
    made = made_of(X, HILLS)
    check(lambda points: np.sum(made(points) ** 2), INSIDE)


@pytest.mark.slow
def test_hermite_cubics_and_pieces(check):
    def values(points, y, slopes):
        made = interpolate.CubicHermiteSpline(X, y, slopes)
        return np.sum(made(points) ** 2)

    check(values, AROUND, Y, HILLS)
    pieces = interpolate.CubicSpline(X, Y).c
    made_of = interpolate.PPoly
    check(lambda points, c: np.sum(made_of(c, X)(points) ** 2), INSIDE, pieces)


def test_pieces_by_their_breaks_and_as_an_argument(check):
    def values(points, breaks, c):
        return np.sum(interpolate.PPoly(c, breaks)(points) ** 2)

    made = interpolate.PPoly(interpolate.CubicSpline(X, Y).c, X)
    check(values, INSIDE, X, made.c, order=1)
    by_made = tl.grad(lambda points, made: np.sum(made(points) ** 2), 1)(INSIDE, made)
    expected = tl.grad(values, (1, 2))(INSIDE, X, made.c)
    np.testing.assert_allclose(by_made.x, expected[0], atol=1e-13)
    np.testing.assert_allclose(by_made.c, expected[1], atol=1e-13)


def test_surfaces(check):
    def at_points(x, y, z):
        return np.sum(interpolate.RectBivariateSpline(U, V, z).ev(x, y) ** 2)

    def on_grid(x, y, z):
        return np.sum(interpolate.RectBivariateSpline(U, V, z, kx=2, ky=1)(x, y) ** 2)

    check(at_points, OUTER[:, 0].copy(), OUTER[:, 1].copy(), Z)
    check(on_grid, PLACES[:, 0].copy(), PLACES[:, 1].copy(), Z)


@pytest.mark.slow
def test_surfaces_made_outside(check):
    made = interpolate.RectBivariateSpline(U, V, Z)
    check(lambda x, y: made.ev(x, y) ** 2, 0.3, 0.4)
    check(lambda x, y: made(x, y)[0, 0] ** 2, 0.3, 0.4)
    slope = lambda x, y: np.sum(made(x, y, dx=1, grid=False) ** 2)  # noqa: E731
    check(slope, PLACES[:, 0].copy(), PLACES[:, 1].copy())


# The coefficients of SciPy are those of a solver that stops early.
@pytest.mark.parametrize('method', ['linear', 'nearest', 'slinear'])
def test_grids(method, check):
    def values(points, z):
        made = interpolate.RegularGridInterpolator((U, V), z, method=method)
        return np.sum(made(points) ** 2)

    check(values, PLACES, Z)


@pytest.mark.slow
def test_grids_made_outside(check):
    filled = interpolate.RegularGridInterpolator((U, V), Z, 'linear', False, 0.0)
    going_on = interpolate.RegularGridInterpolator((U, V), Z, 'linear', False, None)
    cubic = interpolate.RegularGridInterpolator((U, V), Z, 'cubic')
    check(lambda points: np.sum(filled(points) ** 2), OUTER)
    check(lambda points: np.sum(going_on(points) ** 2), OUTER)
    check(lambda x, y: np.sum(filled((x, y)) ** 2), 0.3, 0.4)
    tl.check_grad(lambda points: np.sum(cubic(points) ** 2), (PLACES,), rtol=1e-3)
    check(lambda z: np.sum(interpolate.interpn((U, V), z, PLACES) ** 2), Z)


@pytest.mark.parametrize('method', ['linear', 'nearest'])
def test_scattered_samples(method, check):
    def values(points, heights):
        return np.sum(interpolate.griddata(SITES, heights, points, method) ** 2)

    check(values, TARGETS, HEIGHTS)


def test_scattered_samples_made_outside(check):
    made = interpolate.LinearNDInterpolator(SITES, HEIGHTS)
    nearest = interpolate.NearestNDInterpolator(SITES, HEIGHTS)
    check(lambda points: np.sum(made(points) * nearest(points)), TARGETS)


def test_the_text_is_short():
    def values(points, y):
        return np.sum(interpolate.InterpolatedUnivariateSpline(X, y)(points) ** 2)

    derivative = tl.grad(values, (0, 1))
    derivative(INSIDE, Y)
    assert 'fits.onto_fitted(' in derivative.source
    assert len(derivative.source.splitlines()) < 25
