"""Tables: arguments that are lists of equally long tuples, of any length."""
import copy
import math

import numpy as np
import pytest

import tangentlite as tl

PAIRS = [(0.5, 1.2), (0.3, 0.4), (0.9, 0.2)]
COUNTED = [(0.5, 1, 1.2), (0.3, 2, 0.4)]
NESTED = [((0.5, 0.2), (0.3, 0.4)), ((0.1, 0.7), (0.9, 1.1))]


def array_and_item(p):
    return np.sum(np.array(p) ** 2) * p[0][0]


def two_arrays(p):
    return np.sum(np.array(p)) * np.sum(np.array(p) ** 2)


def mean_and_sum(p):
    return np.mean(p) * np.sum(p)


def array_of_columns(p):
    d = np.array(p)
    return np.sum(d[:, 0] ** 2 * d[:, 1])


def appended(p):
    q = list(p)
    q.append((p[0][0], 1.0))
    return sum(x * y for x, y in q)


def replaced(p):
    q = list(p)
    q[1] = (p[0][0], p[1][1])
    return sum(x * y for x, y in q)


def copied(p):
    q = copy.deepcopy(p)
    return q[0][0] * p[1][1]


def largest(p):
    return max(p)[0] * min(p)[1]


def matched(p):
    match p:
        case [(a, b), *rest]:
            return a * b + sum(x * y for x, y in rest)


def cubes(p):
    return np.sum(np.array(p) ** 3)


def helper_twice(p):
    return cubes(p) * cubes(p)


def turn(p):
    return sum(x * v for (x, y), (u, v) in zip(p, p[1:] + p[:1]))


def many_turns(p):
    return turn(p) * turn(p) * turn(p) * turn(p)


def recursive(p, n=2):
    return p[0][0] if n == 0 else recursive(p, n - 1) * p[0][1]


def array_of_nested(p):
    return np.sum(np.array(p) ** 3) * p[0][0][1]


def powers(p):
    return sum(a ** n * b for a, n, b in p)


def powers_and_array(p):
    return powers(p) + np.sum(np.array(p) ** 2)


CASES = [
    *((f, PAIRS) for f in (
        array_and_item, two_arrays, mean_and_sum, array_of_columns, appended, replaced,
        copied, largest, matched, helper_twice, many_turns, recursive,
    )),
    (array_of_nested, NESTED), (powers, COUNTED), (powers_and_array, COUNTED),
]


def assert_same(table, told_apart):
    """Compare derivatives by a table and by a tuple, None where the other has zeros."""
    if isinstance(table, (tuple, list)):
        others = told_apart or [None] * len(table)
        assert len(others) == len(table)
        for one, other in zip(table, others):
            assert_same(one, other)
    else:
        np.testing.assert_allclose(table, told_apart or 0.0, rtol=1e-12)


def assert_structure(derivative, of):
    assert type(derivative) is type(of)
    if isinstance(of, (tuple, list)):
        assert len(derivative) == len(of)
        for one, other in zip(derivative, of):
            assert_structure(one, other)


def types_as(value):
    """Return a table with a number of Python in the place of each number."""
    if isinstance(value, (tuple, list)):
        return type(value)(map(types_as, value))
    return float(value)


@pytest.mark.one_in(3)
@pytest.mark.parametrize('f, table', CASES, ids=lambda v: getattr(v, '__name__', ''))
def test_derivatives_have_the_structure_of_the_table(f, table):
    gradient, matrix = tl.grad(f)(table), tl.hessian(f)(table)
    assert_same(gradient, tl.grad(f)(tuple(table)))
    assert_structure(types_as(gradient), types_as(table))
    assert_structure(types_as(tl.jacobian(f)(table)), types_as(table))
    assert_same(matrix, tl.hessian(f)(tuple(table)))
    row = matrix[0][0][0] if f is array_of_nested else matrix[0][0]
    assert_structure(types_as(row), types_as(table))


@pytest.mark.one_in(3, always=('copied',))
@pytest.mark.parametrize('f, table', CASES, ids=lambda v: getattr(v, '__name__', ''))
def test_second_order_agrees_with_differences(f, table):
    tl.check_grad(f, (table,), order=2)
    with tl.options(optimize=False):
        tl.check_grad(f, (table,))


@pytest.mark.parametrize('rounds', [0, 1, 2])
def test_structure_does_not_depend_on_values(rounds):
    def f(t, n):
        s = 0.0
        for _ in range(n):
            for a, b in t:
                s += a * b
        return s + np.sum(np.array(t) ** 2)

    assert_structure(types_as(tl.grad(f)(PAIRS, rounds)), PAIRS)
    tl.check_grad(f, (PAIRS, rounds), order=2)


@pytest.mark.parametrize('tangent', [
    [(1.0, 0.0, 0.0), (0.0, 0.0, 1.0)],
    [(1.0, None, 0.0), (0.0, None, 1.0)],
    [(1.0, None, None), (None, 0.0, 1.0)],
    [(1.0, 5.0, 0.0), (0.0, 5, 1.0)],
], ids=str)
def test_tangents_in_columns_of_integers(tangent):
    want = 1 + 1.2 + 0.3 ** 2 + 0.8
    forward = tl.autodiff(powers_and_array, mode='forward')
    assert math.isclose(forward(COUNTED, tangent), want)
    assert math.isclose(tl.jvp(powers_and_array, (COUNTED,), (tangent,))[1], want)
    product = [(2.0, 0.0, 1.0), (0.6, 0.0, 2.0)]
    assert_same(tl.hvp(powers_and_array, (COUNTED,), (tangent,))[0], product)


def test_tangents_of_rows_and_items_may_be_none():
    change = tl.jvp(powers, (COUNTED,), ([None, (1.0, None, 0.0)],))[1]
    assert math.isclose(change, 2 * 0.3 * 0.4)
    squares = tl.autodiff(lambda p: sum(x * x for x in p), mode='forward')
    assert squares([1.0, 2.0], [None, 1.0]) == 4.0
    table = [(0.5 + i, i) for i in range(100)]
    tangent = [(None, 1.0)] * 99 + [(1.0, None)]
    products = tl.autodiff(lambda p: sum(x * n for x, n in p), mode='forward')
    assert products(table, tangent) == 99.0


@pytest.mark.parametrize('tangent, message', [
    ([(1.0, None, 0.0)], 'has 1 items, but what it belongs to 2'),
    ([(1.0, None), (1.0, None)], 'has 2 items, but what it belongs to 3'),
    ([None, 3.0], 'has no items, but what it belongs to 3'),
    (2.0, 'must be a list like'),
])
def test_tangents_of_another_structure_are_refused(tangent, message):
    with pytest.raises(tl.ArgumentError, match=message):
        tl.jvp(powers, (COUNTED,), (tangent,))


def test_tangents_with_none_are_constants_of_second_derivatives():
    product = tl.autodiff(powers, mode='forward')
    tangent = [(None, None, 1.0), (None, None, 1.0)]
    want = [(1.0, 0.0, 0.0), (0.6, 0.0, 0.0)]
    assert_same(tl.grad(product, wrt='p')(COUNTED, tangent), want)


def test_tables_in_dicts():
    def f(d):
        return powers_and_array(d['rows']) * d['scale']

    data = {'rows': COUNTED, 'scale': 2.0}
    tl.check_grad(f, (data,), order=2)
    gradient, matrix = tl.grad(f)(data), tl.jacobian(f)(data)
    assert_same(gradient['rows'], matrix['rows'])
    assert matrix['rows'][0][1] == 0.0


def test_flags_in_a_table():
    def f(p):
        return sum(x * x if chosen else x for x, chosen in p)

    tl.check_grad(f, ([(0.5, True), (0.2, False)],), order=2)


def test_lists_that_are_handed_on_in_reverse_over_reverse():
    def cuts(p):
        first, *rest = p
        return [first] + rest

    def f(p, answers):
        total = 0.0
        for k in answers:
            if k == len(cuts(p)):
                continue
            total += cuts(p)[k] ** 2
        return total

    p = np.array([0.1, 0.2])
    tl.check_grad(f, (p, [1, 2]), order=2)
    product = tl.autodiff(tl.grad(f), mode='reverse')
    np.testing.assert_allclose(product(p, [1, 2], init_grad=np.ones(2)), [0.0, 2.0])
