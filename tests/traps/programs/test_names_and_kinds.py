"""Globals, nesting, names, values and kinds that derivative tools get wrong."""
import math

import numpy as np
import pytest

import tangentlite as tl

SCALE = 2.0
OFFSETS = np.array([1.0, 2.0, 3.0])


def scaled(x):
    return np.sum(x * OFFSETS) * SCALE


def helper(x):
    return x * x


def calls_helper(x):
    return helper(x) * SCALE


def cube(x):
    return x * x * x


def test_globals_are_read_at_call_time(x, monkeypatch):
    gradient = tl.grad(scaled)
    np.testing.assert_allclose(gradient(x), [2.0, 4.0, 6.0])
    monkeypatch.setitem(globals(), 'SCALE', 3.0)
    np.testing.assert_allclose(gradient(x), [3.0, 6.0, 9.0])
    monkeypatch.setitem(globals(), 'OFFSETS', np.array([1.0, 0.0, -1.0]))
    np.testing.assert_allclose(gradient(x), [3.0, 0.0, -3.0])


def test_rebound_helper_gives_a_new_derivative(monkeypatch):
    gradient = tl.grad(calls_helper)
    assert gradient(3.0) == pytest.approx(12.0)
    monkeypatch.setitem(globals(), 'helper', cube)
    assert gradient(3.0) == pytest.approx(54.0)


def third_power(x):
    return x ** 3


def kinks(x):
    return np.sum(np.where(x > 1.0, 2.0 * x, -x) + np.abs(x - 1.0)) + np.max(x)


def builtin_kinks(x, y):
    return max(x, y) + abs(x - y) + min(2.0 * x, y)


def coupled(x):
    return x[0] ** 2 * x[1] + np.sin(x[1]) * x[2] ** 3


def test_third_derivative_of_a_power():
    assert tl.grad(tl.grad(tl.grad(third_power)))(0.7) == pytest.approx(6.0)
    assert tl.grad(tl.grad(tl.grad(cube)))(0.7) == pytest.approx(6.0)


def test_four_nestings_of_a_hessian_product_agree(x):
    direction = np.array([1.0, -0.5, 0.25])
    hessian = np.array([[2 * 1.5, 2 * 0.5, 0.0],
                        [2 * 0.5, -np.sin(1.5) * 8.0, np.cos(1.5) * 12.0],
                        [0.0, np.cos(1.5) * 12.0, np.sin(1.5) * 12.0]])
    want = hessian @ direction
    gradient = tl.grad(coupled)
    tangent = tl.autodiff(coupled, mode='forward')
    reverse_over_reverse = tl.autodiff(gradient, mode='reverse')
    forward_over_reverse = tl.autodiff(gradient, mode='forward')
    np.testing.assert_allclose(reverse_over_reverse(x, init_grad=direction), want)
    np.testing.assert_allclose(forward_over_reverse(x, direction), want)
    np.testing.assert_allclose(tl.grad(tangent)(x, direction), want)
    twice = tl.autodiff(tangent, mode='forward')
    got = [twice(x, direction, unit) for unit in np.eye(3)]
    np.testing.assert_allclose(got, want)


def test_second_derivatives_are_zero_off_the_kinks(x):
    second = tl.autodiff(tl.grad(kinks), mode='reverse')
    np.testing.assert_array_equal(second(x, init_grad=np.ones(3)), np.zeros(3))
    gradient = tl.grad(builtin_kinks, wrt=(0, 1))
    second = tl.autodiff(gradient, wrt=(0, 1), mode='forward')
    assert second(0.4, 1.1, 1.0, 1.0) == (0.0, 0.0)


def shadowing(d, np, x_bar, x_saved, t, tl, sum):
    len = d * np
    for range in (1.0, 2.0):
        len = len * x_bar + range * t
        t = t * x_saved
    return len * tl + sum * math.sin(d)


def test_names_of_modules_builtins_and_generated_code():
    args = (0.5, 1.5, 0.8, 1.1, 0.7, 1.3, 0.4)
    every = tuple(range(7))
    d, n, b, s, t, f, u = args
    want = (n * b * b * f + u * math.cos(d), d * b * b * f,
            (2 * d * n * b + t) * f, 2 * t * f, (b + 2 * s) * f,
            d * n * b * b + t * b + 2 * t * s, math.sin(d))
    np.testing.assert_allclose(tl.grad(shadowing, wrt=every)(*args), want)
    by_name = tl.grad(shadowing, wrt=('np', 'x_bar', 'tl', 'sum'))(*args)
    np.testing.assert_allclose(by_name, [want[1], want[2], want[5], want[6]])


def order_matters(x):
    s = 0.1
    for v in x:
        s = s + v / 3.0
    return s * 1e-3 + np.sum(x / 7.0) - 0.1 * s


def overwritten_element(x):
    y = x * x
    first = y[0]
    y[0] = 7.0
    y[1] = first * y[1]
    return first


def tanh_layer(x, w):
    return np.tanh(x @ w)


def test_value_is_the_primals_to_the_last_bit():
    x = np.random.default_rng(0).normal(size=101)
    value, _ = tl.value_and_grad(order_matters)(x)
    assert value == order_matters(x)


def test_returned_element_that_is_overwritten_later(x):
    value, gradient = tl.value_and_grad(overwritten_element)(x)
    assert value == 0.25
    np.testing.assert_array_equal(gradient, [1.0, 0.0, 0.0])


def test_pullback_can_be_called_again(x):
    w = np.array([[0.1, 0.2], [0.3, -0.4], [-0.5, 0.6]])
    value, pullback = tl.vjp(tanh_layer, x, w)
    np.testing.assert_array_equal(value, np.tanh(x @ w))
    seed = np.array([1.0, -2.0])
    first, again = pullback(seed), pullback(seed)
    want = seed * (1.0 - np.tanh(x @ w) ** 2)
    for got in (first, again):
        np.testing.assert_allclose(got[0], w @ want)
        np.testing.assert_allclose(got[1], np.outer(x, want))
    np.testing.assert_array_equal(seed, [1.0, -2.0])


def log_product_sine(x1, x2):
    return np.log(x1) + x1 * x2 - np.sin(x2)


def square_root(x):
    return x ** 0.5


def raised(x, y):
    return x ** y


def test_infinite_derivative_of_python_floats():
    with np.errstate(all='ignore'):
        value, gradient = tl.value_and_grad(log_product_sine, wrt=(0, 1))(0.0, 5.0)
    assert value == -math.inf
    assert gradient[0] == math.inf
    assert gradient[1] == pytest.approx(-math.cos(5.0))


def test_square_root_of_python_zero():
    with np.errstate(all='ignore'):
        assert tl.grad(square_root)(0.0) == math.inf
        assert tl.autodiff(square_root, mode='forward')(0.0, 1.0) == math.inf


def test_negative_base_makes_no_complex_number():
    with np.errstate(all='ignore'):
        base = tl.grad(raised)(-2.0, 2.0)
        both = tl.grad(raised, wrt=(0, 1))(-2.0, 2.0)
    assert base == -4.0
    assert both[0] == -4.0
    assert np.isrealobj(both[1])
    assert np.isnan(both[1])


def growing_state(w, xs):
    h = np.ones((1, 3))
    for x in xs:
        h = np.tanh(h @ w + x)
    return np.sum(h)


def squared_error(w, x, y):
    return np.sum((x @ w - y) ** 2)


def rows_from_zero(a):
    s = 0
    for row in a:
        s += row * row
    return np.sum(s * np.array([1.0, 2.0]))


def elements_from_zero(x):
    s = 0.0
    for i in range(len(x)):
        s = s + x[i]
    return np.sum(s * s)


def test_shape_that_changes_after_the_first_step():
    w = np.array([[0.1, 0.2, -0.1], [0.3, -0.2, 0.4], [-0.3, 0.5, 0.2]])
    xs = np.linspace(-0.6, 0.7, 12).reshape(2, 2, 3)
    gradient = tl.grad(growing_state)(w, xs)
    h1 = np.tanh(np.ones((1, 3)) @ w + xs[0])
    a2 = 1.0 - np.tanh(h1 @ w + xs[1]) ** 2
    a1 = a2 @ w.T * (1.0 - h1 * h1)
    want = h1.T @ a2 + np.ones((3, 1)) * a1.sum(axis=0)
    np.testing.assert_allclose(gradient, want)


def test_targets_with_and_without_an_axis_of_one():
    gradient = tl.grad(squared_error, wrt=(0, 2))
    x = np.linspace(-1.0, 1.0, 14).reshape(7, 2)
    w = np.array([[0.5, 1.0, -1.0], [0.25, -0.5, 2.0]])
    for targets in (np.ones((7, 1)), np.linspace(0.0, 1.0, 21).reshape(7, 3),
                    np.full((7, 1), 0.5)):
        of_w, of_y = gradient(w, x, targets)
        error = 2.0 * (x @ w - targets)
        np.testing.assert_allclose(of_w, x.T @ error)
        summed = error if targets.shape == (7, 3) else error.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(of_y, -summed)


def test_sum_that_starts_as_a_number():
    a = np.array([[0.5, 1.0], [2.0, -1.0], [0.25, 3.0]])
    np.testing.assert_allclose(tl.grad(rows_from_zero)(a), 2.0 * a * [1.0, 2.0])
    for values in (np.array([0.5, 1.5, 2.0]), a):
        total = np.sum(values, axis=0)
        want = np.broadcast_to(2.0 * total, values.shape)
        np.testing.assert_allclose(tl.grad(elements_from_zero)(values), want)
