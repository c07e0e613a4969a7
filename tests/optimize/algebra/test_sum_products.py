"""When sums of products become dot products, and when not."""

import pytest

from tangentlite.ir.example import body_text
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.optimize.algebra.sum_products import sum_products
from tangentlite.runtime import unbroadcast
from tests.optimize.rewriting import (
    MATRIX,
    NUMBER,
    SINGLE,
    VECTOR,
    assert_alike,
    becomes,
    case,
    core,
    keeps_meaning,
    layout,
    stays,
)

SUM = "t = x * y; s = np.sum(t); return s"


def test_vectors():
    becomes(sum_products, SUM, "t = x * y; s = x @ y; return s")


def test_matrices():
    becomes(
        sum_products,
        "t = m * k; s = np.sum(t); return s",
        "t = m * k; s = np.vdot(m, k); return s",
        t=MATRIX,
    )


def test_sums_to_the_shape_of_another():
    becomes(
        sum_products,
        "t = m * k; u = unbroadcast(t, v); return u",
        "t = m * k; u = unbroadcast(m, v, times=k); return u",
        t=MATRIX,
        unbroadcast=unbroadcast,
    )
    stays(
        sum_products,
        "t = m * v; u = unbroadcast(t, v); return u",
        t=MATRIX,
        unbroadcast=unbroadcast,
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "t = np.broadcast_to(1.0, x.shape); s = np.sum(t); return s",
            "t = np.broadcast_to(1.0, x.shape); s = np.float64(x.size); return s",
        ),
        (
            "t = np.broadcast_to(-2.0, x.shape); s = np.sum(t); return s",
            "t = np.broadcast_to(-2.0, x.shape); t1 = np.float64(x.size); "
            "s = -2.0 * t1; return s",
        ),
        (
            "t = np.ones_like(x); s = np.sum(t); return (s, t)",
            "t = np.ones_like(x); s = np.float64(x.size); return (s, t)",
        ),
        (
            "t = np.broadcast_to(1.0, x.shape); u = t / a; s = np.sum(u); return s",
            "t = np.broadcast_to(1.0, x.shape); u = t / a; t1 = np.float64(x.size); "
            "s = t1 / a; return s",
        ),
    ],
)
def test_sums_of_ones_are_sizes(before, after):
    becomes(sum_products, before, after)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("single", "t = np.ones_like(x); s = np.sum(t); return s", {
            "x": SINGLE, "t": SINGLE, "s": Scalar("float32", False),
        }),
        case("axis", "t = np.ones_like(m); v = np.sum(t, axis=0); return v", {
            "t": MATRIX,
        }),
        case("written", "t = np.ones_like(x); t[0] = a; s = np.sum(t); return s"),
        case("a list", "t = np.ones_like(saved); s = np.sum(t); return s"),
        case("a number", "t = np.broadcast_to(a, x.shape); s = np.sum(t); return s"),
    ],
)  # fmt: skip
def test_sums_of_others_stay(text, facts):
    stays(sum_products, text, **facts)


CUBE = Array("float64", (3, 3, 3))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("axis=1", "u = np.vecdot(m, k)"),
        ("axis=-1", "u = np.vecdot(m, k)"),
        ("axis=0", "u = np.einsum('ij,ij->j', m, k)"),
        ("axis=(1,)", "u = np.vecdot(m, k)"),
        ("axis=1, keepdims=True", "w = np.vecdot(m, k); u = np.expand_dims(w, 1)"),
        ("axis=(0, 1)", "u = np.vdot(m, k)"),
        ("axis=None", "u = np.vdot(m, k)"),
    ],
)
def test_some_axes(before, after):
    function = core(f"t = m * k; u = np.sum(t, {before}); return u", t=MATRIX, u=VECTOR)
    changed = sum_products(function)
    text = body_text(changed).replace("t1", "w")
    assert text == layout(f"t = m * k; {after}; return u")
    assert_alike(function, changed)


@pytest.mark.parametrize(
    ("axes", "rest"), [("(0, 1)", "k"), ("1", "ik"), ("(-1, 0)", "j"), ("(0, 2)", "j")]
)
def test_axes_of_a_stack(axes, rest):
    kinds = dict.fromkeys("mkt", CUBE)
    becomes(
        sum_products,
        f"t = m * k; u = np.sum(t, axis={axes}); return u",
        f"t = m * k; u = np.einsum('ijk,ijk->{rest}', m, k); return u",
        **kinds,
    )


def test_numbers_and_signs_go_outside_of_sums_over_an_axis():
    becomes(
        sum_products,
        """
        t = m * k
        k_bar = a * t
        m_bar = -k_bar
        u = np.sum(m_bar, axis=1, keepdims=True)
        return u
        """,
        """
        t = m * k
        k_bar = a * t
        m_bar = -k_bar
        t1 = np.vecdot(m, k)
        t2 = np.expand_dims(t1, 1)
        t3 = a * t2
        u = -t3
        return u
        """,
        t=MATRIX,
        u=Array("float64", (3, 1)),
    )


def test_what_is_the_same_along_an_axis_goes_outside():
    becomes(
        sum_products,
        "t = -m; t1 = t * k; t2 = t1 / x; u = np.sum(t2, axis=0); return u",
        """
        t = -m
        t1 = t * k
        t2 = t1 / x
        t3 = np.einsum('ij,ij->j', m, k)
        t4 = -t3
        u = t4 / x
        return u
        """,
        t=MATRIX,
        t1=MATRIX,
        t2=MATRIX,
        u=VECTOR,
    )


@pytest.mark.parametrize("axis", ["1", "1, keepdims=True", "0, keepdims=True"])
def test_what_varies_along_an_axis_stays_inside(axis):
    stays(
        sum_products,
        f"t1 = m * k; t2 = t1 / x; u = np.sum(t2, axis={axis}); return u",
        t1=MATRIX,
        t2=MATRIX,
        u=VECTOR if axis == "1" else MATRIX,
    )


def test_squares_of_a_vector():
    becomes(
        sum_products,
        "t = x * x; s = np.sum(t); return s",
        "t = x * x; s = x @ x; return s",
    )


def test_three_vectors():
    becomes(
        sum_products,
        "t = x * y; u = z * t; s = np.sum(u); return s",
        "t = x * y; u = z * t; s = z @ t; return s",
    )


def test_numbers_and_signs_go_outside():
    becomes(
        sum_products,
        "t = x * y; u = a * t; v = -u; w = v / b; s = np.sum(w); return s",
        """
        t = x * y
        u = a * t
        v = -u
        w = v / b
        t1 = x @ y
        t2 = a * t1
        t3 = -t2
        s = t3 / b
        return s
        """,
    )


def test_single_precision_stays():
    single = dict.fromkeys("xyt", SINGLE)
    becomes(sum_products, SUM, "t = x * y; s = x @ y; return s", **single)
    after = "t = x * y; u = 2.0 * t; t1 = x @ y; s = 2.0 * t1; return s"
    before = "t = x * y; u = 2.0 * t; s = np.sum(u); return s"
    becomes(sum_products, before, after, u=SINGLE, s=Scalar("float32"), **single)


def test_in_loops_and_branches():
    becomes(
        sum_products,
        """
        for i in range(n):
            if c:
                t = x * y
                s = np.sum(t)
                z[i] += s
        return z
        """,
        """
        for i in range(n):
            if c:
                t = x * y
                s = x @ y
                z[i] += s
        return z
        """,
    )


def test_factors_that_are_written_before_and_behind():
    becomes(
        sum_products,
        "x[0] = a; t = x * y; s = np.sum(t); x[1] = s; return x",
        "x[0] = a; t = x * y; s = x @ y; x[1] = s; return x",
    )


def test_factors_of_plural_sizes():
    sizes = {"x": Symbol("n", 0, True), "y": Symbol("m", 0, True), "t": Symbol("n")}
    kinds = {name: Array("float64", (size,)) for name, size in sizes.items()}
    changed = sum_products(core(SUM, **kinds))
    assert body_text(changed) == layout("t = x * y; s = x @ y; return s")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("factor written", "t = x * y; x[0] = a; s = np.sum(t); return s"),
        case(
            "factor written in a branch",
            "t = x * y\nif c:\n    x[0] = a\ns = np.sum(t)\nreturn s",
        ),
        case(
            "factor written in the next iteration",
            """
            t = x * y
            for i in range(n):
                s = np.sum(t)
                x[0] = s
            return x
            """,
        ),
        case(
            "factor written behind a function",
            """
            t = x * y
            def pullback():
                s = np.sum(t)
                return s
            x[0] = a
            return pullback
            """,
            {"pullback": None},
        ),
        case("primal", SUM, {"primal": "x y t s"}),
        case("a product of the primal", SUM, {"primal": "t"}),
        case("a sum of the primal", SUM, {"primal": "s"}),
        case("a number", SUM, {"y": NUMBER}),
        case("two dtypes", SUM, {"y": SINGLE}),
        case("shapes that broadcast", SUM, {"y": Array("float64", (1,))}),
        case("unequal sizes", SUM, {"y": Array("float64", (Symbol("n"),))}),
        case("no shape", SUM, dict.fromkeys("xyt", Array("float64", None))),
        case("no dtype", SUM, dict.fromkeys("xyt", Array(None, (3,)))),
        case("complex", SUM, dict.fromkeys("xyt", Array("complex128", (3,)))),
        case("integers", SUM, dict.fromkeys("xyt", Array("int64", (3,)))),
        case("product read", "t = x * y; s = np.sum(t); return (s, t)"),
        case(
            "more axes than letters",
            "t = m * k; u = np.sum(t, axis=0); return u",
            dict.fromkeys("mkt", Array("float64", (1,) * 19)),
        ),
        case("a computed axis", "t = x * y; s = np.sum(t, axis=n); return s"),
        case("a column", "t = m * v; u = np.sum(t, axis=0); return u", {"t": MATRIX}),
        case("keepdims", "t = x * y; s = np.sum(t, keepdims=True); return s"),
        case("a dtype", "t = x * y; s = np.sum(t, dtype=d); return s"),
        case("a sum", "t = x + y; s = np.sum(t); return s"),
        case("a quotient", "t = x / y; s = np.sum(t); return s"),
        case("divided by it", "t = x * y; u = a / t; s = np.sum(u); return s"),
        case("written", "t = x * y; t[0] = a; s = np.sum(t); return s"),
        case("changed", "t = x * y; t += z; s = np.sum(t); return s"),
        case(
            "written through a view",
            "t = x * y; v = t[1:]; v[0] = a; s = np.sum(t); return s",
            {"views": {"v": "t"}},
        ),
        case("bound again", "t = x * y; t = z; s = np.sum(t); return s"),
        case(
            "another reduction",
            "t = x; for_ = t * y; s = np.max(for_); return s",
            {"for_": None},
        ),
    ],
)
def test_sum_stays(text, facts):
    stays(sum_products, text, **facts)


def test_joined_products():
    stays(
        sum_products,
        """
        if c:
            t = x * y
        else:
            t = x * z
        s = np.sum(t)
        return s
        """,
        joined="t",
    )


@pytest.mark.parametrize(
    ("between", "facts"),
    [
        ("x[0] = a", {}),
        ("x += z", {}),
        ("x = z", {}),
        ("v = x; v[0] = a", {}),
        ("v = x[1:]; v[0] = a", {"views": {"v": "x"}}),
        ("np.add.at(x, 0, a)", {}),
    ],
)
def test_factor_changed_between(between, facts):
    text = f"t = x * y; {between}; s = np.sum(t); return (s, x)"
    keeps_meaning(sum_products, text, **facts)


def test_number_bound_again_between():
    text = "t = x * y; u = t / a; a = a * b; s = np.sum(u); return (s, a)"
    keeps_meaning(sum_products, text, joined="a")


def test_factor_carried_by_a_loop():
    keeps_meaning(
        sum_products,
        """
        z = x
        for i in range(n):
            t = z * y
            v = z * w
            z = v
        s = np.sum(t)
        return (s, z)
        """,
        joined="z",
    )
