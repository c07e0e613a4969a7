"""When a sum of products has its common factor taken out, and when not."""

import pytest

from tangentlite.kinds.kind import Array, Scalar
from tangentlite.optimize.algebra.factor_sums import factor_sums
from tests.optimize.rewriting import NUMBER, SINGLE, becomes, case, keeps_meaning, stays

SUM = "t = a * x; u = a * y; v = t + u; return v"


def test_difference_of_vectors():
    becomes(
        factor_sums,
        "t = a * x; u = y * a; v = t - u; return v",
        "t = a * x; u = y * a; t1 = x - y; v = a * t1; return v",
    )


def test_numbers():
    numbers = dict.fromkeys("xytuv", NUMBER)
    becomes(
        factor_sums,
        "t = 3.0 * x; u = 3.0 * y; v = t + u; return v",
        "t = 3.0 * x; u = 3.0 * y; t1 = x + y; v = 3.0 * t1; return v",
        **numbers,
    )


def test_sums_of_sums():
    becomes(
        factor_sums,
        "t = a * x; u = a * y; v = t + u; w = a * z; r = v + w; return r",
        """
        t = a * x
        u = a * y
        t1 = x + y
        v = a * t1
        w = a * z
        t2 = t1 + z
        r = a * t2
        return r
        """,
        r=Array("float64", (3,)),
    )


def test_single_precision_stays():
    becomes(
        factor_sums,
        SUM,
        "t = a * x; u = a * y; t1 = x + y; v = a * t1; return v",
        a=Scalar("float32"),
        **dict.fromkeys("xytuv", SINGLE),
    )


def test_in_a_loop():
    becomes(
        factor_sums,
        """
        for i in range(n):
            s = x[i]
            t = s * a
            u = s * b
            r = t - u
            y[i] += r
        return y
        """,
        """
        for i in range(n):
            s = x[i]
            t = s * a
            u = s * b
            t1 = a - b
            r = s * t1
            y[i] += r
        return y
        """,
        t=NUMBER,
        u=NUMBER,
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("primal", SUM, {"primal": "t u v x y a"}),
        case("a term of the primal", SUM, {"primal": "t"}),
        case("a sum of the primal", SUM, {"primal": "v"}),
        case("other factors", "t = a * x; u = b * y; v = t + u; return v"),
        case("a vector", "t = z * x; u = z * y; v = t + u; return v"),
        case("a quotient", "t = a * x; u = a / y; v = t + u; return v"),
        case("a product", "t = a * x; u = a * y; v = t * u; return v"),
        case("term read", "t = a * x; u = a * y; v = t + u; return (v, t)"),
        case("one term twice", "t = a * x; v = t + t; return v"),
        case(
            "a number that broadcasts",
            "t = a * x; u = a * b; v = t + u; return v",
            {"u": NUMBER},
        ),
        case(
            "shapes that broadcast",
            SUM,
            {"y": Array("float64", (1,)), "u": Array("float64", (1,))},
        ),
        case("two dtypes", SUM, {"y": SINGLE, "u": SINGLE}),
        case(
            "a factor of a wider dtype",
            SUM,
            {
                **dict.fromkeys("xy", SINGLE),
                **dict.fromkeys("tuv", Array("float64", (3,))),
            },
        ),
        case("written", "t = a * x; t[0] = b; u = a * y; v = t + u; return v"),
        case("changed", "t = a * x; u = a * y; t += z; v = t + u; return v"),
        case(
            "written through a view",
            "t = a * x; w = t[1:]; w[0] = b; u = a * y; v = t + u; return v",
            {"views": {"w": "t"}},
        ),
        case("bound again", "t = a * x; u = a * y; t = z; v = t + u; return v"),
        case("added in place", "t = a * x; u = a * y; t += u; return t"),
    ],
)
def test_sum_stays(text, facts):
    stays(factor_sums, text, **facts)


def test_joined_terms():
    text = "if c:\n    t = a * x\nelse:\n    t = a * z\nu = a * y\nv = t + u\nreturn v"
    stays(factor_sums, text, joined="t")


@pytest.mark.parametrize(
    ("between", "facts"),
    [
        ("x[0] = b", {}),
        ("x += z", {}),
        ("x = z", {}),
        ("w = x; w[0] = b", {}),
        ("w = x[1:]; w[0] = b", {"views": {"w": "x"}}),
        ("np.add.at(x, 0, b)", {}),
    ],
)
def test_factor_changed_between(between, facts):
    text = f"t = a * x; {between}; u = a * y; v = t + u; return (v, x)"
    keeps_meaning(factor_sums, text, **facts)


@pytest.mark.parametrize("between", ["a = a * b", "a += b"])
def test_number_bound_again_between(between):
    text = f"t = a * x; {between}; u = a * y; v = t + u; return (v, a)"
    keeps_meaning(factor_sums, text, joined="a")


def test_number_inside_a_product():
    becomes(
        factor_sums,
        "t = 2.0 * x; u = t * y; v = 2 * z; w = u + v; return w",
        "t = 2.0 * x; u = t * y; v = 2 * z; t1 = x * y; t2 = t1 + z; w = 2.0 * t2; "
        "return w",
    )


def test_small_number_inside_a_product():
    # x * y may be infinite where 0.5 * x * y is not.
    stays(factor_sums, "t = 0.5 * x; u = t * y; v = 0.5 * z; w = u + v; return w")
