"""What check_grad compares, and what it says of the worst entry."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.api.checks.check import worst_comparison
from tangentlite.api.checks.differences import comparisons

LARGE = np.linspace(0.5, 2.0, 1000)


def smooth(x, y):
    return np.sum(np.sin(x) * y), np.exp(y)


def wrong_at_seven(x, y):
    spoiled = tl.stop_gradient(np.where(np.arange(x.size) == 7, x, 0.0))
    return x * spoiled + y


def slightly_wrong_at_all(x):
    return np.sum(x * x) + tl.stop_gradient(np.sum(x)) * 1e-3


def wrong_gradient_of_a_gradient(x):
    return x * x * tl.stop_gradient(x)


def squared_magnitude(z):
    return np.sum(np.real(z * np.conj(z)))


def keyword(x, *, scale=2.0):
    return scale * x


@pytest.mark.parametrize("order", [1, 2])
def test_agreement(order):
    tl.check_grad(smooth, (np.array([0.3, 1.2]), 0.7), order=order)
    tl.check_grad(smooth, (LARGE, LARGE[::-1].copy()), order=order)
    tl.check_grad(keyword, (2.0,), order=order)


def test_float32():
    tl.check_grad(smooth, (np.ones(3, np.float32), np.float32(0.5)))


def test_complex_arguments():
    tl.check_grad(squared_magnitude, (np.array([1.0 + 2.0j, -0.5j]),))


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("size", [10, 200, 201, 1000])
def test_names_the_worst_entry(mode, size):
    x = LARGE[:size].copy()
    with pytest.raises(tl.CheckError) as failed:
        tl.check_grad(wrong_at_seven, (x, 0.5), modes=(mode,))
    message = str(failed.value)
    assert f"the {mode} derivative of" in message
    assert "with respect to x[7] is" in message
    if mode == "forward":
        assert "of result[7]" in message
        got, wanted = numbers(message)
        assert got == pytest.approx(x[7])
        assert wanted == pytest.approx(2.0 * x[7])


def numbers(message: str) -> list[float]:
    first = message.splitlines()[0].rstrip(".")
    got, wanted = first.split(", central differences give ")
    return [float(got.split()[-1]), float(wanted)]


def test_gradient_of_a_number_is_compared_as_it_is():
    with pytest.raises(tl.CheckError) as failed:
        tl.check_grad(wrong_gradient_of_a_gradient, (2.0,), modes=("reverse",))
    assert numbers(str(failed.value)) == pytest.approx([8.0, 12.0])


def test_an_error_spread_over_a_large_argument():
    with pytest.raises(tl.CheckError, match="with respect to x"):
        tl.check_grad(slightly_wrong_at_all, (LARGE,))


def test_second_order_is_another_check():
    x = np.array([0.5, 1.5])
    third = worst_comparison(smooth, (x, 0.5), "x", order=2, atol=0.0, rtol=0.0)
    first = worst_comparison(smooth, (x, 0.5), "x", order=1, atol=0.0, rtol=0.0)
    assert "gradient" not in first.what
    assert third.excess >= first.excess


def test_by_wrt():
    x = LARGE[:10].copy()
    tl.check_grad(wrong_at_seven, (x, 0.5), wrt="y")
    tl.check_grad(wrong_at_seven, (x, 0.5), wrt=1)
    with pytest.raises(tl.CheckError):
        tl.check_grad(wrong_at_seven, (x, 0.5), wrt=("y", "x"))


@pytest.mark.parametrize("order", [1, 2])
def test_containers_agree(order):
    tl.check_grad(network, (NETWORK, np.ones((4, 3))), order=order)
    tl.check_grad(network, (NETWORK, LARGE.reshape(-1, 2, 1) * np.ones(3)))


def network(params, x):
    h = np.tanh(x @ params["w"] + params["more"][0])
    return {"h": h, "sizes": (len(x), np.sum(h) > 0.0), "sum": [np.sum(h), "done"]}


NETWORK = {"w": np.eye(3)[:, :2], "more": (0.3, 2, "tanh", None), "unused": np.ones(2)}


def spoiled(params):
    """A product whose derivative by one entry of one leaf is half of what it is."""
    x = params["layers"][1]["x"]
    marked = np.where(np.arange(x.size) == 3, x, 1.0)
    return {"y": (params["scale"], x * tl.stop_gradient(marked))}


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("size", [10, 300])
def test_names_the_place_in_a_container(mode, size):
    params = {"scale": 2.0, "layers": [None, {"x": LARGE[:size].copy()}]}
    with pytest.raises(tl.CheckError) as failed:
        tl.check_grad(spoiled, (params,), modes=(mode,))
    message = str(failed.value)
    assert "with respect to params['layers'][1]['x'][3] is" in message
    assert mode == "reverse" or "derivative of result['y'][1][3]" in message
    got, wanted = numbers(message)
    assert wanted == pytest.approx(2.0 * got)


def weighted(values):
    total = 0.0
    for k, value in enumerate(values):
        total += k * value * value if k != 7 else 7 * value * tl.stop_gradient(value)
    return total


def test_many_small_leaves_are_moved_together():
    values = [0.5 + 0.01 * k for k in range(300)]
    found = list(comparisons(weighted, (values,), ("values",), ("forward",), 1e-5, 0))
    assert 0 < len(found) < 10
    with pytest.raises(tl.CheckError, match=r"with respect to values\[7\] is"):
        tl.check_grad(weighted, (values,))


def test_leaves_of_several_precisions():
    def scaled(params, x):
        return params["w"] * x * params["scale"]

    params = {"w": np.ones(3, np.float32), "scale": 0.7}
    tl.check_grad(scaled, (params, np.ones(3, np.float32)))
    with pytest.raises(tl.CheckError):
        tl.check_grad(half_scaled, (params,))


def half_scaled(params):
    return params["w"] * params["scale"] * tl.stop_gradient(params["scale"])


@pytest.mark.parametrize(("call", "message"), [
    (lambda: tl.check_grad(smooth, (1.0,)), "missing 1 required positional argument"),
    (lambda: tl.check_grad(smooth, (1.0, 2)), None),
    (lambda: tl.check_grad(smooth, (1, 2)), "no argument is a floating number"),
    (lambda: tl.check_grad(smooth, (1.0, 2), "y"), "'y' is not a floating number"),
    (lambda: tl.check_grad(smooth, (1.0, 2.0), order=3), "order is 3"),
    (lambda: tl.check_grad(smooth, (1.0, 2.0), modes=("up",)), "mode is 'up'"),
    (lambda: tl.check_grad(keyword, (1.0,), "scale"), "keyword-only"),
    (lambda: tl.check_grad(spoiled, ({"scale": 1},)), "no argument is a floating"),
])  # fmt: skip
def test_arguments(call, message):
    if message is None:
        call()
        return
    with pytest.raises(tl.ArgumentError, match=message):
        call()


def test_arrays_without_axes_in_a_dict_at_second_order():
    def f(p, a):
        return np.sum(a * p['s']) ** 2

    tl.check_grad(f, ({'s': np.array(1.2)}, np.ones(2)), order=2)
