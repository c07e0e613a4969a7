"""When a loop that only keeps values moves to where they are read, and when not."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.optimize.loops.recompute_loops import recompute_loops
from tests.optimize.rewriting import COUNT, NUMBER, backward, becomes, case, stays
from tests.support.numeric import central_gradient

KEPT = """
saved = []
for i in range(n):
    s = x[i]
    t = np.sin(s)
    saved.append(t)
{between}
for j in reversed(range(n)):
    u = saved.pop()
    y[j] += u
return y
"""


KINDS = {"t": None, "u": None, "s": None, "x_bwd": backward}


def test_value_is_computed_where_it_is_read():
    becomes(
        recompute_loops,
        KEPT.format(between="y[0] = a"),
        """
        y[0] = a
        for j in reversed(range(n)):
            s = x[j]
            t = np.sin(s)
            u = t
            y[j] += u
        return y
        """,
        **KINDS,
    )


def test_several_values_in_one_item():
    becomes(
        recompute_loops,
        """
        saved = []
        for i in range(n):
            s = x[i]
            t = np.sin(s)
            saved.append((t, s, a))
        for j in reversed(range(n)):
            u, v, w = saved.pop()
            y[j] += u
            y[j] *= v
            y[j] -= w
        return y
        """,
        """
        for j in reversed(range(n)):
            s = x[j]
            t = np.sin(s)
            u = t
            v = s
            w = a
            y[j] += u
            y[j] *= v
            y[j] -= w
        return y
        """,
        **KINDS,
    )


def test_lists_of_two_loops():
    becomes(
        recompute_loops,
        """
        saved = []
        for i in range(n):
            t = x[i]
            saved.append(t)
        others = []
        for i1 in range(n):
            t1 = z[i1]
            others.append(t1)
        for j1 in reversed(range(n)):
            u1 = others.pop()
            y[j1] += u1
        for j in reversed(range(n)):
            u = saved.pop()
            y[j] -= u
        return y
        """,
        """
        for j1 in reversed(range(n)):
            t1 = z[j1]
            u1 = t1
            y[j1] += u1
        for j in reversed(range(n)):
            t = x[j]
            u = t
            y[j] -= u
        return y
        """,
        i1=None,
        j1=None,
        t1=None,
        u1=None,
        **KINDS,
    )


@pytest.mark.parametrize(
    "between",
    [
        "x[0] = a",
        "x += z",
        "x = z",
        "n = n - 1",
        "d = x_bwd(x)",
        "d = x_bwd(saved)",
        "d = len(saved)",
        "d = saved.pop()",
        "saved.append(a)",
        "y[0] = t",
        "y[0] = i",
    ],
)
def test_loop_stays_for_what_follows(between):
    stays(recompute_loops, KEPT.format(between=between), **KINDS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(
            "saved.append", "w[i] = t\n    saved.append", id="writes an array"
        ),
        pytest.param(
            "saved.append", "others.append(t)\n    saved.append", id="two lists"
        ),
        pytest.param("saved.append", "print(t)\n    saved.append", id="prints"),
        pytest.param("np.sin(s)", "x_bwd(s)", id="calls a backward function"),
        pytest.param("    t =", "    if s > a:\n        break\n    t =", id="exit"),
        pytest.param("y[j] +=", "x[j] = a\n    y[j] +=", id="second loop writes"),
        pytest.param("y[j] +=", "z = x_bwd(x)\n    y[j] +=", id="second loop hands on"),
        pytest.param("reversed(range(n))", "range(n)", id="not backwards"),
        pytest.param("in range(n)", "in range(2)", id="another range"),
    ],
)
def test_loop_stays_for_what_the_loops_do(old, new):
    stays(recompute_loops, KEPT.format(between="").replace(old, new), **KINDS)


def test_loop_that_carries_a_value_stays():
    stays(
        recompute_loops,
        """
        s = a
        saved = []
        for i in range(n):
            t = x[i]
            r = t * s
            s = r
            saved.append(s)
        for j in reversed(range(n)):
            u = saved.pop()
            y[j] += u
        return y
        """,
        joined="s",
        **KINDS,
    )


def test_loop_that_binds_a_joined_name_stays():
    text = "\nt = a" + KEPT.format(between="")
    stays(recompute_loops, text, joined="t", **KINDS)


def test_list_that_a_pullback_empties_stays():
    stays(
        recompute_loops,
        """
        saved = []
        for i in range(n):
            t = x[i]
            saved.append(t)
        def pullback(y_bar):
            x_bar = np.zeros_like(x)
            for j in reversed(range(n)):
                u = saved.pop()
                x_bar[j] += u
            return x_bar
        return pullback
        """,
        **KINDS,
    )


def test_loops_in_a_branch_stay():
    stays(
        recompute_loops,
        """
        if c:
            saved = []
            for i in range(n):
                t = x[i]
                saved.append(t)
            for j in reversed(range(n)):
                u = saved.pop()
                y[j] += u
        return y
        """,
        **KINDS,
    )


def test_array_written_that_a_view_looks_into():
    text = "\nw = x[1:]" + KEPT.format(between="x[1] = a").replace("x[i]", "w[i]")
    stays(recompute_loops, text, views={"w": "x"}, **KINDS)


@pytest.mark.parametrize(
    ("first", "views"),
    [
        case("another name", "w = x"),
        case("a view", "w = x[1:]", {"w": "x"}),
    ],
)
def test_array_written_through_another_name(first, views):
    text = f"\n{first}" + KEPT.format(between="w[0] = a")
    stays(recompute_loops, text, views=views, **KINDS)


def test_kept_name_bound_again():
    text = KEPT.format(between="d = d * a").replace("append(t)", "append(d)")
    stays(recompute_loops, text, joined="d", **KINDS)


NESTED = """
saved = []
for i in range(n):
    s = x[i]
    for j in range({fill}):
        t = y[j]
        v = s * t
        {push}
for k in reversed(range(n)):
    {between}
    for l in reversed(range({empty})):
        {pop}
        z[l] += u
return z
"""
NEST = {"fill": "i", "empty": "k", "push": "saved.append(v)", "pop": "u = saved.pop()"}
COUNTED = {**dict.fromkeys("tuvs"), "k": COUNT, "l": COUNT}


def test_loops_within_loops():
    becomes(
        recompute_loops,
        NESTED.format(**NEST, between="w = z[k]; z[0] -= w"),
        """
        for k in reversed(range(n)):
            s = x[k]
            w = z[k]
            z[0] -= w
            for l in reversed(range(k)):
                t = y[l]
                v = s * t
                u = v
                z[l] += u
        return z
        """,
        **COUNTED,
        w=NUMBER,
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"empty": "n"},  # not the rounds that were made
        {"between": "x[0] = a"},  # what is read is written before
        {"between": "for j in range(n):\n        y[0] += a"},
        {"push": "saved.append(v); y[0] = a"},  # it does more
        {"fill": "i", "push": "r = r + v; saved.append(r)"},  # carries a value
        {"pop": "z[0] = a; u = saved.pop()"},
    ],
)
def test_loops_within_loops_that_stay(changed):
    text = NESTED.format(**{**NEST, "between": "z[0] = a", **changed})
    stays(recompute_loops, text, **COUNTED)


def pairs_energy(x, m):
    total = 0.0
    for i in range(len(x)):
        for j in range(i):
            d = x[i] - x[j]
            total = total - m[i] * m[j] / np.sqrt(d * d + 0.1)
    return total


def test_numbers_of_nested_loops():
    x, m = np.array([0.2, 0.9, -0.5, 1.4]), np.array([1.0, 0.5, 2.0, 1.5])
    derivative = tl.grad(pairs_energy, wrt=(0, 1))
    assert "append" not in derivative.source_for(x, m)
    want = central_gradient(pairs_energy, (x, m), (0, 1))
    for one, other in zip(derivative(x, m), want, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)
