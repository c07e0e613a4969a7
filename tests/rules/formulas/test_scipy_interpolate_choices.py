"""What splines and other interpolation choose: at ends, by sizes, by shapes."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

interpolate = pytest.importorskip("scipy.interpolate")

pytestmark = pytest.mark.one_in(16)

A3, A5, A8, GRID = spread(3), spread(5), spread(8, start=3), spread(5, 6, start=2)
X5, X6, X8 = np.arange(5.0), np.arange(6.0) * 1.1, np.arange(8.0)
UNEVEN = np.array([0.0, 1.2, 2.1, 3.5, 4.0])
UP_AND_DOWN = np.array([0.3, 1.4, 0.2, 0.9, 2.3])
SCATTERED = np.array([[0.0, 0.1], [1.0, 0.0], [0.2, 1.1], [1.1, 0.9], [0.5, 2.0]])
PLACES = np.array([[[0.1, 0.2], [0.9, 0.1], [0.3, 0.9]], [[1.2, 0.7]] * 3])


def zero_outside(y):
    """Between the end that is given and the first sample the spline goes on."""
    spline = interpolate.UnivariateSpline(X8, y, bbox=[-1.0, None], s=0, ext=1)
    return spline(np.array([-0.7, 0.4, 7.3]))


def through_three(y):
    return interpolate.CubicSpline(np.array([0.0, 1.3, 2.1]), y)(np.array([0.4, 1.9]))


def repeated(z):
    y = np.concatenate((z, z[:1]))
    spline = interpolate.CubicSpline(np.append(UNEVEN, 5.1), y, bc_type="periodic")
    return spline(np.array([0.4, 2.9, 4.8]))


def hermite_outside(y, slopes):
    spline = interpolate.CubicHermiteSpline(UNEVEN, y, slopes)
    return spline(np.array([-0.4, 1.9, 4.6]))


def monotone(x, y):
    return interpolate.PchipInterpolator(x, y)(np.array([0.5, 1.7, 2.6, 3.8]))


def area_of_rows(c):
    piecewise = interpolate.PPoly(c, np.array([0.0, 1.2, 2.1, 3.5]))
    return piecewise.antiderivative()(np.array([0.5, 1.7, 3.3]))


def area_of_periods(z, b):
    y = np.concatenate((z, z[:1]))
    spline = interpolate.make_interp_spline(X6 + 2.7, y, bc_type="periodic")
    return spline.integrate(3.1, b)


def with_given_knots(y):
    t = np.array([0.0, 0.0, 0.0, 0.0, 1.9, 4.0, 4.0, 4.0, 4.0])
    return interpolate.make_interp_spline(UNEVEN, y, t=t)(np.array([0.4, 2.7]))


def nearest(x, y):
    return interpolate.interp1d(x, y, kind="nearest")(np.array([0.4, 2.2, 3.9])) * y[1]


def nearest_of_many(values):
    return interpolate.griddata(SCATTERED, values, PLACES, method="nearest")


def nearest_of_one(values):
    return interpolate.NearestNDInterpolator(SCATTERED, values)(PLACES[0, 0])


def nearest_by_points(xi, values):
    spread_out = interpolate.griddata(SCATTERED, values, xi, method="nearest")
    return spread_out * xi[..., 0]


def filled_by_rows(y, low):
    at = interpolate.interp1d(
        UNEVEN, y, axis=1, bounds_error=False, fill_value=(low, low * 2.0)
    )
    return at(np.array([-0.3, 1.7]))


CASES = {
    "zero_outside": (zero_outside, (A8,)),
    "cubic_of_three": (through_three, (A3,)),
    "cubic_periodic": (repeated, (A5,)),
    "hermite_outside": (hermite_outside, (A5, A5[::-1] * 0.5)),
    "monotone_by_samples": (monotone, (UNEVEN, UP_AND_DOWN)),
    "antiderivative_of_rows": (area_of_rows, (spread(3, 3, 2),)),
    "antiderivative_of_as_many": (area_of_rows, (spread(3, 3, 3),)),
    "area_of_periods": (area_of_periods, (A5, 12.3)),
    "given_knots": (with_given_knots, (A5,)),
    "nearest": (nearest, (UNEVEN, A5)),
    "nearest_of_many": (nearest_of_many, (A5,)),
    "nearest_of_one": (nearest_of_one, (A5,)),
    "nearest_by_points": (nearest_by_points, (PLACES, A5)),
    "filled_by_rows": (filled_by_rows, (spread(3, 5, 4), spread(4, start=9))),
}


@pytest.mark.parametrize("name", CASES)
def test_against_differences(name):
    function, inputs = CASES[name]
    compare(function, inputs)


def square_on_a_surface(z):
    return interpolate.RectBivariateSpline(X5, X6, z).ev(1.3, 2.4) ** 2


def test_second_derivatives_at_a_single_point_of_a_surface():
    """The value is linear in the samples: of the square, twice a product of rates."""
    rates = tl.grad(square_on_a_surface)(GRID) / 2.0
    value = interpolate.RectBivariateSpline(X5, X6, GRID).ev(1.3, 2.4)
    along = spread(5, 6, start=11)
    got = tl.jvp(tl.grad(square_on_a_surface), (GRID,), (along,))[1]
    want = 2.0 * np.sum(rates * along) * rates / value**2
    np.testing.assert_allclose(got, want, rtol=1e-10, atol=1e-12)


def akima(y):
    return np.sum(interpolate.Akima1DInterpolator(UNEVEN, y)(np.array([0.5, 1.7, 3.8])))


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_the_scale_of_samples_does_not_matter_to_akima(scale):
    y = np.array([0.3, 1.4, 1.1, 2.9, 2.3])
    got = tl.grad(akima)(y * scale)
    np.testing.assert_allclose(got, tl.grad(akima)(y), rtol=1e-9)


def inside_of_breaks(c, x):
    return interpolate.PPoly(c, UNEVEN, extrapolate=False)(x)


def test_what_is_outside_of_breaks_does_not_fall_on_coefficients():
    c = spread(3, 4)
    x = np.array([-0.5, 0.5, 1.7, 3.8, 4.4])
    gradient = tl.autodiff(inside_of_breaks, wrt=(0,))
    (got,) = gradient(c, x, init_grad=np.ones(5))
    (want,) = gradient(c, x[1:-1], init_grad=np.ones(3))
    np.testing.assert_allclose(got, want, rtol=1e-13)


def last_with_fill(y):
    at = interpolate.interp1d(UNEVEN, y, bounds_error=False, fill_value=(0.5, 0.7))
    return at(UNEVEN[-1]) + 2.0 * at(UNEVEN[0])


def test_both_ends_belong_to_the_samples():
    got = tl.grad(last_with_fill)(A5)
    np.testing.assert_allclose(got, [2.0, 0.0, 0.0, 0.0, 1.0], atol=1e-15)


WEIGHTS = spread(3, 2, start=21)
POINTS = np.array([[0.4, 1.3], [2.2, 4.1], [3.6, 2.0]])


def on_a_grid(values, xi):
    at = interpolate.RegularGridInterpolator((X5, X6), values, method="cubic")
    return np.sum(WEIGHTS * at(xi))


def rates_of_values(values, xi):
    return tl.grad(on_a_grid)(values, xi)


def test_rates_of_many_values_move_with_the_points():
    values, along, step = spread(5, 6, 2), spread(3, 2, start=5), 1e-5
    got = tl.autodiff(rates_of_values, wrt=(1,), mode="forward")(values, POINTS, along)
    higher = rates_of_values(values, POINTS + step * along)
    lower = rates_of_values(values, POINTS - step * along)
    np.testing.assert_allclose(got, (higher - lower) / (2.0 * step), atol=1e-7)


@pytest.mark.parametrize("kernel", ["inverse_multiquadric", "linear"])
def test_smoothing_counts_against_the_kernel(kernel):
    def smoothed(d):
        made = interpolate.RBFInterpolator(
            SCATTERED, d, smoothing=0.3, epsilon=0.8, kernel=kernel
        )
        return made(PLACES[0])

    compare(smoothed, (A5,))


def sum_of_monotone(x, y):
    return np.sum(monotone(x, y))


def test_slopes_that_disagree_divide_by_no_zero():
    with np.errstate(divide="raise", invalid="raise"):
        tl.grad(sum_of_monotone, wrt=(0, 1))(UNEVEN, UP_AND_DOWN)
