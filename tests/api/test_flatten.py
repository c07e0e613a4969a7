"""Nested parameters as vectors, against the numbers that they hold."""

from collections import namedtuple
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.optimize import minimize

import tangentlite as tl

Pair = namedtuple("Pair", "left right")


@dataclass
class Layer:
    w: np.ndarray
    b: float
    name: str = "dense"


NESTED = {
    "layers": [Layer(np.array([[1.0, 2.0], [3.0, 4.0]]), 5.0), Pair(6.0, (7.0, None))],
    "steps": 3,
    "kinds": np.array([1, 2]),
}


def squares(p):
    layer, pair = p["layers"]
    return np.sum(layer.w**2) + 2.0 * layer.b**2 + pair.left * pair.right[0]


def test_entries_are_in_order_and_come_back():
    vector, unflatten = tl.flatten(NESTED)
    np.testing.assert_array_equal(vector, np.arange(1.0, 8.0))
    back = unflatten(10 * vector)
    layer, pair = back["layers"]
    assert isinstance(layer, Layer) and layer.name == "dense"
    np.testing.assert_array_equal(layer.w, [[10.0, 20.0], [30.0, 40.0]])
    assert (layer.b, pair) == (50.0, Pair(60.0, (70.0, None)))
    assert back["steps"] == 3
    np.testing.assert_array_equal(back["kinds"], [1, 2])
    np.testing.assert_array_equal(unflatten.flat(back), 10 * vector)


@pytest.mark.parametrize(("leaves", "dtype"), [
    ((np.ones(2, np.float32),), np.float32),
    ((np.ones(2, np.float32), 1.0), np.float64),
    ((np.ones(2), 2j), np.complex128),
    ((1, "text", None), np.float64),
])  # fmt: skip
def test_dtypes(leaves, dtype):
    vector, unflatten = tl.flatten(leaves)
    assert vector.dtype == dtype
    back = unflatten(vector)
    for leaf, other in zip(leaves, back, strict=True):
        assert type(other) is type(leaf)
        if leaf is not None and not isinstance(leaf, str):
            assert np.result_type(other) == np.result_type(leaf)
            np.testing.assert_array_equal(other, leaf)


@pytest.mark.parametrize(
    "params", [2.0, np.float32(2.0), np.array(2.0), np.ones((2, 3))]
)
def test_bare_leaves(params):
    vector, unflatten = tl.flatten(params)
    assert vector.ndim == 1
    back = unflatten(vector)
    assert type(back) is type(params) and np.shape(back) == np.shape(params)


def test_nothing_shares_memory():
    given = {"w": np.ones(2), "n": np.arange(2)}
    vector, unflatten = tl.flatten(given)
    given["w"][0] = given["n"][0] = 9
    first = unflatten(vector)
    first["w"][1] = first["n"][1] = 8
    second = unflatten(vector)
    np.testing.assert_array_equal(second["w"], [1.0, 1.0])
    np.testing.assert_array_equal(second["n"], [0, 1])


def test_gradients_have_the_length_of_the_parameters():
    vector, unflatten = tl.flatten(NESTED)
    gradient = tl.grad(squares)(NESTED)
    want = [2.0, 4.0, 6.0, 8.0, 20.0, 7.0, 6.0]
    np.testing.assert_allclose(unflatten.flat(gradient), want)
    np.testing.assert_array_equal(unflatten.flat(None), np.zeros(7))
    partial = {"layers": [None, Pair(1.0, None)], "steps": None, "kinds": None}
    np.testing.assert_array_equal(unflatten.flat(partial), [0, 0, 0, 0, 0, 1, 0])


def test_minimize_takes_nested_parameters():
    def cost(p):
        return np.sum((p["w"] - 3.0) ** 2) + (p["b"][0] + 1.0) ** 2

    vector, unflatten = tl.flatten({"w": np.zeros(2), "b": [0.0], "n": 1})
    both = tl.value_and_grad(cost)

    def objective(v):
        value, gradient = both(unflatten(v))
        return value, unflatten.flat(gradient)

    found = unflatten(minimize(objective, vector, jac=True, method="L-BFGS-B").x)
    np.testing.assert_allclose(found["w"], [3.0, 3.0], rtol=1e-5)
    assert found["b"][0] == pytest.approx(-1.0, rel=1e-5) and found["n"] == 1


REFUSED = {
    "long": (lambda u: u(np.zeros(8)), r"shape \(8,\), but .* 7 entries"),
    "a matrix": (lambda u: u(np.zeros((7, 1))), r"shape \(7, 1\)"),
    "complex": (lambda u: u(np.zeros(7) * 1j), "vector is complex"),
    "missing": (lambda u: u.flat({"layers": [None]}), r"params\['layers'\]\[1\].left "),
    "other": (lambda u: u.flat({"layers": None, "z": 1.0}), r"params\['z'\] is not in"),
    "shape": (
        lambda u: u.flat({"layers": [Layer(np.ones(3), 1.0), None]}),
        r"params\['layers'\]\[0\].w has the shape \(3,\)",
    ),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_misfits_are_named(call, message):
    _, unflatten = tl.flatten(NESTED)
    with pytest.raises(tl.ArgumentError, match=message):
        call(unflatten)


def test_map_takes_a_leaf_of_each():
    params = {"w": np.array([1.0, 2.0]), "b": (3.0, [4.0])}
    steps = {"w": np.array([0.5, 0.5]), "b": (1.0, [2.0])}
    moved = tl.map(lambda p, s, more: p - s + more, params, steps, params)
    np.testing.assert_array_equal(moved["w"], [1.5, 3.5])
    assert moved["b"] == (5.0, [6.0])
    assert tl.map(lambda leaf: leaf + 1, Pair(1.0, 2)) == Pair(2.0, 3)
    layer = tl.map(lambda leaf: leaf * 2, Layer(np.ones(1), 2.0))
    assert (layer.w[0], layer.b, layer.name) == (2.0, 4.0, "densedense")


@pytest.mark.parametrize(("other", "place"), [
    ({"w": 1.0, "b": [1.0]}, r"params\['b'\]\[1\]"),
    ({"w": 1.0, "b": [1.0, 2.0, 3.0]}, r"params\['b'\]\[2\]"),
    ({"w": (1.0,), "b": [1.0, 2.0]}, r"params\['w'\]"),
])  # fmt: skip
def test_map_names_where_structures_differ(other, place):
    with pytest.raises(tl.ArgumentError, match=f"structure 1 .* {place}"):
        tl.map(lambda p, q: p, {"w": 1.0, "b": [1.0, 2.0]}, other)


def test_the_way_back_is_the_same_for_equal_structures():
    """A derivative that reads it is generated once."""
    one = tl.flatten({"w": np.ones(2), "n": 3})[1]
    assert tl.flatten({"w": np.zeros(2), "n": 3})[1] is one
    for other in ({"w": np.ones(2), "n": 4}, {"w": np.ones(3), "n": 3},
                  {"w": np.ones(2, np.float32), "n": 3}, {"w": np.ones(2), "n": True},
                  {"n": 3, "w": np.ones(2)}):  # fmt: skip
        assert tl.flatten(other)[1] is not one
    restored = one(np.array([5.0, 6.0]))
    restored["w"][0] = 0.0
    np.testing.assert_array_equal(one(np.array([5.0, 6.0]))["w"], [5.0, 6.0])


class Tagged:
    def __init__(self):
        self.w, self.tags = 2.0, {"a", "b"}


def test_sets_in_objects_have_no_derivative():
    gradient = tl.grad(lambda p: p.w**2 * len(p.tags))(Tagged())
    assert vars(gradient) == {"w": 8.0}
    assert tl.grad(lambda p: p["w"] ** 2)({"w": 2.0, "s": {1}}) == {"w": 4.0, "s": None}
