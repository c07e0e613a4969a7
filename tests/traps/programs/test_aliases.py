"""Writes through views, aliases and callees that derivative tools get wrong."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import central_gradient


def alias(x):
    y = x * 1
    z = y
    z += x
    return np.sum(y * y)


def view(x):
    y = x * 1
    v = y[:2]
    v[0] = x[2] ** 2
    return np.sum(y * y)


def destination(x):
    y = np.zeros(3)
    np.multiply(x, x, out=y)
    return np.sum(y * x)


def put(y, x):
    y[0] = x[1] ** 2


def callee(x):
    y = x * 1
    put(y, x)
    return np.sum(y)


def reversed_view(x):
    y = x * 1
    v = y[::-1]
    v[0] = x[0] ** 2
    v *= 2
    return np.sum(y * y)


def transposed(x):
    m = np.outer(x, x)
    d = m.T
    d[0, 1] = 5 * x[2]
    return np.sum(m * m)


def read_and_added_to_at_once(x):
    y = x * 1
    y[:2] += 0.5 * np.flip(y[:2]) + 0.25 * y[:2]
    return np.sum(y * y)


def ravel_and_flatten(x):
    m = np.outer(x, x)
    view, copy = m.ravel(), m.flatten()
    view[1] = x[2]
    copy[2] = 100.0 * x[0]
    return np.sum(m * m)


def fancy_read(x):
    y = x * 1
    part = y[[0, 1]]
    part[0] = 7.0 * x[1]
    return np.sum(y * y) + part[0]


def element_or_slice(x):
    y = x[0]
    y += x[1]
    z = x[:1]
    z += x[1]
    return np.sum(x * x) * y


def rebound(x):
    a = x * 1
    b = a
    a = a * 2
    b[0] = x[1]
    return np.sum(a * b)


def swapped(x):
    u, v = x * 1, np.zeros(3)
    for _ in range(3):
        v[1:] = u[:-1] * u[1:]
        v[0] = u[0]
        u, v = v, u
    return np.sum(u * v)


def chosen(x):
    u, v = x * 1, x * 2
    w = u if x[0] > 0.0 else v
    w[0] = x[1] ** 2
    return np.sum(u * v)


def same_or_copy(a, copied):
    if copied:
        return a.copy()
    return a


def callee_that_may_copy(x):
    u = x * 1
    v = same_or_copy(u, x[0] > 0.0)
    w = same_or_copy(u, x[0] < 0.0)
    v[0] = 3.0 * x[1]
    w[1] = x[2] ** 2
    return np.sum(u * v * w)


def sliced_and_added(x):
    b = (np.zeros((4, 4)) + x[0])[:, :2] + 0
    v = b.reshape(-1)
    v[1] = x[1] ** 2
    return np.sum(b * b)


def sliced_alone(x):
    b = (np.zeros((4, 4)) + x[0])[:, :2]
    v = b.reshape(-1)
    v[1] = x[1] ** 2
    return np.sum(b * b) + v[1]


def ravelled_in_fortran_order(x):
    b = np.ones((4, 4), order='F') * x[0]
    v = b.ravel()
    v[:3] = x ** 2
    return np.sum(b * b * np.arange(16.0).reshape(4, 4)) + np.sum(v * v)


def ravelled_transpose(x):
    b = np.outer(x, x * x).T
    v, w = b.ravel(), b.ravel(order='F')
    v[1] = x[2] ** 3
    w[2] = x[1] * x[0]
    return np.sum(b * b) + np.sum(v * w)


def ravelled_as_it_lies(x):
    b = np.outer(x * x, x).T[:, ::-2]
    v = np.ravel(b, order='K')
    v[1] *= x[2]
    return np.sum(b * b) + np.sum(v * np.arange(6.0))


LISTED = [
    (alias, [4.0, 12.0, 16.0]),
    (view, [0.0, 3.0, 36.0]),
    (destination, [0.75, 6.75, 12.0]),
    (callee, [0.0, 4.0, 1.0]),
    (reversed_view, [6.0, 12.0, 0.0]),
    (transposed, [10.75, 38.25, 152.0]),
]
BY_DIFFERENCES = [
    read_and_added_to_at_once, ravel_and_flatten, fancy_read, element_or_slice, rebound,
    swapped, chosen, callee_that_may_copy, sliced_and_added, sliced_alone,
    ravelled_in_fortran_order, ravelled_transpose, ravelled_as_it_lies,
]  # fmt: skip
EVERY = [*(function for function, _ in LISTED), *BY_DIFFERENCES]
every = pytest.mark.parametrize('function', EVERY, ids=lambda f: f.__name__)


@pytest.mark.parametrize(('function', 'want'), LISTED)
def test_listed_gradients(function, want, x):
    np.testing.assert_allclose(tl.grad(function)(x), want)


@every
@pytest.mark.parametrize('optimize', [True, False])
def test_both_modes(function, x, optimize):
    before = x.copy()
    with tl.options(optimize=optimize):
        value, gradient = tl.value_and_grad(function)(x)
        forward = tl.autodiff(function, mode='forward')
        tangents = [forward(x, unit) for unit in np.eye(3)]
    np.testing.assert_array_equal(x, before)
    assert value == function(x.copy())
    (want,) = central_gradient(lambda y: function(y.copy()), (x,), (0,))
    np.testing.assert_allclose(gradient, want, atol=1e-7)
    np.testing.assert_allclose(tangents, want, atol=1e-7)


@pytest.mark.one_in(3, always=('callee_that_may_copy',))
@every
def test_second_order(function, x):
    tl.check_grad(lambda y: function(1.0 * y), (x,), order=2)


def test_a_jacobian_of_what_writes_its_argument():
    def program(x):
        x[0] = x[1] ** 2
        x *= x
        return np.sum(x) * 2

    x = np.array([0.5, 1.5, 4.0])
    np.testing.assert_allclose(tl.jacobian(program)(x), [0, 33, 16])
    np.testing.assert_array_equal(x, [0.5, 1.5, 4.0])


def test_what_raises_leaves_arguments_as_they_were():
    def program(x, fails=True):
        x[0] = 5.0
        if fails:
            raise ValueError('no')
        return x[0]

    x = np.array([0.5, 1.5])
    with pytest.raises(ValueError, match='no'):
        tl.grad(program)(x)
    np.testing.assert_array_equal(x, [0.5, 1.5])
