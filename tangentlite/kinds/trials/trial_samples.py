"""What the sample arrays of trials hold, by their shape and dtype."""

from __future__ import annotations

import math

import numpy as np


def ones(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Ones; square matrices are those of the identity."""
    if len(shape) >= 2 and shape[-1] == shape[-2]:
        return np.broadcast_to(np.eye(shape[-1], dtype=dtype), shape)
    return np.ones(shape, dtype)


def some_ones(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Zeros and some ones; square matrices have a diagonal of at least ones."""
    sample = (np.arange(math.prod(shape)).reshape(shape) % 3 == 0).astype(dtype)
    if len(shape) >= 2 and shape[-1] == shape[-2]:
        return sample + np.eye(shape[-1], dtype=dtype)
    return sample


def rising(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Numbers that rise from 0 to 1; integers of 2; every second flag is set."""
    places = np.arange(math.prod(shape)).reshape(shape)
    if dtype.kind in "iu":
        return np.full(shape, 2, dtype)
    if dtype.kind == "b":
        return places % 2 == 1
    sample = ((places + 0.5) / max(places.size, 1)).astype(dtype)
    if len(shape) >= 2:  # of full rank
        return sample + shape[-1] * np.eye(*shape[-2:], dtype=dtype)
    return sample
