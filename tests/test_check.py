"""What check_grad compares, and what it says of the worst entry."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.check import worst_comparison

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
        assert "of entry 7 of the result" in message
        got, wanted = numbers(message)
        assert got == pytest.approx(x[7])
        assert wanted == pytest.approx(2.0 * x[7])


def numbers(message: str) -> list[float]:
    got, wanted = message.rstrip(".").split(", central differences give ")
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


@pytest.mark.parametrize(("call", "message"), [
    (lambda: tl.check_grad(smooth, (1.0,)), "missing a required argument: 'y'"),
    (lambda: tl.check_grad(smooth, (1.0, 2)), None),
    (lambda: tl.check_grad(smooth, (1, 2)), "no argument is a floating number"),
    (lambda: tl.check_grad(smooth, (1.0, 2), "y"), "'y' is not a floating number"),
    (lambda: tl.check_grad(smooth, (1.0, 2.0), order=3), "order is 3"),
    (lambda: tl.check_grad(smooth, (1.0, 2.0), modes=("up",)), "mode is 'up'"),
    (lambda: tl.check_grad(keyword, (1.0,), "scale"), "keyword-only"),
])  # fmt: skip
def test_arguments(call, message):
    if message is None:
        call()
        return
    with pytest.raises(tl.ArgumentError, match=message):
        call()
