"""Sums of containers, arrays made of lists, and lists of arrays."""

import math

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import at, require_derivatives, require_refused


def matrix_as_list(x):
    y = np.array([[x, 2.0], [x * x, 3.0]])
    items = y.tolist()
    return items[0][0] * items[1][0] + sum(items[1]) + sum(sum(r) for r in items)


def removed_by_value(x):
    items = [x, x * x, 2.0]
    items.remove(x)
    return sum(items) * len(items) + [x, 3.0, x].index(x) * x + items.index(2.0)


def number_as_list(x):
    return (
        (lambda y: y.tolist())(np.array([x, 2.0]))[0]
        + np.float64(x).tolist()
        + np.array(x).tolist()
    )


def divmod_of_known(x):
    return (
        sum(x for _ in range(3))
        + abs(complex(x, 1.0).real)
        + divmod(7, 2)[0] * x
        + round(2.6) * x
    )


def sums_of_containers(x):
    s = sum(sum([[x], [2 * x, x * x]], []))
    s = s * sum(sum([(x,), (2 * x, x * x)], ()))
    s = s + sum([[x, 1.0], [2.0, x]], np.zeros(2)).sum()
    return s * sum({1, 2, 3}) + sum(reversed([x, 2 * x])) * x


def sums_of_nothing(x):
    arrays = [np.array([x])]
    return sum([], x) * x + sum((), start=x) + sum(arrays[1:], np.ones(2)).sum()


def concatenated(x):
    s = np.concatenate([[x, 2 * x], [3.0]]).sum() * x
    s = s + np.concatenate([[x, 2], np.array([3.0, x]), (x * x,), [1, 2]]).sum() * x
    run_time = []
    for k in range(int(x) + 2):
        run_time.append(x * k)
    return s + np.concatenate([run_time, [x * x]]).sum() * x


def axes_of_lists(x):
    a = np.array([x, 2 * x])
    s = np.ndim([[x, 1.0], [2.0, x]]) * x * x + np.ndim([a, a]) * x
    return s + np.ndim(((x,),)) * x + np.ndim([x]) * x**3 + np.ndim([[], []]) * x


def converted(x):
    y = np.array([x, 2.0])
    z = np.asarray(y, dtype=complex)
    z[0] = 3j
    w = np.asarray(y, dtype=float)
    w[1] = x
    return y.sum() * x + z.real.sum()


class Converted:
    def __init__(self, v):
        self.v = v

    def __array__(self, dtype=None, copy=None):
        return np.array([self.v, 1.0])

    def __rmul__(self, other):
        return other * self.v * 7


def array_of_an_object(x):
    return np.sum(np.float64(2.0) * Converted(x))


def sum_of_lists(x):
    return sum([[x], [x]])[0]


def numbers_from(n):
    for i in range(n):
        if i > 1:
            yield i * 2.0


def start_alone_depends(x, n):
    kept = []
    for i in range(n):
        if i > 0:
            kept.append(i * 2.0)
    return sum(kept, x * 2) * sum(numbers_from(n), x * x)


def start_of_arrays_depends(x, n):
    rows = [np.ones(3) * i for i in range(n)]
    return np.sum(sum(rows, x) * np.arange(3.0)) + np.sum(sum(np.ones((2, 3)), x) ** 2)


def exact_sum1(x):
    return math.fsum([x, x * x, 2.0])


def exact_sum2(x):
    y = np.array([x, 2 * x, x**3])
    return math.fsum(y) * math.fsum((x, 2.0))


def exact_sum3(x):
    l = [x * k for k in range(5)]
    return math.fsum(l) ** 2


def exact_sum4(x):
    return math.fsum(x**k for k in range(5))


def exact_sum5(x):
    l = []
    while len(l) * x < 4:
        l.append(x * len(l))
    return math.fsum(l) * x


PROGRAMS = [
    *at(
        (-0.6, 0.45, 0.7, 1.5),
        matrix_as_list, removed_by_value, number_as_list, divmod_of_known,
    ),
    *at(
        (0.37, 1.1, 2.3),
        sums_of_containers, sums_of_nothing, concatenated, axes_of_lists,
        converted,
    ),
    *at((0.9126, 1.7), exact_sum1, exact_sum2, exact_sum3, exact_sum4, exact_sum5),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (array_of_an_object, 2.5, "array of objects"),
    (sum_of_lists, 2.5, "starts with a number"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)


@pytest.mark.parametrize("f", [start_alone_depends, start_of_arrays_depends])
def test_sums_of_constants_depend_on_what_they_start_with(f):
    tl.check_grad(f, (1.3, 4), order=2)
