"""Exact kinds, with the size of each axis and list and the value of each integer.

Functions whose lists, dicts or objects depend on these are generated for exact kinds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar, Structure, kind_of
from tangentlite.kinds.objects.user_objects import is_record, item_of


def exact_kinds(
    kinds: Mapping[str, object], values: Mapping[str, object]
) -> dict[str, object]:
    """Return the exact kinds of arguments, by their values.

    >>> import numpy as np
    >>> values = {'n': 3, 'x': np.zeros((2, 1))}
    >>> kinds = {name: kind_of(value, name) for name, value in values.items()}
    >>> exact = exact_kinds(kinds, values)
    >>> exact['n'].value, exact['x'].shape
    (3, (2, 1))
    """
    return {name: exact(kind, values[name]) for name, kind in kinds.items()}


@dataclass(frozen=True)
class Exactly:
    """A fact about global data: its kind, with the integers and sizes in it."""

    kind: object


def exact_data(kind: Any, value: Any) -> Any:
    """Return the kind of global data with its integers and the sizes of its arrays.

    Lists of integers, and of tuples with integers, become structures of exact items;
    other lists are unchanged.

    >>> exact_data(kind_of([(0, 1), (1, 2)]), [(0, 1), (1, 2)]).items[1].items[0]
    Scalar(dtype='int64', weak=True, value=1, size=None)
    """
    if isinstance(kind, Structure):
        pairs = zip(kind.keys, kind.items)
        items = tuple(exact_data(item, item_of(value, key)) for key, item in pairs)
        return replace(kind, items=items)
    plain = kind in (FLAG, Opaque(slice)) or isinstance(kind, Array)
    if plain or _is_integer(kind):
        return exact(kind, value)
    if isinstance(kind, ListOf) and len(value) <= MAX_EXACT:
        columns = kind.item if isinstance(kind.item, tuple) else (kind.item,)
        if any(map(_is_integer, columns)):
            return exact(kind, value)
    return kind


FLAG = Scalar("bool", True)
# Longer lists are indexed at run time.
MAX_EXACT = 64


def _is_integer(kind: object) -> bool:
    return isinstance(kind, Scalar) and kind.dtype == "int64" and kind.weak is True


def exact(kind: Any, value: Any) -> Any:
    """Return the exact kind of one argument."""
    if isinstance(kind, Structure):
        pairs = zip(kind.keys, kind.items)
        items = tuple(exact(item, item_of(value, key)) for key, item in pairs)
        return replace(kind, items=items)
    if isinstance(kind, Array):
        return replace(kind, shape=value.shape)
    if isinstance(kind, Scalar) and kind.dtype == "int64" and kind.weak:
        return Scalar("int64", True, value)
    if kind == FLAG:
        return Scalar("bool", True, value)
    if isinstance(kind, ListOf):
        items = tuple(exact(_item_kind(item), item) for item in value)
        return Structure(type(value), tuple(range(len(value))), items)
    return _slice(value) if kind == Opaque(slice) else kind


def _slice(value: slice) -> object:
    """Return the kind of a slice with its bounds, except those that are None."""
    bounds = {key: getattr(value, key) for key in ("start", "stop", "step")}
    given = {key: bound for key, bound in bounds.items() if bound is not None}
    if not all(type(bound) is int for bound in given.values()):
        return Opaque(slice)
    kinds = tuple(Scalar("int64", True, bound) for bound in given.values())
    return Structure(slice, tuple(given), kinds)


def slice_of(kind: Structure) -> slice:
    """Return the slice that has an exact kind.

    >>> slice_of(exact(Opaque(slice), slice(1, None)))
    slice(1, None, None)
    """
    bounds = {key: item.value for key, item in zip(kind.keys, kind.items)}
    return slice(*map(bounds.get, ("start", "stop", "step")))


def _item_kind(item: Any) -> object:
    """Return the kind of a list's item, a structure if it is a row."""
    if is_record(type(item)):
        return Structure(type(item), item._fields, tuple(map(_item_kind, item)))
    if type(item) is tuple:
        keys = tuple(range(len(item)))
        return Structure(tuple, keys, tuple(map(_item_kind, item)))
    return kind_of(item)
