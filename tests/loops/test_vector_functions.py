"""exp, log and tanh of entries in compiled loops, at all magnitudes."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.runtime import loop_helpers

pytest.importorskip("numba")

MAGNITUDES = np.concatenate([[0.0, 5e-324, 1e-310], np.geomspace(1e-300, 1e308, 1217)])
EDGES = [0.6249999999, 0.625, 709.782712893384, 709.79, 745.13, 745.2, 746.0, 800.0]
NUMBERS = np.concatenate([MAGNITUDES, np.linspace(0.0, 800.0, 4001), EDGES, [np.inf]])
NUMBERS = np.concatenate([NUMBERS, -NUMBERS, [np.nan]])


def total(x, y, function):
    return np.sum(y * function(x))


@pytest.mark.parametrize("function", [np.exp, np.log, np.tanh])
def test_values_are_those_of_numpy(function):
    # The derivative by y is what the loop computes.
    derivative = tl.grad(total, wrt=1, backend="numba")
    with np.errstate(all="ignore"):
        found, expected = derivative(NUMBERS, NUMBERS, function), function(NUMBERS)
    np.testing.assert_allclose(found, expected, rtol=1e-15, atol=5e-324)
    is_zero = expected == 0.0
    signs = np.signbit(found[is_zero]), np.signbit(expected[is_zero])
    np.testing.assert_array_equal(*signs)


@pytest.mark.parametrize("function", [np.exp, np.log, np.tanh])
def test_as_python(function):
    helper = getattr(loop_helpers, f"vector_{function.__name__}")
    for number in (0.0, -0.0, 1e200, -1e200, 700.0, -700.0, 0.3):
        with np.errstate(all="ignore"):
            expected, found = function(number), helper(number)
        np.testing.assert_allclose(found, expected, rtol=1e-15)
