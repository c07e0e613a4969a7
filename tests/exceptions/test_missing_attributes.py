"""Attributes that arrays and numbers do not have, caught and not."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient

X = np.array([0.5, 1.2, -0.7])


def frame_or_array(x):
    try:
        x = x.values
    except AttributeError:
        x = x * 2.0
    return np.sum(x**2)


def method_or_function(x):
    try:
        y = np.diff(x).rolling(2).mean()
    except (AttributeError, TypeError):
        y = np.convolve(np.diff(x), [0.5, 0.5], "valid")
    return np.sum(y**3)


def in_a_function(x):
    def values_of(data):
        try:
            return data.values
        except AttributeError:
            return data

    return np.sum(values_of(x) * values_of(x[0]) * values_of(3.0))


def in_a_loop(x):
    s = 0.0
    for row in np.outer(x, x):
        try:
            s = s + row.total
        except AttributeError as error:
            s = s * len(error.args) + np.sum(row * x)
    return s


def with_finally(x):
    scale = 1.0
    try:
        return np.sum(x.data_) * scale
    except Exception:
        return np.sum(x) * scale
    finally:
        scale = 2.0


@pytest.mark.parametrize(
    "program",
    [frame_or_array, method_or_function, in_a_function, in_a_loop, with_finally],
)
@pytest.mark.parametrize("optimize", [True, False])
def test_handlers_of_missing_attributes(program, optimize):
    with tl.options(optimize=optimize):
        value, gradient = tl.value_and_grad(program)(X)
    assert value == program(X)
    assert_close(gradient, central_gradient(program, (X,), (0,))[0])


def test_without_a_handler_the_error_names_the_line_and_what_is_close():
    with pytest.raises(
        tl.UnsupportedError, match="arrays have no attribute 'meen'"
    ) as e:
        tl.grad(lambda x: x.meen())(X)
    assert "Did you mean 'mean'?" in str(e.value)
