"""Numbers as tangents and cotangents of arrays without axes."""
import numpy as np
import pytest

import tangentlite as tl

NUMBERS = [2.0, np.float64(2.0), np.array(2.0), 2]


def written(x):
    y = np.zeros(())
    y[...] = x
    y *= x
    return y


def broadcast(x):
    return np.sum(np.broadcast_to(x * x, (3,)) + x[None] * x[...]).reshape(())


def transposed(x):
    return np.transpose(np.asarray(x)) * x


def made_of_items(x):
    return np.asarray(np.reshape(x, (1,))[0]) * x


FUNCTIONS = [written, broadcast, transposed, made_of_items]


@pytest.mark.parametrize('function', FUNCTIONS)
@pytest.mark.parametrize('number', NUMBERS, ids=lambda number: type(number).__name__)
def test_both_modes(function, number):
    x = np.array(3.0)
    slope = {broadcast: 36.0}.get(function, 6.0) * 2.0
    (x_bar,) = tl.vjp(function, x)[1](number)
    assert x_bar == slope
    assert tl.autodiff(function)(x, init_grad=number) == slope
    assert tl.jvp(function, (x,), (number,))[1] == slope
    assert tl.autodiff(function, mode='forward')(x, number) == slope
    assert number == 2.0
    assert x == 3.0


@pytest.mark.parametrize('x', [2.0, np.float64(2.0), np.array(2.0)])
def test_a_number_is_transposed(x):
    def square(x):
        return np.transpose(x) * x

    assert tl.grad(square)(x) == 4.0
    assert tl.jvp(square, (x,), (1.0,))[1] == 4.0
