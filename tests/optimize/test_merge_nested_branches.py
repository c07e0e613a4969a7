"""When branches that hold branches become one, and when not."""

import pytest

from tangentlite.optimize.merge_branches import merge_branches
from tests.optimize.rewriting import becomes, stays


def test_branches_in_branches():
    becomes(
        merge_branches,
        """
        if c:
            if flag:
                t = x * x
            else:
                t = x
        else:
            t = w
        z = w * w
        if c:
            u = t
            if flag:
                u = t * z
        else:
            u = z
        return u
        """,
        """
        z = w * w
        if c:
            if flag:
                t = x * x
            else:
                t = x
            u = t
            if flag:
                u = t * z
        else:
            t = w
            u = z
        return u
        """,
        joined="t u",
    )


def test_inner_branches_meet_where_the_outer_ones_do():
    becomes(
        merge_branches,
        """
        if c:
            if flag:
                t = x * x
            else:
                t = x
        if c:
            if not flag:
                u = t
            else:
                u = t * w
            y[0] = a
        return y
        """,
        """
        if c:
            if not flag:
                t = x
                u = t
            else:
                t = x * x
                u = t * w
            y[0] = a
        return y
        """,
        joined="t u",
    )


@pytest.mark.parametrize(
    ("inner", "between"),
    [
        ("if flag:\n        y[0] = a", "z = w"),
        ("if flag:\n        s = saved.pop()", "z = w"),
        ("if flag:\n        t = x", "z = t"),
        ("if flag:\n        t = x", "x = w"),
        ("if flag:\n        t = x", "flag = a > b"),
        ("if flag:\n        t = x", "t = w"),
        ("if flag:\n        t = x", "x[0] = a"),
        ("if a > b:\n        t = x", "a = b"),
        ("for i in range(n):\n        t = x", "z = w"),
        ("if flag:\n        for i in range(n):\n            t = x", "z = w"),
    ],
)
def test_branches_stay_for_a_branch_in_the_first(inner, between):
    text = f"t = w\nif c:\n    {inner}\n{between}\nif c:\n    y[1] = b\nreturn (y, t)"
    stays(merge_branches, text, joined="t x flag a")


def test_branch_in_a_branch_that_leaves_the_loop():
    stays(
        merge_branches,
        """
        for i in range(n):
            if c:
                t = x
                y[i] = a
            if c:
                y[i] += b
                break
        return y
        """,
    )
