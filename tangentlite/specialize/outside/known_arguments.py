"""Patterns of arguments that a saved module checks, as its code is made for them."""

from __future__ import annotations

import enum
import functools
import types
from collections.abc import Mapping
from typing import Any

from tangentlite.kinds.kind import Array, Scalar, Structure
from tangentlite.kinds.objects.user_objects import MAPPINGS, has_items, is_record
from tangentlite.kinds.sizes.exact import slice_of
from tangentlite.runtime.alike import is_same_function
from tangentlite.runtime.known import Attributes, Classes, Length, Shape, key_of
from tangentlite.values.base import Known

ANY = ...
Asked = Mapping[str, tuple]


def known_values(
    kinds: Mapping[str, object], exact: bool = False, asked: Asked | None = None
) -> dict[str, object]:
    """Return the patterns of arguments for which code is made, for `runtime.known`.

    With `exact` kinds arrays must have the shapes of the kinds. Tests of classes that
    decided branches (`asked`) are by the expressions that read the values.

    >>> known_values({"x": Scalar("float64"), "mode": Known("a")})
    {'mode': 'a'}
    """
    found = {
        name: _pattern(kind, exact, asked or {}, name) for name, kind in kinds.items()
    }
    return {name: pattern for name, pattern in found.items() if pattern is not ANY}


def _pattern(kind: object, exact: bool, asked: Asked, text: str) -> object:
    open_ = Classes(asked[text]) if text in asked else ANY
    if isinstance(kind, Known):
        return _of_value(kind.value)
    if isinstance(kind, Scalar):
        return open_ if kind.value is None else kind.value
    if isinstance(kind, Array):
        shape = kind.shape if exact else None
        return open_ if shape is None or not _is_known(shape) else Shape(shape)
    if isinstance(kind, Structure) and kind.type is slice:
        return slice_of(kind)
    if isinstance(kind, Structure):
        pairs = zip(kind.items, _texts(kind, text))
        items = [_pattern(item, exact, asked, text) for item, text in pairs]
        return _of_structure(kind, items)
    return open_


def _texts(kind: Structure, text: str) -> list[str]:
    """Return the expressions that read the items of a structure."""
    is_object = not has_items(kind.type) or is_record(kind.type)
    return [f"{text}.{k}" if is_object else f"{text}[{k!r}]" for k in kind.keys]


def _is_known(shape: tuple) -> bool:
    return all(isinstance(dim, int) for dim in shape)


def _of_value(value: object) -> object:
    """Return the pattern of an object; a user's function may be another copy of it."""
    if isinstance(value, enum.Enum):
        return key_of(value)
    if isinstance(value, types.FunctionType):
        return functools.partial(is_same_function, value)
    return str(value) if isinstance(value, str) else value


def _of_structure(kind: Structure, items: list) -> object:
    made_with: Any = kind.made_with
    if kind.type in (set, frozenset):
        return frozenset(map(key_of, made_with))
    if kind.type in MAPPINGS:
        found = {key_of(key): item for key, item in zip(kind.keys, items)}
        return (
            found if made_with is None else _made("default_factory", made_with, found)
        )
    if has_items(kind.type):
        told = any(item is not ANY for item in items)
        counted: object = tuple(items) if told else Length(len(items))
        return _made("maxlen", made_with, counted)
    found = dict(zip(kind.keys, items))
    if kind.type is types.SimpleNamespace:  # code may depend on what it lacks
        return Attributes({"__dict__": found})
    held = {key: item for key, item in found.items() if item is not ANY}
    return Attributes(held, type=kind.type.__name__)  # which has the methods


def _made(attribute: str, value: object, items: object) -> object:
    """Return a collection that may be made with something besides its items."""
    if value is None:
        return items
    return Attributes({attribute: _of_value(value)}, items)
