"""The mode of a Jacobian: the one that can be had; what cannot is told in front."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_jacobian

KNOTS = np.array([-1.0, -0.25, 0.5])
V = np.array([0.3, 0.5])


def read_by_a_function(v):
    """Reverse mode has no text: a segment of the loop has variables of its own."""
    x = 1.0
    for k in tl.checkpointed(KNOTS):
        x = x * 0.6 + k * np.tanh(np.sum(v))

    def scaled(p):
        return np.tanh(p * x)

    return np.sum(scaled(v)) * v


@tl.custom_vjp
def squared(v):
    return v * v


squared.defvjp(lambda v: (v * v, v), lambda v, seed: (2.0 * v * seed,))


def tall(v):
    """Forward mode, which is cheaper here, has no rule of `squared`."""
    print("runs")
    return np.concatenate([squared(v), squared(v) * 2.0, squared(v) * 3.0])


def noted(v):
    print("runs")
    return read_by_a_function(v)


def test_forward_mode_where_reverse_mode_has_no_text():
    with pytest.raises(tl.UnsupportedError, match="read by a function"):
        tl.vjp(read_by_a_function, V)
    want = central_jacobian(read_by_a_function, V)
    assert_close(tl.jacobian(read_by_a_function)(V), want)
    value, jacobian = tl.value_and_jacobian(read_by_a_function)(V)
    assert_close(value, read_by_a_function(V))
    assert_close(jacobian, want)


def test_reverse_mode_where_forward_mode_has_no_text():
    assert_close(tl.jacobian(tall)(V), central_jacobian(tall, V))
    by_v, by_x = tl.jacobian(lambda v, x: tall(v) * x, wrt=(0, 1))(V, 2.0)
    assert_close(by_v, 2.0 * central_jacobian(tall, V))
    assert_close(by_x, tall(V))


@pytest.mark.parametrize(
    ("f", "mode", "why"),
    [
        (noted, "reverse", "read by a function"),
        (tall, "forward", "no rule for forward"),
    ],
    ids=["reverse", "forward"],
)
def test_a_mode_that_is_asked_for_is_refused_before_anything_runs(f, mode, why, capsys):
    with pytest.raises(tl.UnsupportedError, match=why):
        tl.jacobian(f, mode=mode)(V)
    assert capsys.readouterr().out == ""
