"""Rules of elementary functions where samples are not, to the last digits."""

import math
from fractions import Fraction

import numpy as np
import pytest

import tangentlite as tl


def sinc_slope(x: float) -> float:
    """The derivative of `np.sinc` by its series, in fractions."""
    u = Fraction(math.pi * x)
    terms = (
        Fraction((-1) ** k * 2 * k, math.factorial(2 * k + 1)) * u ** (2 * k - 1)
        for k in range(1, 20)
    )
    return math.pi * float(sum(terms))


def test_sinc_keeps_its_digits():
    gradient = tl.grad(lambda x: np.sinc(x))
    for u in (0.0, 1e-6, 1e-3, 0.05, 0.0999, 0.101, 0.6, 1.0, -1.0, 2.0):
        x = u / math.pi
        with np.errstate(all="raise"):
            got = gradient(x)
        assert got == pytest.approx(sinc_slope(x), rel=2e-14 if abs(u) < 0.1 else 1e-12)


@pytest.mark.parametrize("x", [0.0, 1.0, -1.0, 2.0])
def test_second_derivative_of_i0(x):
    """By the series of (i0 + i2) / 2."""
    terms = (
        (x / 2.0) ** (2 * k) / math.factorial(k) ** 2
        * (1.0 + (x / 2.0) ** 2 / ((k + 1.0) * (k + 2.0))) / 2.0
        for k in range(25)
    )  # fmt: skip
    with np.errstate(all="raise"):
        got = tl.grad(tl.grad(lambda x: np.i0(x)))(x)
    assert got == pytest.approx(sum(terms), rel=1e-13)


def test_hypot_at_the_origin_and_on_the_unit_circle():
    distance = tl.grad(lambda x, y: np.hypot(x, y), wrt=(0, 1))
    with np.errstate(all="raise"):
        assert distance(0.0, 0.0) == (0.0, 0.0)
    assert distance(0.6, 0.8) == pytest.approx((0.6, 0.8))


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("scale", [1e-170, 1.0, 1e170])
def test_arctan2_of_any_size(scale):
    def angles(y, x):
        return np.sum(np.arctan2(y, x) * np.array([1.0, 2.0]))

    y, x = np.array([0.3, -0.7]) * scale, np.array([0.4, 0.5]) * scale
    of_y, of_x = tl.grad(angles, wrt=(0, 1))(y, x)
    square = (y / scale) ** 2 + (x / scale) ** 2
    weights = np.array([1.0, 2.0]) / square / scale
    np.testing.assert_allclose(of_y, weights * (x / scale), rtol=1e-14)
    np.testing.assert_allclose(of_x, -weights * (y / scale), rtol=1e-14)


def test_arctan2_at_the_origin():
    with np.errstate(all="raise"):
        got = tl.grad(lambda y, x: np.arctan2(y, x), wrt=(0, 1))(0.0, 0.0)
    assert got == (0.0, 0.0)
