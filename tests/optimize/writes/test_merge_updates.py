"""When two additions to one place of an array become one, and when not."""

import pytest

from tangentlite.kinds.kind import Array
from tangentlite.optimize.writes.merge_updates import merge_updates
from tests.optimize.rewriting import (
    NUMBER,
    backward,
    becomes,
    case,
    keeps_meaning,
    stays,
)

NUMBERS = {"t": NUMBER, "u": NUMBER, "v": NUMBER}


@pytest.mark.parametrize(
    ("first", "second", "total", "last"),
    [
        ("+", "+", "u + t", "+"),
        ("+", "-", "t - u", "+"),
        ("-", "+", "u - t", "+"),
        ("-", "-", "u + t", "-"),
    ],
)
def test_pull_signs(first, second, total, last):
    becomes(
        merge_updates,
        f"y[i] {first}= t; y[i] {second}= u; return y",
        f"t1 = {total}; y[i] {last}= t1; return y",
        t1=None,
        **NUMBERS,
    )


def test_three_terms_with_others_between():
    becomes(
        merge_updates,
        "y[0] += t; v = t * a; y[1] += v; y[0] += u; w[0] += t; y[0] -= v; return y",
        """
        v = t * a
        y[1] += v
        t1 = u + t
        w[0] += t
        t2 = t1 - v
        y[0] += t2
        return y
        """,
        **NUMBERS,
    )


def test_slices_and_rows():
    becomes(
        merge_updates,
        "m[i, :] += t; m[i, :] += u; y[1:] += x; y[1:] -= z; return (m, y)",
        "t1 = u + t; m[i, :] += t1; t2 = x - z; y[1:] += t2; return (m, y)",
        x=Array("float64", (2,)),
        z=Array("float64", (2,)),
    )


def test_single_precision_stays():
    single = Array("float32", (3,))
    becomes(
        merge_updates,
        "m[0] += t; m[0] += u; return m",
        "t1 = u + t; m[0] += t1; return m",
        m=Array("float32", (3, 3)),
        t=single,
        u=single,
    )


def test_updates_in_a_loop():
    becomes(
        merge_updates,
        "for i in range(n):\n    s = x[i]\n    y[i] += s\n    y[i] += a\nreturn y",
        "for i in range(n):\n    s = x[i]\n    t = a + s\n    y[i] += t\nreturn y",
    )


@pytest.mark.parametrize(
    "between",
    [
        "v = y[0]",
        "v = np.sum(y)",
        "v = y[1]",
        "y[0] = a",
        "y += x",
        "y *= x",
        "w[0] = a",
        "w[0] *= a",
        "saved.append(y)",
        "v = y_bwd(y)",
        "v = y_bwd(x)",
        "print(a)",
        "if c:\n    v = a",
        "for j in range(n):\n    v = a",
        "def other():\n    return y",
    ],
)
def test_updates_stay_for_what_stands_between(between):
    text = f"y[0] += t\n{between}\ny[0] += u\nreturn y"
    stays(merge_updates, text, y_bwd=backward, other=None, **NUMBERS)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("other places", "y[0] += t; y[1] += u; return y", NUMBERS),
        case("products", "y[0] *= t; y[0] *= u; return y", NUMBERS),
        case("a sum, a product", "y[0] += t; y[0] *= u; return y", NUMBERS),
        case("a literal", "y[0] += t; y[0] += 1.0; return y", NUMBERS),
        case("other arrays", "x[0] += t; y[0] += u; return y", NUMBERS),
        case("whole arrays", "y += t; y += u; return y"),
        case("terms that broadcast", "m[0] += a; m[0] += t; return m"),
        case(
            "two dtypes",
            "m[0] += t; m[0] += u; return m",
            {"t": Array("float32", (3,))},
        ),
        case(
            "unknown shapes",
            "m[0] += t; m[0] += u; return m",
            dict.fromkeys("tu", Array("float64", None)),
        ),
        case("index bound again", "y[i] += t; i = i + 1; y[i] += u; return y", NUMBERS),
        case("term bound again", "y[i] += t; t = a * b; y[i] += t; return y", NUMBERS),
        case("term written", "m[0] += t; t[0] = a; m[0] += t; return m"),
        case(
            "joined index", "y[j] += t; y[j] += u; return y", {**NUMBERS, "joined": "j"}
        ),
        case(
            "view between",
            "m[0] += v; v = m[1]; m[0] += t; return m",
            {"views": {"v": "m"}, "joined": "v"},
        ),
        case(
            "a view is read",
            "v = y[1:]; y[0] += a; s = np.sum(v); y[0] += b; return (y, s)",
            {"views": {"v": "y"}},
        ),
    ],
)
def test_updates_stay(text, facts):
    stays(merge_updates, text, **facts)


def test_update_and_exit():
    stays(
        merge_updates,
        """
        for i in range(n):
            y[0] += t
            if flag:
                break
            y[0] += u
        return y
        """,
        **NUMBERS,
    )


def test_update_of_a_pullback():
    stays(
        merge_updates,
        """
        y[0] += t
        def pullback(u):
            y[0] += u
            return y
        return pullback
        """,
        pullback=None,
        **NUMBERS,
    )


@pytest.mark.parametrize(
    ("text", "views"),
    [
        case(
            "an earlier term looks into the other array",
            "t = k[0]; m[0] += t; k[0] += u; m[0] += u; return m",
            {"t": "k"},
        ),
        case(
            "the other term looks into this array",
            "t = m[0]; m[0] += u; k[0] += t; m[0] += w; return (m, k)",
            {"t": "m"},
        ),
        case(
            "another name", "k = m; m[0] += t; s = np.sum(k); m[0] += u; return (m, s)"
        ),
    ],
)
def test_updates_of_what_a_term_looks_into(text, views):
    keeps_meaning(merge_updates, text, views=views)


def test_updates_of_the_primal_stay():
    stays(merge_updates, "y[0] += t; y[0] += u; return y", primal="y t u", **NUMBERS)


def test_array_bound_again():
    text = "y = x * x; w = y; y[0] += t; y = z * z; y[0] += u; return (w, y)"
    keeps_meaning(merge_updates, text, **NUMBERS)


def test_over_additions_to_places_that_may_overlap():
    becomes(
        merge_updates,
        "y[i] += t; y[1:] -= z; y[j] += v; y[i] -= u; return y",
        "y[1:] -= z; y[j] += v; t1 = t - u; y[i] += t1; return y",
        z=Array("float64", (2,)),
        **NUMBERS,
    )


@pytest.mark.parametrize(
    ("between", "facts"),
    [
        case("multiplied", "y[j] *= v"),
        case("assigned", "y[j] = v"),
        case("twice at once", "np.add.at(y, [0, 0], v)"),
        case("a view is added to", "w[0] += v"),
        case("a view is added", "y[1:] += w"),
        case("it is its own index", "y[k] += v", {"start": "k = y"}),
        case("added to in a branch", "if c:\n    y[j] += v"),
        case("added to in a loop", "for j in range(n):\n    y[j] += v"),
        case("all of it", "y += x"),
    ],
)
def test_additions_that_do_not_commute(between, facts):
    facts = {"k": Array("int64", (1,)), "w": Array("float64", (2,)), **facts}
    start = facts.pop("start", "w = y[1:]")
    text = f"{start}\ny[i] += t\n{between}\ny[i] += u\nreturn y"
    views = {"w": "y"}
    stays(merge_updates, text, views=views, **facts, **NUMBERS)


def test_rows_that_overlap():
    keeps_meaning(
        merge_updates,
        "m[0] += t; m[:, 0] += w; m[0:2, 1] -= z; m[0] += u; m[:, 0] -= v; return m",
        z=Array("float64", (2,)),
    )
    keeps_meaning(
        merge_updates,
        "t = m[1]; m[0] += w; m[1, 0] += a; m[0] += t; m[1, 0] += b; return m",
        views={"t": "m"},
    )
