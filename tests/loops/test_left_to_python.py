"""What Python runs in front of a compiled function may leave its arguments unbound."""

import numpy as np
import pytest

import tangentlite as tl
from tests.loops.test_parity import assert_near
from tests.support.loops_in_python import loops_in_python

W = np.array([0.4, -0.8, 0.3])


def number(x, w, c):
    if c > 0.5:
        for _ in tl.checkpointed(w):
            pass
        x = x * np.sin(x)
    return x


def row(x, w, c):
    y = np.array([x, 0.5])
    if c > 0.5:
        for _ in tl.checkpointed(w):
            pass
        y = y * np.sin(y)
    return np.sum(y)


def of_two_branches(x, w, c):
    if c > 0.5:
        for _ in tl.checkpointed(w):
            pass
        x = x * np.sin(x)
    elif c > 0.0:
        x = np.exp(x) * np.tanh(x)
    return x * np.cos(x)


@pytest.mark.parametrize("f", [number, row, of_two_branches])
@pytest.mark.parametrize("c", [0.9, 0.2, -1.0])
def test_gradients(f, c):
    want = tl.value_and_grad(f)(0.7, W, c)
    with loops_in_python() as loops:
        assert_near(tl.value_and_grad(f, backend="numba")(0.7, W, c), want)
    assert loops.texts


def test_functions_without_results_are_called_as_statements():
    def unused(x, w):
        for _ in tl.checkpointed(w):
            pass
        return x * np.sin(x)

    text = tl.value_and_grad(unused, backend="numba").source_for(0.7, W)
    assert "    steps_loops(start, end, items)\n" in text


def first(p):
    while 0.5 < 4:
        try:
            return p
        except ValueError:
            pass
    return p


def returned_from_a_loop(x, w):
    y = first(x * w)
    return np.sum(y)


def test_what_may_have_no_value_is_refused_in_front_of_compiled_code():
    """There it would be None, which has no shape."""
    x = np.array([0.3, 0.4, 0.5])
    with pytest.raises(tl.errors.NotCompiledError, match="result may have no value"):
        tl.value_and_grad(returned_from_a_loop, backend="numba")(x, W)
    made = tl.value_and_grad(returned_from_a_loop, backend="numba", fallback=True)
    np.testing.assert_array_equal(made(x, W)[1], W)
