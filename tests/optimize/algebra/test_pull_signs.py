"""When a minus sign moves to where a product or sum ends, and when not."""

import pytest

from tangentlite.optimize.algebra.pull_signs import pull_signs
from tests.optimize.rewriting import (
    MATRIX,
    NUMBER,
    SINGLE,
    becomes,
    case,
    keeps_meaning,
    stays,
)


@pytest.mark.parametrize(
    ("product", "positive"),
    [("t * z", "y * z"), ("z * t", "z * y"), ("t / z", "y / z"), ("z / t", "z / y")],
)
def test_sign_of_a_factor(product, positive):
    becomes(
        pull_signs,
        f"t = -y; u = {product}; return u",
        f"t = -y; t1 = {positive}; u = -t1; return u",
    )


@pytest.mark.parametrize("operator", ["*", "/", "@"])
def test_two_signs(operator):
    becomes(
        pull_signs,
        f"t = -y; u = -z; v = t {operator} u; return v",
        f"t = -y; u = -z; v = y {operator} z; return v",
        v=None,
    )


def test_product_of_matrices():
    becomes(
        pull_signs,
        "t = -m; u = t @ x; return u",
        "t = -m; t1 = m @ x; u = -t1; return u",
        t=MATRIX,
    )


def test_chain_of_products():
    becomes(
        pull_signs,
        "t = -y; u = t * z; v = u / w; s = np.sum(v); r = a * s; return r",
        """
        t = -y
        t1 = y * z
        u = -t1
        t2 = t1 / w
        v = -t2
        t3 = np.sum(t2)
        s = -t3
        t4 = a * t3
        r = -t4
        return r
        """,
    )


@pytest.mark.parametrize(
    ("total", "positive"), [("t + u", "y + z"), ("t - z", "y + z"), ("t - x", "y + x")]
)
def test_sums_of_negatives(total, positive):
    becomes(
        pull_signs,
        f"t = -y; u = -z; v = {total}; return v",
        f"t = -y; u = -z; t1 = {positive}; v = -t1; return v",
    )


def test_sum_along_an_axis():
    becomes(
        pull_signs,
        "t = -m; u = np.sum(t, axis=1, keepdims=True); return u",
        "t = -m; t1 = np.sum(m, axis=1, keepdims=True); u = -t1; return u",
        t=MATRIX,
    )


def test_negative_of_a_negative():
    becomes(
        pull_signs,
        "t = -y; u = -t; v = u * z; return v",
        "t = -y; u = y; v = u * z; return v",
    )


def test_single_precision_stays():
    becomes(
        pull_signs,
        "t = -y; u = t * z; return u",
        "t = -y; t1 = y * z; u = -t1; return u",
        **dict.fromkeys("yztu", SINGLE),
    )


def test_in_a_loop_and_a_pullback():
    becomes(
        pull_signs,
        """
        t = -y
        def pullback(y_bar):
            z = t * y_bar
            return z
        return pullback
        """,
        """
        t = -y
        def pullback(y_bar):
            t1 = y * y_bar
            z = -t1
            return z
        return pullback
        """,
        pullback=None,
    )
    becomes(
        pull_signs,
        """
        for i in range(n):
            s = x[i]
            r = -s
            d = r * a
            y[i] += d
        return y
        """,
        """
        for i in range(n):
            s = x[i]
            r = -s
            t = s * a
            d = -t
            y[i] += d
        return y
        """,
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("primal", "t = -y; u = t * z; return u", {"primal": "t u y z"}),
        case("a sum", "t = -y; u = t + z; return u"),
        case("a difference", "t = -y; u = z - t; return u"),
        case("two negatives", "t = -y; u = -z; v = t - u; return v"),
        case("a power", "t = -y; u = t ** z; return u"),
        case("a floor", "t = -y; u = t // z; return u"),
        case("a remainder", "t = -y; u = t % z; return u"),
        case("another reduction", "t = -y; s = np.max(t); return s"),
        case("another function", "t = -y; u = np.abs(t); return u"),
        case("negative written", "t = -y; t[0] = a; u = t * z; return u"),
        case("negative changed", "t = -y; t += z; u = t * z; return u"),
        case("negative bound again", "t = -y; t = z; u = t * z; return u"),
        case("operand written", "t = -y; y[0] = a; u = t * z; return u"),
        case("operand changed", "t = -y; y += z; u = t * z; return u"),
        case("operand bound again", "t = -y; y = z; u = t * z; return u"),
        case("copy of what is written", "t = -y; u = -t; y[0] = a; return u"),
        case("product written", "t = -y; u = t * z; u[0] = a; return u"),
    ],
)
def test_signs_stay(text, facts):
    stays(pull_signs, text, **facts)


def test_joined_negatives():
    text = "if c:\n    t = -y\nelse:\n    t = z\nu = t * z\nreturn u"
    stays(pull_signs, text, joined="t")


def test_operand_that_a_loop_carries():
    stays(
        pull_signs,
        """
        s = a
        for i in range(n):
            r = -s
            d = s * b
            s = d
            e = r * b
            y[i] += e
        return y
        """,
        joined="s",
    )


def test_infinity_is_no_name_for_a_positive():
    stays(pull_signs, "s = -np.inf; r = a * s; return r")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("another name", "v = y; t = -v; y[0] = a; u = t * z; return u"),
        case(
            "a view",
            "v = y[:]; t = -v; y[0] = a; u = t * z; return u",
            {"views": {"v": "y"}},
        ),
        case(
            "through a view",
            "t = -y; v = y[1:]; v[0] = a; u = t * z; return u",
            {"views": {"v": "y"}},
        ),
    ],
)
def test_operand_written_by_another_name(text, facts):
    keeps_meaning(pull_signs, text, **facts)


def test_sum_with_a_start():
    keeps_meaning(pull_signs, "t = -y; s = np.sum(t, initial=a); return s", s=NUMBER)
