"""Values of other iterations, items of other sizes, arrays that are 0.0 for a while."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import central_gradient

X = np.array([0.5, 0.4, 0.3])


def bound_in_one_iteration(x):
    for i in range(2):
        z = x[: 1 + 2 * i] * x[0]
        if i == 0:
            y = z
    return np.sum(y * z)


def carried_and_read_later(x):
    s, p = 0.0, x[:1]
    for i in range(1, 4):
        y = x[:i]
        if i == 2:
            s = s + np.sum(p * y)
        p = y
    return s


def previous_first_bound_inside(x):
    s = 0.0
    for i in range(3):
        z = x[: i + 1] * 2.0
        if i > 0:
            s = s + np.sum(y) * np.sum(z)  # noqa: F821
        y = z  # noqa: F841
    return s


def first_bound_in_an_inner_loop(x):
    s = 0.0
    for i in range(2):
        z = x[i : i + 1]
        for j in range(2):
            if j > 0:
                s = s + np.sum(y * z)  # noqa: F821
            y = z  # noqa: F841
    return s


def copied_in_a_branch(x):
    s = 0.0
    for i in range(3):
        u = np.sin(x[i])
        if i == 1:
            v = -u
        if i > 0:
            s = s - v * u
    return s


def computed_again_in_a_branch(x):
    s = 0.0
    for i in range(3):
        u = np.sin(x * i)
        if i == 1:
            v = np.sin(x * i)
        if i > 0:
            s = s + np.sum(v * u)
    return s


def reversed_with_and_without_start(x):
    z, y = x[0::-2], x[::-2]
    w = np.zeros(len(y))
    return np.sum((y + x[0]) * np.array([1.0]) + w) + np.sum(z)


def flags_as_indices(x):
    y, z = x[x[0] > 0.0], x[x[1] > 10.0]
    return np.sum(x) + np.sum(y + z)


def mask_that_changes(x):
    m = x > 0.35
    y = x[m]
    m[0] = False
    z = x[m]
    return np.sum(y * y) + np.sum(z) * np.sum(y)


def sum_of_two_sizes(x):
    return np.sum(sum([x[:1] * 2.0, x]) * x)


def size_that_is_minus_one(x, n):
    y, z = x.reshape(n), np.arange(n) * 1.0
    return np.sum(x) + np.sum(y + z)


def list_of_two_sizes(x):
    items = [x[:1]]
    for _ in range(2):
        items.append(x * 2.0)
    return np.sum(items[1] * items[0])


def grown_from_one(x):
    items = [x[:1] * 1.0]
    for _ in range(2):
        items.append(items[-1] * x)
    s = 0.0
    for item in items:
        s = s + np.sum(item * x)
    return s


def one_letter_of_size_one(x):
    return np.einsum('i,i->', x, x[:1]) + np.sum(np.einsum('i,i->i', x[1:], x[-2:]))


def written_behind_a_sign(x):
    t = 1.0 / x
    y = -t
    y[1:] *= y[:2].copy()
    return np.sum(y * t * t)


def one_row_of_several(x):
    z = x[:1]
    w = z * x
    return np.sum(np.sum(w * w * z, axis=0) ** 2)


def rows_in_a_loop(x):
    for i in range(2):
        r = x[i] * x[2]
    return np.sum(r * r)


def written_in_a_branch(x):
    t = np.zeros((3, 3))
    if x[0] > 0.1:
        t[:2, 1] += 1.0
        t[:2, 1] *= x[1:3]
    return np.sum(t * t)


SQUARE = np.array([[0.5, -0.3, 0.8], [0.2, 0.9, -0.6], [0.4, 0.1, 0.7]])
PROGRAMS = [
    (bound_in_one_iteration, (X,)), (carried_and_read_later, (X,)),
    (previous_first_bound_inside, (X,)), (first_bound_in_an_inner_loop, (X,)),
    (copied_in_a_branch, (X,)), (computed_again_in_a_branch, (X,)),
    (reversed_with_and_without_start, (X,)), (flags_as_indices, (X,)),
    (mask_that_changes, (X,)), (sum_of_two_sizes, (X,)),
    (size_that_is_minus_one, (X[:1], -1)), (list_of_two_sizes, (X,)),
    (grown_from_one, (X,)), (one_letter_of_size_one, (X,)),
    (written_behind_a_sign, (X,)), (one_row_of_several, (SQUARE,)),
    (rows_in_a_loop, (SQUARE,)), (written_in_a_branch, (X,)),
]  # fmt: skip
every = pytest.mark.parametrize(
    ('function', 'arguments'), PROGRAMS, ids=[f.__name__ for f, _ in PROGRAMS]
)


@every
def test_both_modes(function, arguments):
    wanted = central_gradient(function, arguments, (0,))[0]
    value, gradient = tl.value_and_grad(function)(*arguments)
    assert value == function(*arguments)
    np.testing.assert_allclose(gradient, wanted, rtol=1e-7, atol=1e-9)
    direction = np.cos(np.arange(wanted.size)).reshape(wanted.shape)
    rest = [None] * len(arguments[1:])
    value, along = tl.jvp(function, arguments, (direction, *rest))
    assert value == function(*arguments)
    np.testing.assert_allclose(along, np.sum(wanted * direction), rtol=1e-7)


@pytest.mark.one_in(2)
@every
@pytest.mark.parametrize('mode', ['forward', 'reverse'])
def test_second_order(function, arguments, mode):
    x, *rest = arguments
    direction = np.cos(np.arange(x.size)).reshape(x.shape)
    gradient, step = tl.grad(function), 1e-6 * direction
    wanted = (gradient(x + step, *rest) - gradient(x - step, *rest)) / 2e-6
    product = tl.autodiff(gradient, mode=mode)
    if mode == 'forward':
        got = product(x, *rest, direction)
    else:
        got = product(x, *rest, init_grad=direction)
    np.testing.assert_allclose(got, wanted, rtol=1e-6, atol=1e-7)


def halved(y, k):
    if k == 0:
        return np.sum(y * y) + np.mean(y)
    return halved(y * 0.5, k - 1)


def test_recursive_values_are_equal_to_the_last_bit():
    generator = np.random.default_rng(0)
    derivative = tl.value_and_grad(halved)
    for _ in range(50):
        y = generator.normal(size=3)
        assert derivative(y, 2)[0] == halved(y, 2)


def exchanged(y, z, k):
    if k == 0:
        return np.sum(y * z)
    return exchanged(z, y, k - 1) * np.sum(y + z)


def on_one_array(x):
    return exchanged(x, x[:1], 2)


@pytest.mark.parametrize('x', [np.ones(1), X])
def test_recursion_over_arrays_of_one_entry(x):
    wanted = central_gradient(on_one_array, (x,), (0,))[0]
    gradient = tl.grad(on_one_array)
    np.testing.assert_allclose(gradient(x), wanted, rtol=1e-7)
    step = 1e-6 * np.cos(x)
    change = (gradient(x + step) - gradient(x - step)) / 2e-6
    product = tl.autodiff(gradient)(x, init_grad=np.cos(x))
    np.testing.assert_allclose(product, change, rtol=1e-6)


@pytest.mark.parametrize('dtype', [np.uint8, np.int8, np.int16, np.uint64])
@pytest.mark.parametrize('width', [3, 20, 300])
def test_numbers_of_rows_in_small_integers(dtype, width):
    table = np.cos(np.arange(100.0 * width)).reshape(100, width)
    rows = (np.arange(300) % 100).astype(dtype)
    gradient = tl.grad(lambda table, rows: np.sum(table[rows] ** 2))(table, rows)
    np.testing.assert_allclose(gradient, 6.0 * table)


@pytest.mark.parametrize('shapes', [((4, 2, 0), (0, 2)), ((4, 2, 3), (3, 0))])
def test_empty_stacks(shapes):
    x, y = (np.zeros(shape) for shape in shapes)
    gradients = tl.grad(lambda x, y: np.sum(x @ y), wrt=(0, 1))(x, y)
    assert [g.shape for g in gradients] == list(shapes)
