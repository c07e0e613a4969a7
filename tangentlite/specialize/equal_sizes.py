"""What a call of a NumPy function says of the sizes of its arguments."""

from __future__ import annotations

import operator
from collections.abc import Callable

import numpy as np

from tangentlite.kinds.dims import Dim
from tangentlite.kinds.kind import Array
from tangentlite.specialize.builder import Builder


def note(b: Builder, function: Callable, arguments: list, keywords: dict) -> None:
    """Record which axes have one size where a function does not raise."""
    if function in _CONTRACTIONS and len(arguments) > 1:
        _contract(b, arguments)
    if function in _OF_SQUARE and arguments:
        _equal_sides(b, arguments[0])
    if function in _OF_LAST and len(arguments) > 1 and not keywords:
        _equal_last(b, arguments)
    if getattr(function, "equal_rows", function in _OF_ROWS):
        _equal_items(b, [_first_axis(kind) for kind in arguments[:2]], b.sizes.unify)
    if function is np.tensordot and len(arguments) > 1:
        _equal_summed(b, *arguments, **keywords)
    if function is np.einsum:
        _equal_labels(b, arguments)
    if function in _STACKING and arguments:
        _equal_items(b, arguments[0], b.sizes.unify)
    if function is sum and arguments:
        _equal_items(b, arguments[0], b.sizes.broadcast)


_CONTRACTIONS = frozenset({operator.matmul, np.matmul, np.dot})
_OF_LAST = frozenset({np.inner, np.vecdot, np.linalg.vecdot})
_OF_SQUARE = frozenset({
    np.linalg.cholesky, np.linalg.det, np.linalg.eig, np.linalg.eigh,
    np.linalg.eigvals, np.linalg.eigvalsh, np.linalg.inv, np.linalg.matrix_power,
    np.linalg.slogdet, np.linalg.solve,
})  # fmt: skip
_OF_ROWS = frozenset({np.linalg.lstsq, np.polyfit})
_STACKING = frozenset({np.array, np.stack, np.asarray})


def _contract(b: Builder, arguments: list) -> None:
    """Record that the axes a product sums over have one size."""
    x, y = (getattr(kind, "shape", None) for kind in arguments[:2])
    if x and y:
        b.sizes.unify(x[-1], y[-2] if len(y) > 1 else y[0])


def _equal_sides(b: Builder, kind: object) -> None:
    """Record that matrices are square."""
    shape = getattr(kind, "shape", None)
    if shape and len(shape) > 1:
        b.sizes.unify(shape[-1], shape[-2])


def _equal_last(b: Builder, arguments: list) -> None:
    """Record that the last axes of two operands have one size."""
    x, y = (getattr(kind, "shape", None) for kind in arguments[:2])
    if x and y:
        b.sizes.unify(x[-1], y[-1])


def _equal_summed(b: Builder, left, right, axes: object = 2) -> None:
    """Record that axes that np.tensordot sums over have one size."""
    x, y = (getattr(kind, "shape", None) for kind in (left, right))
    if x is None or y is None:
        return
    axes = _literal(axes)
    if isinstance(axes, int):
        pairs = list(zip(range(len(x) - axes, len(x)), range(axes)))
    elif isinstance(axes, (tuple, list)) and len(axes) == 2:
        one, other = axes
        if isinstance(one, int):
            one, other = (one,), (other,)
        if not isinstance(one, tuple) or not isinstance(other, tuple):
            return
        pairs = list(zip(one, other))
    else:
        return
    for i, j in pairs:
        if isinstance(i, int) and isinstance(j, int) and i < len(x) and j < len(y):
            b.sizes.unify(x[i], y[j])


def _literal(value: object) -> object:
    """Return the integers that kinds stand for."""
    if isinstance(value, (tuple, list)):
        return tuple(map(_literal, value))
    return getattr(value, "value", value)


def _equal_labels(b: Builder, arguments: list) -> None:
    """Record that axes of einsum with one letter have one size, if none is 1."""
    subscripts = arguments[0] if arguments else None
    if not isinstance(subscripts, str) or "." in subscripts:
        return
    found: dict[str, Dim] = {}
    terms = subscripts.replace(" ", "").split("->")[0].split(",")
    for letters, kind in zip(terms, arguments[1:]):
        shape = getattr(kind, "shape", None) or ()
        if len(shape) == len(letters):
            for letter, size in zip(letters, shape):
                found[letter] = b.sizes.broadcast(found.get(letter, size), size)


def _first_axis(kind: object) -> object:
    shape = getattr(kind, "shape", None)
    return Array("float64", shape[:1]) if shape else kind


def _equal_items(b: Builder, items: object, relate: Callable) -> None:
    """Record how the sizes of arrays that are put together are related."""
    arrays = [item for item in items if isinstance(item, Array)] if isinstance(
        items, (tuple, list)
    ) else []  # fmt: skip
    for one, other in zip(arrays, arrays[1:]):
        if one.shape and other.shape and len(one.shape) == len(other.shape):
            for a, c in zip(one.shape, other.shape):
                relate(a, c)
