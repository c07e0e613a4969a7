"""What is simplified in a derivative, and what has to stay."""

import pytest

from tangentlite.kinds.kind import Array, Scalar
from tangentlite.optimize.algebra.simplify import simplify
from tests.optimize.rewriting import (
    COUNT,
    NUMBER,
    SINGLE,
    becomes,
    case,
    keeps_meaning,
    stays,
)


@pytest.mark.parametrize(
    ("value", "simple"),
    [
        ("1.0 * x", "x"),
        ("x * 1.0", "x"),
        ("-1.0 * x", "-x"),
        ("x / 1.0", "x"),
        ("x ** 1", "x"),
        ("np.power(x, 1)", "x"),
        ("0.0 + x", "x"),
        ("x + 0.0", "x"),
        ("x + x", "2.0 * x"),
        ("x * 3.0", "3.0 * x"),
        ("np.divide(x, y)", "x / y"),
        ("np.power(x, 3)", "x ** 3"),
    ],
)
def test_units_and_spelling(value, simple):
    read = "x" if simple == "x" else "t"
    before = f"t = {value}; u = t * y; return u"
    becomes(simplify, before, f"t = {simple}; u = {read} * y; return u")
    single = dict.fromkeys("xytu", SINGLE)
    becomes(simplify, before, f"t = {simple}; u = {read} * y; return u", **single)


@pytest.mark.parametrize(
    ("value", "simple"), [("z + t", "z - x"), ("t + z", "z - x"), ("z - t", "z + x")]
)
def test_pull_signs(value, simple):
    becomes(
        simplify, f"t = -x; u = {value}; return u", f"t = -x; u = {simple}; return u"
    )


def test_two_signs():
    text = "t = -x; u = -t; v = u + y; return v"
    becomes(simplify, text, "t = -x; u = x; v = x + y; return v")


def test_what_is_returned_is_no_argument():
    stays(simplify, "t = -x; u = -t; return u")


def test_numbers_are_multiplied():
    becomes(
        simplify,
        "s = 2.0 * 3.0; t = s * x; u = 0.5 * t; return u",
        "s = 6.0; t = 6.0 * x; u = 3.0 * x; return u",
    )


def test_factors_that_are_powers_of_two():
    becomes(
        simplify,
        "t = 0.1 * x; u = 2.0 * t; v = u * 4.0; return v",
        "t = 0.1 * x; u = 0.2 * x; v = 0.8 * x; return v",
    )
    stays(simplify, "t = 0.1 * x; u = 0.3 * t; return u")


def test_number_that_a_loop_changes():
    becomes(
        simplify,
        "s = 1.0 * a; s += b; return s",
        "s = a; s += b; return s",
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("primal", "t = 1.0 * x; return t", {"primal": "t x"}),
        case("a number becomes a vector", "t = 1.0 * a; return t"),
        case("a dtype becomes wider", "t = 1.0 * x; return t", {"x": SINGLE}),
        case("integers", "t = 1.0 * x; return t", {"x": Array("int64", (3,))}),
        case(
            "no shape",
            "t = 1.0 * x; return t",
            dict.fromkeys("tx", Array("float64", None)),
        ),
        case(
            "no dtype", "t = 1.0 * x; return t", dict.fromkeys("tx", Array(None, (3,)))
        ),
        case("a quotient", "t = x / 1.0; return t", {"x": Array("int64", (3,))}),
        case("an integer zero", "t = x + 0; return t"),
        case("zero times what may be undefined", "t = 0.0 * x; return t"),
        case("what may be undefined minus itself", "t = x - x; return t"),
        case("what may be zero over itself", "t = x / x; return t"),
        case("no power", "t = x ** 0; return t"),
        case("written", "t = 1.0 * x; t[0] = a; return t"),
        case("changed", "t = 1.0 * x; t += y; return t"),
        case("operand written", "t = 1.0 * x; x[0] = a; return t"),
        case(
            "operand written through a view",
            "w = x[1:]; t = 1.0 * x; w[0] = a; return t",
            {"views": {"w": "x"}},
        ),
        case("negated and written", "t = -x; x[0] = a; u = z + t; return u"),
        case("negated and bound again", "t = -x; x = y; u = z + t; return u"),
        case("scaled, written", "t = 2.0 * x; x[0] = a; u = 2.0 * t; return u"),
        case("scaled, bound again", "t = 2.0 * x; x = y; u = 2.0 * t; return u"),
        case(
            "scaled, written by another name",
            "w = x; t = 2.0 * x; w[0] = a; u = 2.0 * t; return u",
        ),
        case("numbers may raise", "t = np.divide(a, b); return t", {"t": NUMBER}),
        case("copy read", "t = x * y; u = np.copy(t); u[0] = a; return (t, u)"),
        case("copy of an argument", "u = np.copy(x); u[0] = a; return u"),
        case(
            "copy of a view",
            "t = x[1:]; u = np.copy(t); u[0] = a; return u",
            {"views": {"t": "x"}},
        ),
    ],
)
def test_text_stays(text, facts):
    stays(simplify, text, **facts)


def test_sum_of_what_is_written_twice():
    stays(simplify, "x[0] = a; t = x + x; return t")


def test_branches_and_loops_bind_again():
    stays(
        simplify,
        """
        s = a
        r = 2.0 * s
        for i in range(n):
            d = 3.0 * r
            e = s * d
            s = e
        return (s, r)
        """,
        joined="s",
    )
    keeps_meaning(
        simplify,
        """
        s = a
        for i in range(n):
            r = 2.0 * s
            if c:
                s = b
            d = 2.0 * r
            y[i] += d
        return y
        """,
        joined="s",
    )


def test_zero_that_a_branch_replaces():
    text = "s = 0.0\nif c:\n    s = a\nr = s + b\nd = 1.0 * r\nreturn d"
    after = "s = 0.0\nif c:\n    s = a\nr = s + b\nd = r\nreturn r"
    becomes(simplify, text, after, joined="s")


@pytest.mark.parametrize("value", ["i + i", "2 * j"])
def test_indices_stay_integers(value):
    text = f"j = 2 * i; k = {value}; s = x[k]; return (s, k)"
    keeps_meaning(simplify, text, k=COUNT, x=Array("float64", (9,)))


def test_copy_in_a_loop():
    keeps_meaning(
        simplify,
        """
        t = x * y
        for i in range(n):
            u = np.copy(t)
            u[0] += a
            z += u
        return z
        """,
    )


def test_copy_in_a_pullback():
    keeps_meaning(
        simplify,
        """
        t = x * y
        def pullback(y_bar):
            u = np.copy(t)
            u += y_bar
            return u
        return pullback
        """,
        pullback=None,
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case(
            "another name",
            "t = x * y; v = 1.0 * t; u = np.copy(v); u[0] = a; return (u, v)",
        ),
        case("a copy", "t = x * y; v = t; u = np.copy(v); u[0] = a; return (u, v)"),
        case(
            "read under another name",
            "t = x * y; v = 1.0 * t; u = np.copy(v); u[0] = a; w = v + z; return u, w",
        ),
        case(
            "written under another name",
            "t = x * y; u = -t; v = -u; w = v; w[0] = a; z = t + x; return (w, z)",
        ),
    ],
)
def test_copy_of_what_another_name_reads(text, facts):
    keeps_meaning(simplify, text, **facts)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case(
            "a view",
            "v = x[:]; t = -v; x[0] = a; u = z + t; return u",
            {"views": {"v": "x"}},
        ),
        case("another name", "v = x; t = -v; x[0] = a; u = z - t; return u"),
        case(
            "through a view",
            "v = x[1:]; t = -x; v[0] = a; u = z + t; return u",
            {"views": {"v": "x"}},
        ),
    ],
)
def test_negative_of_what_another_name_writes(text, facts):
    keeps_meaning(simplify, text, **facts)


@pytest.mark.parametrize("value", ["1.0 * y_bar", "0.0 + y_bar", "y_bar ** 1"])
def test_result_shares_no_memory_with_an_argument(value):
    stays(simplify, f"x_bar = {value}; return x_bar")


WEAK, STRONG = Scalar("float64", True), Scalar("float64", False)


@pytest.mark.parametrize(("kind", "other"), [(WEAK, STRONG), (STRONG, WEAK)])
def test_numbers_of_python_and_numpy(kind, other):
    before, after = "s = 1.0 * a; r = s * b; return r", "s = a; r = a * b; return r"
    becomes(simplify, before, after, a=kind, s=other)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "t = 2 * x; u = t * y; v = 0.5 * u; return v",
            "t = 2 * x; u = t * y; v = x * y; return v",
        ),
        (
            "t = 4.0 * x; u = y * t; v = 0.25 * u; return v",
            "t = 4.0 * x; u = y * t; v = x * y; return v",
        ),
    ],
)
def test_a_factor_and_its_inverse(before, after):
    becomes(simplify, before, after)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("not 1", "t = 2 * x; u = t * y; v = 0.25 * u; return v"),
        case("not exact", "t = 3.0 * x; u = t * y; v = 0.3 * u; return v"),
        case("read twice", "t = 2 * x; u = t * y; v = 0.5 * u; return (v, u)"),
        case("written", "t = 2 * x; u = t * y; x[0] = a; v = 0.5 * u; return v"),
    ],
)
def test_a_factor_and_its_inverse_stay(text, facts):
    stays(simplify, text, **facts)
