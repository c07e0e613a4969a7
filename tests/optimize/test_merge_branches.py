"""When two branches on one flag become one, and when not."""

import pytest

from tangentlite.optimize.merge_branches import merge_branches
from tests.optimize.rewriting import FLAG, backward, becomes, stays

PAIR = """
if c:
    t = x * x
else:
    t = x
{between}
if c:
    u = t + z
else:
    u = t
y = u + t
return y
"""


@pytest.mark.parametrize("between", ["", "z = x + w", "'backward'", "c"])
def test_branches_on_one_flag(between):
    lines = f"{between}\n" if between else ""
    becomes(
        merge_branches,
        "z = w\n" + PAIR.format(between=between),
        f"""
z = w
{lines}if c:
    t = x * x
    u = t + z
else:
    t = x
    u = t
y = u + t
return y
""",
    )


def test_negated_flags():
    becomes(
        merge_branches,
        """
        if not c:
            t = x * x
        if c:
            u = x
        else:
            u = t
        if not c:
            v = u
        else:
            v = z
        return v
        """,
        """
        if not c:
            t = x * x
            u = t
            v = u
        else:
            u = x
            v = z
        return v
        """,
    )


def test_what_the_second_does_need_not_be_pure():
    becomes(
        merge_branches,
        """
        if c:
            t = x * x
        if c:
            y[0] = a
            saved.append(a)
            for i in range(n):
                y[i] += a
        return y
        """,
        """
        if c:
            t = x * x
            y[0] = a
            saved.append(a)
            for i in range(n):
                y[i] += a
        return y
        """,
    )


def test_branches_in_a_loop_and_in_a_branch():
    becomes(
        merge_branches,
        """
        for i in range(n):
            r = x[i]
            c = r > a
            if flag:
                if c:
                    s = x[i]
                if c:
                    y[i] += s
        return y
        """,
        """
        for i in range(n):
            r = x[i]
            c = r > a
            if flag:
                if c:
                    s = x[i]
                    y[i] += s
        return y
        """,
    )


@pytest.mark.parametrize(
    "between",
    [
        "z = t * w",
        "x = w * w",
        "x[0] = a",
        "w[0] = a",
        "w += x",
        "saved.append(a)",
        "s = x_bwd(x)",
        "print(a)",
        "for i in range(n):\n    s = a",
        "if flag:\n    s = a",
        "def other():\n    return t",
    ],
)
def test_branches_stay_for_what_stands_between(between):
    kinds = {"x_bwd": backward, "other": None}
    stays(merge_branches, "z = w\n" + PAIR.format(between=between), **kinds)


@pytest.mark.parametrize(
    "effect",
    [
        "y[0] = a",
        "y += z",
        "saved.append(a)",
        "s = saved.pop()",
        "s = x_bwd(y)",
        "for i in range(n):\n        s = a",
    ],
)
def test_branches_stay_for_what_the_first_does(effect):
    text = f"if c:\n    {effect}\nz = w\nif c:\n    y[1] = a\nreturn y"
    stays(merge_branches, text, x_bwd=backward)


def test_flag_bound_again():
    stays(
        merge_branches,
        """
        c = a > b
        if c:
            t = x
        c = a > d
        if c:
            y[0] = a
        return y
        """,
    )


def test_flag_that_a_loop_carries():
    stays(
        merge_branches,
        """
        c = a > b
        for i in range(n):
            if c:
                t = x
            r = x[i]
            c = r > b
            if c:
                y[0] = a
        return y
        """,
        joined="c",
    )


def test_exits_stay():
    stays(
        merge_branches,
        """
        for i in range(n):
            if c:
                t = x
            if c:
                y[i] = a
                break
            if c:
                y[i] += a
        return y
        """,
    )


def test_no_branch_moves_behind_an_exit():
    stays(
        merge_branches,
        """
        t = z
        for i in range(n):
            if c:
                t = x
            if flag:
                break
            if c:
                y[i] += a
        return (y, t)
        """,
        joined="t",
    )


def test_tests_that_are_no_flags():
    text = "if a > b:\n    t = x\nif a > b:\n    y[0] = a\nreturn y"
    stays(merge_branches, text)


def test_other_flags():
    stays(merge_branches, "if c:\n    t = x\nif flag:\n    y[0] = a\nreturn y", t=FLAG)


def test_branch_of_a_pullback_stays_there():
    stays(
        merge_branches,
        """
        if c:
            t = x
        else:
            t = z
        def pullback(y_bar):
            if c:
                u = t * y_bar
            else:
                u = y_bar
            return u
        return pullback
        """,
        pullback=None,
    )
