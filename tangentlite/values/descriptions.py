"""Descriptions of abstract values: for messages, and by their kinds."""

from __future__ import annotations

import enum
from typing import TypeGuard

from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.values.base import Atom, Known, Maybe
from tangentlite.values.callable_values import Chosen, Method, is_container, is_function
from tangentlite.values.iterables import Stream, View


def describe(value: object) -> str:
    """Return the words for a value in messages."""
    if isinstance(value, Known):
        return "None" if value.value is None else repr(value.value)[:60]
    if is_container(value):
        return f"a {value.type.__name__}"
    if isinstance(value, Atom):
        return _run_time(value.kind)
    if isinstance(value, Maybe):
        return f"{describe(value.value)} or None, depending on values"
    if is_function(value):
        return "a function"
    if isinstance(value, Chosen):
        one, other = describe(value.first), describe(value.second)
        return f"what is {one} or {other}, depending on values"
    if isinstance(value, Method):
        return f"the method {value.name!r}"
    if isinstance(value, View):
        return f"the {value.what}() of a dict"
    if isinstance(value, Stream):
        return "an iterator"
    return f"a {type(value).__name__.lower()} object"


def _run_time(kind: object) -> str:
    if isinstance(kind, Scalar):
        return f"a number ({kind.dtype})"
    if isinstance(kind, Array):
        return "an array"
    if isinstance(kind, ListOf):
        return "a list whose length is known only when the program runs"
    if isinstance(kind, Opaque) and kind.type is not None:
        return f"an object of type {kind.type.__name__}"
    return "an object whose type is known only when the program runs"


def are_flags(first: object, second: object) -> bool:
    """Whether two values are text, or members of one enumeration, known now or not."""
    kind = type_of_flag(first)
    return kind is not None and kind is type_of_flag(second)


def type_of_flag(value: object) -> type | None:
    """Return str or the enumeration of a value that is a flag, None of others."""
    if isinstance(value, Chosen):
        first = type_of_flag(value.first)
        return first if first is type_of_flag(value.second) else None
    if isinstance(value, Known):
        found: object = type(value.value)
    elif isinstance(value, Atom) and isinstance(value.kind, Opaque):
        found = value.kind.type
    else:
        return None
    return found if _is_flag_type(found) else None


def _is_flag_type(found: object) -> TypeGuard[type]:
    if not isinstance(found, type):
        return False
    # Members that are integers too have operations that would have to be tracked.
    is_member = issubclass(found, enum.Enum) and not issubclass(found, (int, enum.Flag))
    return found is str or is_member


def is_text(value: object) -> bool:
    """Whether a value is a string, known or made at run time."""
    return type_of_flag(value) is str


def is_tuple(value: object) -> TypeGuard[Atom]:
    """Whether a value is a run-time tuple, whose items are not known one by one."""
    kind = getattr(value, "kind", None)
    return isinstance(kind, Opaque) and kind.type is tuple


def item_of(value: object) -> object | None:
    """Return the kind of the items of a run-time tuple, None if it is not known."""
    kind = getattr(value, "kind", None)
    return kind.item if isinstance(kind, Opaque) and kind.type is tuple else None
