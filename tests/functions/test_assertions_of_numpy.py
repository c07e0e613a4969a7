"""Programs that assert something by `numpy.testing`."""

import numpy as np
import pytest

import tangentlite as tl

LIMITS = np.array([2.0, 3.0])


def close(x):
    np.testing.assert_allclose(x.sum(), LIMITS.sum(), atol=2.0, err_msg="far away")
    return np.sum(x * x)


def several(x):
    np.testing.assert_array_equal(x.shape, (2,))
    np.testing.assert_equal({"a": 1}, {"a": 1})
    np.testing.assert_(x[0] > 0.0, "not positive")
    np.testing.assert_array_less(x, 5.0)
    return np.sum(x ** 3)


def caught(x):
    try:
        np.testing.assert_allclose(x, LIMITS, atol=2.0)
    except AssertionError:
        return 3.0 * np.sum(x * x)
    return np.sum(x * x)


@pytest.mark.parametrize("function", [close, several, caught])
def test_derivatives(function):
    tl.check_grad(function, (np.array([1.5, 2.5]),))


def test_what_fails_is_raised_and_caught():
    with pytest.raises(AssertionError, match="far away"):
        tl.grad(close)(np.array([10.0, 2.0]))
    with pytest.raises(AssertionError, match="not positive"):
        tl.autodiff(several, mode="forward")(np.array([-1.0, 2.0]), np.ones(2))
    tl.check_grad(caught, (np.array([10.0, 2.0]),))


def test_the_text_names_the_public_function():
    assert "np.testing.assert_allclose(" in tl.grad(close).source_for(LIMITS)
