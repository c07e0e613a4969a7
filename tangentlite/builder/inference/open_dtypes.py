"""Result kinds where the dtype of an argument is known only at run time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tangentlite.kinds.kind import Array, Scalar, shape_of
from tangentlite.kinds.objects.user_objects import made_of
from tangentlite.kinds.sizes.dims import Dim, Symbol

# The dtypes that are tried for numbers of unknown dtype.
CANDIDATES = ("float64", "float32", "complex128")


def is_open(kinds: object) -> bool:
    """Whether the dtype of a number or array is not known."""
    if isinstance(kinds, (tuple, list)):
        return any(map(is_open, kinds))
    return isinstance(kinds, (Scalar, Array)) and kinds.dtype is None


def with_dtype(dtype: str, arguments: object, keywords: dict) -> tuple:
    """Return arguments with a dtype in the place of unknown ones."""
    named = {key: _with_dtype(dtype, value) for key, value in keywords.items()}
    return _with_dtype(dtype, arguments), named


def _with_dtype(dtype: str, kinds: object) -> object:
    if isinstance(kinds, (tuple, list)):
        return made_of(type(kinds), [_with_dtype(dtype, kind) for kind in kinds])
    if isinstance(kinds, (Scalar, Array)) and kinds.dtype is None:
        return replace(kinds, dtype=dtype)
    return kinds


def common(kinds: list, name: str) -> Any:
    """Return the join of the kinds, or tuples of kinds, that a result may have.

    >>> n = Symbol('n')
    >>> common([Array('float64', (n,)), Array('complex128', (n,))], 'axis')
    Array(dtype=None, shape=(Symbol(base='n', offset=0, plural=False, terms=()),))
    """
    first = kinds[0]
    if len({len(kind) for kind in kinds if isinstance(kind, tuple)}) > 1:
        return Array(None, None)
    if isinstance(first, tuple):
        items = zip(*kinds)
        found = [common(list(item), f"{name}.{k}") for k, item in enumerate(items)]
        return made_of(type(first), found)
    numbers = [kind for kind in kinds if isinstance(kind, (Scalar, Array))]
    if len(numbers) < len(kinds):
        return first
    dtype = first.dtype if len({kind.dtype for kind in kinds}) == 1 else None
    if all(isinstance(kind, Scalar) for kind in kinds):
        return Scalar(dtype, first.weak if dtype else None)
    shapes = [shape for kind in kinds if (shape := shape_of(kind)) is not None]
    if len(shapes) < len(kinds) or len({len(shape) for shape in shapes}) > 1:
        return Array(dtype, None)
    axes = enumerate(zip(*shapes))
    return Array(dtype, tuple(_axis(dims, f"{name}.{k}") for k, dims in axes))


def _axis(dims: tuple[Dim, ...], name: str) -> Dim:
    return dims[0] if len(set(dims)) == 1 else Symbol(name)
