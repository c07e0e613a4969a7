"""What generated code may call where plain NumPy cannot say it. Imports NumPy only."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

Value = TypeVar("Value")


def unbroadcast(value, like):
    """Sum a value over the axes along which `like` was broadcast to it.

    >>> unbroadcast(np.ones((2, 3)), np.zeros((1, 3)))
    array([[2., 2., 2.]])
    """
    shape = np.shape(like)
    if np.shape(value) == shape:
        return value
    extra = np.ndim(value) - len(shape)
    if extra > 0:
        value = np.sum(value, axis=tuple(range(extra)))
    axes = tuple(
        axis
        for axis, size in enumerate(shape)
        if size == 1 and np.shape(value)[axis] != 1
    )
    return np.sum(value, axis=axes, keepdims=True) if axes else value


def cast_like(value, like):
    """Give a value the dtype of `like`, dropping an imaginary part that it lacks.

    >>> cast_like(1.5, np.float32(0)).dtype
    dtype('float32')
    """
    dtype = np.result_type(like)
    if np.iscomplexobj(value) and not np.iscomplexobj(like):
        value = np.real(value)
    if np.result_type(value) == dtype:
        return value
    return np.asarray(value, dtype)[()]


def stop_gradient(x: Value) -> Value:
    """Return `x`; its derivative is taken to be zero.

    >>> stop_gradient(2.0)
    2.0
    """
    return x


def last_written(adjoint, index):
    """Return `adjoint[index]`, zero where a later item of `index` wrote the place.

    In `y[index] = values` with repeated indices the last value wins.

    >>> last_written(np.array([1.0, 2.0]), ([0, 0, 1],))
    array([0., 1., 2.])
    """
    part = adjoint[index]
    order = np.arange(part.size).reshape(part.shape)
    winner = np.empty(adjoint.shape, int)
    winner[index] = order
    return np.where(winner[index] == order, part, 0.0)


def put_last(part, like, index):
    """Return zeros like an array with `part` at `index`; the last of repeats wins.

    >>> put_last(np.array([1.0, 2.0]), np.zeros(3), ([0, 0],))
    array([2., 0., 0.])
    """
    placed = np.zeros_like(like)
    placed[index] = part
    return placed


def zeros_like_items(items):
    """Return a list of zeros with the shapes and dtypes of a list's items.

    >>> zeros_like_items([1.5, (2.0, 3.0)])
    [0.0, (0.0, 0.0)]
    """
    return [zeros_like_item(item) for item in items]


def zeros_like_item(value):
    """Return zeros like a value: 0.0 for a scalar, tuples item by item.

    >>> zeros_like_item(np.ones(2))
    array([0., 0.])
    """
    if isinstance(value, (tuple, list)):
        return type(value)(zeros_like_item(item) for item in value)
    return np.zeros_like(value) if np.ndim(value) else 0.0
