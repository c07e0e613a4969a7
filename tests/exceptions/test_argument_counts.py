"""Builtins and methods that are given too much or too little raise, used or not."""

import numpy as np
import pytest

import tangentlite as tl


def length_of_two(x):
    len(x, x)
    return np.sum(x)


def length_of_two_used(x):
    return np.sum(x) * len(x, x)


def length_of_nothing(x):
    return np.sum(x) * len()


def length_by_name(x):
    return np.sum(x) * len(obj=x)


def length_of_a_number(x):
    len(x[0])
    return np.sum(x)


def is_of_nothing(x):
    return np.sum(x) if isinstance(x) else x[0]


def longer_range(x):
    range(1, 2, 3, 4)
    return np.sum(x)


def two_lists(x):
    return np.sum(x) * len(list(x, x))


def mapped_nothing(x):
    return np.sum(x) * len(list(map(abs)))


def sine_of_many(x):
    return np.sum(np.sin(x, x, x, x))


def appended_two(x):
    items = [1.0]
    items.append(1, 2)
    return np.sum(x)


def got_three(x):
    return np.sum(x) * {}.get("a", 1, 2)


PROGRAMS = [
    length_of_two,
    length_of_two_used,
    length_of_nothing,
    length_by_name,
    length_of_a_number,
    is_of_nothing,
    longer_range,
    two_lists,
    mapped_nothing,
    sine_of_many,
    appended_two,
    got_three,
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_counts(program, mode):
    x = np.array([0.5, 0.7])
    tangents = (x,) if mode == "forward" else ()
    with pytest.raises(TypeError) as raised:
        program(x)
    with pytest.raises((TypeError, tl.UnsupportedError)) as refused:
        tl.autodiff(program, mode=mode)(x, *tangents)
    assert str(raised.value) in str(refused.value)


def counted(x):
    if x[0] > 3.0:
        return np.sum(x) * len(x, x)
    try:
        n = len(x, x)
    except TypeError:
        n = 3
    items = sorted([2.0, 1.0], reverse=True)
    items.sort(key=abs)
    items += [max(3.0, 4.0, key=abs), max([], default=1.0), sum([1.0], start=2.0)]
    items += [float(k) for k, _ in enumerate(iterable=[1, 2], start=3)]
    return np.sum(x) * n * sum(items) * round(number=1.26, ndigits=1)


def test_counts_that_are_right():
    x = np.array([0.5, 0.7])
    value, slope = tl.value_and_grad(counted)(x)
    assert value == counted(x)
    np.testing.assert_allclose(slope, value / np.sum(x))
    with pytest.raises(TypeError, match="exactly one argument"):
        tl.grad(counted)(x + 3.0)
