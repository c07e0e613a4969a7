"""`is` between arrays and numbers: what is computed twice is two objects."""

import numpy as np
import pytest

import tangentlite as tl


def two_products(x):
    first, second = x[0] * 2.0, x[0] * 2.0
    return np.sum(x) if first is second else np.sum(2.0 * x)


def two_calls(x):
    first, second = np.sin(x), np.sin(x)
    return np.sum(x) if first is second else np.sum(2.0 * x)


def two_items(x):
    first, second = x[0], x[0]
    return np.sum(x) if first is second else np.sum(2.0 * x)


def copy_and_array(x):
    return np.sum(x) if x.copy() is x or x[:] is x else np.sum(2.0 * x)


def as_array(x):
    return np.sum(x) if np.asarray(x) is x else np.sum(2.0 * x)


def of_one_path(x):
    y = x[0] * 2.0
    chosen = y if x[0] > 0.0 else x[1]
    return np.sum(x) if chosen is y else np.sum(2.0 * x)


def array_of_one_path(x):
    y = x if x[0] > 0.0 else 2.0 * x
    return np.sum(x) if y is x else np.sum(2.0 * x)


def in_loop(x):
    y = x * 2.0
    for k in range(3):
        before = y
        if k == 1:
            y = y * 2.0
    return np.sum(x) if y is before else np.sum(2.0 * x)


def in_list(x):
    items = [x[0] * 2.0, x[0] * 2.0]
    same = items[0] is items[0] and items[0] is not items[1]
    return np.sum(x) if same else np.sum(2.0 * x)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("x", [[1.0, 2.0], [-1.0, 2.0]])
@pytest.mark.parametrize(
    "function",
    [
        two_products,
        two_calls,
        two_items,
        copy_and_array,
        as_array,
        of_one_path,
        array_of_one_path,
        in_loop,
        in_list,
    ],
)
def test_derivatives(function, x, mode):
    x = np.array(x)
    if mode == "reverse":
        along = np.sum(tl.grad(function)(x) * x)
    else:
        along = tl.autodiff(function, mode=mode)(x, x)
    assert along == function(x)  # all are linear


def item_of_list(items, x):
    first, second = items[0], items[0]
    return x if first is second else 2.0 * x


def test_an_item_of_a_list_is_one_object():
    assert tl.grad(item_of_list, wrt="x")([1.5, 2.5], 3.0) == 1.0
