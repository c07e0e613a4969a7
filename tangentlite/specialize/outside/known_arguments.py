"""What a text takes arguments to be, for saved modules, which ask for it."""

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
    """Return what arguments must be for a text, as `runtime.known` asks for it.

    With `exact` kinds arrays must have just the shape that they have there. What is
    `asked` of numbers and arrays is asked by the texts that they are read by.

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
        is_told = exact and kind.shape is not None
        is_told = is_told and all(map(_is_size, kind.shape or ()))
        return Shape(kind.shape) if is_told else open_
    if isinstance(kind, Structure) and kind.type is slice:
        return slice_of(kind)
    if isinstance(kind, Structure):
        pairs = zip(kind.items, _texts(kind, text))
        items = [_pattern(item, exact, asked, text) for item, text in pairs]
        return _of_structure(kind, items)
    return open_


def _texts(kind: Structure, text: str) -> list[str]:
    """Return what the items of something are read by."""
    is_object = not has_items(kind.type) or is_record(kind.type)
    return [f"{text}.{k}" if is_object else f"{text}[{k!r}]" for k in kind.keys]


def _is_size(dim: object) -> bool:
    return isinstance(dim, int)


def _of_value(value: object) -> object:
    """Return what tells an object; of a user's function there may be copies."""
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
    told_apart = dict(zip(kind.keys, items))
    if kind.type is types.SimpleNamespace:  # what it has not may be asked for
        return Attributes({"__dict__": told_apart})
    held = {key: item for key, item in told_apart.items() if item is not ANY}
    return Attributes(held, type=kind.type.__name__)  # which has the methods


def _made(attribute: str, value: object, items: object) -> object:
    """Return a collection that may be made with something besides its items."""
    if value is None:
        return items
    return Attributes({attribute: _of_value(value)}, items)
