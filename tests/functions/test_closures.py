"""Functions that see variables of others: when they are read, by which derivative."""
# ruff: noqa: B023, E731
import numpy as np
import pytest

import tangentlite as tl


def read_when_called(x):
    def scaled(v):
        return k * v

    k = 2.0
    y = scaled(x)
    k = x
    return y + scaled(x)


def read_in_a_loop(x, n):
    s = 0.0
    for i in range(n):
        f = lambda v: v ** i * s + v
        s = f(x)
    return s


def made_in_a_callee(x):
    def scale_by(k):
        def scaled(v):
            return k * v
        return scaled

    double, power = scale_by(2.0), scale_by(x)
    return double(x) + power(double(x))


def assigned_between_calls(x):
    y = x * x
    read = lambda: y
    first = read()
    if x > 0.0:
        y = y * x
    return first * read()


def captured_array_that_is_written(x):
    y = np.zeros(2)
    total = lambda: np.sum(y)
    y[0] = x
    before = total()
    y[1] = x * x
    return before * total()


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize(
    "program, args, derivative",
    [
        (read_when_called, (3.0,), 8.0),
        (read_in_a_loop, (0.5, 3), None),
        (made_in_a_callee, (3.0,), 14.0),
        (assigned_between_calls, (2.0,), 80.0),
        (captured_array_that_is_written, (2.0,), 16.0),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_variables_are_read_when_the_function_is_called(
    program, args, derivative, optimize
):
    with tl.options(optimize=optimize):
        if derivative is not None:
            assert tl.grad(program)(*args) == pytest.approx(derivative)
        tl.check_grad(program, args, wrt=0, order=2)


def writes_a_captured_array(x):
    y = np.zeros(2)

    def put(v):
        y[0] = v

    put(x)
    return np.sum(y)


def test_an_inner_function_writes_an_array_of_the_outer_one():
    assert tl.value_and_grad(writes_a_captured_array)(2.0) == (2.0, 1.0)


def test_two_lambdas_on_a_line():
    square, cube = (lambda x: x * x), (lambda x: x * x * x)
    assert tl.grad(square)(3.0) == 6.0
    assert tl.grad(cube)(3.0) == 27.0


def test_captured_data_is_read_at_each_call():
    k = 2.0
    weights = np.array([1.0, 2.0])

    def f(x):
        return k * np.sum(weights * x * x)

    gradient = tl.grad(f)
    x = np.array([1.0, -1.0])
    np.testing.assert_allclose(gradient(x), [4.0, -8.0])
    k = 3.0
    np.testing.assert_allclose(gradient(x), [6.0, -12.0])
    weights = np.array([0.0, 1.0])
    np.testing.assert_allclose(gradient(x), [0.0, -6.0])
    k = np.array([1.0, 3.0])[1]
    np.testing.assert_allclose(gradient(x), [0.0, -6.0])


def test_captured_data_of_another_kind():
    k = 2.0

    def f(x):
        return np.sum(k * x)

    gradient = tl.grad(f)
    assert gradient(3.0) == 2.0
    k = np.array([1.0, 4.0])
    assert gradient(3.0) == 5.0


def test_rebound_captured_function():
    g = np.sin

    def f(x):
        return g(x)

    gradient = tl.grad(f)
    assert gradient(0.0) == 1.0
    g = np.exp
    assert gradient(1.0) == pytest.approx(np.e)


def make(k, act):
    def f(x):
        return act(k * x)
    return f


def test_closures_of_one_text_keep_their_own_data():
    gradients = [tl.grad(make(k, act)) for k in (1.0, 2.0) for act in (np.sin, np.cos)]
    values = [gradient(0.3) for gradient in gradients]
    np.testing.assert_allclose(
        values, [np.cos(0.3), -np.sin(0.3), 2 * np.cos(0.6), -2 * np.sin(0.6)]
    )
    outer = lambda x: make(2.0, np.sin)(x) * x
    assert tl.grad(outer)(0.3) == pytest.approx(np.sin(0.6) + 0.6 * np.cos(0.6))


def applied(f, x):
    return f(x) * x


def test_functions_as_arguments():
    gradient = tl.grad(applied, wrt="x")
    assert gradient(np.sin, 0.0) == 0.0
    assert gradient(np.cos, 0.0) == 1.0
    assert gradient(lambda v: v * v, 2.0) == 12.0
    assert gradient(np.cos, 0.0) == 1.0


def test_second_derivative_of_a_closure():
    k = 3.0
    assert tl.grad(tl.grad(lambda x: k * x * x * x))(2.0) == 36.0


def names_no_attribute(x):
    return x * (lambda v: v).weight


def asks_for_an_attribute(x):
    square = lambda v: v * v  # noqa: E731 - it is what is tested
    try:
        return x * square.weight
    except AttributeError:
        return square(x)


def test_a_lambda_has_no_attributes_of_the_users():
    with pytest.raises(tl.UnsupportedError, match="has no attribute 'weight'"):
        tl.grad(names_no_attribute)(2.0)
    assert tl.grad(asks_for_an_attribute)(2.0) == 4.0
