"""Whether an array may be written after a statement: in loops, and where it is made."""

import re

import gast
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.ir.rewrite import binds, statements
from tests.support.numeric import assert_close, central_gradient


@pytest.mark.parametrize(
    ("text", "overwritten"),
    [
        pytest.param("y = zeros()\ny[0] = a\ns = sum(y)", False, id="behind"),
        pytest.param("y = zeros()\ns = sum(y)\ny[0] = a", True, id="before"),
        pytest.param(
            "y = zeros()\nfor i in n:\n y[i] = a\n s = sum(y)", True, id="in a loop"
        ),
        pytest.param(
            "for i in n:\n y = zeros()\n y[i] = a\n s = sum(y)", False, id="made there"
        ),
        pytest.param(
            "for i in n:\n y = zeros()\n for j in n:\n  y[j] = a\n  s = sum(y)",
            True,
            id="made around",
        ),
        pytest.param(
            "y = zeros()\nfor i in n:\n y[i] = a\nfor i in n:\n s = sum(y)",
            False,
            id="in another loop",
        ),
        pytest.param(
            "v = zeros()\nfor i in n:\n y = v\n y[i] = a\n s = sum(y)",
            True,
            id="made before by another name",
        ),
    ],
)
def test_arrays_that_are_written_after_they_are_read(text, overwritten):
    body = gast.parse(text).body
    (read,) = (node for node in statements(body) if "s" in binds(node))
    assert memory_of(body, {}).is_overwritten_after(read, "y") is overwritten


def written_in_the_next_iteration(x):
    y = x * 1.0
    total = 0.0
    for _ in range(3):
        y[0] = y[0] * x[1]
        total = total + np.sum(np.sin(y))
    return total


def made_in_each_iteration(x):
    total = 0.0
    for i in range(3):
        y = np.zeros(3)
        y[i] = x[i] * x[0]
        total = total + np.sum(np.sin(y))
    return total


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize(
    ("program", "copies"),
    [(written_in_the_next_iteration, True), (made_in_each_iteration, False)],
)
def test_what_is_copied_for_the_backward_half(program, copies, optimize):
    x = np.array([0.3, 0.7, 1.9])
    with tl.options(optimize=optimize):
        derivative = tl.value_and_grad(program)
        value, gradient = derivative(x)
        text = derivative.source
    assert value == program(x)
    assert_close(gradient, central_gradient(program, (x,), (0,))[0])
    assert bool(re.search(r"np\.copy\(y\d*\)|\by\d*\.copy\(\)", text)) is copies
