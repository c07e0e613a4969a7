"""When an expression moves to where its name is read, and when not."""

import math

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.pretty.inline_uses import inline_uses
from tests.optimize.rewriting import (
    NUMBER,
    backward,
    becomes,
    case,
    keeps_meaning,
    stays,
)
from tests.support.numeric import central_gradient


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("t = x * y; u = t + z; return u", "return x * y + z"),
        ("t = x * y; u = t * t; return u", "t = x * y; return t * t"),
        ("s = x[i]; y[i] += s; return y", "y[i] += x[i]; return y"),
        ("j = i - 1; y[j] = a; return y", "y[i - 1] = a; return y"),
        ("t = x * y; x[0] = a; return (t, x)", "t = x * y; x[0] = a; return (t, x)"),
        ("s = x[0]; saved.append(s); return x", "saved.append(x[0]); return x"),
        (
            "d = a * b\nif d:\n    x[0] = a\nreturn x",
            "if a * b:\n    x[0] = a\nreturn x",
        ),
        (
            "j = n + 1\nfor i in range(j):\n    y[0] += a\nreturn y",
            "for i in range(n + 1):\n    y[0] += a\nreturn y",
        ),
    ],
)
def test_expressions(before, after):
    becomes(inline_uses, before, after)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case(
            "a user's variable",
            "z = x * y; w = z + x; return (w, w)",
            {"primal": "z w"},
        ),
        case(
            "element written between", "t = x * y; x[0] = a; u = t * x; return (u, u)"
        ),
        case("array written between", "t = x * y; x += z; u = t * x; return (u, u)"),
        case("bound again between", "t = x * y; x = z; u = t * x; return (u, u)"),
        case(
            "another name written",
            "w = x; t = w * y; x[0] = a; u = t * w; return (u, u)",
        ),
        case(
            "written through a view",
            "t = x * y; v = x[1:]; v[0] = a; u = t * x; return (u, u)",
            {"views": {"v": "x"}},
        ),
        case(
            "written by a callee",
            "t = x * y; s = x_bwd(x); u = t * s; return (u, u)",
            {"x_bwd": backward},
        ),
        case("a list", "saved = []; saved.append(a); return saved"),
        case("taken from a list", "s = saved.pop(); saved.append(a); return s"),
        case("read in a loop", "t = x * y\nfor i in range(n):\n    z += t\nreturn z"),
        case("read in a branch", "t = x * y\nif c:\n    z += t\nreturn z"),
        case(
            "read in a pullback",
            "t = x * y\ndef pullback(y_bar):\n    return t\nreturn pullback",
            {"pullback": None},
        ),
        case("read by a while loop", "d = a * b\nwhile d:\n    y += x\nreturn y"),
        case(
            "read behind an exit",
            "for i in range(n):\n    t = x * y\n    if c:\n        break\nreturn t",
        ),
        case(
            "joined",
            "if c:\n    t = x * y\nelse:\n    t = z\nreturn t",
            {"joined": "t"},
        ),
    ],
)
def test_names_stay(text, facts):
    stays(inline_uses, text, **facts)


def test_order_of_operations():
    keeps_meaning(
        inline_uses,
        "s = a - b; r = d - e; t = s - r; u = s * t; v = -u; w = v ** 2; return (w, s)",
        **dict.fromkeys("srtuvw", NUMBER),
    )


def test_items_of_a_list_that_shrinks():
    keeps_meaning(
        inline_uses,
        """
        saved = []
        for i in range(n):
            s = x[i]
            saved.append(s)
        r = saved[0]
        d = saved.pop()
        e = d * r
        saved.append(e)
        b = saved[0]
        return (b, e)
        """,
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("t = a * b; x_bar = x * a; return (x_bar, y)",
         "x_bar = x * a; return (x_bar, y)"),
        ("t = a * b; u = x * a; return (u, t)", "return (x * a, a * b)"),
        ("u = np.sum(x); return (u, y)", "u = np.sum(x); return (u, y)"),
        ("u = np.sum(x); return u", "return np.sum(x)"),
    ],
)
def test_results_are_all_named_or_none(before, after):
    """Without a name stands what is read once, if nothing beside it has one."""
    before = before.replace("t = a * b; x_bar", "x_bar")
    becomes(inline_uses, before, after, u=None)


@pytest.mark.parametrize(
    "text",
    [
        "w = x; x[0] = a; y = w * a; z = y * y; return (z, w)",
        "w = m[0]; m[0] = x; z = w * w; return (z, m)",
    ],
)
def test_a_part_of_an_argument_stays_in_front_of_a_write(text):
    keeps_meaning(inline_uses, text, primal="w y z", views={"w": "x m"})


def replaced_part(params, x):
    w = params["w"]
    params = {"w": w * 2.0, "b": x}
    r = x * w
    return np.sum(r * params["w"] * params["b"])


def changed_part(params, x):
    w = params["w"]
    params["w"] = x
    r = x * w
    return np.sum(r * params["w"])


def written_part(params, x):
    w = params["w"]
    v = w * 1.0
    w[0] = x[1]
    r = x * params["w"]
    return np.sum(r * v)


@pytest.mark.parametrize("function", [replaced_part, changed_part, written_part])
def test_parts_of_arguments(function):
    x, w = np.array([0.5, 1.5]), np.array([2.0, -1.0])
    (want,) = central_gradient(lambda x: function({"w": w.copy()}, x), (x,), (0,))
    got = tl.grad(function, wrt=1)({"w": w.copy()}, x)
    np.testing.assert_allclose(got, want, rtol=1e-8)


def potential(x, a):
    d = x[0] - x[1]
    r = math.exp(d)
    return math.sin(r) * a


def test_a_number_that_another_line_reads_stays_with_its_own():
    x, a = np.array([0.3, -0.2]), 0.7
    text = tl.grad(potential).source_for(x, a)
    lines = [line.strip() for line in text.splitlines()]
    place = next(k for k, line in enumerate(lines) if line.startswith("r_bar ="))
    assert lines[place - 1] == "# return math.sin(r) * a"
    assert lines[place + 1] == "# r = math.exp(d)"
    want = central_gradient(potential, (x, a), (0,))[0]
    np.testing.assert_allclose(tl.grad(potential)(x, a), want, rtol=1e-7)


def hidden(w, x):
    h = np.tanh(x @ w)
    z = h @ w
    return np.sum(z * z)


def test_an_array_that_another_line_reads_is_freed_there():
    w, x = np.array([[0.3, -0.2], [0.1, 0.4]]), np.array([[0.5, 0.6]])
    assert "h_bar" not in tl.grad(hidden).source_for(w, x)


def folded(x, a):
    total = 0.0
    for item in x:
        total = total + a * item * item
    return total


def test_an_adjoint_that_a_header_reads_is_written_there():
    x, a = np.array([0.5, 0.6]), 0.7
    text = tl.grad(folded).source_for(x, a)
    assert "x_bar[i] += 2.0 * a * x[i]" in text and "item_bar" not in text
