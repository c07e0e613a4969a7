"""A cotangent has the structure and the shapes of the result, or is refused."""

import copy
import dataclasses
from typing import NamedTuple

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.errors import ArgumentError

X = np.array([1.0, 2.0, 3.0])


@dataclasses.dataclass
class Pair:
    a: np.ndarray
    n: int


class Named(NamedTuple):
    a: np.ndarray
    of: list


def double(x):
    return x * 2.0


def total(x):
    return np.sum(x)


def pair(x):
    return x * 2.0, np.sum(x)


def table(x):
    return {"a": x * 2.0, "n": len(x), "of": [np.sum(x), x[1:]]}


def record(x):
    return Pair(x * 2.0, len(x))


def beside_record(x):
    return record(x), np.sum(x)


def beside_named(x):
    return Named(x * 2.0, [x]), np.sum(x)


def squares(x):
    values = []
    for v in x:
        values.append(v * v)
    return values


def rows(x):
    values = []
    for v in x:
        values.append(v * x)
    return values


def chosen(x):
    return x[x > 0.0] * 2.0


def outer(x):
    return np.concatenate([np.outer(x, x[:-1]), np.zeros((1, len(x) - 1))])


def twice(x):
    return np.concatenate([x, 2.0 * x])


ONES = np.ones(3)
RIGHT = [
    (double, ONES, np.full(3, 2.0)),
    (double, np.ones(3, int), np.full(3, 2.0)),
    (double, np.ones(3, np.float32), np.full(3, 2.0)),
    (total, 2.0, np.full(3, 2.0)),
    (total, 2, np.full(3, 2.0)),
    (total, np.array(2.0), np.full(3, 2.0)),
    (pair, (ONES, 1.0), np.full(3, 3.0)),
    (pair, [ONES, 1.0], np.full(3, 3.0)),
    (pair, (None, 1.0), ONES),
    (pair, (ONES, None), np.full(3, 2.0)),
    (table, {"a": ONES, "n": None, "of": [1.0, None]}, np.full(3, 3.0)),
    (table, {"a": None, "n": 1, "of": [None, np.ones(2)]}, np.array([0.0, 1.0, 1.0])),
    (record, Pair(ONES, None), np.full(3, 2.0)),
    (beside_record, (None, 1.0), ONES),
    (beside_record, (Pair(ONES, None), None), np.full(3, 2.0)),
    (beside_named, (None, 1.0), ONES),
    (squares, [1.0, 1.0, 1.0], 2.0 * X),
    (rows, [ONES, ONES, ONES], np.full(3, 12.0)),
    (chosen, ONES, np.full(3, 2.0)),
    (outer, np.ones((4, 2)), np.array([9.0, 9.0, 3.0])),
    (twice, np.ones(6), np.full(3, 3.0)),
]
WRONG = [
    (double, np.ones(2), r"shape \(2,\), but .*\(3,\)"),
    (double, np.ones(1), r"shape \(1,\), but .*\(3,\)"),
    (double, np.ones((3, 1)), r"shape \(3, 1\), but .*\(3,\)"),
    (double, 1.0, r"shape \(\), but .*\(3,\)"),
    (double, 1j * ONES, "is complex, but .* real"),
    (double, "a", "number or an array|structure"),
    (double, [1.0, 1.0, 1.0], "number or an array|structure"),
    (total, ONES, r"shape \(3,\), but .*\(\)"),
    (total, 1j, "is complex, but .* real"),
    (pair, ONES, "structure"),
    (pair, (ONES,), "structure|1 items, but .* 2"),
    (pair, (ONES, 1.0, 1.0), "structure|3 items, but .* 2"),
    (pair, (np.ones(2), 1.0), r"\[0\] has the shape \(2,\), but .*\(3,\)"),
    (pair, (ONES, np.ones(2)), r"\[1\] has the shape \(2,\), but .*\(\)"),
    (pair, {"a": ONES}, "structure"),
    (table, {"b": ONES}, "structure"),
    (table, {"a": ONES}, "structure"),
    (table, {"a": ONES, "of": [1.0, ONES]}, r"\['of'\]\[1\] .* \(3,\), but .*\(2,\)"),
    (record, Pair(np.ones(2), None), r"\.a has the shape \(2,\), but .*\(3,\)"),
    (record, (ONES, None), "structure"),
    (squares, [1.0, 1.0], "2 items, but .* 3"),
    (squares, [1.0, 1.0, 1.0, 1.0], "4 items, but .* 3"),
    (squares, ONES, "structure"),
    (rows, [ONES, ONES, np.ones(2)], r"shape \(2,\), but .*\(3,\)"),
    (chosen, np.ones(1), r"shape \(1,\), but .*\(3,\)"),
    (chosen, np.ones(2), r"shape \(2,\), but .*\(3,\)"),
    (outer, np.ones((3, 2)), r"shape \(3, 2\), but .*\(4, 2\)"),
    (twice, np.ones(3), r"shape \(3,\), but .*\(6,\)"),
]


def named(cases):
    return [f"{case[0].__name__}-{place}" for place, case in enumerate(cases)]


@pytest.mark.parametrize(("f", "cotangent", "want"), RIGHT, ids=named(RIGHT))
def test_right_ones(f, cotangent, want):
    for _ in range(6):  # also behind the generated test of kinds
        got = tl.autodiff(f)(X, init_grad=cotangent)
        np.testing.assert_allclose(got, want)
        assert got.dtype == X.dtype
    (got,) = tl.vjp(f, X)[1](cotangent)
    np.testing.assert_allclose(got, want)
    assert got.dtype == X.dtype


@pytest.mark.parametrize(("f", "cotangent", "message"), WRONG, ids=named(WRONG))
def test_wrong_ones(f, cotangent, message):
    with pytest.raises(ArgumentError, match=message):
        tl.autodiff(f)(X, init_grad=cotangent)
    with pytest.raises(ArgumentError, match=message):
        tl.vjp(f, X)[1](cotangent)


def test_a_known_kind_is_tested_at_each_call():
    for f, wrong in ((double, np.ones(4)), (outer, np.ones((5, 2)))):
        right = np.ones(np.shape(f(X)))
        product = tl.autodiff(f)
        for _ in range(6):
            product(X, init_grad=right)
            with pytest.raises(ArgumentError, match=str(np.shape(wrong))[1:-1]):
                product(X, init_grad=wrong)
        with tl.options(optimize=False), pytest.raises(ArgumentError):
            product(X, init_grad=wrong)


def test_pullbacks_are_given_something():
    with pytest.raises(ArgumentError, match="no cotangent"):
        tl.vjp(double, X)[1](None)


@pytest.mark.parametrize("f", [double, chosen], ids=["known size", "any size"])
def test_in_a_program(f):
    def program(x, c):
        return np.sum(x * tl.autodiff(f)(x, init_grad=c))

    gradient = tl.grad(program, wrt=(0, 1))
    one, other = gradient(X, ONES)
    np.testing.assert_allclose(one, np.full(3, 2.0))
    np.testing.assert_allclose(other, 2.0 * X)
    for wrong in (np.ones(2), np.ones(1), np.ones(4)):
        with pytest.raises(ArgumentError, match=rf"\({len(wrong)},\), but .*\(3,\)"):
            gradient(X, wrong)


def test_sizes_that_arguments_say():
    def f(x, n, w):
        return np.zeros((n, len(x))) + np.sum(w["a"]) * x

    product, w = tl.autodiff(f), {"a": np.ones(2)}
    np.testing.assert_allclose(
        product(X, 2, w, init_grad=np.ones((2, 3))), np.full(3, 4.0)
    )
    with pytest.raises(ArgumentError, match=r"\(3, 3\), but .*\(2, 3\)"):
        product(X, 2, w, init_grad=np.ones((3, 3)))
    assert "require_shape" not in product.source


def test_complex_results_take_real_and_complex_ones():
    def f(x):
        return x * (1.0 + 2.0j)

    got = tl.autodiff(f)(X, init_grad=ONES)
    np.testing.assert_array_equal(got, tl.vjp(f, X)[1](ONES)[0])
    np.testing.assert_array_equal(tl.autodiff(f)(X, init_grad=1j * ONES), -2.0 * ONES)


@pytest.mark.parametrize("tangent", [1j * ONES, np.complex64([1, 2, 3])])
def test_complex_tangents_of_real_arguments(tangent):
    with pytest.raises(ArgumentError, match="x_dot is complex, but .* real"):
        tl.autodiff(double, mode="forward")(X, tangent)
    with pytest.raises(ArgumentError, match="x_dot is complex, but .* real"):
        tl.jvp(double, (X,), (tangent,))


def test_saved_products_test_the_shapes_that_their_text_tests():
    product = tl.autodiff(chosen)
    product(X, init_grad=ONES)
    names = {}
    exec(product.standalone(), names)
    with pytest.raises(ValueError, match=r"\(2,\), but .*\(3,\)"):
        names["chosen_vjp"](X, init_grad=np.ones(2))


def of_no_items(values, n):
    return sum(values[:n]), values[0] ** 2


def test_a_copy_of_a_pullback_takes_the_cotangent_of_an_integer():
    _, pullback = tl.vjp(of_no_items, [2.0, 3.0], 0)
    want = pullback((0, 1.0))
    assert copy.deepcopy(pullback)((0, 1.0)) == want == ([4.0, 0.0], None)
