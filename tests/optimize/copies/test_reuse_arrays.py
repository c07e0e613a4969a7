"""When a result is written over an operand that is dead, and when not."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.optimize.copies.reuse_arrays import reuse_arrays
from tests.optimize.rewriting import (
    MATRIX,
    SINGLE,
    VECTOR,
    becomes,
    case,
    keeps_meaning,
    stays,
)

# t is read twice, and u, so both have lines of their own.
TWICE = "t = x * y; a = np.sum(t); u = t * x; v = u / u; return a, v"


def test_product():
    becomes(
        reuse_arrays,
        TWICE,
        "t = x * y; a = np.sum(t); t *= x; u = t; v = u / u; return a, v",
    )


def test_operand_on_the_right_of_a_sum():
    becomes(
        reuse_arrays,
        "t = x * y; a = np.sum(t); u = x + t; v = u / u; return a, v",
        "t = x * y; a = np.sum(t); t += x; u = t; v = u / u; return a, v",
    )


def test_chain():
    becomes(
        reuse_arrays,
        "t = x * y; a = np.sum(t); t1 = t * x; t2 = t1 - y; w = t2 / t2; return a, w",
        """
        t = x * y
        a = np.sum(t)
        t *= x
        t1 = t
        t1 -= y
        t2 = t1
        w = t2 / t2
        return a, w
        """,
        t1=VECTOR,
        t2=VECTOR,
    )


PART = (
    "t = {0} * {1}; a = np.sum(t); b = {0} / {1}; t1 = t * {0}; w = b + t1; return a, w"
)


def test_a_matrix_that_is_a_part_of_what_is_returned():
    becomes(
        reuse_arrays,
        PART.format("m", "k"),
        """
        t = m * k
        a = np.sum(t)
        b = m / k
        t *= m
        t1 = t
        w = b + t1
        return a, w
        """,
        **dict.fromkeys(("t", "b", "t1", "w"), MATRIX),
    )


def test_a_vector_that_is_a_part_of_what_is_returned():
    stays(
        reuse_arrays, PART.format("x", "y"), **dict.fromkeys(("b", "t1", "w"), VECTOR)
    )


@pytest.mark.parametrize("made", ["np.zeros(3)", "np.full(3, b)"])
def test_accumulation_in_a_loop(made):
    becomes(
        reuse_arrays,
        f"""
        y = {made}
        for i in range(n):
            t = x * a
            y1 = y + t
            y = y1
        return y
        """,
        f"""
        y = {made}
        for i in range(n):
            t = x * a
            y += t
            y1 = y
            y = y1
        return y
        """,
        y1=VECTOR,
        primal="y y1 t",
        joined="y",
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("a single use stays in its expression",
             "t = x * y; u = t * x; a = np.sum(u); return a"),
        case("an operand that is read later",
             "t = x * y; u = t * x; v = u / u; w = t * y; return v, w"),
        case("an argument",
             "a = np.sum(x); u = x * y; v = u / u; return a, v"),
        case("a part of an argument",
             "t = x[1:]; a = np.sum(t); u = t * y; v = u / u; return a, v",
             {"x": Array("float64", (4,))}),
        case("a view of an argument that a call gives",
             "t = np.einsum('ii->i', m); a = np.sum(t); u = t * y; v = u / u; "
             "return a, v"),
        case("a part, before names of parts that a branch has bound twice",
             "t1 = m * k; t = t1[0]; a = np.sum(t); w = x\n"
             "if c:\n    w1 = x[:]\n    w = w1\n"
             "u = t * x; v = u / u; return a, v, w",
             {"t1": MATRIX, "w1": VECTOR, "joined": "w"}),
        case("a difference from a number",
             "t = x * y; b = np.sum(t); u = a - t; v = u / u; return b, v"),
        case("a larger result",
             "t = x * y; a = np.sum(t); u = t * m; v = u / u; return a, v",
             {"u": MATRIX, "v": MATRIX}),
        case("another dtype",
             "t = x * y; a = np.sum(t); u = t * z; v = u / u; return a, v",
             {"x": SINGLE, "y": SINGLE, "t": SINGLE, "z": VECTOR}),
        case("numbers",
             "t = x * y; a = np.sum(t); u = t * x; v = u / u; return a, v",
             dict.fromkeys("xytuv", Scalar("float64"))),
        case("complex numbers",
             "t = x * y; a = np.sum(t); u = t * x; v = u / u; return a, v",
             dict.fromkeys("xytuv", Array("complex128", (3,)))),
        case("an operand that a list holds",
             "s = []; t = x * y; s.append(t); u = t * x; v = u / u; "
             "w = s.pop(); return v, w",
             {"s": ListOf(VECTOR)}),
        case("an operand that is looked into later",
             "t = x * y; w = t[1:]; u = t * x; v = u / u; r = np.sum(w); return v, r",
             {"w": Array("float64", (2,)), "views": {"w": "t"}}),
        case("an operand that is read in the next round",
             "t = x * y; for_ = 0.0\n"
             "for i in range(n):\n    u = t * x\n    v = u / u\n    for_ = np.sum(v)\n"
             "return for_",
             {"for_": Scalar("float64"), "joined": "for_"}),
        case("the first value of what a loop carries, which is read later",
             "t = x * y; y1 = t\n"
             "for i in range(n):\n    y2 = y1 + x\n    y1 = y2\nu = t * y1; return u",
             {"y1": VECTOR, "y2": VECTOR, "joined": "y1"}),
        case("a variable of the user's",
             "w = x * y; a = np.sum(w); u = w * x; v = u / u; return a, v",
             {"primal": "w"}),
    ],
)  # fmt: skip
def test_stays(text, facts):
    stays(reuse_arrays, text, **facts)


@pytest.mark.parametrize(
    "text",
    [
        "t = x * y; a = np.sum(t); u = t * t; v = u / u; return a, v",
        "t = x * y; w = t; a = np.sum(w); u = t * x; v = u / u; return a, v",
        """
        t = x * y
        a = np.sum(t)
        if c:
            u = t * x
            v = u / u
        else:
            u = t - x
            v = u * u
        return a, v
        """,
    ],
)
def test_means_the_same(text):
    keeps_meaning(reuse_arrays, text, joined="u v")


def test_a_pullback_can_be_called_twice():
    def f(x):
        t = np.sin(x)
        y = t * x
        return y * t

    x, seed = np.array([0.3, -0.7]), np.array([1.0, 2.0])
    _, pullback = tl.vjp(f, x)
    (first,), (second,) = pullback(seed), pullback(seed)
    np.testing.assert_array_equal(first, second)


def test_the_users_variables_keep_their_values():
    def f(x):
        h = np.tanh(x)
        y = h * h
        return np.sum(y * y + h)

    x = np.array([0.3, -0.7])
    text = tl.value_and_grad(f).source_for(x)
    assert "h *=" not in text and "y *=" not in text
