"""The kinds of cross products, which depend on how many components vectors have."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.builder.inference.entrywise import broadcast_shape, elementwise_kind
from tangentlite.kinds.kind import Array, Kind, Scalar, required_numeric


def kind_of_cross(
    b: Builder, function: Callable, arguments: list, keywords: dict
) -> Kind | None:
    """Return the kind of a cross product, None if a trial finds it as well."""
    if function not in _CROSS:
        return None
    if not keywords and len(arguments) == 2:
        return _of_components(b, arguments)
    known = _are_vectors(b, function, arguments, keywords)
    return None if known else Array(None, None)


_CROSS = (np.cross, np.linalg.cross)


def _of_components(b: Builder, kinds: list) -> Kind:
    """Return the kind of a cross product: a vector if one operand has 3 components."""
    shapes = [getattr(kind, "shape", None) or () for kind in kinds]
    dtype = elementwise_kind(b, np.multiply, [_flat(kind) for kind in kinds]).dtype
    lengths = [b.sizes.find(shape[-1]) if shape else None for shape in shapes]
    if not all(length in (2, 3) for length in lengths):
        return Array(dtype, None)  # those of two and of three go together
    if lengths == [3, 3]:
        return Array(dtype, broadcast_shape(b, kinds))
    rows = broadcast_shape(b, [Array(dtype, shape[:-1]) for shape in shapes])
    if 3 in lengths:
        return Array(dtype, (*(rows or ()), 3))
    return Array(dtype, rows or ())


def _are_vectors(
    b: Builder, function: Callable, arguments: list, keywords: dict
) -> bool:
    """Whether the axes of vectors, which are given, have two or three components."""
    given = inspect.signature(function).bind(*arguments, **keywords).arguments
    for kind, name in zip(given.values(), ("axisa", "axisb")):
        axis = given.get("axis", given.get(name, -1))
        shape, axis = getattr(kind, "shape", None) or (), getattr(axis, "value", axis)
        if type(axis) is not int or not -len(shape) <= axis < len(shape):
            return False
        if b.sizes.find(shape[axis]) not in (2, 3):
            return False
    return True


def _flat(kind: Kind) -> Scalar | Array:
    return (
        Array(kind.dtype, (1,)) if isinstance(kind, Array) else required_numeric(kind)
    )
