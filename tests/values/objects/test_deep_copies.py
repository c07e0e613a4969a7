"""Deep copies: names of one array are names of one copy."""

import copy

import numpy as np
import pytest

from tests.support.numeric import at, require_derivatives, require_refused


def two_names(x):
    y = np.array([x, 1.0])
    d = copy.deepcopy({"a": y, "b": np.asarray(y)})
    d["a"] *= 2
    return d["b"].sum()


def two_views(x):
    y = np.array([x, 1.0, 2 * x])
    d = copy.deepcopy(
        {
            "a": y,
            "b": y[:2],
            "c": y[:2],
            "d": y.reshape((3,)),
            "e": y.T,
            "f": np.ravel(y),
        }
    )
    d["a"] *= 2
    d["c"] *= 3
    return (
        d["b"].sum()
        + d["a"].sum() * x
        + d["c"].sum()
        + d["d"].sum() * x**3
        + d["f"].sum()
        + d["e"].sum()
    )


def same_twice(x):
    y = np.array([x, 1.0, 2 * x])
    v = y[:2]
    d = copy.deepcopy({"a": v, "b": v})
    d["a"] *= 2
    return d["b"].sum()


def either(x):
    y = np.array([x, 1.0])
    z = np.array([x, 2.0])
    d = copy.deepcopy({"a": y, "b": y if y[0] > 0.5 else z})
    d["a"] *= 2
    return d["b"].sum()


def either_others(x):
    y = np.array([x, 1.0])
    z = np.array([x, 2.0])
    w = np.array([x * x, 3.0])
    d = copy.deepcopy({"a": w, "b": y if y[0] > 0.5 else z})
    d["a"] *= 2
    return d["b"].sum() * d["a"].sum()


def either_view(x):
    y = np.array([x, 1.0])
    z = np.array([x, 2.0])
    d = copy.deepcopy({"a": y, "b": y[:1] if y[0] > 0.5 else z[:1]})
    d["a"] *= 2
    return d["b"].sum()


def in_loop(x):
    y = np.array([x, 1.0])
    z = y
    for _ in range(3):
        z = z if z[0] > 100 else y
        y = y * x
    d = copy.deepcopy({"a": y, "b": z})
    d["a"] *= 2
    return d["b"].sum()


PROGRAMS = [
    *at((0.9126, 1.7), two_names, two_views, same_twice, either_others, either_view),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (either, 2.5, "may be one"),
    (in_loop, 2.5, "may be one"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
