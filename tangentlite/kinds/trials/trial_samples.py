"""The contents of sample arrays in trials, by shape and dtype."""

from __future__ import annotations

import math

import numpy as np


def ones(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return ones, or an identity matrix for a square shape."""
    if len(shape) >= 2 and shape[-1] == shape[-2]:
        return np.broadcast_to(np.eye(shape[-1], dtype=dtype), shape)
    return np.ones(shape, dtype)


def some_ones(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return zeros and some ones; the diagonal of a square matrix is at least one."""
    sample = (np.arange(math.prod(shape)).reshape(shape) % 3 == 0).astype(dtype)
    if len(shape) >= 2 and shape[-1] == shape[-2]:
        return sample + np.eye(shape[-1], dtype=dtype)
    return sample


def rising(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return numbers that rise from 0 to 1; integers of 2; alternating flags."""
    places = np.arange(math.prod(shape)).reshape(shape)
    if dtype.kind in "iu":
        return np.full(shape, 2, dtype)
    if dtype.kind == "b":
        return places % 2 == 1
    sample = ((places + 0.5) / max(places.size, 1)).astype(dtype)
    if len(shape) >= 2:  # of full rank
        return sample + shape[-1] * np.eye(*shape[-2:], dtype=dtype)
    return sample
