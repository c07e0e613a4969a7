"""Derivatives raise where their function raises on shapes, in both modes."""
from collections.abc import Callable

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient

WEIGHTS = np.array([0.5, -1.0, 2.0])


def linear_loss(w, features, y):
    return np.mean(features @ w - y)


def with_ones(x):
    return np.sum(x + np.ones(4))


def with_global_data(x):
    return np.sum(x * 2.0 + WEIGHTS)


def with_a_dict(p):
    return np.sum(p['a'] - p['b'])


def of_three(x):
    a, b, c = x
    return a + b


def of_fourth(x, y):
    last = y[3]
    return np.sum(x) + 0.0 * last if len(x) > 9 else np.sum(x)


def element_loop(w, x, y):
    s = 0.0
    for i in range(len(x)):
        s += w * x[i] - y[i]
    return s


def neighbours(w, x, y):
    s = 0.0
    for i in range(1, len(x) - 1):
        s += w * x[i] - y[i + 1]
    return s


def searched(w, y):
    i, s = 0, 0.0
    while s < 4.0:
        s += w - 0.0 * w + y[i] * 0.0
        i += 1
    return s


def masked(x, mask, y):
    return np.sum(x[mask] + y)


def placed(x):
    buffer = np.zeros(3)
    buffer[:] = x
    return np.sum(buffer)


def placed_by_row(x, n):
    table = np.zeros((4, n))
    for i in range(4):
        table[i] = x
    return np.sum(table)


def added_in_place(x, y):
    total = np.zeros(3)
    total += x
    total[1:] += y
    return np.sum(total)


def written_out(x):
    result = np.zeros(3)
    np.add(x, 1.0, out=result)
    return np.sum(result)


def as_table(x):
    return np.sum(np.reshape(x, (3, -1)))


def stacked(x, y):
    return np.sum(np.stack([x, y]))


def joined(x, y):
    return np.sum(np.concatenate([x, y], axis=1))


def solved(a, b, x):
    np.linalg.solve(a, b)
    return np.sum(x)


def largest(x, y):
    top = np.max(y)
    return np.sum(x) if top > 1e9 else np.sum(x) * 2.0


def traced(a):
    return np.sum(a + a.T)


def selected(x, y, c):
    return np.sum(np.where(c, x, y))


V = np.arange(1.0, 10.0)
# The function, arguments that fit, and others for which it raises.
CASES = [
    (linear_loss, (V[:2], np.ones((4, 2)), V[:4]), [(V[:2], np.ones((4, 2)), V[:5])]),
    (linear_loss, (V[:2], np.ones((4, 2)), V[:4]), [(V[:3], np.ones((4, 2)), V[:4])]),
    (with_ones, (V[:4],), [(V[:3],), (V[:5],)]),
    (with_global_data, (V[:3],), [(V[:4],), (V[:2],)]),
    (with_a_dict, ({'a': V[:3], 'b': V[:3]},), [({'a': V[:3], 'b': V[:2]},)]),
    (of_three, (V[:3],), [(V[:4],), (V[:2],)]),
    (of_fourth, (V[:2], V[:4]), [(V[:2], V[:3])]),
    (element_loop, (2.0, V[:3], V[:3]), [(2.0, V[:4], V[:3])]),
    (neighbours, (2.0, V[:5], V[:5]), [(2.0, V[:6], V[:4])]),
    (searched, (2.0, V[:5]), [(0.5, V[:5])]),
    (masked, (V[:3], np.array([True, False, True]), V[:2]),
     [(V[:3], np.array([True, True, True]), V[:2])]),
    (placed, (V[:3],), [(V[:4],), (V[:2],)]),
    (placed_by_row, (V[:3], 3), [(V[:4], 3), (V[:3], 4)]),
    (added_in_place, (V[:3], V[:2]), [(V[:4], V[:2]), (V[:3], V[:3])]),
    (written_out, (V[:3],), [(V[:4],)]),
    (as_table, (V[:6],), [(V[:5],)]),
    (stacked, (V[:3], V[:3]), [(V[:3], V[:4])]),
    (joined, (np.ones((2, 3)), np.ones((2, 2))), [(np.ones((2, 3)), np.ones((3, 2)))]),
    (solved, (np.eye(2), V[:2], V[:2]), [(np.ones((2, 3)), V[:2], V[:2])]),
    (largest, (V[:3], V[:2]), [(V[:3], V[:0])]),
    (traced, (np.ones((3, 3)),), [(np.ones((3, 2)),)]),
    (selected, (V[:3], V[:3], np.array([True, False, True])),
     [(V[:3], V[:4], np.array([True, False, True]))]),
]  # fmt: skip
NAMES = [f'{function.__name__}-{i}' for i, (function, *_) in enumerate(CASES)]


@pytest.mark.parametrize(('function', 'fitting', 'others'), CASES, ids=NAMES)
@pytest.mark.parametrize('optimize', [True, False])
def test_both_modes_raise_what_the_function_raises(function, fitting, others, optimize):
    for derive in MODES:
        with tl.options(optimize=optimize):
            derivative = derive(function)
            derivative(*fitting)  # it is found by the test of arguments then, or not
            for args in (*others, *others):
                require_same_error(function, derivative, args)
            for args in others:
                require_same_error(function, derive(function), args)


def tangent(function) -> Callable:
    def of(*args):
        return tl.jvp(function, args, (args[0], *(None for _ in args[1:])))

    return of


MODES = (tl.grad, tangent)


def require_same_error(function, derivative, args) -> None:
    with pytest.raises(Exception) as expected:
        function(*args)
    with pytest.raises(type(expected.value)):
        derivative(*args)


def on_some_paths(x, y, least):
    s = np.sum(x)
    if s > least:
        s = s + np.sum(x + y)
    return s


def test_operations_of_some_paths_are_asked_for_there_alone():
    gradient = tl.grad(on_some_paths)
    for _ in range(2):
        assert_close(gradient(V[:3], V[:3], 0.0), 2.0 * np.ones(3))
        assert_close(gradient(V[:3], V[:4], 99.0), np.ones(3))
        with pytest.raises(ValueError, match='broadcast'):
            gradient(V[:3], V[:4], 0.0)
        assert_close(gradient(V[:2], V[:5], 99.0), np.ones(2))


def test_effects_happen_once_where_the_primal_raises(capsys):
    def told(x, y):
        print('called')
        return np.sum(x + y)

    with pytest.raises(ValueError, match='broadcast'):
        tl.grad(told)(V[:3], V[:4])
    assert capsys.readouterr().out == 'called\n'


def test_closures_are_asked_for_their_own_data():
    def of(data):
        def total(x):
            return np.sum(3.0 * x - data)

        return total

    for size in (3, 4, 5):
        gradient = tl.grad(of(V[:size]))
        assert_close(gradient(V[:size]), 3.0 * np.ones(size))
        with pytest.raises(ValueError, match='broadcast'):
            gradient(V[: size + 1])


def test_no_test_is_added_where_the_operation_stays():
    def squares(w, features, y):
        return np.sum((features @ w - y) ** 2)

    args = (V[:2], np.ones((4, 2)), V[:4])
    generated = tl.grad(squares).generated(args, {})
    assert not generated.requires
    assert_close(tl.grad(squares)(*args), central_gradient(squares, args, (0,))[0])


def squares_and_rest(w, features, y):
    return np.mean((features @ w) ** 2) + np.mean(features @ w - y)


def of_gradient(w, features, y):
    return np.sum(tl.grad(squares_and_rest)(w, features, y) ** 2)


def squared_buffer(x):
    buffer = np.zeros(3)
    buffer[:] = x**2
    return np.sum(buffer)


def test_derivatives_of_derivatives_raise_as_well():
    fitting = (V[:2], np.ones((4, 2)), V[:4])
    other = (V[:2], np.ones((4, 2)), V[:5])
    nested = (
        tl.hessian(squares_and_rest),
        tl.jacobian(tl.grad(squares_and_rest)),
        tl.grad(of_gradient),
        lambda *args: tl.hvp(squares_and_rest, args, (V[:2], None, None)),
        lambda *args: tl.jvp(of_gradient, args, (V[:2], None, None)),
    )
    for derivative in nested:
        derivative(*fitting)
        for _ in range(2):
            with pytest.raises(ValueError, match='broadcast'):
                derivative(*other)
    tl.hvp(squared_buffer, (V[:3],), (V[:3],))
    with pytest.raises(ValueError, match='broadcast'):
        tl.hvp(squared_buffer, (V[:4],), (V[:4],))


def added_to_copy(p0, q):
    p = p0.copy()
    p += q
    return np.sum(p)


def scaled_product(p0, q):
    p = p0 * 1.0
    p *= q
    return np.sum(p)


def subtracted_and_dropped(p0, q):
    p = np.zeros_like(p0)
    p -= q
    return np.sum(p0)


def added_by_out(p0, q):
    p = np.zeros(len(p0))
    np.add(p, q, out=p)
    return np.sum(p0)


def added_to_chosen(p0, q):
    p = p0[p0 > -1.0]
    p += q
    return np.sum(p)


def added_to_chosen_and_dropped(p0, q):
    p = p0[p0 > -1.0]
    p += q
    return np.sum(p0)


def written_as_far_as_counted(p0, q):
    p = np.zeros(10)
    p[: np.sum(p0 > 0.0)] = q
    return np.sum(p0)


def scaled_rest(p0, q):
    p = np.sin(p0[1:])
    p *= q
    return np.sum(p)


IN_PLACE = [
    added_to_copy, scaled_product, subtracted_and_dropped, added_by_out,
    added_to_chosen, added_to_chosen_and_dropped, written_as_far_as_counted,
    scaled_rest,
]  # fmt: skip
SHAPES = [
    ((1,), (3,)), ((3,), (1, 3)), ((3,), (3, 1)), ((1,), (0,)), ((1,), (1, 1)),
    ((3,), (2, 3)), ((2,), (3,)), ((3,), (3,)), ((3,), (1,)), ((3,), ()), ((2,), (3,)),
]  # fmt: skip


@pytest.mark.parametrize('function', IN_PLACE, ids=lambda f: f.__name__)
def test_what_would_have_to_grow_in_place(function):
    reverse = tl.grad(function, wrt=(0, 1))
    forward = tl.autodiff(function, wrt=(0, 1), mode='forward')
    for p_shape, q_shape in SHAPES:
        p, q = np.ones(p_shape), np.full(q_shape, 2.0)
        try:
            function(p, q)
        except ValueError:
            for derivative, more in ((reverse, ()), (forward, (p, q))):
                with pytest.raises((ValueError, tl.UnsupportedError)):
                    derivative(p, q, *more)
        else:
            wanted = central_gradient(function, (p, q), (0, 1))
            assert_close(reverse(p, q), wanted)
            forward(p, q, p, q)


def of_chosen(x, w):
    return np.sum(tl.grad(shifted)(x[x > 0.2], w) * x[0])


def shifted(d, w):
    return np.sum(d + w)


def of_slice(x, t):
    return np.sum(tl.grad(sines)(x[:1]) * t)


def sines(d):
    return np.sum(np.sin(d))


def test_derivatives_in_programs_of_arrays_whose_sizes_are_computed():
    x = np.array([0.3, 0.7, 0.1])
    for function, args in ((of_chosen, (x, np.ones(2))), (of_slice, (x, 0.7))):
        wanted = central_gradient(function, args, (0,))[0]
        assert_close(tl.grad(function)(*args), wanted)
        tl.check_grad(function, args, wrt=0)
    with pytest.raises(ValueError, match='broadcast'):
        tl.grad(of_chosen)(x, np.ones(3))


TABLE = np.ones(4)


def shifted_by_table(x):
    return np.sum(x + TABLE)


@pytest.mark.parametrize('calls', [1, 3])
@pytest.mark.parametrize('other', [2.0, np.ones((2, 4)), [1.0, 2.0, 3.0, 4.0], None])
def test_globals_that_are_something_else_now(monkeypatch, other, calls):
    gradient = tl.grad(shifted_by_table)
    for _ in range(calls):
        np.testing.assert_array_equal(gradient(V[:4]), np.ones(4))
    if other is None:
        monkeypatch.delattr(f'{__name__}.TABLE')
        with pytest.raises(tl.UnsupportedError, match="name 'TABLE' is not defined"):
            gradient(V[:4])
        return
    monkeypatch.setattr(f'{__name__}.TABLE', other)
    wanted = central_gradient(shifted_by_table, (V[:4],), (0,))[0]
    assert_close(gradient(V[:4]), wanted)


def rows_in_a_branch(p, n):
    t = p[0][0] ** 2
    if n > 1:
        for a, _b in p:
            t += a
    return t


def rows_in_a_loop(p, n):
    t = p[0][0] ** 2
    for _ in range(n):
        for a, _b in p:
            t += a
    return t


def rows_in_a_sum(p, n):
    return p[0][0] ** 2 + (sum(a for a, b in p) if n > 1 else 0.0)


def items_of_numbers(p, n):
    t = p[0] ** 2
    for _ in range(n):
        for k in p:
            t += k['a']
    return t


@pytest.mark.parametrize('operator', [tl.grad, tl.value_and_grad])
@pytest.mark.parametrize(
    'function, given, error',
    [
        (rows_in_a_branch, [(1.0, 2.0, 3.0)], ValueError),
        (rows_in_a_branch, [(1.0,)], ValueError),
        (rows_in_a_loop, [(1.0, 2.0, 3.0)], ValueError),
        (rows_in_a_sum, [(1.0, 2.0, 3.0)], ValueError),
        (items_of_numbers, [1.0, 2.0], TypeError),
    ],
)
def test_items_that_do_not_fit_the_targets_of_a_loop(operator, function, given, error):
    for count in (2, 0):
        try:
            wanted = function(given, count)
        except error:
            with pytest.raises(error):
                operator(function)(given, count)
        else:
            found = operator(function)(given, count)
            assert operator is tl.grad or found[0] == wanted


FITS_NOT = np.array([True, False])


def read_by_mask(x):
    chosen = x[FITS_NOT]
    return np.sum(x**2) + 0.0 * len(chosen)


def summed_by_mask(x):
    return np.sum(x**2) + np.sum(x[FITS_NOT])


def set_by_mask(x):
    y = x.copy()
    y[FITS_NOT] = 0.0
    return np.sum(x**2) + np.sum(y)


def set_constants_by_mask(x):
    y = np.zeros(len(x))
    y[x[:2] > 0] = 1.0
    return np.sum(x**2) + np.sum(y)


def copied_into(x):
    y = np.zeros(2)
    np.copyto(y, x)
    return np.sum(x**2) + np.sum(y)


def copied_where(x):
    y = x * 1.0
    np.copyto(y, 0.0, where=FITS_NOT)
    return np.sum(x**2) + np.sum(y)


def added_into(x):
    y = np.zeros(2)
    np.add(x, 1.0, out=y)
    return np.sum(x**2) + np.sum(y)


def in_steps_of_none(x):
    return np.sum(x**2) + np.sum(x[::0])


def stacked_of_none(x):
    np.stack([])
    return np.sum(x**2)


def stacked_of_skipped(x):
    rows = []
    for row in (x,):
        if row.ndim > 1:
            rows.append(row)
    stack = np.stack(rows)
    return np.sum(x**2) + np.sum(stack)


def negative_size(x):
    np.zeros(-1)
    return np.sum(x**2)


def ragged(x):
    np.array([[1, 2], [3]])
    return np.sum(x**2)


def along_no_axis(x):
    np.cumsum(x, axis=1)
    return np.sum(x**2)


@pytest.mark.parametrize(
    'function',
    [
        read_by_mask, summed_by_mask, set_by_mask, set_constants_by_mask, copied_into,
        copied_where, added_into, in_steps_of_none, stacked_of_none, stacked_of_skipped,
        negative_size, ragged, along_no_axis,
    ],
)  # fmt: skip
def test_second_derivatives_raise_what_the_function_raises(function):
    def twice(x):
        return np.sum(tl.grad(function)(x))

    def along(x):
        return tl.hvp(function, (x,), (np.ones_like(x),))

    x = np.ones(4)
    for derivative in (tl.grad(function), tl.grad(twice), along):
        require_same_error(function, derivative, (x,))
