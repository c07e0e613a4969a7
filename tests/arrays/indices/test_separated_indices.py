"""What arrays in an index choose stands where NumPy puts it, integers among them."""

import itertools
import linecache

import numpy as np
import pytest

import tangentlite as tl

X = np.arange(24.0).reshape(2, 3, 4) / 10
ITEMS = ('1', 'k', ':', '1:', '...', 'None', '[0, 1]', 'I', 'J', 'Z', 'B')
NAMES = {
    'k': 0,
    'I': np.array([0, 1]),
    'J': np.array([[0], [1]]),
    'Z': np.array(1),
    'B': np.array([True, False, True]),
}


def works(index):
    try:
        return eval(f'x[{index}].size', {'np': np, 'x': X, **NAMES}) > 0
    except IndexError:
        return False


def indices(first):
    """Indices of up to three items that NumPy takes, of which the first is given."""
    for count in (0, 1, 2):
        for rest in itertools.product(ITEMS, repeat=count):
            items = (first, *rest)
            is_simple = count < 2 or len(set(items)) == 3
            index = ', '.join(items)
            if is_simple and items.count('...') < 2 and works(index):
                yield index


def program_of(text, name):
    filename = f'<indices {name}>'
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    namespace = {'np': np}
    exec(compile(text, filename, 'exec'), namespace)
    return namespace['f']


TEXT = """\
def f(x, k, I, J, Z, B):
    part = x[{0}]
    total = np.sum(part * part * np.cos(np.arange(part.size).reshape(part.shape)))
    total = total + sum(part.shape)
    x = x.copy()
    x[{0}] *= 2.0
    return total + np.sum(x ** 3)
"""


# The mask is one of the second axis.
@pytest.mark.one_in(3)
@pytest.mark.parametrize('first', ITEMS[:-1])
def test_sizes_are_those_of_numpy(first):
    direction, count = np.cos(X), 0
    for index in indices(first):
        if hash_of(index) % 5:
            continue
        count += 1
        f = program_of(TEXT.format(index), index)
        args = tuple(NAMES.values())
        value, gradient = tl.value_and_grad(f)(X, *args)
        assert value == f(X, *args), index
        step = 1e-6 * direction
        slope = (f(X + step, *args) - f(X - step, *args)) / 2e-6
        assert np.sum(gradient * direction) == pytest.approx(slope, rel=1e-6), index
    assert count > 3


def hash_of(text):
    return sum(map(ord, text))


def collected(x):
    parts = {}
    for k in range(len(x)):
        parts[k] = x[k, :, [0, 2]]
    return sum(len(part) * np.sum(part**2) for part in parts.values())


def joined(x):
    rows = []
    for k in range(len(x)):
        rows.append(x[k, :, [1, 2]].mean(axis=0))
    return np.sum(np.concatenate(rows) ** 2)


def written(x):
    y, columns = x.copy(), [0, 2]
    y[0, :, columns] = 2.0 * x[1, :, columns]
    y[0, :, columns] *= x[0, 0, 0] + 2.0
    y[1, ..., [0]] = x[1, :3, 0]
    return np.sum(y**3)


@pytest.mark.parametrize('f', [collected, joined, written])
def test_of_programs(f):
    value, _ = tl.value_and_grad(f)(X)
    assert value == f(X)
    tl.check_grad(f, (X,), order=2)


ARGUMENTS = (np.ones(3), np.ones((2, 3)), np.ones((2, 3)))
PLACES = [0]


def broadcast(x, y, z):
    total = np.ones(np.broadcast_shapes(y.shape, z.shape)) * x
    return total.shape[0] * np.sum(total[0])


def test_sizes_that_trials_take_to_be_equal_are_not():
    def f(x):
        every = list(ARGUMENTS)
        for place in PLACES:
            every[place] = x
        return broadcast(*every)

    value, gradient = tl.value_and_grad(f)(np.ones(3))
    assert value == f(np.ones(3)) == 6.0
    np.testing.assert_array_equal(gradient, np.full(3, 2.0))
