# ruff: noqa: B007
"""Iterators of itertools and others: what they give, copies of them, their class."""

import copy
import itertools
import operator
import types

import numpy as np
import pytest

from tests.support.numeric import (
    at,
    require_along,
    require_derivatives,
    require_refused,
)


def groups(x):
    s = 0.0
    for k, g in itertools.groupby([1, 1, 2, 2, 2, 1]):
        s = s * x + k * len(list(g))
    return s


def groups_by_key(x):
    s = 0.0
    rows = [("a", x), ("a", x * x), ("b", 3 * x)]
    for k, g in itertools.groupby(rows, key=lambda r: r[0]):
        s = s * 2 + sum((v for _, v in g))
    return s


def chosen_items(x):
    return (
        sum(
            (
                a * b
                for a, b in zip(
                    itertools.islice(itertools.count(2, 2), 3), [x, x, x * x]
                )
            )
        )
        + sum(x * k for k in itertools.compress([1, 2, 3], [1, 0, 1]))
        + sum(x * k for k in itertools.filterfalse(lambda k: k > 1, [1, 2, 0]))
    )


def read_twice(x):
    a, b = itertools.tee([x, x * x])
    return sum(a) * 2 + sum(v * v for v in b)


def accumulated_nothing(x):
    return x * (1 + len(list(itertools.accumulate([])))) + sum(
        itertools.accumulate([x, x * x])
    )


def computed_groups(x):
    return sum(k for k, _ in itertools.groupby([x, x * x]))


def range_or_tuple(x):
    return sum([v * x for v in range(int(x)) or (3,)])


def asked_iterators_stay(x):
    i = iter([x, 2 * x, 3 * x])
    if isinstance(i, list) or callable(i) or hasattr(i, "append"):
        return x
    o = types.SimpleNamespace()
    setattr(o, "rest", i)  # noqa: B010
    return next(i) * next(o.rest)


def copied_iterators(x):
    i = iter([x, 2 * x])
    first = next(i)
    j = copy.copy(i)
    return next(i) * next(j) * first


def copied_zip(x):
    z = zip([x], [x])
    return next(copy.copy(z))[0]


def viewed(x):
    y = np.array([x, 2 * x, x * x])
    v = y.view()
    v[0] = x**3
    m = np.ones((2, 2)) * x
    m.view()[:, 1] *= 2
    return (y * v).sum() + m.sum() * x


def numbered(x):
    m = np.array([[x, 2 * x], [x * x, 1.0]])
    s = 0.0
    for index, v in np.ndenumerate(m):
        s = s * x + v * (1 + index[0]) + m[index] * index[1]
    for (i, j), v in np.ndenumerate(m):
        m[i, j] = v * (i + 2 * j)
    for (k,), v in np.ndenumerate(np.array([x, x * x])):
        s = s + k * v
    return s + m.sum()


def numbered_places(x):
    m = np.array([[x, 2 * x], [x * x, 1.0]])
    return (
        sum(v * i[0] for i, v in np.ndenumerate(m)) + len(list(np.ndenumerate(m))) * x
    )


def empty_cycle(x):
    s = x
    for v in itertools.cycle(np.array([x])[:0]):
        s += v
    return s


def how_often(x):
    values = (v for v in [x, x * x, 2 * x, 1.7])
    return operator.countOf(values, 1.7) * x * x + operator.countOf([x, 2.0, x], x) * x


def truth_of_a_generator(x):
    if (0.5 for _ in [0] * len(x)):
        x = x * x
    if [0] * (len(x) - 3):
        x = x + 1.0
    return np.sum(x[1:] * x[:-1])


PROGRAMS = [
    (how_often, 0.7),
    *at(
        (-0.6, 0.45, 0.7, 1.5),
        groups, groups_by_key, chosen_items, read_twice, accumulated_nothing,
    ),
    *at((0.37, 1.1, 2.3), asked_iterators_stay, copied_iterators),
    *at((0.9126, 1.7), empty_cycle, viewed, numbered, numbered_places),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


@pytest.mark.parametrize("size", [3, 4])
def test_truth_of_repeated_items(size):
    require_along(truth_of_a_generator, np.linspace(0.4, 1.7, size), np.ones(size))


REFUSED = [
    (computed_groups, 0.7, r"groupby\(\) needs keys that are known here"),
    (copied_zip, 2.5, "copies of other iterators"),
    (range_or_tuple, 2.5, "a range object on another"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
