"""Values by element: what an expression of arrays is at a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import gast
import numpy as np

from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.lowering.places import ONE, ZERO, Place, key_of


@dataclass(frozen=True)
class Elements:
    """An array, or a number, as the expression of its element at a place.

    `at` may add statements in front of the one that reads the element. A `weak` number
    is one of Python's, which does not decide the dtype of a result. `base` and `place`
    say where the elements are if they are those of an array in memory.
    """

    extents: Place
    at: Callable[[Place], gast.expr]
    dtype: str | None
    weak: bool = False
    base: str = ""
    place: Place = ()

    @property
    def rank(self) -> int:
        """The number of axes."""
        return len(self.extents)


def is_one(extent: Affine) -> bool:
    """Whether an axis is known to have size 1."""
    return key_of(extent) == key_of(ONE)


def number(node: gast.expr, dtype: str | None, weak: bool = False) -> Elements:
    """Return a number as a value of no axes."""
    return Elements((), lambda place: node, dtype, weak)


def aligned(value: Elements, place: Sequence[Affine]) -> Place:
    """Return the place in an operand that is broadcast to a result's place."""
    own = place[len(place) - value.rank :]
    return tuple(
        ZERO if is_one(extent) else at for extent, at in zip(value.extents, own)
    )


def result_dtype(*values: Elements) -> str | None:
    """Return the dtype that NumPy gives an operation on some values.

    >>> one, two = number(None, "float32"), number(None, "float64", True)
    >>> result_dtype(one, two), result_dtype(two, two)
    ('float32', 'float64')
    """
    if any(value.dtype is None for value in values):
        return None
    samples = [_SAMPLES[_kind(v)] if v.weak else np.dtype(v.dtype) for v in values]
    return np.dtype(np.result_type(*samples)).name


_SAMPLES = {"b": True, "i": 1, "f": 1.0, "c": 1j}


def _kind(value: Elements) -> str:
    return np.dtype(value.dtype).kind.replace("u", "i")
