"""`warnings.catch_warnings` around statements that raise, warn or compute."""

import warnings

import numpy as np
import pytest

import tangentlite as tl

DEPRECATED = np.exceptions.VisibleDeprecationWarning


def raised_in_it(x):
    with warnings.catch_warnings():
        warnings.simplefilter("error", DEPRECATED)
        try:
            if x > 3.0:
                raise ValueError("large")
            y = 2.0 * x
        except (DEPRECATED, ValueError) as error:
            y = 3.0 * x * len(str(error))
    return y


def ignored_after_a_raise(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if x > 5.0:
            raise ValueError("large")
        warnings.warn("not seen", stacklevel=1)
    return 2.0 * x


def raised_out_of_it(x):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if x > 3.0:
                raise ValueError("Large")
            warnings.warn("not seen", stacklevel=1)
            return x
    except ValueError as error:
        text = str(error).lower()
        return 4.0 * x if text.startswith("large") else x


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("x", [2.0, 4.0])
@pytest.mark.parametrize(
    "function", [raised_in_it, ignored_after_a_raise, raised_out_of_it]
)
def test_derivatives(function, x):
    tl.check_grad(function, (x,))


def warned_as_error(x):
    with warnings.catch_warnings():
        warnings.simplefilter("error", DEPRECATED)
        warnings.warn("old", DEPRECATED, stacklevel=1)
    return x


def test_a_warning_that_would_be_raised_is_refused():
    with pytest.raises(tl.errors.UnsupportedError, match="makes an exception"):
        tl.grad(warned_as_error)(1.0)


def in_none(x):
    try:
        return x if "a" in None else 2.0 * x
    except TypeError:
        return 3.0 * x


def compared_in_try(x):
    try:
        y = x[:2] == x[1:]
    except ValueError:
        return np.sum(2.0 * x)
    return np.sum(x * np.sum(y))


def test_operators_that_raise_in_try():
    assert tl.grad(in_none)(1.0) == 3.0
    for x, expected in ((np.arange(4.0), 2.0), (np.ones(3), 2.0)):
        np.testing.assert_array_equal(tl.grad(compared_in_try)(x), expected + 0.0 * x)
