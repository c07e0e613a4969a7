"""Writes into arrays that derivative tools get wrong, with the right gradients."""
import numpy as np
import pytest

import tangentlite as tl


def augmented_elements(x):
    y = np.ones(3)
    for i in range(3):
        y[i] += x[i] * x[0]
        y[i] *= x[1]
    return np.sum(y)


def buffered_augmentation(x):
    y = x.copy()
    y[[0, 0, 1]] += x
    return np.sum(y * y)


def unbuffered_addition(x):
    y = np.zeros(3)
    np.add.at(y, [0, 0, 1], x)
    return np.sum(y * y)


def last_write_wins(x):
    y = x.copy()
    y[[0, 0]] = [x[1], x[2]]
    return np.sum(y * y)


def overlapping_write(x):
    y = x.copy()
    y[:2] = y[1:]
    return np.sum(y * np.arange(3.0))


def overlapping_augmentation(x):
    y = x.copy()
    y[1:] += y[:-1]
    return np.sum(y * y)


def masked_write(x):
    y = x.copy()
    y[y > 1] = 0
    return np.sum(y * y)


def broadcast_view(x):
    return np.sum(np.broadcast_to(x[0], (3,)) * x)


def save_before_write(x):
    y = x * 1.0
    z = y * y
    y[0] = 5.0
    return np.sum(z * y)


def read_before_write(x):
    u = x * 1.0
    t = u[0]
    u[0] = 0.0
    return t * t


WRITES = [
    (augmented_elements, [6.75, 5.75, 0.75]),
    (buffered_augmentation, [4.0, 11.0, 11.0]),
    (unbuffered_addition, [4.0, 4.0, 4.0]),
    (last_write_wins, [0.0, 3.0, 8.0]),
    (overlapping_write, [0.0, 0.0, 3.0]),
    (overlapping_augmentation, [5.0, 11.0, 7.0]),
    (masked_write, [1.0, 0.0, 0.0]),
    (broadcast_view, [4.5, 0.5, 0.5]),
    (save_before_write, [5.0, 6.75, 12.0]),
    (read_before_write, [1.0, 0.0, 0.0]),
]


@pytest.mark.parametrize(('function', 'want'), WRITES)
def test_writes(function, want, x):
    before = x.copy()
    np.testing.assert_allclose(tl.grad(function)(x), want)
    np.testing.assert_array_equal(x, before)


@pytest.mark.parametrize(('function', 'want'), WRITES)
def test_writes_in_forward_mode(function, want, x):
    forward = tl.autodiff(function, mode='forward')
    np.testing.assert_allclose([forward(x, unit) for unit in np.eye(3)], want)


@pytest.mark.parametrize(('function', 'want'), WRITES)
def test_writes_without_optimisation(function, want, x):
    with tl.options(optimize=False):
        np.testing.assert_allclose(tl.grad(function)(x), want)


def test_pullback_of_written_arrays_can_be_called_again(x):
    _, pullback = tl.vjp(overlapping_augmentation, x)
    for _ in range(2):
        np.testing.assert_allclose(pullback(1.0)[0], [5.0, 11.0, 7.0])


PLACES = np.array([[0, 2, 1], [4, 3, 5]])


def read_at_places(x):
    return np.sum(x[PLACES] * np.array([1.0, 2.0, 3.0]))


def test_what_is_added_at_places_of_several_axes():
    # np.add.at itself reads beyond the end of the three numbers
    np.testing.assert_array_equal(
        tl.grad(read_at_places)(np.ones(6)), [1.0, 3.0, 2.0, 2.0, 1.0, 3.0]
    )
