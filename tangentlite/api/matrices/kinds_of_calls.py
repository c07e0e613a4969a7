"""What is told of a call by types, shapes and options: which code is for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tangentlite.errors import ArgumentError
from tangentlite.options import CURRENT
from tangentlite.runtime.known import Classes, Length

if TYPE_CHECKING:
    from tangentlite.emit.variant import Generated


# Beyond so many combinations of types and shapes they are found anew.
MOST_KNOWN = 64


def kinds_of(args: tuple, kwargs: dict) -> tuple:
    """Return what tells calls apart: types and shapes, flags, text, and the options."""
    return CURRENT.get(), *map(_kind_of, args), *kwargs, *map(_kind_of, kwargs.values())


def _kind_of(value: Any) -> tuple:
    kind = type(value)
    if kind is np.ndarray:
        return kind, value.dtype, value.shape
    if kind in (bool, str):
        return kind, value
    if kind is dict:
        return kind, tuple(value), *map(_kind_of, value.values())
    if kind in (tuple, list):
        return kind, *map(_kind_of, value)
    return (kind,)


def is_for_kinds(found: Generated, values: Mapping[str, Any]) -> bool:
    """Whether what `kinds_of` returns, and guards, tell if code is for a call."""
    told = found.exact is None and not found.writes
    told = told and are_told(dict(values))
    told = told and _consists(tuple(found.values.values()), (*_TOLD, *_PATTERNS))
    conditions = (*found.requires, *found.sizes)
    return told and all(one.is_of_shapes(values) for one in conditions)


def are_told(values: Any) -> bool:
    """Whether `kinds_of` tells all of some values but what numbers they hold."""
    return _consists(values, (*_TOLD, *_NUMBERS))


def _consists(value: Any, classes: tuple[type, ...]) -> bool:
    """Whether plain containers hold only what is of some classes."""
    kind = type(value)
    if kind is dict:
        return all(_consists(item, classes) for item in value.values())
    if kind in (tuple, list):
        return all(_consists(item, classes) for item in value)
    return kind in classes


# What `kinds_of` tells, in arguments and in the patterns that they have.
_TOLD = (bool, str, type(None))
_NUMBERS = (np.ndarray, float, int, complex, np.float64, np.float32, np.int64)
_PATTERNS = (type(...), Length, Classes)


def require_chunk(chunk: int | None, what: str) -> None:
    """Raise ArgumentError unless a chunk is a number of vectors, or examples; or None.

    >>> require_chunk(None, "vectors")
    >>> require_chunk(0, "examples")
    Traceback (most recent call last):
        ...
    tangentlite.errors.ArgumentError: chunk is 0; it must be a number of examples, or \
None, which takes as many as suit the memory.
    """
    is_count = type(chunk) is int and chunk > 0
    if chunk is not None and not is_count:
        raise ArgumentError(
            f"chunk is {chunk!r}; it must be a number of {what}, or None, which takes "
            "as many as suit the memory."
        )
