"""A computed place that a list has not raises, whatever is known of its items."""

import collections

import numpy as np
import pytest

import tangentlite as tl


class Named:
    """An object with a name."""

    def __init__(self, name):
        self.name = name


def of_text(w, k):
    return w[0] ** 2 if ["a", "a"][k] == "a" else w[1]


def of_other_text(w, k):
    return w[0] ** 2 if ["a", "b"][k] != "c" else w[1]


def of_functions(w, k):
    functions = [np.sin, np.sin]
    return functions[k](w[0]) + w[1]


def of_tuples(w, k):
    rows = [(1.0, "a"), (2.0, "a")]
    return w[0] ** 2 if rows[k][1] == "a" else w[1]


def of_flags(w, k):
    flags = [True, True]
    return w[0] ** 2 if flags[k] else w[1]


def of_nothing(w, k):
    items = [None, None]
    return w[0] ** 2 if items[k] is None else w[1]


def of_empty_tuples(w, k):
    items = [(), ()]
    empty = items[k]
    return w[0] ** 2 + len(empty)


def of_objects(w, k):
    items = [Named("a"), Named("a")]
    return w[0] ** 2 if items[k].name == "a" else w[1]


def of_dicts(w, k):
    items = [{"name": "a"}, {"name": "a"}]
    return w[0] ** 2 if items[k]["name"] == "a" else w[1]


def of_branch(w, k):
    if w[1] > 0.0:
        name = ["a", "a"][k]
        return w[0] ** 2 if name == "a" else w[1]
    return w[1]


PROGRAMS = [
    of_text,
    of_other_text,
    of_functions,
    of_tuples,
    of_flags,
    of_nothing,
    of_empty_tuples,
    of_objects,
    of_dicts,
    of_branch,
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_places(program, mode):
    w = np.array([0.5, 1.5])
    derivative = tl.autodiff(program, mode=mode)
    given = (np.ones(2),) if mode == "forward" else ()
    for k in (0, 1, -1, -2):
        slope = [np.cos(0.5), 1.0] if program is of_functions else [1.0, 0.0]
        wanted = sum(slope) if given else slope
        np.testing.assert_allclose(derivative(w, k, *given), wanted)
    for k in (2, -3, 9):
        with pytest.raises(IndexError, match="index out of range"):
            program(w, k)
        with pytest.raises(IndexError, match="index out of range"):
            derivative(w, k, *given)


def of_given_text(w, names):
    k = int(np.argmax(w))
    return w[0] ** 2 if names[k] == "a" else w[1]


def test_text_that_is_given():
    w = np.array([1.0, 2.0])
    np.testing.assert_array_equal(tl.grad(of_given_text)(w, ["a", "b"]), [0.0, 1.0])
    with pytest.raises(IndexError):
        tl.grad(of_given_text)(w, ["a"])


def of_defaultdict(x):
    counts = collections.defaultdict(float, a=x)
    key = "a" if x > 2.0 else "b"
    counts[key] += x * x
    return counts["a"] + 2 * counts["b"]


@pytest.mark.parametrize("x", [1.0, 3.0])
def test_keys_that_a_defaultdict_may_lack(x):
    with pytest.raises(tl.UnsupportedError, match="a key of a dict must be text"):
        tl.grad(of_defaultdict)(x)
