"""Small programs whose derivatives an optimisation has made wrong, or nearly."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.measure import flat, random_like

WEIGHTS = np.array([1.0, 2.0, 3.0])
X = np.array([0.7, -1.2, 0.4])
M = np.array([[0.7, -1.2, 0.4], [0.3, 0.9, -0.6]])


def index_is_a_sum(x):
    s = 0.0
    for i in range(2):
        s += x[i + i] ** 2
    return s


def index_is_a_product(x):
    s = 0.0
    for i in range(1):
        s += x[2 * (2 * i)] * x[1]
    return s


def updates_of_rows(m):
    y = m * 1.0
    z = m * 2.0
    y[0] += z[1]
    z[1] += m[0]
    y[0] += m[0]
    return np.sum(y * y * z)


def array_of_a_branch_written_behind_a_loop(x):
    y = x * 2.0
    s = 0.0
    for i in range(3):
        s = s + np.sin(y[i])
    w = x * 3.0
    if x[0] > -9.0:
        w = y
    w[0] = 5.0
    return s + np.sum(w * w)


def carried_array_written_behind_a_loop(x):
    y = x * 2.0
    s = 0.0
    for i in range(3):
        s = s + np.sin(y[i])
    for k in range(2):
        y[k] = 5.0 * y[k + 1]
        y = y * 1.0
    return s + np.sum(y * y)


def product_of_what_is_written(x):
    y = x * 2.0
    t = y * WEIGHTS
    y[0] = 0.0
    return np.sum(t) + np.sum(y)


def product_with_what_is_written(x):
    w = WEIGHTS * 1.0
    t = x * w
    w[0] = 9.0
    return np.sum(t) * np.sum(w * x)


def common_factor_of_what_is_written(x):
    y = x * 2.0
    t = 3.0 * y
    y[0] = 0.0
    v = t - 3.0 * x
    return np.sum(v * v) + np.sum(y * y)


def negative_of_a_view(x):
    y = x * 2.0
    v = y[1:]
    u = -v
    y[2] = 1.0
    return np.sum(x[1:] + u) + np.sum(y * y)


def product_with_the_negative_of_a_view(x):
    y = x * 2.0
    v = y[1:]
    u = -v
    y[2] = 1.0
    w = u * WEIGHTS[1:]
    return np.sum(w * w) + np.sum(y * y)


def copy_of_every_iteration(x):
    t = x * WEIGHTS
    s = 0.0
    for i in range(3):
        w = np.copy(t)
        w[i] += s
        s = s + np.sum(w * w)
    return s


def array_longer_than_what_was_counted(x):
    y = x * 1.0
    n = len(y)
    for _ in range(2):
        y = np.concatenate((y, y * 2.0))
    s = 0.0
    for i in range(n):
        e = y[i]
        s += e * e
    return s


PROGRAMS = (
    index_is_a_sum,
    index_is_a_product,
    updates_of_rows,
    array_of_a_branch_written_behind_a_loop,
    carried_array_written_behind_a_loop,
    product_of_what_is_written,
    product_with_what_is_written,
    common_factor_of_what_is_written,
    negative_of_a_view,
    product_with_the_negative_of_a_view,
    copy_of_every_iteration,
    array_longer_than_what_was_counted,
)


@pytest.mark.parametrize("function", PROGRAMS)
def test_optimised_equals_unoptimised(function):
    value = M if function is updates_of_rows else X
    want, got = (derivatives(function, value, optimize) for optimize in (False, True))
    for one, other in zip(want, got):
        np.testing.assert_allclose(other, one, rtol=1e-12)


def derivatives(function, value, optimize: bool) -> list:
    """The value and the derivatives of both modes."""
    with tl.options(optimize=optimize):
        result, with_value = tl.value_and_grad(function)(value)
        gradient = tl.grad(function)(value)
        direction = random_like(np.random.default_rng(2), value)
        tangent = tl.jvp(function, (value,), (direction,))[1]
    return [result, flat(with_value), flat(gradient), tangent]


def three_terms(x):
    y = np.copy(x)
    y[0] += x[1] * x[2]
    y[0] += x[2] * x[0]
    return np.sum(np.sin(y))


def test_primal_keeps_its_order():
    generator = np.random.default_rng(3)
    value_and_grad = tl.value_and_grad(three_terms)
    for x in generator.normal(size=(200, 3)):
        assert value_and_grad(x)[0] == three_terms(x)


def two_equal_gradients(x, y, c):
    return np.sum(np.sin(c) * x) + np.sum(np.sin(c) * y)


def argument_as_a_gradient(x, y, c):
    return np.sum(x * c)


@pytest.mark.parametrize("function", [two_equal_gradients, argument_as_a_gradient])
def test_gradients_share_no_memory(function):
    arguments = (X, X * 2.0, X * 3.0)
    gradients = tl.grad(function, wrt=(0, 1))(*arguments)
    for position, gradient in enumerate(gradients):
        others = (*arguments, *gradients[:position])
        assert not any(np.shares_memory(gradient, other) for other in others)


def times_one(x):
    return x * 1.0


def twice_negated(x):
    y = -x
    return -y


@pytest.mark.parametrize(
    "function",
    [
        times_one,
        twice_negated,
    ],
)
def test_derivatives_share_no_memory_with_their_seed(function):
    seed = np.ones(3)
    assert not np.shares_memory(tl.autodiff(function)(X, init_grad=seed), seed)
    assert not np.shares_memory(tl.jvp(function, (X,), (seed,))[1], seed)
