"""The slope of `np.i0` to the last digits, and its slope in turn."""

import numpy as np
import pytest

import tangentlite as tl

special = pytest.importorskip("scipy.special")
POINTS = [-20.0, -1.0, 0.0, 1e-3, 0.5, 1.0, 3.0, 6.9, 7.1, 7.9, 8.1, 9.0, 20.0, 90.0]


def slope(x):
    return tl.grad(lambda x: np.i0(x))(x)


@pytest.mark.parametrize("x", POINTS)
def test_the_slope_of_i0_is_i1(x):
    assert slope(x) == pytest.approx(special.i1(x), rel=5e-15, abs=1e-300)
    many = tl.grad(lambda x: np.sum(np.i0(x)))(np.array([x, 0.3]))
    np.testing.assert_allclose(many, special.i1([x, 0.3]), rtol=5e-15, atol=1e-300)


@pytest.mark.parametrize("x", POINTS)
def test_the_slope_of_i1(x):
    second = tl.grad(tl.grad(lambda x: np.i0(x)))
    with np.errstate(all="raise", under="ignore"):
        assert second(x) == pytest.approx(special.ivp(1, x), rel=1e-13)
