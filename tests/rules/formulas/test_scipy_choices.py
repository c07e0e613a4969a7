"""What SciPy's functions choose: at ends, by sizes, by what is left out."""

import math

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

interpolate = pytest.importorskip("scipy.interpolate")
from scipy import ndimage, special, stats  # noqa: E402
from scipy.spatial.transform import Rotation  # noqa: E402

pytestmark = pytest.mark.one_in(16)

A4, A8, GRID = spread(4), spread(8, start=3), spread(5, 6, start=2)
X5, X6, X8 = np.arange(5.0), np.arange(6.0) * 1.1, np.arange(8.0)
KNOTS = np.array([0.0, 1.0, 2.5, 4.0])


def about_one_axis(angles):
    return Rotation.from_euler("z", angles).as_matrix()


def halved(x):
    return ndimage.zoom(x, 0.5, order=1)


def from_a_start(y):
    spline = interpolate.UnivariateSpline(X8, y, bbox=[-1.0, None], s=0)
    return spline(np.array([-0.7, 0.4, 6.8]))


def steps(x, c):
    return interpolate.splev(x, (KNOTS, c, 0))


def with_knots(y):
    return interpolate.splev(np.array([0.3, 4.4]), interpolate.splrep(X8, y, t=[3.3]))


def with_knots_and_ends(y):
    tck = interpolate.splrep(X8, y, xb=-1.0, xe=8.0, t=[3.3, 5.1])
    return interpolate.splev(np.array([-0.3, 4.4]), tck)


def of_other_degrees(z):
    spline = interpolate.RectBivariateSpline(X5, X6, z, kx=2, ky=4)
    return spline(np.array([0.3, 3.1]), np.array([0.7, 2.0, 4.4]))


def knots_used(z):
    spline = interpolate.RectBivariateSpline(X5, X6, z)
    first, second = spline.get_knots()
    return np.sum(spline.get_coeffs()[:7]) * np.sum(first) + np.sum(second)


def normal_range(x):
    return stats.iqr(x, scale="normal")


def normal_deviation(x):
    return stats.median_abs_deviation(x, scale="normal")


CASES = {
    "euler_many": (about_one_axis, (np.array([[0.3], [0.9], [1.4]]),)),
    "euler_row": (about_one_axis, (np.array([0.3]),)),
    "euler_one": (about_one_axis, (0.3,)),
    "zoom_to_two": (halved, (A4,)),
    "bbox_of_one_end": (from_a_start, (A8,)),
    "degree_zero": (steps, (np.array([0.4, 3.1]), A4[:3])),
    "splrep_knots": (with_knots, (A8,)),
    "splrep_knots_and_ends": (with_knots_and_ends, (A8,)),
    "surface_degrees": (of_other_degrees, (GRID,)),
    "surface_knots": (knots_used, (GRID,)),
    "iqr_normal": (normal_range, (A8,)),
    "mad_normal": (normal_deviation, (A8[:7],)),
}


@pytest.mark.parametrize("name", CASES)
def test_against_differences(name):
    function, inputs = CASES[name]
    compare(function, inputs)


def test_the_end_of_a_surface_has_the_slope_from_inside():
    spline = interpolate.RectBivariateSpline(X5, X6, GRID)

    def value(x, y):
        return spline.ev(x, y)

    for x, y in ((0.0, 2.0), (4.0, 2.0), (1.3, 0.0), (1.3, 5.5)):
        got = tl.grad(value, wrt=(0, 1))(x, y)
        want = spline.ev(x, y, 1, 0), spline.ev(x, y, 0, 1)
        np.testing.assert_allclose(got, want, rtol=1e-12)


def test_densities_of_large_products():
    """The Bessel function is scaled: by itself it is too large for a number."""

    def logarithm(x, nc):
        return stats.ncx2.logpdf(x, 3.0, nc)

    x, nc = 120000.0, 110000.0
    got = tl.grad(logarithm, wrt=(0, 1))(x, nc)
    ratio = special.ive(1.5, math.sqrt(x * nc)) / special.ive(0.5, math.sqrt(x * nc))
    by_x = 0.5 * (math.sqrt(nc / x) * ratio - 1.0) + 0.5 / x
    by_nc = 0.5 * (math.sqrt(x / nc) * ratio - 1.0)
    np.testing.assert_allclose(got, [by_x, by_nc], rtol=1e-6)


@pytest.mark.parametrize("product", [0.3, 0.9])
def test_densities_of_small_products(product):
    def logarithm(x, nc):
        return stats.ncx2.logpdf(x, 3.0, nc)

    def below(x, nc):
        return stats.ncx2.cdf(x, 3.0, nc)

    compare(logarithm, (product, 1.0))
    got = tl.grad(below, wrt=1)(product, 1.0)
    higher, lower = (stats.ncx2.cdf(product, df, 1.0) for df in (5.0, 3.0))
    np.testing.assert_allclose(got, 0.5 * (higher - lower), rtol=1e-10)


def test_third_derivatives_where_nothing_is_off_the_centre():
    """By the differences of degrees of freedom that derivatives by `nc` are."""

    def below(nc):
        return special.chndtr(1.7, 3.0, nc)

    third = tl.grad(tl.grad(tl.grad(below)))(0.0)
    f = [special.chdtr(3.0 + 2.0 * k, 1.7) for k in range(4)]
    want = (f[3] - 3.0 * f[2] + 3.0 * f[1] - f[0]) / 8.0
    np.testing.assert_allclose(third, want, rtol=1e-10)


@pytest.mark.parametrize("x", [0.25, 0.6, 1.5, 4.0])
def test_both_series_of_kolmogorov(x):
    def above(x):
        return special.kolmogorov(x)

    h = 1e-3 * x
    near, far = ((above(x + s) - above(x - s)) / (2.0 * s) for s in (h, 2.0 * h))
    np.testing.assert_allclose(tl.grad(above)(x), (4.0 * near - far) / 3.0, rtol=1e-6)


def test_three_derivatives_of_a_power_mean_by_its_exponent():
    a = np.array([0.5, 1.3, 2.4, 3.1])

    def mean(p):
        return stats.pmean(a, p)

    third = tl.grad(tl.grad(tl.grad(mean)))(0.0)
    logs = np.log(a)
    u = logs - np.mean(logs)
    first, second = np.mean(u**2) / 2.0, np.mean(u**3) / 6.0
    last = (np.mean(u**4) - 3.0 * np.mean(u**2) ** 2) / 24.0
    want = np.exp(np.mean(logs)) * (first**3 + 6.0 * first * second + 6.0 * last)
    np.testing.assert_allclose(third, want, rtol=1e-9)
