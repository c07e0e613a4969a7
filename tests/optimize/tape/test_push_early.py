"""When what is kept is kept earlier, and when it has to wait."""

import pytest

from tangentlite.kinds.kind import ListOf
from tangentlite.optimize.tape.push_early import push_early
from tests.optimize.rewriting import (
    COUNT,
    MATRIX,
    VECTOR,
    backward,
    becomes,
    case,
    keeps_meaning,
    stays,
)

VECTORS = {"saved": ListOf(VECTOR), "others": ListOf(VECTOR)}


def test_behind_the_last_value_that_it_takes():
    becomes(
        push_early,
        """
        t = x * y
        u = t + z
        v = u * u
        saved.append((t, x))
        w = v + u
        return (w, saved)
        """,
        """
        t = x * y
        saved.append((t, x))
        u = t + z
        v = u * u
        w = v + u
        return (w, saved)
        """,
    )


def test_to_the_head_of_a_loop():
    becomes(
        push_early,
        """
        for i in range(n):
            t = y * x
            x1 = x + t
            y[i] = a
            saved.append(x)
            x = x1
        return (x, saved)
        """,
        """
        for i in range(n):
            saved.append(x)
            t = y * x
            x1 = x + t
            y[i] = a
            x = x1
        return (x, saved)
        """,
        joined="x",
        x1=VECTOR,
    )


def test_over_loops_branches_and_changes_of_other_arrays():
    becomes(
        push_early,
        """
        t = x * y
        if c:
            u = z * z
        else:
            u = z
        for i in range(n):
            w[i] += a
        w *= u
        others.append(w)
        v = y_bwd(z)
        saved.append(t)
        return (w, v, saved, others)
        """,
        """
        t = x * y
        saved.append(t)
        if c:
            u = z * z
        else:
            u = z
        for i in range(n):
            w[i] += a
        w *= u
        others.append(w)
        v = y_bwd(z)
        return (w, v, saved, others)
        """,
        y_bwd=backward,
    )


def test_in_a_branch_of_a_loop():
    becomes(
        push_early,
        """
        for i in range(n):
            if c:
                s = x[i]
                r = s * s
                saved.append(s)
                y[i] = r
        return (y, saved)
        """,
        """
        for i in range(n):
            if c:
                s = x[i]
                saved.append(s)
                r = s * s
                y[i] = r
        return (y, saved)
        """,
    )


def test_numbers_and_literals():
    becomes(
        push_early,
        "s = a * b; r = s + d; saved.append((s, -1.0)); return (r, saved)",
        "s = a * b; saved.append((s, -1.0)); r = s + d; return (r, saved)",
    )


@pytest.mark.parametrize(
    ("between", "facts"),
    [
        case("bound again", "x = y * z", {"joined": "x"}),
        case("bound by two", "(x, u) = others.pop()", {"joined": "x"}),
        case("an entry", "x[0] = a"),
        case("added to", "x[1:] += a"),
        case("all of it", "x += y"),
        case("rows added", "np.add.at(x, [0, 1], a)"),
        case("in a branch", "if c:\n    x[0] = a"),
        case("in a loop", "for i in range(n):\n    x[i] = a"),
        case("bound in a branch", "if c:\n    x = y\nelse:\n    u = y"),
        case(
            "in a loop in a branch", "if c:\n    for i in range(n):\n        x[i] += a"
        ),
        case("by the function of a recursion", "u = y_bwd(x)"),
        case("an effect", "print(a)"),
        case("a function", "def other():\n    return x"),
        case("kept there, too", "saved.append(u)"),
        case("taken from there", "u = saved.pop()"),
        case("a loop that keeps", "for i in range(n):\n    saved.append(y)"),
        case("a loop that takes", "while saved:\n    u = saved.pop()"),
        case("handed on", "u = other(saved)"),
        case("emptied", "saved.clear()"),
        case("through another name", "w[0] = a", {"start": "w = x"}),
        case("by a view", "w[0] = a", {"start": "w = x[1:]", "views": {"w": "x"}}),
        case(
            "by a view of another name",
            "w[0] = a",
            {"start": "v = x\nw = v[1:]", "views": {"w": "v"}},
        ),
        case(
            "of the array that it looks into",
            "y[0] = a",
            {"start": "x = y[1:]", "views": {"x": "y"}},
        ),
    ],
)
def test_push_waits(between, facts):
    facts = dict(facts)
    start = facts.pop("start", "u = y")
    text = f"{start}\n{between}\nsaved.append((x, b))\nreturn (x, saved)"
    stays(push_early, text, y_bwd=backward, other=None, **VECTORS, **facts)


def test_exits():
    stays(
        push_early,
        """
        for i in range(n):
            s = x[i]
            if c:
                break
            saved.append(s)
        return saved
        """,
    )
    keeps_meaning(
        push_early,
        """
        for i in range(n):
            s = x[i]
            for j in range(n):
                r = s * a
                if c:
                    break
            saved.append(s)
            y[i] = r
        return (y, saved)
        """,
    )


def test_nested_loops_that_share_a_list():
    stays(
        push_early,
        """
        for i in range(n):
            s = x[i]
            for j in range(n):
                r = s * a
                saved.append(r)
            saved.append(s)
        return saved
        """,
    )
    keeps_meaning(
        push_early,
        """
        for i in range(n):
            s = x[i]
            for j in range(n):
                r = s * a
                d = r * r
                saved.append(r)
                y[j] += d
            saved.append(s)
            e = s * s
            saved.append(e)
        return (y, saved)
        """,
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case(
            "a shape",
            "u = x * y; saved.append((np.shape(x), a)); return u",
            {"saved": ListOf(COUNT)},
        ),
        case("a list of the user's", "t = x * y; saved.append(x); return t, saved"),
        case("no list", "t = x * y; others.insert(0, a); return t"),
        case("a value that is taken", "r = a * b; s = saved.pop(); return r + s"),
    ],
)
def test_what_is_no_such_push_stays(text, facts):
    text = text.replace("r + s", "(r, s)").replace("t, saved", "(t, saved)")
    stays(push_early, text, primal="saved", **facts)


def test_arrays_that_a_loop_exchanges():
    keeps_meaning(
        push_early,
        """
        for i in range(n):
            x1 = y * x
            w = x
            w[i] = a
            saved.append((x, y))
            x = y
            y = x1
        return (x, y, saved)
        """,
        joined="x y",
        x1=VECTOR,
        saved=ListOf((VECTOR, VECTOR)),
    )


def test_in_a_pullback():
    keeps_meaning(
        push_early,
        """
        t = x * x
        saved.append(t)
        def pullback(y_bar):
            u = t * y_bar
            t1 = u + x
            others.append(u)
            v = u * t1
            w = others.pop()
            return (v, w)
        return pullback
        """,
        pullback=None,
        t1=VECTOR,
        **VECTORS,
    )


def test_rows_of_a_matrix():
    keeps_meaning(
        push_early,
        """
        for i in range(n):
            t = m[i]
            u = t * x
            m[0] = u
            saved.append(t)
        return (m, saved)
        """,
        views={"t": "m", "saved": "t"},
        saved=ListOf(VECTOR),
        m=MATRIX,
    )
