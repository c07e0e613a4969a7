"""Conditions that call functions which read what the program has changed."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import central_jvp


class Box:
    pass


BOX = Box()
TABLE = {}
ROW = np.zeros(2)
LIMIT = 0.0


def reset():
    global LIMIT
    vars(BOX).clear()
    BOX.flag, BOX.options = True, {"high": True, "strict": False}
    TABLE["high"] = True
    ROW[:] = [5.0, 6.0]
    LIMIT = 5.0


def flag():
    return BOX.flag


def options():
    return BOX.options


def high():
    return TABLE["high"]


def large(box):
    return box.row[0] > 3.0


def above():
    return ROW[0] > 3.0


def limit():
    return LIMIT


def of_attribute(x):
    BOX.flag = x[0] > 3.0
    return np.sum(x * x) * (3.0 if flag() else 1.0)


def of_new_dict(x):
    BOX.options = {"high": x[0] > 3.0, "strict": True}
    y = 3.0 * x if options()["high"] else x
    return np.sum(y * y)


def of_known_item(x):
    BOX.options = {"high": False, "strict": ROW}
    y = [x] if options()["high"] else x
    return np.sum(y * y)


def of_item(x):
    TABLE["high"] = x[0] > 3.0
    y = 3.0 * x if high() and x[1] > 0.0 else x
    return np.sum(y * y)


def of_global(x):
    global LIMIT
    LIMIT = x[0]
    return np.sum(x * x) if limit() > 3.0 else np.sum(x)


def of_array(x):
    ROW[0] = x[0]
    return np.sum(x * x) if above() else np.sum(x)


def of_array_in_object(x):
    BOX.row = ROW
    BOX.row[0] = x[0]
    return np.sum(x * x) if large(BOX) else np.sum(x)


def in_loop(x):
    BOX.flag = x[0] > 3.0
    while flag():
        x = x - 1.0
        BOX.flag = x[0] > 3.0
    return np.sum(x * x)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("x", [[1.5, 2.0], [5.5, 2.0]])
@pytest.mark.parametrize(
    "function",
    [
        of_attribute,
        of_new_dict,
        of_known_item,
        of_item,
        of_global,
        of_array,
        of_array_in_object,
        in_loop,
    ],
)
def test_derivatives(function, x, mode):
    def afresh(x):
        reset()
        return function(x)

    x, along = np.array(x), np.array([0.3, -0.7])
    reset()
    if mode == "reverse":
        found = tl.grad(function)(x) @ along
    else:
        found = tl.autodiff(function, mode="forward")(x, along)
    assert found == pytest.approx(central_jvp(afresh, (x,), (along,)))
