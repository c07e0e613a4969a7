"""`np.broadcast_shapes` and `reshape` of sizes that are known to be equal."""

import numpy as np
import pytest

import tangentlite as tl


def given_back(x):
    shape = np.broadcast_shapes(x.shape, (1,), ())
    try:
        return np.exp(x).reshape(shape)
    except ValueError:
        return np.exp(x).item()


def on_two_paths(x):
    try:
        shape = np.broadcast_shapes(*[x.shape])
    except ValueError:
        shape = x.shape
    try:
        return np.exp(x).reshape(shape)
    except ValueError:
        return np.exp(x).item()


def padded(x):
    return np.pad(x, ((0, 2),)) * np.pad(x[:1], ((len(x), 1),))[: len(x) + 2]


@pytest.mark.parametrize('size', [1, 2, 4])
def test_of_padded_arrays(size):
    tl.check_grad(padded, (np.linspace(0.3, 0.8, size),))
    assert tl.vjp(lambda x: np.pad(x, ((0, 2),)), np.ones(0))[0].shape == (2,)


def of_two_arrays(x, y):
    return np.zeros(np.broadcast_shapes(x.shape, y.shape)) + x * y


def longest(x):
    found = ()
    for shape in (x.shape, (1,)):
        found = max(found, shape) if len(found) == len(shape) else shape
    return np.reshape(x**2, found)


@pytest.mark.parametrize('size', [1, 3])
@pytest.mark.parametrize('function', [given_back, on_two_paths, longest])
def test_of_one_array(function, size):
    tl.check_grad(function, (np.linspace(0.3, 0.8, size),))


@pytest.mark.parametrize('shapes', [((3,), (3,)), ((2, 1), (3,)), ((1,), (2, 3))])
def test_of_two_arrays(shapes):
    x, y = (np.linspace(0.3, 0.8, np.prod(shape)).reshape(shape) for shape in shapes)
    tl.check_grad(of_two_arrays, (x, y))
    derivative = tl.vjp(of_two_arrays, x, y)
    np.testing.assert_array_equal(derivative[0], of_two_arrays(x, y))


def test_what_does_not_broadcast_raises_as_numpy_does():
    x, y = np.ones(2), np.ones(3)
    with pytest.raises(ValueError, match='shape mismatch'):
        of_two_arrays(x, y)
    with pytest.raises(ValueError, match='broadcast|shape'):
        tl.vjp(of_two_arrays, x, y)
