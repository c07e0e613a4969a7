"""Polyfills of iteration over objects, and of NumPy's loops over indices and grids."""

from __future__ import annotations

import math

import numpy as np

from tangentlite.handlers import polyfill


def items(owner):
    """Yield the items of an object with `__getitem__` alone, of any length."""
    place, running = 0, True
    while running:
        try:
            item = owner[place]
        except (IndexError, StopIteration):
            running = False
        if running:
            yield item
        place = place + 1


def following(iterator, default):
    """`next(iterator, default)`."""
    found = default
    try:
        found = iterator.__next__()
    except StopIteration:
        pass
    return found


@polyfill(np.ndenumerate, takes_all=False)
def placed(array):
    """`np.ndenumerate`."""
    for k in range(np.size(array)):
        index = np.unravel_index(k, np.shape(array))
        yield index, array[index]


@polyfill(np.ndindex, takes_all=False)
def indices(*shape):
    """`np.ndindex`."""
    sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
    count = 1
    for size in sizes:
        count = count * size
    for k in range(count):
        yield np.unravel_index(k, sizes)


def places(step):
    """Return the number of points that an imaginary step means."""
    return int(abs(step))


def by_count(start, stop, count):
    """The axis of `start:stop:count * 1j`."""
    step = 1.0
    if count != 1:
        step = (stop - start) / (count - 1)
    return np.arange(count) * step + start


def by_step(start, stop, step):
    """The axis of `start:stop:step`, one of several."""
    return np.arange(math.ceil((stop - start) / step)) * step + start


def dense(*axes):
    """Return the result of np.mgrid for its axes."""
    return np.array(np.meshgrid(*axes, indexing="ij"))


def sparse(*axes):
    """Return the result of np.ogrid for its axes: arrays of one dtype."""
    dtype = np.result_type(*axes)
    alike = [axis if axis.dtype == dtype else axis.astype(dtype) for axis in axes]
    return tuple(np.meshgrid(*alike, indexing="ij", sparse=True))
