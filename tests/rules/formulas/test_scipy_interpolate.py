"""Interpolation of SciPy, with options and shapes that no other test has."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.samples.sample import spread

pytestmark = pytest.mark.one_in(8)

interpolate = pytest.importorskip("scipy.interpolate")
X = np.array([0.0, 0.15, 0.4, 0.55, 0.8, 1.0])
Y = np.array([0.2, 1.1, 0.6, 0.97, 1.7, 0.3])
COLUMNS, BLOCKS = spread(6, 3), spread(6, 2, 2)
INSIDE, AROUND = np.array([0.07, 0.47, 0.93]), np.array([-0.1, 0.3, 1.2])
TABLE = np.array([[0.07, 0.3, 0.47], [0.6, 0.75, 0.93]])
KNOTS = np.array([0, 0, 0, 0, 0.3, 0.6, 1, 1, 1, 1])
LOOSE = np.array([-0.5, -0.3, -0.1, 0.0, 0.3, 0.6, 1.0, 1.2, 1.3, 1.7])
MADE = interpolate.interp1d(X, BLOCKS, "cubic", axis=0)
# Slopes at the first end of both signs, of which the second one is far steeper.
STEEP = np.array([0.0, 0.02, -0.9, -0.4, 0.3, 0.2])
PIECES = spread(3, 5)
U, V = np.array([0.0, 0.3, 0.5, 0.8, 1.0]), np.array([-1.0, -0.3, 0.1, 0.4, 0.7, 1.0])
Z, LAYERS = spread(5, 6), spread(5, 6, 2)
PLACES = np.array([[0.17, -0.55], [0.53, 0.2], [0.95, 0.74]])
SITES = np.array([[0.1, 0.0], [1.0, 0.1], [0.0, 0.9], [1.1, 1.0], [0.45, 0.6]])
HEIGHTS, PAIRS = spread(5), spread(5, 2)
TARGETS = np.array([[0.3, 0.25], [0.6, 0.41], [0.5, 0.85]])
OUTER = np.array([[0.3, 0.25], [2.0, 3.0]])
GRID = np.stack((TARGETS, TARGETS[::-1] + 0.02))


# The value is SciPy's, the derivatives are those of differences.
def check(function, args, order=1, rtol=1e-5):
    value = value_in_a_derivative(function, args)
    np.testing.assert_allclose(value, function(*args), rtol=1e-9, atol=1e-12)
    tl.check_grad(function, args, order=order, rtol=rtol)


def value_in_a_derivative(function, args):
    return tl.jvp(function, args, tuple(0.0 * np.asarray(x) for x in args))[0]


def spline(y, k=3, **options):
    return interpolate.make_interp_spline(X, y, k, **options)


LINEAR = {
    "blocks": (lambda x, y: interpolate.interp1d(X, y, axis=1)(x), TABLE, COLUMNS.T),
    "zero": (lambda x, y: interpolate.interp1d(X, y, "zero")(x), INSIDE, Y),
    "fillings": (
        lambda x, low, y: interpolate.interp1d(
            X, y, axis=1, bounds_error=False, fill_value=(low, -low)
        )(x),
        np.stack((AROUND, AROUND + 0.01)), spread(2, 2), np.moveaxis(BLOCKS, 0, 1),
    ),
    "made_outside": (lambda x: MADE(x), INSIDE),
}  # fmt: skip


@pytest.mark.parametrize("name", LINEAR)
def test_lines(name):
    function, *args = LINEAR[name]
    check(function, tuple(args))


def test_lines_twice():
    x, y, pairs = X[:3].copy(), Y[:3].copy(), COLUMNS[:3, :2].copy()
    check(lambda p, x, y: interpolate.interp1d(x, y)(p) ** 2, (0.2, x, y), 2)
    at = INSIDE[:1]
    check(lambda y: interpolate.interp1d(x, y, axis=0)(at) ** 2, (pairs,), 2)


CUBIC = {
    "ends": lambda y: interpolate.CubicSpline(
        X, y, bc_type=((1, np.ones(3)), (2, np.ones(3)))
    ),
    "cubic": lambda y: interpolate.CubicSpline(X, y),
    "hermite": lambda y: interpolate.CubicHermiteSpline(X, y, y**2),
    "hermite_axis": lambda y: interpolate.CubicHermiteSpline(X, y.T, y.T**2, 1),
    "pchip": lambda y: interpolate.PchipInterpolator(X, y),
    "pchip_axis": lambda y: interpolate.PchipInterpolator(X, y.T, 1),
    "akima": lambda y: interpolate.Akima1DInterpolator(X, y),
    "akima_axis": lambda y: interpolate.Akima1DInterpolator(X, y.T, 1),
}


@pytest.mark.parametrize("name", CUBIC)
def test_cubics_of_columns(name):
    check(lambda points, y: CUBIC[name](y)(points), (INSIDE, COLUMNS))


MONOTONE = {
    "pchip": lambda points, y: interpolate.PchipInterpolator(X, y)(points),
    "at_once": lambda points, y: interpolate.pchip_interpolate(X, y, points),
    "akima": lambda points, y: interpolate.Akima1DInterpolator(X, y)(points),
    "makima": lambda points, y: interpolate.Akima1DInterpolator(
        X, y, method="makima"
    )(points),
}  # fmt: skip


@pytest.mark.parametrize("name", MONOTONE)
def test_cubics_that_keep_the_shape(name):
    if name == "makima":
        pytest.importorskip("scipy", minversion="1.13")
    check(MONOTONE[name], (INSIDE, STEEP if name == "pchip" else Y))


def test_akima_on_a_line():
    def value(points, y):
        return interpolate.Akima1DInterpolator(np.arange(5.0), y)(points)

    point, line = np.array(1.3), np.arange(5.0)
    slope, shares = tl.grad(value, (0, 1))(point, 2.0 * line)
    assert slope == 2.0
    assert [np.sum(shares), shares @ line] == pytest.approx([1.0, 1.3])


BASES = {
    "at_the_end": (lambda c: interpolate.BSpline(KNOTS, c, 3, False)(X), Y),
    "at_a_point": (lambda x, c: interpolate.BSpline(KNOTS, c, 3)(x) ** 2, 0.2, Y),
    "fast": (
        lambda c: interpolate.BSpline.construct_fast(KNOTS, c, 3)(INSIDE), COLUMNS
    ),
    "element": (
        lambda x: interpolate.BSpline.basis_element([0.0, 0.2, 0.5, 0.7, 1.0])(x),
        INSIDE,
    ),
    "of_splrep": (lambda x, c: interpolate.splev(x, (KNOTS, c, 3)), INSIDE, Y),
    "at_the_end_zero": (lambda c: interpolate.splev(X, (KNOTS, c, 3), 0, 1), Y),
    "all_derivatives": (lambda x, c: interpolate.spalde(x, (KNOTS, c, 3)), 0.2, Y),
    "all_derivatives_of_a_curve": (
        lambda x, c, e: interpolate.spalde(x, [KNOTS, [c, e], 3]), 0.2, Y, STEEP
    ),
    "slopes_of_columns": (
        lambda c: interpolate.splder((KNOTS, c, 3), 2)[1],
        np.concatenate((COLUMNS, np.zeros((4, 3)))),
    ),
    "areas_of_columns": (
        lambda c: interpolate.splantider((KNOTS, c, 3))[1],
        np.concatenate((COLUMNS, np.zeros((4, 3)))),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BASES)
def test_sums_of_bases(name):
    function, *args = BASES[name]
    check(function, tuple(args), order=2 if name == "at_a_point" else 1)


def around(y):
    return np.concatenate((y, y[:1]))


PERIODIC = {
    "bases": lambda y: spline(around(y), bc_type="periodic"),
    "pieces": lambda y: interpolate.CubicSpline(X, around(y), bc_type="periodic"),
}


@pytest.mark.parametrize("name", PERIODIC)
def test_integrals_over_periods(name):
    def area(ends, y):
        return PERIODIC[name](y).integrate(ends[0], ends[1]) ** 2

    check(area, (np.array([-1.3, 2.45]), Y[:-1]))


PIECEWISE = {
    "inside": (lambda c: interpolate.PPoly(c, X, False)(INSIDE), PIECES),
    "at_ends": (lambda c: interpolate.PPoly(c, X, False)(X), PIECES),
    "at_a_point": (
        lambda x, c: interpolate.PPoly(c, X[:3])(x) ** 2, 0.2, PIECES[:, :2]
    ),
    "axis": (
        lambda x, c: interpolate.PPoly(c, X, axis=1)(x), INSIDE, spread(2, 3, 5)
    ),
    "fast": (
        lambda x, c: interpolate.PPoly.construct_fast(c, X)(x), INSIDE, spread(3, 5, 2)
    ),
    "breaks": (
        lambda b, c: interpolate.PPoly(c, b)(INSIDE[:2]) ** 2, X[:4], PIECES[:, :3]
    ),
    "integral_inside": (
        lambda a, b, c: interpolate.PPoly(c, X, "periodic").integrate(a, b, False),
        0.2, 0.7, PIECES,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PIECEWISE)
def test_pieces(name):
    function, *args = PIECEWISE[name]
    check(function, tuple(args), order=2 if name in ("at_a_point", "breaks") else 1)


def test_breaks_of_a_period_are_held():
    def value(breaks):
        return interpolate.PPoly(PIECES, breaks, "periodic")(0.3)

    with pytest.raises(tl.UnsupportedError, match="periodic"):
        tl.jvp(value, (X,), (X,))


def univariate(y, **options):
    return interpolate.InterpolatedUnivariateSpline(X, y, **options)


FITPACK = {
    "box": lambda x, y: univariate(y, bbox=(-0.2, 1.3))(x),
    "close": lambda x, y: interpolate.LSQUnivariateSpline(
        X, y, [0.4], bbox=(-0.2, 1.3), k=2
    )(x),
    "close_from_before": lambda x, y: interpolate.LSQUnivariateSpline(
        X, y, [0.4], bbox=(-0.2, None), k=2
    )(x),
    "constant_outside": lambda x, y: univariate(y, ext=3).derivative()(x),
    "antiderivative": lambda x, y: univariate(y).antiderivative()(x),
    "of_its_parts": lambda x, y: interpolate.UnivariateSpline._from_tck(
        interpolate.splrep(X, y)
    )(x),
}  # fmt: skip


@pytest.mark.parametrize("name", FITPACK)
def test_splines_of_fitpack(name):
    check(FITPACK[name], (AROUND, Y))


def test_smoothing_as_much_as_weights_say():
    x = np.linspace(0.0, 1.0, 12)
    y, w = np.sin(9.0 * x) + 0.1 * spread(12), np.full(12, 6.0)
    check(lambda at: interpolate.splev(at, interpolate.splrep(x, y, w)), (INSIDE,))


def on_grid(z, method="linear", **options):
    return interpolate.RegularGridInterpolator((U, V), z, method, **options)


ROWS = np.stack((PLACES, PLACES[::-1] + 0.02))[:, 1:]
GRIDS = {
    "layers": (lambda x, z: on_grid(z)(x) ** 2, PLACES, LAYERS),
    "rows": (lambda x, z: on_grid(z)(x) ** 2, ROWS, Z),
    "point": (lambda x, z: on_grid(z)(x), np.array([0.17, 0.2]), Z),
    "coordinates": (lambda x, y, z: on_grid(z)((x, y)) ** 2, 0.35, 0.2, Z),
    "lists": (lambda x, z: interpolate.interpn([U, V], z, x), PLACES, Z),
    "places_in_lists": (
        lambda z: interpolate.interpn((U, V), z, [[0.3, 0.2], [0.4, 0.5]]), Z
    ),
    "nearest": (
        lambda z: on_grid(z, "nearest")(np.array([[0.1, -0.4], [0.2, 0.9]])), Z
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GRIDS)
def test_grids(name):
    function, *args = GRIDS[name]
    check(function, tuple(args), order=2 if name in ("rows", "coordinates") else 1)


def test_cubics_on_a_grid():
    function = lambda x, z: on_grid(z, "cubic_legacy")(x)  # noqa: E731
    check(function, (PLACES, Z))
    check(function, (PLACES, LAYERS))


def test_outside_of_a_grid():
    with pytest.raises(ValueError, match="out of bounds"):
        tl.grad(lambda x: on_grid(Z)((x, 0.2)))(1.5)


SCATTERED = {
    "pairs": (lambda x, h: interpolate.griddata(SITES, h, x) ** 2, TARGETS, PAIRS),
    "grid": (lambda x, h: interpolate.griddata(SITES, h, x), GRID, HEIGHTS),
    "linear_at_a_point": (
        lambda x, h: interpolate.LinearNDInterpolator(SITES, h)(x), TARGETS[0], PAIRS
    ),
    "nearest_pairs": (
        lambda x, h: interpolate.NearestNDInterpolator(SITES, h)(x), TARGETS, PAIRS
    ),
    "weighted_outside": (
        lambda w, h: w * interpolate.LinearNDInterpolator(SITES, h, 0.5)(OUTER),
        np.array([0.4, 0.7]), HEIGHTS,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SCATTERED)
def test_scattered_samples(name):
    function, *args = SCATTERED[name]
    twice = name in ("pairs", "weighted_outside")
    check(function, tuple(args), order=2 if twice else 1)


def test_changes_of_scattered_samples():
    def change(x, h):
        return tl.jvp(
            lambda x, h: interpolate.griddata(SITES, h, x) ** 2, (x, h), (x, h)
        )[1]

    tl.check_grad(change, (TARGETS, HEIGHTS))


@pytest.mark.parametrize("kernel", ["inverse_quadratic", "quintic"])
def test_kernels(kernel):
    def value(at, heights):
        sites = np.concatenate((SITES, TARGETS))
        made = interpolate.RBFInterpolator(sites, heights, kernel=kernel, epsilon=1.0)
        return made(at)

    check(value, (GRID[1, :1], spread(8)))


def test_a_polynomial_of_degree_3_is_refused():
    def value(heights):
        return interpolate.RBFInterpolator(SITES, heights, degree=3)(TARGETS)[0]

    with pytest.raises(ValueError, match="degree above 2"):
        tl.grad(value)(HEIGHTS)


def rectangle(z, **options):
    return interpolate.RectBivariateSpline(U, V, z, **options)


UNCLAMPED = (LOOSE, LOOSE, spread(36), 3, 3)
SURFACES = {
    "at_points": (
        lambda x, y, z: rectangle(z).ev(x, y) ** 2, PLACES[:, 0], PLACES[:, 1], Z
    ),
    "box": (
        lambda x, y, z: rectangle(z, bbox=[-0.2, 1.3, -1.5, 1.2], kx=2)(x, y),
        PLACES[:, 0], np.sort(PLACES[:, 1]), Z,
    ),
    "unclamped": (
        lambda x, y: interpolate.bisplev(x, y, UNCLAMPED),
        np.array([0.1, 0.5, 1.1]), np.array([-0.2, 0.3, 0.7]),
    ),
    "number": (lambda x, y: interpolate.bisplev(x, y, UNCLAMPED) ** 2, 0.3, 0.2),
    "degree_5": (
        lambda x, y: interpolate.RectBivariateSpline(V, V, Z.T @ Z, kx=5)(x, y),
        PLACES[:, 0], np.sort(PLACES[:, 1]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SURFACES)
def test_surfaces(name):
    function, *args = SURFACES[name]
    check(function, tuple(np.copy(x) for x in args))


PATCH = np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])


def patch(x, y, c):
    return interpolate.bisplev(x, y, (PATCH, PATCH, c, 2, 2))


def test_surfaces_three_times():
    args = 0.3, 0.6, spread(9)
    square = lambda x, y, c: patch(x, y, c) ** 2  # noqa: E731
    tl.check_grad(lambda x, y, c: tl.grad(square)(x, y, c), args, order=2)


def test_areas_three_times():
    def area(b, c):
        return interpolate.BSpline(KNOTS, c, 3).integrate(0.1, b)

    def change(b):
        return tl.jvp(lambda b: tl.grad(area, 1)(b, Y), (b,), (1.0,))[1]

    tl.check_grad(change, (0.7,))


VALUES = {
    "akima": lambda x, y: interpolate.Akima1DInterpolator(X, y)(x),
    "period_of_bases": lambda x, y: PERIODIC["bases"](y).antiderivative()(x),
    "period_of_pieces": lambda x, y: PERIODIC["pieces"](y).antiderivative()(x),
    "area_outside": lambda x, y: x * interpolate.CubicSpline(X, y).integrate(
        -0.5, 0.5, False
    ),
    "knots": lambda x, y: x[0] * univariate(y).get_knots(),
    "coefficients": lambda x, y: x[0] * univariate(y).get_coeffs(),
    "knots_of_a_surface": lambda x, y: x[0] * rectangle(Z).get_knots()[0],
    "coefficients_of_a_surface": lambda x, y: x[0] * rectangle(Z).get_coeffs(),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_values_alone(name):
    y = Y[:-1] if name.startswith("period") else Y
    value = value_in_a_derivative(VALUES[name], (AROUND, y))
    np.testing.assert_allclose(value, VALUES[name](AROUND, y), rtol=1e-9)
