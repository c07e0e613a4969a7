"""The order of what one line gives, and what must not change places."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.pretty.ordering.order_lines import order_lines
from tests.optimize.rewriting import (
    NUMBER,
    VECTOR,
    assert_alike,
    body_text,
    case,
    core,
    layout,
    stays,
)
from tests.support.numeric import central_gradient

KNOWN = {"x_bar": VECTOR, "y_bar": VECTOR, "z_bar": VECTOR}
END = "return (x_bar, y_bar, z)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y_bar = y * a; x_bar = x * a", "x_bar = x * a; y_bar = y * a"),
        (  # what goes on to the line before comes last
            "z_bar = y * a; y_bar = y * a; x_bar = x * a; z = z_bar * a",
            "x_bar = x * a; y_bar = y * a; z_bar = y * a; z = z_bar * a",
        ),
        (  # with what only that needs
            "t = y * a; z_bar = t * a; x_bar = x * a; y_bar = x * x; z = z_bar * a",
            "x_bar = x * a; y_bar = x * x; t = y * a; z_bar = t * a; z = z_bar * a",
        ),
        (
            "z[0] += a; y_bar[0] += b; x_bar[0] += a; y_bar[0] += a",
            "x_bar[0] += a; y_bar[0] += b; y_bar[0] += a; z[0] += a",
        ),
    ],
)
def test_order_of_terms(before, after):
    function = core(f"{before}; {END}", **KNOWN)
    ordered = order_lines(function)
    assert body_text(ordered) == layout(f"{after}; {END}")
    assert_alike(function, ordered)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("the second reads the first", "y_bar = y * a; x_bar = y_bar * a"),
        case("a name is bound", "y_bar = x * a; x = y * a; x_bar = x * a"),
        case("an array is written", "y_bar = x * a; x[0] = a; x_bar = x * a"),
        case("a view is written", "y_bar = v * a; x[0] = a; x_bar = x * a", {
            "views": {"v": "x"}
        }),
        case("bound twice", "y_bar = y * a; x_bar = y_bar * a; y_bar = x * a"),
        case("two lines of the user's", "y_bar = y * a\nx_bar = x * a"),
        case("calls that may do anything", "y_bar = f(y); x_bar = f(x)", {"f": print}),
    ],
)  # fmt: skip
def test_stays(text, facts):
    stays(order_lines, f"{text}\n{END}", **{**KNOWN, **facts})


def test_what_a_loop_takes_again_does_not_hold_up_the_rest():
    text = "for i in range(n):\n    {}\nreturn b_bar"
    before = "s_bar = s_bar * a; b = saved.pop(); b_bar += b * a"
    after = "b = saved.pop(); b_bar += b * a; s_bar = s_bar * a"
    known = {"b_bar": NUMBER, "b": NUMBER}
    found = body_text(order_lines(core(text.format(before), nested=True, **known)))
    assert found == layout(text.format(after))


def carried(h, w, x):
    for _ in range(3):
        h = np.tanh(h @ w + x)
    return np.sum(h * h)


def diffused(u, k):
    u = u.copy()
    for _ in range(4):
        u[1:-1] += k * (u[:-2] - 2.0 * u[1:-1] + u[2:])
    return u[2] * u[1]


def test_a_view_is_read_before_its_array_is_written():
    u, k = np.array([0.3, -0.2, 0.7, 0.4, 1.1]), 0.3
    want = central_gradient(diffused, (u, k), (0, 1))
    for one, other in zip(tl.grad(diffused, wrt=(0, 1))(u, k), want, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-7)


def test_numbers():
    h, w = np.array([0.3, -0.2]), np.array([[0.5, 0.1], [-0.4, 0.8]])
    x = np.array([0.1, 0.7])
    derivative = tl.grad(carried, wrt=(0, 1, 2))
    want = central_gradient(carried, (h, w, x), (0, 1, 2))
    for one, other in zip(derivative(h, w, x), want, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-7)
    lines = [line.strip() for line in derivative.source_for(h, w, x).splitlines()]
    places = [k for k, line in enumerate(lines) if " += " in line]
    assert lines[max(places) + 1].startswith(("h_bar =", "return"))
