"""When two additions to one place of an array become one, and when not."""

import pytest

from tangentlite.kinds.kind import Array
from tangentlite.optimize.updates import merge_updates
from tests.optimize.rewriting import NUMBER, becomes, keeps_meaning, stays

NUMBERS = {"t": NUMBER, "u": NUMBER, "v": NUMBER}


def backward(*arguments):
    """Stands for the function of a recursion, which writes what it is given."""


@pytest.mark.parametrize(
    ("first", "second", "total", "last"),
    [("+", "+", "+", "+"), ("+", "-", "-", "+"), ("-", "+", "-", "-"), ("-",) * 2 + ("+", "-")],
)  # fmt: skip
def test_signs(first, second, total, last):
    becomes(
        merge_updates,
        f"y[i] {first}= t; y[i] {second}= u; return y",
        f"t1 = t {total} u; y[i] {last}= t1; return y",
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
        t1 = t + u
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
        "t1 = t + u; m[i, :] += t1; t2 = x - z; y[1:] += t2; return (m, y)",
        x=Array("float64", (2,)),
        z=Array("float64", (2,)),
    )


def test_single_precision_stays():
    single = Array("float32", (3,))
    becomes(
        merge_updates,
        "m[0] += t; m[0] += u; return m",
        "t1 = t + u; m[0] += t1; return m",
        m=Array("float32", (3, 3)),
        t=single,
        u=single,
    )


def test_updates_in_a_loop():
    becomes(
        merge_updates,
        "for i in range(n):\n    s = x[i]\n    y[i] += s\n    y[i] += a\nreturn y",
        "for i in range(n):\n    s = x[i]\n    t = s + a\n    y[i] += t\nreturn y",
    )


@pytest.mark.parametrize(
    "between",
    [
        "v = y[0]",
        "v = np.sum(y)",
        "v = y[1]",
        "y[0] = a",
        "y[i] += a",
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
        pytest.param("y[0] += t; y[1] += u; return y", NUMBERS, id="other places"),
        pytest.param("y[0] *= t; y[0] *= u; return y", NUMBERS, id="products"),
        pytest.param("y[0] += t; y[0] *= u; return y", NUMBERS, id="a sum, a product"),
        pytest.param("y[0] += t; y[0] += 1.0; return y", NUMBERS, id="a literal"),
        pytest.param("x[0] += t; y[0] += u; return y", NUMBERS, id="other arrays"),
        pytest.param("y += t; y += u; return y", {}, id="whole arrays"),
        pytest.param("m[0] += a; m[0] += t; return m", {}, id="terms that broadcast"),
        pytest.param("m[0] += t; m[0] += u; return m", {"t": Array("float32", (3,))},
                     id="two dtypes"),
        pytest.param("m[0] += t; m[0] += u; return m",
                     dict.fromkeys("tu", Array("float64", None)), id="unknown shapes"),
        pytest.param("y[i] += t; i = i + 1; y[i] += u; return y", NUMBERS,
                     id="index bound again"),
        pytest.param("y[i] += t; t = a * b; y[i] += t; return y", NUMBERS,
                     id="term bound again"),
        pytest.param("m[0] += t; t[0] = a; m[0] += t; return m", {}, id="term written"),
        pytest.param("y[j] += t; y[j] += u; return y", {**NUMBERS, "joined": "j"},
                     id="joined index"),
        pytest.param("m[0] += v; v = m[1]; m[0] += t; return m",
                     {"views": {"v": "m"}, "joined": "v"}, id="view between"),
        pytest.param("v = y[1:]; y[0] += a; s = np.sum(v); y[0] += b; return (y, s)",
                     {"views": {"v": "y"}}, id="a view is read"),
    ],
)  # fmt: skip
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


@pytest.mark.xfail(strict=True, reason="the array of another update is not looked at")
@pytest.mark.parametrize(
    ("text", "views"),
    [
        pytest.param(
            "t = k[0]; m[0] += t; k[0] += u; m[0] += u; return m",
            {"t": "k"},
            id="an earlier term looks into the other array",
        ),
        pytest.param(
            "t = m[0]; m[0] += u; k[0] += t; m[0] += w; return (m, k)",
            {"t": "m"},
            id="the other term looks into this array",
        ),
        pytest.param(
            "k = m; m[0] += t; s = np.sum(k); m[0] += u; return (m, s)",
            {},
            id="another name",
        ),
    ],
)
def test_updates_of_what_a_term_looks_into(text, views):
    keeps_meaning(merge_updates, text, views=views)


@pytest.mark.xfail(strict=True, reason="the order of the primal is not kept")
def test_updates_of_the_primal_stay():
    stays(merge_updates, "y[0] += t; y[0] += u; return y", primal="y t u", **NUMBERS)


@pytest.mark.xfail(strict=True, reason="whether the array is bound again is not asked")
def test_array_bound_again():
    text = "y = x * x; w = y; y[0] += t; y = z * z; y[0] += u; return (w, y)"
    keeps_meaning(merge_updates, text, **NUMBERS)


