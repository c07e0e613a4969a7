"""Exception objects: construction, classes and texts."""

from __future__ import annotations

import types

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Opaque
from tangentlite.kinds.objects.user_objects import lookup
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import NONE, Partial
from tangentlite.values.heap import Instance
from tangentlite.values.literals import literal


def type_of(value: object) -> type:
    """Return the class of an exception, as far as it is known."""
    if isinstance(value, Known):
        return type(value.value)
    if isinstance(value, Instance):
        return value.type
    if isinstance(value, Atom) and isinstance(value.kind, Opaque):
        return value.kind.type or BaseException
    return BaseException


def made(b: Builder, cls: type, arguments: list, keywords: dict, node) -> Instance:
    """Walk `ValueError(*arguments)`."""
    value = Instance(b.heap, cls, ("args",), (Sequence(tuple(arguments)),))
    value.made_of = (tuple(arguments), tuple(keywords.items()))
    start = lookup(cls, "__init__", None)
    if isinstance(start, types.FunctionType):
        operations.call(b, Known(start), [value, *arguments], keywords, node, "t")
    return value


def of(b: Builder, error: Exception) -> Instance:
    """Return the exception object for a Python exception."""
    return made(b, type(error), [literal(part) for part in error.args], {}, None)


def is_exception(value: object) -> bool:
    """Whether a value is an exception that the program made."""
    return isinstance(value, Instance) and issubclass(value.type, BaseException)


def base_method(value: object, name: str) -> Partial | None:
    """Return a method of builtin exceptions: `__init__`, which keeps its arguments."""
    if is_exception(value):
        return Partial(_keep, (value,)) if name == "__init__" else None
    return None


def _keep(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    owner, *given = arguments
    items = {**owner.as_dict(), "args": Sequence(tuple(given))}
    owner.put(tuple(items.values()), tuple(items))
    return NONE


def as_text(b: Builder, value: Value) -> Value:
    """Return an exception as its text, and others as they are, for formatting."""
    if type(value) is Sequence and value.type is tuple:
        return value.with_items(tuple(as_text(b, item) for item in value.items))
    if not is_exception(value):
        return value
    return operations.call(b, Known(str), [value], {}, None, "t")
