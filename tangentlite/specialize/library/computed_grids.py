"""Polyfills of `np.mgrid` and `np.ogrid` between computed bounds.

They are walked, never run; the numbers are those of NumPy's own, bit for bit.
"""

import math

import numpy as np


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
