"""Adjoints of writes through repeated indices, of which the last one wins."""

from __future__ import annotations

import numpy as np


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
