"""When a place that is set to zero is assigned what is added to it, and when not."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.kind import Array
from tangentlite.optimize.writes.merge_clears import merge_clears
from tests.optimize.rewriting import (
    VECTOR,
    backward,
    becomes,
    case,
    keeps_meaning,
    stays,
)

SHORT = Array("float64", (2,))


@pytest.mark.parametrize(
    ("place", "term"),
    [("y[0]", "a"), ("y[i]", "a"), ("y[1:]", "t"), ("y[:]", "x"), ("m[i, :]", "x")],
)
def test_place(place, term):
    becomes(
        merge_clears,
        f"{place} = 0.0; s = a * b; {place} += {term}; return (y, m, s)",
        f"s = a * b; {place} = {term}; return (y, m, s)",
        t=SHORT,
    )


def test_all_of_an_array():
    becomes(
        merge_clears,
        "y[...] = 0.0; s = a * b; y += x; return (y, s)",
        "s = a * b; y[...] = x; return (y, s)",
    )
    becomes(
        merge_clears,
        "y[:] = 0.0; y += x; return y",
        "y[:] = x; return y",
    )


def test_what_is_subtracted():
    becomes(merge_clears, "y[0] = 0.0; y[0] -= a; return y", "y[0] = -a; return y")
    stays(merge_clears, "y[1:] = 0.0; y[1:] -= t; return y", t=SHORT)


def test_additions_to_overlapping_places_stand_behind():
    becomes(
        merge_clears,
        "y[1:] = 0.0; y[:2] += u; y[0] -= a; y[1:] += t; y[i] += b; return y",
        "y[1:] = t; y[:2] += u; y[0] -= a; y[i] += b; return y",
        t=SHORT,
        u=SHORT,
    )


def test_two_places():
    keeps_meaning(
        merge_clears,
        "y[0] = 0.0; y[1] = 0.0; y[1] += a; y[0] += b; y[1] += d; return y",
    )
    keeps_meaning(
        merge_clears,
        "y[0] = 0.0; x[0] = 0.0; y[1] += a; x[0] += b; y[0] += d; return (x, y)",
    )
    keeps_meaning(
        merge_clears,
        "y[1:] = 0.0; y[:2] = 0.0; y[1] += a; y[1:] += t; y[:2] += u; return y",
        t=SHORT,
        u=SHORT,
    )


def test_in_loops_and_branches():
    becomes(
        merge_clears,
        """
        for i in range(n):
            if c:
                y[i] = 0.0
                s = x[i]
                y[i] += s
        return y
        """,
        """
        for i in range(n):
            if c:
                s = x[i]
                y[i] = s
        return y
        """,
    )


@pytest.mark.parametrize(
    ("between", "facts"),
    [
        case("an entry is read", "s = y[0]"),
        case("another one is read", "s = y[1]"),
        case("all of it is read", "s = np.sum(y)"),
        case("kept", "saved.append(y)"),
        case("read by a view", "s = np.sum(v)"),
        case("another name", "w = y"),
        case("assigned", "y[1] = a"),
        case("assigned by a view", "v[0] = a"),
        case("added to by a view", "v[0] += a"),
        case("multiplied", "y[0] *= a"),
        case("all of it multiplied", "y *= x"),
        case("added to twice at once", "np.add.at(y, [0, 0], a)"),
        case("added to itself", "y += y"),
        case("added to of a view", "y[1:] += v"),
        case("by the function of a recursion", "s = y_bwd(y)"),
        case("bound again", "y = x * x", {"joined": "y"}),
        case("index bound again", "i = i - 1", {"joined": "i"}),
        case("a branch that adds", "if c:\n    y[1] += a"),
        case("a branch that reads", "if c:\n    s = y[0]"),
        case("a loop", "for j in range(n):\n    y[j] += a"),
        case("a function", "def other():\n    return y"),
    ],
)
def test_clear_stays(between, facts):
    text = f"v = y[1:]\ny[i] = 0.0\n{between}\ny[i] += b\nreturn y"
    facts = {"v": SHORT, "w": VECTOR, **facts}
    stays(merge_clears, text, views={"v": "y"}, y_bwd=backward, other=None, **facts)


@pytest.mark.parametrize(
    ("between", "facts"),
    [
        case("what is added later is written", "t[0] = a"),
        case("all of it is", "t *= u"),
        case("by a view", "v[0] = a"),
        case("in a loop", "for j in range(n):\n    t[1] += a"),
        case("bound again", "t = u", {"joined": "t"}),
        case("its index is", "i = 0", {"joined": "i"}),
    ],
)
def test_what_is_added_later_has_changed(between, facts):
    text = f"v = t[1:]\ny[0] = 0.0\ny[1:] += t\ny[i] += d\n{between}\ny[0] += b\n"
    facts = {"t": SHORT, "u": SHORT, "v": Array("float64", (1,)), **facts}
    stays(merge_clears, text + "return y", views={"v": "t"}, **facts)


@pytest.mark.parametrize(
    ("text", "views"),
    [
        case(
            "another array is given what was cleared",
            "t = x[1:]; x[1] = 0.0; y[0] = 0.0; y[1:] += t; x[1] += a; y[0] += b; "
            "return (x, y)",
            {"t": "x"},
        ),
        case(
            "what is added later looks into an array that is added to",
            "t = y[1:]; x[0] = 0.0; y[0] = 0.0; x[1:] += t; y[1] += a; x[0] += b; "
            "return (x, y)",
            {"t": "y"},
        ),
        case(
            "two names of one array",
            "t = x[1:]; x[1] = 0.0; t[1] = 0.0; t[0] += a; x[1] += b; return (x, t)",
            {"t": "x"},
        ),
    ],
)
def test_arrays_that_look_into_each_other(text, views):
    keeps_meaning(merge_clears, text, views=views, t=SHORT)


def test_index_that_is_written():
    keeps_meaning(
        merge_clears,
        "j = np.array([1]); y[j] = 0.0; j[0] = 2; y[j] += a; return y",
        j=Array("int64", (1,)),
    )


@pytest.mark.parametrize("between", ["", "y[1] += b", "s = a * b"])
def test_exits(between):
    text = f"""
for i in range(n):
    y[0] = 0.0
    {between or "s = a"}
    if c:
        break
    y[0] += a
return y
"""
    stays(merge_clears, text)


def test_clear_in_front_of_a_loop():
    stays(merge_clears, "y[0] = 0.0\nfor i in range(n):\n    y[0] += a\nreturn y")
    stays(merge_clears, "for i in range(n):\n    y[0] = 0.0\ny[0] += a\nreturn y")


def test_clear_in_front_of_a_pullback():
    text = "y[0] = 0.0\ndef pullback(y_bar):\n    y[0] += a\n    return y\n"
    stays(merge_clears, text + "return pullback", pullback=None)


def cleared_and_handed_on(u, c):
    x, y = u.copy(), u * c
    t = x[1:]
    x[1] = 0.0
    y[0] = 0.0
    y[1:] += t
    x[1] += c
    y[0] += c * c
    return np.sum(x * y * u)


def added_of_what_changes(u, c):
    x, y = u.copy(), u * c
    t = y[1:]
    x[0] = 0.0
    y[0] = 0.0
    x[1:] += t
    y[1] += c
    x[0] += c * c
    return np.sum(x * y * u)


def cleared_in_front_of_an_exit(u, c):
    x, s = np.zeros(3), c
    for i in range(5):
        x[0] = 0.0
        x[:2] += 1.5
        if u[i] > 0.8:
            break
        x[0] += i * 1.0
        s = s + x[0] * np.sum(u)
    return s * np.sum(x)


def assembled(u, c):
    k, f = np.zeros((u.size, u.size)), np.zeros(u.size)
    for e in range(u.size - 1):
        k[e : e + 2, e : e + 2] += u[e] * c * np.array([[1.0, -1.0], [-1.0, 1.0]])
        f[e] += c
        f[e + 1] += 0.5 * u[e]
    k[0, :] = 0.0
    k[:, 0] = 0.0
    k[0, 0] = 1.0
    f[0] = 0.0
    f[1:] += c * u[1:]
    f[0] += c
    return np.sum(np.linalg.solve(k, f) ** 2)


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize(
    "f",
    [
        cleared_and_handed_on,
        added_of_what_changes,
        cleared_in_front_of_an_exit,
        assembled,
    ],
)
def test_programs(f, optimize):
    with tl.options(optimize=optimize):
        for size in (6, 8):
            u = np.linspace(0.3, 1.1, size)
            value, (u_bar, c_bar) = tl.value_and_grad(f, wrt=(0, 1))(u, 0.7)
            assert value == f(u, 0.7)
            slopes = [
                (f(u + d, 0.7) - f(u - d, 0.7)) / 2e-6 for d in 1e-6 * np.eye(size)
            ]
            np.testing.assert_allclose(u_bar, slopes, rtol=1e-5, atol=1e-6)
            slope = (f(u, 0.7 + 1e-6) - f(u, 0.7 - 1e-6)) / 2e-6
            assert c_bar == pytest.approx(slope, rel=1e-5)
