"""When two names of a copy become one, and when not."""

import pytest

from tangentlite.optimize.copies.coalesce import coalesce
from tests.optimize.rewriting import NUMBER, VECTOR, becomes, keeps_meaning, stays

TEMPORARIES = {"t": NUMBER, "t1": NUMBER, "t2": NUMBER}


def test_carried_value():
    becomes(
        coalesce,
        """
        s1 = s
        for i in range(n):
            s2 = s1 * a
            s1 = s2
        return s1
        """,
        """
        for i in range(n):
            s = s * a
        return s
        """,
        s1=NUMBER,
        s2=NUMBER,
        joined="s1",
    )


def test_value_of_a_branch():
    becomes(
        coalesce,
        """
        t = x * y
        if c:
            t1 = t * a
            t2 = t1
        else:
            t2 = t
        return t2
        """,
        """
        t = x * y
        if c:
            t = t * a
        return t
        """,
        joined="t2",
        **dict.fromkeys(("t", "t1", "t2"), VECTOR),
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("t = a * b; t1 = t; t1 += a; r = t + t1; return r", TEMPORARIES),
        ("t = a * b; t1 = t; t = a + b; r = t + t1; return r", TEMPORARIES),
        ("a1 = a; a1 += b; r = a * a1; return r", {"a1": NUMBER}),
        ("s = a * b; r = s; d = r * a; return d", {}),
        ("t = x; t1 = a; t = t1; return t", {"t": VECTOR, "t1": NUMBER}),
    ],
)
def test_names_stay(text, facts):
    keeps_meaning(coalesce, text, **facts)


def test_two_variables_of_the_user():
    stays(coalesce, "s = a * b; r = s; d = r * a; return d")


def test_values_of_two_kinds():
    stays(coalesce, "t = a * b; x1 = t; x1[0] = a; return x1", t=NUMBER, x1=VECTOR)


def test_old_value_that_is_read_again():
    keeps_meaning(
        coalesce,
        """
        s1 = s
        for i in range(n):
            s2 = s1 * a
            s3 = s2 + s1
            y[i] += s3
            s1 = s2
        return (s1, s)
        """,
        joined="s1",
        **dict.fromkeys(("s1", "s2", "s3"), NUMBER),
    )


def test_value_that_an_exit_leaves_behind():
    keeps_meaning(
        coalesce,
        """
        s1 = s
        for i in range(n):
            s2 = s1 * a
            if s2 > b:
                break
            s1 = s2
        return (s1, y)
        """,
        joined="s1",
        **dict.fromkeys(("s1", "s2"), NUMBER),
    )


def test_names_that_a_pullback_reads():
    keeps_meaning(
        coalesce,
        """
        t = x * y
        t1 = t
        def pullback(y_bar):
            t2 = np.copy(t1)
            t3 = t2
            t3[0] = a
            u = t3 * y_bar
            v = u + t1
            return v
        return pullback
        """,
        pullback=None,
        **dict.fromkeys(("t", "t1", "t2", "t3"), VECTOR),
    )


def test_names_that_a_loop_swaps():
    keeps_meaning(
        coalesce,
        """
        t = a
        t1 = b
        for i in range(n):
            t2 = t1 * 2.0
            t3 = t
            t = t2
            t1 = t3
        return (t, t1)
        """,
        joined="t t1",
        **dict.fromkeys(("t", "t1", "t2", "t3"), NUMBER),
    )
