"""When a second computation of a value is left out, and when not."""

import pytest

from tangentlite.optimize.share_common import share_common
from tests.optimize.rewriting import (
    MATRIX,
    VECTOR,
    backward,
    becomes,
    case,
    keeps_meaning,
    stays,
)

TWICE = "t = x * y; u = x * y; v = t + u; return v"


@pytest.mark.parametrize(
    "value",
    ["x * y", "np.sin(x)", "-x", "x[1:]", "x[i]", "m[0, i]", "np.sum(x, axis=0)"],
)
def test_same_value(value):
    becomes(
        share_common,
        f"t = {value}; u = {value}; v = t + u; return v",
        f"t = {value}; v = t + t; return v",
        views={"t": "x", "u": "x"} if value == "x[1:]" else None,
    )


def test_values_of_values():
    becomes(
        share_common,
        "t = x * y; u = x * y; v = t * a; w = u * a; z = v + w; return z",
        "t = x * y; v = t * a; z = v + v; return z",
    )


def test_inner_blocks_share_what_is_before():
    becomes(
        share_common,
        """
        t = x * y
        for i in range(n):
            u = x * y
            s = u[i]
            z[i] += s
        if c:
            v = x * y
            z += v
        return (z, t)
        """,
        """
        t = x * y
        for i in range(n):
            u = t
            s = t[i]
            z[i] += s
        if c:
            v = t
            z += t
        return (z, t)
        """,
    )


def test_values_of_a_counter():
    becomes(
        share_common,
        """
        for i in range(n):
            s = x[i]
            r = x[i]
            d = s * r
            y[i] += d
        return y
        """,
        """
        for i in range(n):
            s = x[i]
            r = s
            d = s * s
            y[i] += d
        return y
        """,
    )


def test_inside_a_pullback():
    becomes(
        share_common,
        """
        t = x * y
        def pullback(y_bar):
            u = x * y
            v = u * y_bar
            w = u * y_bar
            z = v + w
            return z
        return pullback
        """,
        """
        t = x * y
        def pullback(y_bar):
            v = t * y_bar
            z = v + v
            return z
        return pullback
        """,
        pullback=None,
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("another order", "t = x - y; u = y - x; v = t + u; return v"),
        case("another index", "t = x[0]; u = x[0:1]; v = t + u; return v"),
        case("1 and 1.0", "t = x * 1; u = x * 1.0; v = t + u; return v"),
        case("0 and False", "t = x[0]; u = x[False]; v = t + u; return v"),
        case("zeros", "t = np.zeros(3); u = np.zeros(3); v = t + u; return v"),
        case(
            "lists", "saved = []; others = []; saved.append(a); return (saved, others)"
        ),
        case("written", "t = x * y; x[0] = a; u = x * y; v = t + u; return v"),
        case("changed", "t = x * y; x += z; u = x * y; v = t + u; return v"),
        case("bound again", "t = x * y; x = z; u = x * y; v = t + u; return v"),
        case(
            "written by another name",
            "t = x * y; w = x; w[0] = a; u = x * y; v = t + u; return v",
        ),
        case(
            "written through a view",
            "t = x * y; w = x[1:]; w[0] = a; u = x * y; v = t + u; return v",
            {"views": {"w": "x"}},
        ),
        case(
            "handed to a callee",
            "t = x * y; s = x_bwd(x); u = x * y; v = t + u; return v",
            {"x_bwd": backward},
        ),
        case("second written", "t = x * y; u = x * y; u[0] = a; v = t + u; return v"),
        case("first written", "t = x * y; u = x * y; t[0] = a; v = t + u; return v"),
        case(
            "second written through a view",
            "t = x * y; u = x * y; w = u[1:]; w[0] = a; v = t + u; return v",
            {"views": {"w": "u"}},
        ),
        case(
            "item of a list that grows",
            "s = saved[0]; saved.append(a); r = saved[0]; return (s, r)",
        ),
        case(
            "items taken",
            "s = saved.pop(); r = saved.pop(); return (s, r)",
            {"saved": None},
        ),
        case(
            "calls of a callee",
            "s = x_bwd(x); r = x_bwd(x); return (s, r)",
            {"x_bwd": backward},
        ),
    ],
)
def test_both_stay(text, facts):
    stays(share_common, text, **facts)


@pytest.mark.parametrize(
    "text",
    [
        "if c:\n    t = x * y\n    z += t\nu = x * y\nreturn (z, u)",
        "for i in range(n):\n    t = x * y\n    z += t\nu = x * y\nreturn (z, u)",
        "while c:\n    t = x * y\n    z += t\n    c = a > b\nu = x * y\nreturn (z, u)",
        "if c:\n    t = x * y\n    z += t\nelse:\n    u = x * y\n    z -= u\nreturn z",
        "for i in range(n):\n    if c:\n        t = x * y\n        break\n"
        "    u = x * y\n    z -= u\nreturn z",
    ],
)
def test_nothing_leaves_a_block(text):
    stays(share_common, text, joined="c")


def test_loops_that_carry_values():
    stays(
        share_common,
        """
        s = a
        r = s * b
        for i in range(n):
            d = s * b
            s = d
            e = s * b
            y[i] += e
        return (y, r)
        """,
        joined="s",
    )


def test_counter_that_is_bound_again():
    stays(
        share_common,
        """
        for i in range(n):
            s = x[i]
            y[i] += s
        r = x[i]
        for i in range(2):
            y[i] += r
        d = x[i]
        return (y, r, d)
        """,
    )


def test_joined_values_stay():
    text = "t = x * y\nif c:\n    u = x * y\nelse:\n    u = z\nv = t + u\nreturn v"
    stays(share_common, text, joined="u")


def test_results_share_no_memory():
    stays(share_common, "x_bar = w * z; y_bar = w * z; return (x_bar, y_bar)")


def test_items_of_two_lists_stay_apart():
    keeps_meaning(
        share_common,
        """
        t = x * y
        saved.append(t)
        u = x * y
        others.append(u)
        v = saved.pop()
        v[0] = a
        w = others.pop()
        return (v, w)
        """,
        views={"v": "t", "w": "u"},
    )


def test_operands_in_another_order():
    becomes(
        share_common,
        "t = x * y; u = y * x; v = t / u; return v",
        "t = x * y; v = t / t; return v",
    )


def test_matrix_products_keep_their_order():
    stays(
        share_common,
        "t = m @ k; u = k @ m; v = t / u; return v",
        t=MATRIX,
        u=MATRIX,
        v=MATRIX,
    )


def test_what_is_written_later():
    becomes(
        share_common,
        "t = np.copy(x); u = t * y; v = t * y; t[0] = 1.0; w = t * y; "
        "z = u + v; r = z * w; return r",
        "t = np.copy(x); u = t * y; t[0] = 1.0; w = t * y; z = u + u; r = z * w; "
        "return r",
        r=VECTOR,
    )


def test_what_is_written_behind_the_first_statements():
    becomes(
        share_common,
        "t = x * y; u = x * y; x[0] = a; v = t / u; return v",
        "t = x * y; x[0] = a; v = t / t; return v",
    )


def test_what_is_written_before_a_pullback_runs():
    stays(
        share_common,
        """
        t = x * y
        def pullback(y_bar):
            u = x * y
            z = u * y_bar
            return z
        x[0] = a
        return (t, pullback)
        """,
        pullback=None,
    )


def test_what_a_loop_writes():
    stays(
        share_common,
        """
        t = np.copy(x)
        u = t * y
        for i in range(n):
            v = t * y
            t += v
        z = u + t
        return z
        """,
    )


def test_what_is_written_through_a_view():
    stays(
        share_common,
        "t = np.copy(x); u = t * y; w = t[:]; w += y; v = t * y; z = u + v; return z",
        views={"w": "t"},
    )


def test_quotient_of_a_product():
    becomes(
        share_common,
        "t = x / y; u = x * z; v = u / y; w = t + v; return w",
        "t = x / y; u = x * z; v = t * z; w = t + v; return w",
    )


def test_quotients_of_the_primal_stay():
    stays(
        share_common,
        "t = x / y; u = x * z; v = u / y; w = t + v; return w",
        primal="t u v w",
    )
