"""What a program proves of the sizes of axes holds only where it ran."""
import math

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import central_gradient

THREE = np.array([1.0, 2.0, 3.0])


def added_in_a_branch(x):
    s = 0.0
    if x[0] > 10:
        s = np.sum(x + THREE)
    return s + len(x) * np.sum(x**2)


def added_in_a_loop(x, trips):
    s = 0.0
    for _ in range(trips):
        s += np.sum(x * THREE)
    return s + len(x) * np.sum(x**2)


def added_behind_an_exit(x):
    s = 0.0
    while True:
        if x[0] < 1:
            break
        s += np.sum(x + THREE)
        break
    return s + x.shape[0] * np.sum(x**2)


def added_before_a_return(x):
    if x[0] > 10:
        return np.sum(x + THREE)
    return len(x) * np.sum(x**2)


def added_in_an_expression(x):
    s = np.sum(x + THREE) if x[0] > 10 else 0.0
    return s + len(x) * np.sum(x**2)


def added_in_a_condition(x):
    big = x[0] > 10 and np.sum(x + THREE) > 100
    if x[0] > 10 and np.sum(x + THREE) > 100 or big:
        return np.sum(x)
    return len(x) * np.sum(x**2)


def sliced_beside_a_read(x):
    s = 0.0
    if len(x) > 5:
        s = x[5]
    return s + np.sum(x[2:6] * x[2:6]) * len(x[2:6])


@pytest.mark.parametrize('mode', ['forward', 'reverse'])
@pytest.mark.parametrize('function, arguments', [
    (added_in_a_branch, (np.arange(4.0),)),
    (added_in_a_loop, (np.arange(4.0), 0)),
    (added_behind_an_exit, (np.arange(4.0),)),
    (added_before_a_return, (np.arange(4.0),)),
    (added_in_an_expression, (np.arange(4.0),)),
    (added_in_a_condition, (np.arange(4.0),)),
    (sliced_beside_a_read, (np.arange(4.0),)),
    (sliced_beside_a_read, (np.arange(7.0),)),
], ids=lambda value: getattr(value, '__name__', ''))
def test_a_block_that_did_not_run_proves_nothing(function, arguments, mode):
    x = arguments[0] + 0.25
    assert_right(function, (x, *arguments[1:]), mode)


def assert_right(function, arguments, mode='reverse'):
    """Compare value and derivative by the first argument with central differences."""
    wanted = central_gradient(function, arguments, (0,))[0]
    value, gradient = tl.value_and_grad(function)(*arguments)
    assert value == function(*arguments)
    if mode == 'forward':
        direction = np.cos(np.arange(wanted.size)).reshape(wanted.shape)
        tangents = (direction, *[None] * len(arguments[1:]))
        _, got = tl.jvp(function, arguments, tangents)
        np.testing.assert_allclose(got, np.sum(wanted * direction), rtol=1e-7)
    else:
        assert gradient.shape == wanted.shape
        np.testing.assert_allclose(gradient, wanted, rtol=1e-7, atol=1e-9)


def grown(x, rows):
    y = x
    for row in rows:
        y = y + THREE * row
    return np.sum(y * y)


@pytest.mark.parametrize('rows', [[], [0.5], [0.5, 1.5]])
def test_what_a_loop_carries_has_the_size_it_had_before(rows):
    assert_right(grown, (np.array([1.0, -2.0, 0.5]), rows))
    assert 'unbroadcast' not in tl.grad(grown).source_for(THREE, [1.0])


def columns(x):
    ahead, behind = x[:, 0:2], x[:, 2:4]
    return np.sum((ahead - behind) * ahead) + np.sum(x[:, 4])


def test_an_entry_that_is_read_proves_the_sizes_of_slices():
    x = np.arange(10.0).reshape(2, 5)
    assert_right(columns, (x,))
    assert 'unbroadcast' not in tl.grad(columns).source_for(x)


def halves(re, im):
    if len(re) == 1:
        return re, im
    er, ei = halves(re[::2], im[::2])
    odd_re, odd_im = halves(re[1::2], im[1::2])
    tr = 0.5 * odd_re - 0.25 * odd_im
    ti = 0.5 * odd_im + 0.25 * odd_re
    return np.concatenate([er + tr, er - tr]), np.concatenate([ei + ti, ei - ti])


def linear_recursion(x):
    re, im = halves(x, np.zeros(len(x)))
    return np.sum(re**3 + im**2)


def test_results_of_a_call_have_sizes_of_their_own():
    x = np.array([1.0, 2.0, -0.5, 3.0])
    gradient = tl.grad(linear_recursion)
    product = tl.autodiff(gradient)(x, init_grad=x)
    step = 1e-6
    expected = (gradient(x + step * x) - gradient(x - step * x)) / (2 * step)
    np.testing.assert_allclose(product, expected, rtol=1e-6)


def equal_to_a_sum(x, y):
    a, b = x[0:3], y[0:3]
    z = a + b
    return a @ z + np.sum(z[0:2])


def test_an_axis_may_be_proved_equal_to_what_it_broadcasts_to():
    assert_right(equal_to_a_sum, (np.arange(5.0), np.arange(4.0)))


def long_product(x):
    s = x[0:3]
    for k in range(40):
        s = s * np.cos(x[k % 3 : k % 3 + 3])
        t = s * x[1:4]
        t = t * x[2:5] * x[0:3] * x[1:4] * x[2:5] * x[0:3] * x[1:4] * x[2:5]
        s = s + t * x[0:3] * x[1:4] * x[2:5] * x[0:3] * x[1:4] * x[2:5] * x[0:3]
    return np.sum(s)


def test_many_unknown_sizes_take_no_longer():
    assert_right(long_product, (np.array([0.3, 0.5, 0.2, 0.1, 0.4]),))


def squares_in_rows(x):
    k = int(len(x) ** 0.5)
    m = np.reshape(x[: k * k], (k, k))
    return np.sum(m @ m @ m)


def filled(x):
    n = round(x[0] * 3.3)
    m = np.full((n, n), 2.0) * x[1]
    return np.sum(m @ m)


def whole_root(p):
    n = math.isqrt(len(p) - 1)
    m = p[1:].reshape(n, n)
    return np.sum(m @ m) * p[0]


@pytest.mark.parametrize('f', [squares_in_rows, filled, whole_root])
def test_sizes_that_were_rounded(f):
    """Small arrays of several sizes may give one rounded size."""
    tl.check_grad(f, (np.linspace(1.3, 0.4, 17),), order=2)


def diagonals_in_a_loop(x):
    total = 0.0
    for k in range(-1, 2):
        total += np.sum(np.diag(x, k) ** 3) * (k + 2)
    return total


def a_diagonal_that_is_given(x, k):
    return np.sum(np.diagonal(np.outer(x, x), k) ** 3)


def test_sizes_that_depend_on_integers_are_not_those_of_the_trial():
    x = np.array([0.3, 0.5, 0.9])
    tl.check_grad(diagonals_in_a_loop, (x,), order=2)
    for k in (-2, -1, 0, 1):
        tl.check_grad(a_diagonal_that_is_given, (x, k), wrt=0, order=2)
