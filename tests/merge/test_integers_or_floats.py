"""Arrays of integers on one path and of floats on another: read, and written."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives, require_refused


def chosen(x):
    return np.array([1, 2]) if x > 0 else np.array([0.5, x])


def inserted(x):
    return np.sum(np.insert(chosen(x), 0, x))


def filled_alike(x):
    return np.sum(np.full_like(chosen(x), x))


def item_written(x):
    a = chosen(x)
    a[0] = 3 * x
    return np.sum(a)


def padded(x):
    return np.sum(np.pad(chosen(x), 1, constant_values=x))


def part_of_a_copy(x):
    a = chosen(x).copy()
    np.put(a, [0], [x * x])
    return np.sum(a)


def copied_into(x):
    a = chosen(x)
    np.copyto(a, x, casting='unsafe')
    return np.sum(a)


def filled(x):
    a = chosen(x)
    a.fill(x)
    return np.sum(a)


def zeros_alike_in_a_loop(x):
    a = np.zeros_like(chosen(x))
    for i in range(2):
        a[i] = x * (i + 1)
    return np.sum(a)


def through_a_view(x):
    a = chosen(x)
    a[1:][0] = x
    return np.sum(a)


def in_front_of_its_change(x):
    a = np.arange(2)
    for _ in range(2):
        a[0] = x
        a = 0.5 * a
    return np.sum(a)


def item_of_a_list(x):
    a = [np.zeros(2, int), np.zeros(2)][int(x > 0)]
    a[0] = x
    return np.sum(a)


def item_of_a_list_that_grows(x):
    found = []
    for k in range(int(3 * x)):
        found.append(np.zeros(2, int) if k == 0 else np.zeros(2))
    a = found[int(x > 1)]
    a[0] = x
    return np.sum(a)


def operands(x):
    b = np.maximum(-chosen(x) + 1, 0)
    b[0] = x
    return np.sum(b)


def joined(x):
    b = np.concatenate((chosen(x), [3]))
    b[0] = x
    return np.sum(b)


def products(x):
    b = np.outer(chosen(x), chosen(x)) @ np.eye(2, dtype=int)
    b[0, 0] = x
    return np.sum(b)


def made_of_a_number(x):
    k = 0 if x > 0 else 0.5
    b = np.full(3, k)
    b[0] = x
    return np.sum(b)


def made_of_an_item(x):
    b = np.array([chosen(x)[0]] * 2)
    b[0] = x
    return np.sum(b)


def of_a_scaled_array(x):
    a = np.array([1, 2, 3]) * (2 if x > 0 else 0.5)
    a[0] = x
    return np.sum(a)


def added_to_an_item(x):
    found = [np.zeros(2, int)]
    if x > 0:
        found[0] = np.zeros(2)
    found[0] += x if x > 0 else 1
    return np.sum(found[0])


@pytest.mark.parametrize('mode', ['reverse', 'forward'])
@pytest.mark.parametrize('f', [
    inserted, filled_alike, item_written, padded, part_of_a_copy, copied_into, filled,
    zeros_alike_in_a_loop, through_a_view, in_front_of_its_change, item_of_a_list,
    item_of_a_list_that_grows, operands, joined, products, made_of_a_number,
    made_of_an_item, of_a_scaled_array, added_to_an_item,
])  # fmt: skip
def test_floats_that_may_be_cut_are_refused(f, mode):
    require_refused(f, 1.3, 'holds integers on another path', mode)


def read_alone(x):
    a = chosen(x)
    return a[0] * x + np.sum(a * x) + np.sum(np.zeros_like(a)) * x


def behind_its_change(x):
    a = np.arange(2)
    for _ in range(2):
        a = 0.5 * a
        a[0] = a[0] + x
    return np.sum(a * a)


def of_integers_alone(x):
    a = chosen(x)
    a[0] = 3
    return np.sum(a) * x


def each_of_a_tuple(x):
    for a in (np.arange(2), np.ones(2)):
        a[0] = x
    return np.sum(a) * x


def among_its_own_items(x):
    a = chosen(x)
    a[1] = a[0] + a[1]
    return np.sum(a * x)


def of_functions_and_quotients(x):
    b = np.sin(chosen(x)) + chosen(x) / 2
    b[0] = x * x
    return np.sum(b)


def a_number_that_begins_as_an_integer(x):
    s = 0
    for k in range(3):
        s = s + x * k
    b = np.array([s, 1.0]) + s * np.ones(2)
    b[0] = s * x
    return np.sum(b)


def a_sum_of_arrays_that_begins_with_zero(x):
    y = 0
    for k in range(3):
        y = y + np.array([x, 2.0]) * k
    y[0] = x * x
    return np.sum(y)


@pytest.mark.parametrize('x', [1.3, -1.4])
@pytest.mark.parametrize('f', [
    a_sum_of_arrays_that_begins_with_zero, among_its_own_items,
    of_functions_and_quotients, a_number_that_begins_as_an_integer,
    each_of_a_tuple, read_alone, behind_its_change, of_integers_alone
])
def test_others_are_differentiated(f, x):
    require_derivatives(f, x)


def number_or_array(x):
    c = x if x > 0 else np.where(x > 5, 1.0, 2.0 * x)
    return np.sum(np.insert(np.array([1, 2]), 0, c)) * x


def of_a_sorted_list(x):
    found = sorted([{'k': x}, {'k': np.where(x > 5, 1.0, 2 * x)}], key=lambda d: d['k'])
    return np.sum(np.insert(np.array([1, 2]), 0, found[1]['k'])) * x


@pytest.mark.parametrize('x', [1.3, -1.4])
@pytest.mark.parametrize('f', [number_or_array, of_a_sorted_list])
def test_a_number_or_an_array_among_integers(f, x):
    require_derivatives(f, x)
    assert tl.grad(f)(x) == f(x) / x
