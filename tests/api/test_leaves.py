"""Arguments and results in containers: their leaves, Jacobians, and products."""

from collections import OrderedDict, defaultdict, namedtuple

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.api.products.pullbacks import is_floating
from tangentlite.calls.arguments import pytree

Pair = namedtuple("Pair", "left right")

VALUES = [
    3.0,
    np.ones((2, 1), np.float32),
    {},
    {"a": 1.0, 2: [3.0]},
    [1.0, (2.0, {"b": [np.float32(3.0), None]}, ()), "text", 4],
    Pair(1.0, [2, 3.0]),
    OrderedDict(a=(1.0, 2.0)),
    defaultdict(list, a=[1.0, 2.0]),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_structure_and_types_of_containers_stay(value):
    found = pytree.leaves(value)
    copied = pytree.mapped(lambda path, leaf: found[path], value)
    assert type(copied) is type(value)
    assert repr(copied) == repr(value)
    tripled = pytree.replaced(value, dict.fromkeys(found, 3))
    assert set(pytree.leaves(tripled).values()) <= {3}
    assert list(pytree.leaves(tripled)) == list(found)


def test_paths_lead_to_the_leaves():
    value = {"layers": [(1.0, 2.0), (3.0, None)], 7: "tanh"}
    assert pytree.leaves(value) == {
        ("layers", 0, 0): 1.0,
        ("layers", 0, 1): 2.0,
        ("layers", 1, 0): 3.0,
        ("layers", 1, 1): None,
        (7,): "tanh",
    }
    last, name = ("layers", 1, 0), (7,)
    assert pytree.picked(value, [last, name]) == {last: 3.0, name: "tanh"}
    assert pytree.derivative(value, {last: 5.0}) == {
        "layers": [(None, None), (5.0, None)],
        7: None,
    }
    assert pytree.written(last) == "['layers'][1][0]"


@pytest.mark.parametrize(("leaf", "number", "floating"), [
    (1.0, True, True), (1j, True, True), (np.float32(1.0), True, True),
    (np.zeros(2), True, True), (np.zeros(2, np.complex64), True, True),
    (1, True, False), (True, True, False), (np.int8(1), True, False),
    (np.arange(2), True, False), (np.array([True]), True, False),
    (None, False, False), ("1.0", False, False), (np.array(["a"]), False, False),
    (np.array([None]), False, False), (float, False, False), ({1.0}, False, False),
])  # fmt: skip
def test_what_is_a_number_and_what_floats(leaf, number, floating):
    assert bool(pytree.numbers({"a": [leaf]})) is number
    assert is_floating(({"a": leaf}, "")) is floating


def test_entries_in_one_vector():
    value = {"a": 1.0, "b": [np.float32(2.0), np.ones((2, 2), np.float32)], "n": 3}
    parts = pytree.floating(value)
    vector = pytree.joined(parts)
    np.testing.assert_array_equal(vector, [1.0, 2.0, 1.0, 1.0, 1.0, 1.0])
    places = [pytree.entry(k, parts) for k in range(vector.size)]
    assert places == ["['a']", "['b'][0]", "['b'][1][0, 0]", "['b'][1][0, 1]",
                      "['b'][1][1, 0]", "['b'][1][1, 1]"]  # fmt: skip
    back = pytree.split(np.arange(6.0), parts)
    assert [type(part) for part in back.values()] == [float, np.float32, np.ndarray]
    assert back["b", 1].dtype == np.float32
    np.testing.assert_array_equal(back["b", 1], [[2.0, 3.0], [4.0, 5.0]])
    assert pytree.joined({}).size == 0 and pytree.split(np.zeros(0), {}) == {}
    with pytest.raises(IndexError):
        pytree.entry(6, parts)


def test_complex_parts_keep_the_others_real():
    parts = {("z",): np.array([1j, 2.0]), ("x",): 3.0}
    back = pytree.split(pytree.joined(parts) * 1j, parts)
    np.testing.assert_array_equal(back["z",], [-1.0, 2j])
    assert back["x",] == 0.0 and type(back["x",]) is float


W, B = np.array([0.4, -1.1]), 0.7
PARAMS = {"w": W, "rest": [B, 3, (None, "tanh", True)]}
X = np.array([[1.0, 2.0], [0.5, -1.0], [2.0, 0.0]])


def layer(params, x):
    z = x @ params["w"] * params["rest"][0]
    return {"z": z, "more": (np.sum(z), len(x), "done"), "none": None}


def inactive(blocks):
    """Whether a Jacobian has None where PARAMS and the result hold no numbers."""
    inside = [blocks["z"], blocks["more"][0], blocks["more"][1]]
    return (blocks["none"], blocks["more"][2]) == (None, None) and all(
        block["rest"][1:] == [None, (None, None, None)] for block in inside
    )


def test_jacobian_has_the_results_structure_outside_and_the_arguments_inside():
    by_params, by_x = tl.jacobian(layer), tl.jacobian(layer, wrt="x")
    blocks = by_params(PARAMS, X)
    assert inactive(blocks)
    np.testing.assert_allclose(blocks["z"]["w"], X * B)
    np.testing.assert_allclose(blocks["z"]["rest"][0], X @ W)
    np.testing.assert_allclose(blocks["more"][0]["w"], np.sum(X, axis=0) * B)
    np.testing.assert_allclose(blocks["more"][0]["rest"][0], np.sum(X @ W))
    np.testing.assert_array_equal(blocks["more"][1]["w"], np.zeros(2))
    found = by_x(PARAMS, X)
    want = np.zeros((3, 3, 2))
    want[np.arange(3), np.arange(3)] = W * B
    np.testing.assert_allclose(found["z"], want)
    np.testing.assert_allclose(found["more"][0], np.sum(want, axis=0))
    assert (found["none"], found["more"][2]) == (None, None)


def test_both_modes_give_the_same_structure():
    many, few = np.vstack([X, X]), X[:1]  # more results, or more entries to move
    wide, narrow = tl.jacobian(layer)(PARAMS, many), tl.jacobian(layer)(PARAMS, few)
    assert inactive(wide) and inactive(narrow)
    np.testing.assert_allclose(wide["z"]["w"], many * B)
    np.testing.assert_allclose(narrow["z"]["w"], few * B)
    several = tl.jacobian(layer, wrt=(1, 0))(PARAMS, few)
    assert isinstance(several["z"], tuple)
    np.testing.assert_allclose(several["z"][1]["w"], few * B)
    np.testing.assert_allclose(several["z"][0], (W * B)[None, None])


def test_jacobian_by_numbers_in_a_list():
    def polynomial(coefficients, x):
        y = 0.0
        for c in reversed(coefficients):
            y = y * x + c
        return y

    x = np.array([0.5, 2.0, -1.0, 3.0])
    found = tl.jacobian(polynomial)([1.0, -2.0, 0.5], x)
    assert type(found) is list
    for power, block in enumerate(found):
        np.testing.assert_allclose(block, x ** power)
    number = tl.jacobian(polynomial)([1.0, -2.0, 0.5], 2.0)
    np.testing.assert_allclose(number, [1.0, 2.0, 4.0])
    assert np.shape(number[0]) == ()


SHAPE = {"w": np.array([0.5, -1.5, 2.0]), "b": 0.8, "name": "energy"}


def energy(params, k):
    return k * np.sum(params["w"] ** 3) * params["b"] + params["b"] ** 2


def energy_hessian(params, k):
    w, b = params["w"], params["b"]
    return {
        "w": {"w": np.diag(6.0 * k * b * w), "b": 3.0 * k * w ** 2},
        "b": {"w": 3.0 * k * w ** 2, "b": 2.0},
    }


def test_hessian_has_the_structure_twice():
    found, want = tl.hessian(energy)(SHAPE, 1.3), energy_hessian(SHAPE, 1.3)
    assert found["name"] is None and found["w"]["name"] is None
    for row in ("w", "b"):
        for column in ("w", "b"):
            np.testing.assert_allclose(found[row][column], want[row][column])
    again = tl.jacobian(tl.grad(energy))(SHAPE, 1.3)
    np.testing.assert_allclose(again["w"]["b"], want["w"]["b"])
    (by_params, by_k) = tl.hessian(energy, wrt=("params", 1))(SHAPE, 1.3)
    np.testing.assert_allclose(by_params["w"][0]["w"], want["w"]["w"])
    np.testing.assert_allclose(by_params["w"][1], 3.0 * SHAPE["b"] * SHAPE["w"] ** 2)
    np.testing.assert_allclose(by_k[0]["w"], by_params["w"][1])
    assert by_k[1] == 0.0


def test_hvp_has_the_structure_of_the_primals():
    vector = {"w": np.array([1.0, 0.0, -2.0]), "b": 0.5, "name": None}
    want = energy_hessian(SHAPE, 1.3)
    by_w = want["w"]["w"] @ vector["w"] + want["w"]["b"] * vector["b"]
    by_b = want["b"]["w"] @ vector["w"] + want["b"]["b"] * vector["b"]
    found, fixed = tl.hvp(energy, (SHAPE, 1.3), (vector, None))
    assert fixed is None and found["name"] is None
    np.testing.assert_allclose(found["w"], by_w)
    np.testing.assert_allclose(found["b"], by_b)

    def of_params(params):
        return energy(params, 1.3)

    np.testing.assert_allclose(tl.hvp(of_params, SHAPE, vector)["w"], by_w)


def test_hvp_by_an_only_primal_that_is_a_list():
    def total(layers):
        y = 1.0
        for w, b in layers:
            y = y * w + b
        return y

    primal, vector = [(2.0, 1.0), (3.0, 1.0)], [(1.0, 0.0), (0.0, 0.0)]
    (found,) = tl.hvp(total, (primal,), (vector,))
    assert found == [(0.0, 0.0), (1.0, 0.0)]  # w2 * w1 has one mixed derivative
    with pytest.raises(tl.ArgumentError, match="1 parameters, but 2 primals"):
        tl.hvp(total, primal, vector)


def test_elementwise_grad_by_a_dict():
    def scaled(params):
        return np.tanh(params["x"]) * params["gain"]

    x = np.array([0.3, -0.6])
    found = tl.elementwise_grad(scaled)({"x": x, "gain": 2.0})
    np.testing.assert_allclose(found["x"], 2.0 * (1.0 - np.tanh(x) ** 2))
    np.testing.assert_allclose(found["gain"], np.sum(np.tanh(x)))


def test_vjp_of_containers():
    result, pullback = tl.vjp(layer, PARAMS, X)
    want = layer(PARAMS, X)
    np.testing.assert_array_equal(result["z"], want["z"])
    assert result["more"] == want["more"] and result["none"] is None
    seed = {"z": np.array([1.0, 0.0, 0.0]), "more": (2.0, None, None), "none": None}
    by_params, by_x = pullback(seed)
    np.testing.assert_allclose(by_params["w"], (X[0] + 2.0 * np.sum(X, axis=0)) * B)
    assert by_params["rest"][1:] == [None, (None, None, None)]
    np.testing.assert_allclose(by_x, np.outer([3.0, 2.0, 2.0], W * B))


def test_vjp_has_none_for_primals_without_floating_leaves():
    result, pullback = tl.vjp(energy, SHAPE, 2)
    gradient, nothing = pullback(1.0)
    assert nothing is None
    np.testing.assert_allclose(gradient["w"], 6.0 * SHAPE["w"] ** 2 * SHAPE["b"])
    with pytest.raises(tl.ArgumentError, match="no argument"):
        tl.vjp(energy, {"w": [1, 2], "b": 3}, 2)


def test_jvp_of_containers():
    tangent = {"w": np.array([1.0, 0.0]), "rest": [0.5, None, (None, None, None)]}
    result, found = tl.jvp(layer, (PARAMS, X), (tangent, None))
    want = X[:, 0] * B + X @ W * 0.5
    np.testing.assert_allclose(found["z"], want)
    np.testing.assert_allclose(found["more"][0], np.sum(want))
    np.testing.assert_array_equal(result["z"], layer(PARAMS, X)["z"])


REFUSED = {
    "complex": (lambda: tl.jacobian(energy)({"w": 1j, "b": 1.0}, 1.0),
                r"respect to params\['w'\], which is complex"),
    "integers": (lambda: tl.jacobian(energy)({"w": 1, "b": 2}, 1.0), "no floating"),
    "integers, twice": (lambda: tl.hessian(energy)({"w": 1, "b": 2}, 1.0), "no float"),
    "another structure": (lambda: tl.hvp(energy, (SHAPE, 1.0), ({"w": W}, None)),
                          "another structure|has the shape"),
    "primals": (lambda: tl.jvp(layer, (PARAMS, X, X), (None, X, X)), "but 3 primals"),
    "no numbers": (lambda: tl.jacobian(lambda x: ("a", None))(1.0), "returns str obj"),
    "an object": (lambda: tl.jacobian(lambda x: (x, {1.0}))(1.0), "returns set obj"),
}  # fmt: skip


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_refusals(call, message):
    with pytest.raises(tl.ArgumentError, match=message):
        call()


def test_integers_in_lists_and_tables():
    def f(params, rows):
        total = 0.0
        for i, j, value in rows:
            total = total + params["w"][i] * value * params["w"][j]
        return total * params["sizes"][1]

    params = {"w": np.array([1.0, 2.0, 3.0]), "sizes": [3, 2]}
    rows = [(0, 1, 0.5), (1, 2, 1.5)]
    by_params, by_rows = tl.grad(f, wrt=(0, 1))(params, rows)
    np.testing.assert_allclose(by_params["w"], [2.0, 10.0, 6.0])
    assert by_params["sizes"] is None
    assert by_rows == [(0.0, 0.0, 4.0), (0.0, 0.0, 12.0)]
