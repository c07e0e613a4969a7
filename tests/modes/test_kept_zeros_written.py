"""Zeros that selections and paths made, where what they are known from is written."""
import numpy as np
import pytest

import tangentlite as tl

X = np.array([-0.5, 1.5, -2.0, 0.3])
DIRECTION = np.array([1.0, 0.5, -1.0, 2.0])


def array_of_a_path(write):
    def program(x):
        y = np.ones(4) if x[1] > 1 else x * 1.0
        write(y, x)
        return np.sum(np.sqrt(y))

    return program


def item(y, x):
    y[0] = x[1]


def items_of_a_loop(y, x):
    for i in range(len(x)):
        y[i] = y[i] + x[i] ** 2


def of_a_view(y, x):
    rest = y.reshape(2, 2)
    rest[:, 0] = x[1::2]


def of_another_name(y, x):
    z = y
    z[2:] += x[1::2] ** 2


def flat(y, x):
    y.flat = x ** 2


WRITES = {
    'item': item,
    'items of a loop': items_of_a_loop,
    'view': of_a_view,
    'another name': of_another_name,
    'slice': lambda y, x: np.copyto(y, x ** 2),
    'out': lambda y, x: np.multiply(x, x, out=y),
    'at': lambda y, x: np.add.at(y, np.array([1, 1, 3]), x[1] ** np.arange(3.0)),
    'flat': flat,
    'mask': lambda y, x: np.putmask(y, x > 0, 2 * x),
}


def reset_in_a_loop(x):
    y = np.ones(4)
    for i, value in enumerate(x):
        if value > 1:
            y = np.ones(4)
        y[i] = value ** 2
    return np.sum(np.sqrt(y))


def written_on_a_path(x):
    y = np.ones(4) if x[1] > 1 else x ** 2
    z = y
    if x[3] > 0:
        z[0] = x[1]
    return np.sum(np.sqrt(y)) + np.sum(z)


def copied_before(x):
    y = np.zeros(4) if x[1] > 1 else x ** 2
    z = y.copy()
    y[:] = 1.0
    y[1] = x[1]
    return np.sum(np.sqrt(y) + z)


def constants_written_on_a_path(x):
    y = np.zeros(4) if x[1] > 1 else x ** 2
    y[2] = 4.0
    return np.sum(np.sqrt(y) * x)


OF_PATHS = {name: array_of_a_path(write) for name, write in WRITES.items()}
OF_PATHS |= {
    program.__name__: program
    for program in (
        reset_in_a_loop, written_on_a_path, copied_before, constants_written_on_a_path,
    )
}  # fmt: skip


def condition(x):
    m = x > 0.5
    y = np.where(m, x, 0.0)
    m[...] = False
    return np.sum(np.sqrt(y))


def view_of_a_condition(x):
    m = x > 0.5
    rest = m[1:]
    y = np.where(rest, x[1:], 0.0) * np.where(m[1:], 2.0, 0.0)
    m[...] = ~m
    return np.sum(np.sqrt(y)) + np.sum(np.where(rest, x[1:], 0.0))


def condition_on_a_path(x):
    m = x > 0.5
    y = np.where(m, x, 0.0)
    if x[3] > 0:
        m[...] = True
    else:
        m = x > 0
    return np.sum(np.sqrt(y)) + np.sum(x[m])


def condition_of_a_loop(x):
    m, total, i = x > 0.5, 0.0, 0
    while i < len(x):
        y = np.where(m, x ** 4, 0.0)
        m[i] = not m[i]
        total += np.sum(np.sqrt(y))
        y = np.where(m, x ** 2, 0.0)
        m = x > x[i]
        total += np.sum(np.sqrt(y))
        i += 1
    return total


def value(x):
    a = x * 1.0
    y = np.where(a > 0.5, a, 0.0)
    a[...] = 5.0
    return np.sum(np.sqrt(y)) + np.sum(a)


def value_of_a_loop(x):
    a, total = x * 1.0, 0.0
    for i in range(len(x)):
        y = np.where(a > 0.5, a, 0.0)
        a[i] = 2 * a[i]
        total += np.sum(np.sqrt(y))
    return total


def another_name_of_a_value(x):
    a = x * 1.0
    y = np.where(a > 0.5, -a[::-1] ** 2, 0.0)
    b = a
    b[1] = 3.0 * x[3]
    return np.sum(np.sqrt(-y)) + np.sum(b) + a[1]


def sum_of_values(x):
    a, b, m = x * 1.0, x ** 2, x > 0
    y = np.where(m, a, 0.0) + np.where(m, b, 0.0)
    a[...] = 5.0 * x
    b[1:] = x[:3]
    return np.sum(np.sqrt(y)) + np.sum(a) + np.sum(b)


def larger_values(x):
    a = x * 1.0
    y = np.maximum(a, 0.0)
    a[:] = -x
    return np.sum(np.sqrt(y)) + np.sum(a)


def value_before(x):
    a = np.zeros(4)
    for i in range(len(x)):
        a[i] = 2 * x[i]
    return np.sum(np.sqrt(np.maximum(a, 0.0)))


CHOSEN = [
    condition, view_of_a_condition, condition_on_a_path, condition_of_a_loop, value,
    value_of_a_loop, another_name_of_a_value, sum_of_values, larger_values,
    value_before,
]  # fmt: skip


@pytest.mark.one_in(5)
@pytest.mark.filterwarnings('ignore:.*(divide|invalid)')
@pytest.mark.parametrize('optimize', [True, False])
@pytest.mark.parametrize('program', [*OF_PATHS.values(), *CHOSEN])
def test_what_is_written_later(program, optimize):
    with tl.options(optimize=optimize):
        for x in (X, np.array([0.2, 1.2, 0.9, 1.7])):
            if program in OF_PATHS.values():
                x = np.abs(x)
            slope = tl.autodiff(program, mode='forward')(x, DIRECTION)
            gradient = tl.grad(program)(x)
            np.testing.assert_allclose(slope, gradient @ DIRECTION, rtol=1e-12)
            tl.check_grad(program, (x,))
            twice = tl.autodiff(tl.autodiff(program, mode='forward'), mode='forward')
            (by_reverse,) = tl.hvp(program, (x,), (DIRECTION,))
            found = twice(x, DIRECTION, DIRECTION)
            np.testing.assert_allclose(found, by_reverse @ DIRECTION, atol=1e-12)


@pytest.mark.filterwarnings('ignore:.*(divide|invalid)')
def test_a_factor_that_is_written_later():
    def program(x):
        c = np.where(np.arange(4) > 2, 2.0, 0.0)
        c[1] = 3.0
        return np.sqrt(c * x)

    slope = tl.autodiff(program, mode='forward')(np.abs(X), DIRECTION)
    assert slope[1] == pytest.approx(1.5 / np.sqrt(4.5) * DIRECTION[1])


def test_a_condition_with_a_derivative_is_refused_where_it_is_written():
    def program(x):
        m = x * 1.0
        y = np.where(m, x, 0.0)
        m[...] = 2 * x
        return np.sum(np.sqrt(y)) + np.sum(m)

    with pytest.raises(tl.UnsupportedError, match='with respect to condition'):
        tl.autodiff(program, mode='forward')(X, DIRECTION)


@pytest.mark.filterwarnings('ignore:.*(divide|invalid)')
def test_hessians_of_what_is_written_later():
    def program(x):
        a = x * 1.0
        y = np.where(a > 0.1, a, 0.0)
        a[1] = 3.0 * x[0]
        return np.sum(y ** 1.5) + np.sum(a)

    expected = np.diag(np.where(X > 0.1, 0.75 / np.sqrt(np.abs(X)), 0.0))
    np.testing.assert_allclose(tl.hessian(program)(X), expected, atol=1e-12)
