"""Which names are live behind each statement, and what that keeps from being dropped.

`live_behind` gives the names behind each line of a text.
"""

import textwrap

import gast
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.analysis.liveness.dead_code import prune
from tangentlite.analysis.liveness.interference import interference
from tangentlite.analysis.liveness.liveness import visit_live
from tangentlite.optimize.copies.reuse_arrays import reuse_arrays
from tangentlite.optimize.drop_dead import drop_dead
from tests.optimize.rewriting import stays
from tests.support.numeric import require_both_modes


def body_of(text):
    return gast.parse(textwrap.dedent(text).strip()).body


def live_behind(text):
    found = {}

    def visit(node, live):
        found[node.lineno] = set(live)

    visit_live(body_of(text), visit)
    return found


def test_what_is_read_behind_an_exit_is_live_in_front_of_it():
    found = live_behind(
        """
        for i in places:
            s = x[i]
            t = s * a
            if t:
                break
            y = s
        """
    )
    assert found[3] == {"s", "t", "x", "a"}


def test_an_exit_leads_behind_the_innermost_loop():
    found = live_behind(
        """
        for i in places:
            for j in places:
                r = x[j]
                if r:
                    s = a
                    break
                s = b
            r = s
        """
    )
    assert "s" in found[5]


def test_what_the_next_iteration_reads_is_live_at_the_end_of_the_body():
    found = live_behind("for i in places:\n    t = s * a\n    s = x[i]")
    assert found[3] == {"s", "a", "x"}


def test_what_a_function_reads_is_live_where_it_may_be_called():
    text = "t = x * y; f = None\ndef f():\n    return t\nu = x * x; v = f(u)"
    assert live_behind(text)[4] >= {"t"}
    found = interference(body_of(text), dict.fromkeys("tu", {"t", "u"}))
    assert found["u"] == {"t"}


def test_an_operand_that_is_read_behind_an_exit_is_not_written():
    stays(
        reuse_arrays,
        """
        for i in range(n):
            t = x * y
            s = np.sum(t)
            u = t * x
            c = s > a
            if c:
                break
            z += t
            r = np.sum(u)
            z += u
            y[i] = r
        return z
        """,
        joined="c",
    )


def test_an_operand_that_is_read_behind_the_loop_left_is_not_written():
    stays(
        reuse_arrays,
        """
        for i in range(n):
            t = x * y
            for j in range(n):
                s = np.sum(t)
                u = t * x
                r = np.sum(u)
                z += u
                c = s > r
                if c:
                    break
            z += t
        return z
        """,
        joined="c",
    )


def test_what_a_pullback_reads_is_not_written():
    stays(
        reuse_arrays,
        """
        t = x * y
        def pullback(y_bar):
            z = t * y_bar
            return z
        a = np.sum(t)
        u = t * x
        v = u / u
        return (a, v, pullback)
        """,
        pullback=None,
    )


@pytest.mark.parametrize(
    "text",
    [
        "v = y[1:]\nfor i in range(2):\n    v[i] = a\nreturn y",
        "v = y[1:]\nif c:\n    v[0] = a\nreturn y",
        "v = y[1:]\nif c:\n    for i in range(2):\n        v[i] = a\nreturn y",
    ],
)
def test_blocks_write_through_views(text):
    stays(drop_dead, text, views={"v": "y"})


def test_a_loop_without_dead_statements_stays_the_same_object():
    body = body_of("for i in range(n):\n    y[i] = a")
    kept, _ = prune(body, frozenset({"y"}), {}, {})
    assert kept == body


def written_through_a_view(x):
    y = x * 1.0
    v = y[1:]
    for i in range(2):
        v[i] = v[i] * x[0]
    return np.sum(y * y)


def left_early(x):
    total = 0.0
    for i in range(4):
        s = np.sin(x * (i + 1.0))
        t = s * x
        if np.sum(t) > 2.0:
            break
        total += np.sum(s * t) + np.sum(t * t)
    return total


def left_early_inside(x):
    total = 0.0
    for i in range(3):
        s = np.sin(x * (i + 1.0))
        for j in range(3):
            t = s * x
            total += np.sum(t * t)
            if np.sum(t) > 0.5 * j:
                break
        total += np.sum(s * t)
    return total


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize(
    "function", [written_through_a_view, left_early, left_early_inside]
)
def test_derivatives(function, optimize):
    with tl.options(optimize=optimize):
        require_both_modes(function, np.array([0.4, 0.7, 1.1]))
