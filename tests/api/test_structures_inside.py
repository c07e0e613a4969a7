"""`tl.flatten` and `tl.map` in programs that are differentiated."""

import runpy
from collections import Counter, OrderedDict, namedtuple
from dataclasses import dataclass

import numpy as np
import pytest

import tangentlite as tl

Pair = namedtuple("Pair", "left right")


@dataclass
class Layer:
    w: np.ndarray
    b: float
    name: str = "dense"


class Params(dict):
    pass


PARAMS = {
    "w": np.array([[0.5, 0.2], [0.1, 0.9]]),
    "b": [0.3, np.array([1.0, -2.0])],
    "layer": Layer(np.array([1.5, 0.7]), 0.3),
    "pair": Pair(1.2, (np.float64(0.4), None)),
    "steps": 3,
    "kinds": np.array([1, 2]),
}
VECTOR, UNFLATTEN = tl.flatten(PARAMS)


def loss(p):
    hidden = np.tanh(p["w"] @ p["b"][1] + p["b"][0]) * p["kinds"]
    layer = p["layer"]
    total = hidden @ layer.w * layer.b * p["steps"] + p["pair"].left ** 2
    return total * p["pair"].right[0] if layer.name == "dense" else 0.0


def weight_decay(p):
    vector, _ = tl.flatten(p)
    return loss(p) + np.sum(vector**3)


def there_and_back(p):
    vector, unflatten = tl.flatten(p)
    return loss(unflatten(np.sin(vector) * vector)) * vector.size


def gradient_by_the_vector(p):
    vector, unflatten = tl.flatten(p)
    slope = tl.grad(lambda v: loss(unflatten(v)))(vector)
    return np.sum(slope**2)


def a_written_part(p):
    vector, unflatten = tl.flatten(p)
    other = unflatten(vector)
    other["w"] *= 2.0
    p["w"] = p["w"] + 1.0
    return loss(other) * np.sum(vector) + np.sum(p["w"])


def a_step(p):
    slope = tl.grad(loss)(p)
    moved = tl.map(lambda q, g: q if g is None else q - 0.1 * g, p, slope)
    return loss(moved)


def a_step_by_a_vector(p):
    vector, unflatten = tl.flatten(p)
    return loss(unflatten(vector - 0.1 * unflatten.flat(tl.grad(loss)(p))))


def other_classes(p):
    squares = tl.map(lambda q: q * q, OrderedDict(a=p["w"], b=p["b"]))
    extended = tl.map(lambda q: 2.0 * q, Params(c=p["w"]))
    assert type(squares) is OrderedDict and type(extended) is Params
    return np.sum(squares["a"] @ squares["b"][1] * extended["c"]) + squares["b"][0]


@pytest.mark.parametrize(("f", "order"), [
    (weight_decay, 1), (there_and_back, 2), (gradient_by_the_vector, 1),
    (a_written_part, 2), (a_step, 1), (a_step_by_a_vector, 1), (other_classes, 2),
])  # fmt: skip
def test_both_modes_and_second_order(f, order):
    tl.check_grad(f, (PARAMS,), order=order)
    _, gradient = tl.value_and_grad(f)(PARAMS)
    with tl.options(optimize=False):
        plain = UNFLATTEN.flat(tl.grad(f)(PARAMS))
    np.testing.assert_allclose(UNFLATTEN.flat(gradient), plain, rtol=1e-12)


def of_vector(vector):
    params = UNFLATTEN(vector)
    return np.sum(UNFLATTEN.flat(tl.grad(loss)(params)) ** 2 * vector)


def test_what_was_flattened_outside():
    tl.check_grad(of_vector, (VECTOR,))


def of_numbers(xs):
    vector, unflatten = tl.flatten(xs)
    pairs = tl.map(lambda x, y: x * y, xs, unflatten(vector**2))
    return sum(pairs) * vector[0]


def of_rows(rows):
    vector, unflatten = tl.flatten(rows)
    return sum(a * b for a, b in unflatten(vector**2))


def of_a_list_that_grows(x, n):
    arrays = []
    for k in range(n):
        arrays.append(k * x)
    vector, unflatten = tl.flatten(arrays)
    more = unflatten(vector**2)
    return np.sum(more[1] * more[2])


@pytest.mark.parametrize(("f", "args"), [
    (of_numbers, ([1.0, 2.0, 3.0],)),
    (of_rows, ([(1.0, 2.0), (3.0, 4.0)],)),
    (of_a_list_that_grows, (np.array([[0.5, 2.0]]), 3)),
])  # fmt: skip
def test_lists_of_any_length(f, args):
    tl.check_grad(f, args, order=2)


def test_other_shapes_and_dtypes_and_alone(tmp_path):
    def f(p):
        vector, unflatten = tl.flatten(p)
        q = unflatten(vector * vector)
        assert q["w"].dtype == p["w"].dtype
        return np.sum(q["w"] * q["b"])

    slope = tl.grad(f)
    for dtype in (np.float64, np.float32):
        for shape in [(3,), (2, 2)]:
            found = slope({"w": np.full(shape, 3.0, dtype), "b": 2.0})
            np.testing.assert_array_equal(found["w"], np.full(shape, 24.0))
            assert found["w"].dtype == dtype
    args = {"w": np.ones(2), "b": 3.0}
    slope.save(tmp_path / "saved.py", {"p": args})
    alone = runpy.run_path(str(tmp_path / "saved.py"))["f_grad"](args)
    np.testing.assert_array_equal(alone["w"], slope(args)["w"])
    with pytest.raises(ValueError, match="beside arrays of other dtypes"):
        slope({"w": np.ones(2, np.float32), "b": np.float64(2.0)})


def misfit(p):
    return tl.map(lambda a, b: a * b, p, {"w": p["w"], "c": 1.0})["w"]


def too_short(p):
    vector, unflatten = tl.flatten(p)
    return unflatten(vector[1:])["w"]


def other_shape(p):
    _, unflatten = tl.flatten(p)
    return np.sum(unflatten.flat({"w": np.ones(3) * p["w"]}))


def a_counter(p):
    return tl.map(lambda x: 2 * x, Counter(p))["w"]


@pytest.mark.parametrize(("f", "message"), [
    (misfit, "the structures differ at params"),
    (too_short, "the parameters have 1 entries"),
    (other_shape, r"has the shape \(3,\)"),
    (a_counter, "a Counter, is no structure"),
])  # fmt: skip
def test_errors(f, message):
    with pytest.raises((tl.TangentliteError, ValueError), match=message):
        tl.grad(f)({"w": 2.0})
