"""The way back of `tl.flatten` in programs that are differentiated."""

import pickle
from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

import tangentlite as tl


@dataclass
class Layer:
    w: np.ndarray
    b: float


class Pair(NamedTuple):
    a: float
    c: np.ndarray


PARAMS = {
    "w": np.array([[1.0, 0.2, -0.3], [0.5, 0.1, 0.9]]),
    "b": [np.array([0.3, -0.2]), 0.5],
    "layer": Layer(np.array([1.5, 0.7]), 0.3),
    "pair": Pair(1.2, np.array([[0.4, 0.6]])),
    "steps": 3,
    "name": "net",
    "mask": np.array([1, 2]),
    "none": None,
    ("a", 1): (),
}
VECTOR, UNFLATTEN = tl.flatten(PARAMS)
X = np.array([1.0, 2.0, 3.0])


def loss(params, x):
    layer, pair = params["layer"], params["pair"]
    hidden = params["w"] @ x + params["b"][0] * params["mask"]
    total = np.sum(np.tanh(hidden) ** 2) * params["b"][1] * params["steps"]
    if params["name"] == "net" and params["none"] is None:
        total = total + layer.w @ layer.w * layer.b
    return total + pair.a * np.sum(pair.c**2)


def of_vector(vector):
    return loss(UNFLATTEN(vector), X)


def written(vector):
    params = UNFLATTEN(vector)
    params["w"] *= 2.0
    return loss(params, X) * np.sum(vector)


@pytest.mark.parametrize("f", [of_vector, written])
def test_both_modes_and_second_order(f):
    tl.check_grad(f, (VECTOR,), order=2)
    value, gradient = tl.value_and_grad(f)(VECTOR)
    assert value == f(VECTOR)
    with tl.options(optimize=False):
        np.testing.assert_allclose(tl.grad(f)(VECTOR), gradient, rtol=1e-14)


def test_the_gradient_is_that_of_the_structure():
    expected = UNFLATTEN.flat(tl.grad(loss)(PARAMS, X))
    np.testing.assert_allclose(tl.grad(of_vector)(VECTOR), expected, rtol=1e-14)
    assert "np.reshape(vector" in tl.grad(of_vector).source_for(VECTOR)


def test_it_travels_after_it_was_walked():
    tl.grad(of_vector)(VECTOR)
    again = pickle.loads(pickle.dumps(UNFLATTEN))
    np.testing.assert_array_equal(again(VECTOR)["w"], PARAMS["w"])


def test_dtypes_are_those_of_the_parameters():
    vector, unflatten = tl.flatten({"a": np.ones(2, np.float32), "b": np.float32(2.0)})

    def kinds(v):
        params = unflatten(v)
        assert params["a"].dtype == np.float32
        return np.sum(params["a"]) * params["b"]

    for given in (vector, vector.astype(np.float64)):
        value, gradient = tl.value_and_grad(kinds)(given)
        assert value.dtype == np.float32 and gradient.dtype == given.dtype
        np.testing.assert_array_equal(gradient, [2.0, 2.0, 2.0])


def test_another_structure_has_another_text():
    def f(vector, unflatten):
        return np.sum(unflatten(vector)["w"] ** 2)

    for shape in ((2, 2), (4, 1), (3,)):
        vector, unflatten = tl.flatten({"v": 1.0, "w": np.ones(shape)})
        expected = np.append(0.0, np.full(np.prod(shape), 2.0))
        gradient = tl.grad(lambda v: f(v, unflatten))(vector)  # noqa: B023
        np.testing.assert_array_equal(gradient, expected)


def test_errors():
    with pytest.raises(tl.ArgumentError, match="the parameters have 15 entries"):
        tl.grad(of_vector)(VECTOR[1:])
    vector, unflatten = tl.flatten(OrderedDict(a=1.0))

    def f(v):
        return unflatten(v)["a"]

    with pytest.raises(tl.UnsupportedError, match="in a OrderedDict are not supported"):
        tl.grad(f)(vector)
