"""Lists and dicts whose items hang on flags and sizes that stand outside."""

from types import SimpleNamespace

import numpy as np
import pytest

import tangentlite as tl

UNITS = True
WEIGHTS = np.ones(3)
SETTINGS = SimpleNamespace(verbose=False)
OPTIONS = {"scaled": True}


def count(*items):
    return sum(np.sum(item) for item in items) * len(items)


def of_global(x):
    found = [x]
    if UNITS:
        found.append(3.0)
    return count(*found)


def of_attribute(x):
    found = {"a": x}
    if SETTINGS.verbose:
        found["b"] = 2.0
    return count(*found.values())


def of_item(x):
    found = {"a": x}
    if OPTIONS["scaled"]:
        found["b"] = 2.0
    return count(*found.values())


def of_sizes(x):
    found = []
    for array in (x, WEIGHTS):
        if len(array) > 2:
            found.append(array)
    return count(*found)


def of_argument(x, flag):
    found = [x]
    if flag:
        found.append(3.0)
    return count(*found)


def of_argument_in_dict(x, options):
    found = [x]
    if options["more"] and options["parts"][1]:
        found.append(3.0)
    return count(*found)


def change():
    global UNITS, WEIGHTS
    UNITS = not UNITS
    WEIGHTS = np.ones(4 - len(WEIGHTS))
    SETTINGS.verbose = not SETTINGS.verbose
    OPTIONS["scaled"] = not OPTIONS["scaled"]


@pytest.mark.parametrize("function", [of_global, of_attribute, of_item, of_sizes])
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_one_derivative_follows_changes(function, mode):
    df = tl.grad(function) if mode == "reverse" else tl.autodiff(function, mode=mode)
    along = () if mode == "reverse" else (np.ones(3),)
    found = []
    for _ in range(2):
        x = np.ones(3)
        expected = function(x + 1.0) - function(x)
        found.append(np.sum(df(x, *along)))
        assert found[-1] == pytest.approx(expected)
        change()
    assert found[0] != found[1]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_flags_that_are_arguments(mode):
    along = () if mode == "reverse" else (1.0,)
    df = tl.autodiff(of_argument, mode=mode)
    assert [df(2.0, flag, *along) for flag in (True, False, True)] == [2.0, 1.0, 2.0]
    df = tl.autodiff(of_argument_in_dict, mode=mode)
    for parts, expected in (([False, True], 2.0), ([True, False], 1.0)):
        assert df(2.0, {"more": True, "parts": parts}, *along) == expected
