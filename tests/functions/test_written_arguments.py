"""Functions that write into what they are given, and the arrays of their callers."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient, copied


def first_from_second(x, y):
    x[0] = 2.0 * y[1]
    return np.sum(x * y)


def test_arguments_are_as_they_were():
    x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    value, gradients = tl.value_and_grad(first_from_second, wrt=(0, 1))(x, y)
    assert list(x) == [1.0, 2.0] and value == 2.0 * 4.0 * 3.0 + 2.0 * 4.0
    assert [list(g) for g in gradients] == [[0.0, 4.0], [8.0, 8.0]]
    assert not any(np.shares_memory(g, a) for g in gradients for a in (x, y))


def test_arguments_that_share_memory_are_refused():
    derivative = tl.grad(first_from_second)
    memory = np.arange(1.0, 7.0)
    for _ in range(6):  # also once calls go straight to the generated test
        with pytest.raises(tl.TangentliteError, match="share memory"):
            derivative(memory, memory[:])
        assert derivative(memory[:3], memory[3:]).shape == (3,)
    with pytest.raises(tl.TangentliteError, match="Pass a copy"):
        derivative(memory[:4], memory[2:])


def both_written(x, y):
    x[0] = 2.0 * y[1]
    y[1:] *= x[0]
    return np.sum(x * y)


def both_written_once(x):
    y = x.copy()
    return both_written(y, y)


def square_of_gradient(x):
    return np.sum(tl.grad(both_written)(x, x) ** 2)


def square_of_gradient_of_parts(x):
    return np.sum(tl.grad(both_written)(x, x[:]) ** 2)


def test_one_array_passed_twice():
    derivative = tl.value_and_grad(both_written, wrt=(0, 1))
    wanted = tl.grad(both_written_once)
    x, y = np.array([1.0, 2.0, 3.0]), np.array([3.0, 1.0, 2.0])
    apart = tl.grad(both_written)(x, y)
    for _ in range(6):  # the dispatcher tells the two cases apart, in either order
        value, gradients = derivative(x, x)
        assert value == both_written_once(x)
        assert [list(g) for g in gradients] == [list(wanted(x)), [0.0, 0.0, 0.0]]
        assert list(derivative(x, y)[1][0]) == list(apart)
    derivative = tl.grad(both_written, wrt=(0, 1))
    derivative(x, x)
    assert "y is x" in derivative.source
    assert list(x) == [1.0, 2.0, 3.0]


def test_the_array_is_the_argument_that_is_differentiated():
    x, v = np.array([1.0, 2.0, 3.0]), np.array([1.0, -1.0, 0.5])
    wanted = tl.grad(both_written_once)(x)
    assert list(tl.grad(both_written, wrt=1)(x, x)) == list(wanted)
    tangent = tl.autodiff(both_written, mode="forward")(x, x, v)
    assert np.isclose(tangent, wanted @ v, rtol=1e-14)


def test_nested_derivatives_at_one_array_passed_twice():
    x = np.array([1.0, 2.0, 3.0])
    hessian = tl.hessian(both_written_once)(x)
    assert np.allclose(tl.hessian(both_written)(x, x), hessian, rtol=1e-14)
    tl.check_grad(square_of_gradient, (x,))
    with pytest.raises(tl.TangentliteError, match="may share memory"):
        tl.grad(square_of_gradient_of_parts)(x)


def raises_later(x, count):
    x[0] = 5.0
    return x[count] * x[0]


def test_arguments_are_as_they_were_after_an_exception():
    x = np.array([1.0, 2.0])
    with pytest.raises(IndexError):
        tl.grad(raises_later)(x, 7)
    assert list(x) == [1.0, 2.0]


def doubled_below(x):
    x[0] = x[1] * x[2]
    x *= 2.0
    return np.sum(x * x)


@pytest.mark.parametrize("make", [np.asfortranarray, lambda a: a[::-1, ::2]])
def test_layouts_of_written_arguments(make):
    x = make(np.linspace(0.5, 1.5, 12).reshape(3, 4))
    tl.check_grad(doubled_below, (x,), order=2)


def moved_apart(u, v):
    u[1:] -= 0.5 * (v[1:] - v[:-1])
    v[:-1] -= 0.5 * (u[1:] - u[:-1])
    return np.sum(u * u) + np.sum(v**3)


def test_axes_that_are_equal_in_one_call_may_differ_in_the_next():
    derivative = tl.grad(moved_apart, wrt=(0, 1))
    u = np.linspace(0.2, 1.0, 5)
    derivative(u, u[::-1].copy())
    assert "u.shape[0] == v.shape[0]" in derivative.source
    assert "unbroadcast" not in derivative.source
    two = np.array([0.3, 0.8])
    expected = central_gradient(
        lambda *args: moved_apart(*copied(args)), (u, 2.0 * u), wrt=(0, 1)
    )
    for _ in range(6):
        with pytest.raises(ValueError):
            derivative(np.ones(4), u)
        # one difference of v is added to two entries of u
        with pytest.raises(ValueError):
            derivative(np.ones(3), two)
        assert_close(derivative(u, 2.0 * u), expected)


def shifted_by_differences(u, v):
    u[1:] -= 0.5 * (v[1:] - v[:-1])
    return np.sum(u * u)


def test_a_difference_that_is_broadcast():
    derivative = tl.grad(shifted_by_differences, wrt=(0, 1))
    derivative(np.ones(4), np.ones(4))
    u, v = np.array([0.5, 0.7, 1.1]), np.array([0.3, 0.8])
    tl.check_grad(shifted_by_differences, (u, v), wrt=(0, 1))
    shift = -np.sum(u[1:] - 0.5 * (v[1] - v[0]))
    np.testing.assert_allclose(derivative(u, v)[1], [-shift, shift])


def scaled_under_another_name(x, d):
    u = d * 1.0
    w = u
    for _ in range(1):
        u *= x
        u = u[:]
    return np.sum(w)


def test_an_alias_of_what_a_loop_binds_anew():
    x, d = np.array([1.2, 0.7]), np.array([0.5, 2.0])
    np.testing.assert_allclose(tl.grad(scaled_under_another_name)(x, d), d)


def flat_form_changed(x):
    r = x.ravel()
    r += 1.0
    r[0] = r[0] * x[1]
    return np.sum(x * x * r)


@pytest.mark.parametrize("step", [1, -1, 2])
def test_flat_forms_of_arguments_that_do_not_lie_in_rows(step):
    x = np.linspace(0.5, 1.5, 10)[::step]
    tl.check_grad(flat_form_changed, (x,), order=2)


def flat_element_moved(m, k):
    y = m * 2.0
    y.flat[k] = y.flat[k] * m.flat[0]
    np.put(y, [k], 3.0 * y.flat[k])
    return np.sum(y * y)


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_indices_of_flat_forms_count_from_the_end_and_are_checked(mode):
    m = np.linspace(0.5, 1.5, 6).reshape(2, 3)
    tl.check_grad(flat_element_moved, (m, 4), order=2)
    tl.check_grad(flat_element_moved, (m, -2), order=2)
    tangents = (m,) if mode == "forward" else ()
    for k in (6, -7):
        with pytest.raises((IndexError, ValueError)):
            tl.autodiff(flat_element_moved, mode=mode)(m, k, *tangents)


def wave(x):
    y = x * 1.0
    for i in range(1, len(x)):
        y[i] = np.sin(y[i - 1]) * x[i]
    return y, np.exp(x)


def test_results_may_be_written_before_the_pullback_is_called():
    x = np.array([0.1, 0.2, 0.3])
    results, pullback = tl.vjp(wave, x)
    seed = (np.ones(3), np.ones(3))
    (gradient,) = pullback(seed)
    for result in results:
        result[...] = 7.0
    np.testing.assert_array_equal(pullback(seed)[0], gradient)


def gradient_of_neighbours(x):
    y = x * 1.0
    return np.sum(tl.grad(first_from_second)(y[1:], y[:-1]))


def test_slices_of_one_array_given_to_a_derivative_inside_are_refused():
    with pytest.raises(tl.UnsupportedError, match="may share memory"):
        tl.grad(gradient_of_neighbours)(np.array([1.0, 2.0, 3.0]))


def convolved_beside_a_written_argument(x, v):
    from scipy import signal

    v *= 0.1
    return np.sum(signal.convolve2d(x * np.ones((2, 2)), np.ones((2, 3))) + v)


def test_conditions_of_rules_call_functions_behind_a_write():
    pytest.importorskip("scipy.signal")
    assert tl.grad(convolved_beside_a_written_argument)(0.3, np.ones(4)) == 24.0


def by_jacobian(x, u):
    u[0] = 2.0 * x
    s = x
    while tl.jacobian(lambda p: p * p * u[0])(s) < 50.0:
        s = s * 1.5
    return s * x


def by_pullback(x, u):
    u[0] = 2.0 * x
    pullback = tl.vjp(lambda p: p * p * u[0], x)[1]
    return x * x if pullback(1.0)[0] > 3.0 else x * x * x


def by_tangent(x, u):
    u[0] = 2.0 * x
    moves = tl.jvp(lambda p: p * p * u[0], (x,), (1.0,))[1] > 3.0
    return x * x if moves else x * x * x


@pytest.mark.parametrize('function', [by_jacobian, by_pullback, by_tangent])
def test_conditions_on_derivatives_see_what_was_written(function):
    """With what was there before, 0.1, each takes the other path."""
    u = np.full(2, 0.1)
    expected = central_gradient(lambda x: function(x, u.copy()), (1.1,), (0,))[0]
    assert_close(tl.grad(function)(1.1, u), expected)
    assert_close(tl.autodiff(function, mode='forward')(1.1, u, 1.0), expected)
