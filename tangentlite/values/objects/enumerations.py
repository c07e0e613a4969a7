"""Known members of enumerations: their attributes and methods."""

from __future__ import annotations

import dataclasses
import enum
import functools
import math
import types

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.objects.user_objects import lookup
from tangentlite.specialize.outside import outside_attributes
from tangentlite.values.base import Known, Value
from tangentlite.values.callable_values import Method, Partial
from tangentlite.values.literals import literal
from tangentlite.values.objects import attributes, exception_objects

MISSING = dataclasses.MISSING


def read(b: Builder, owner: Known, name: str) -> Value:
    """Return `member.name`."""
    member = owner.value
    assert isinstance(member, enum.Enum)
    cls = type(member)
    own, found = vars(member), lookup(cls, name, MISSING)
    if name in own and not name.startswith("_"):
        return _data(b, member, name, own[name])
    if name in ("name", "_name_"):
        return literal(member.name)
    if name in ("value", "_value_"):
        return _data(b, member, "value", member.value)
    if type(found) in (property, functools.cached_property):
        getter = found.fget if type(found) is property else found.func
        return operations.call(b, Known(getter), [owner], {}, None, name)
    if isinstance(found, (types.FunctionType, staticmethod, classmethod)):
        return attributes.bound(b, cls, found, owner, name)
    if found is MISSING:
        text = f"{cls.__name__!r} object has no attribute {name!r}"
        made = exception_objects.of(b, AttributeError(text))
        operations.raise_known(b, AttributeError, made, None)
        raise b.error(f"{text}.", "Check the name.")
    return Method(owner, name)


def _data(b: Builder, member: enum.Enum, name: str, value: object) -> Value:
    """Return an attribute of a member that is data."""
    if _is_plain(value):
        return literal(value)
    if callable(value) or isinstance(value, (enum.Enum, types.ModuleType)):
        return Known(value)
    return outside_attributes.attribute_of(
        b, type(member), f"{member.name}.{name}", value
    )


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple) and type(value) is tuple:
        return all(_is_plain(item) or callable(item) for item in value)
    if type(value) is float:
        return math.isfinite(value)
    return value is None or type(value) in (bool, int, str)


def method(owner: Known, name: str) -> Partial | None:
    """Return a special method that the user wrote for members, bound; or None."""
    if not isinstance(owner.value, enum.Enum):
        return None
    found = lookup(type(owner.value), name, None)
    if isinstance(found, types.FunctionType) and found.__module__ != "enum":
        return attributes.found_in(owner, found)
    return None


def made(b: Builder, cls: enum.EnumType, arguments: list, node: gast.AST) -> Known:
    """Walk `Color(2)`."""
    if not all(value.is_static for value in arguments):
        what = f"{cls.__name__}() needs a value that is known here."
        raise b.error(what, "Name the member.", node)
    try:
        return Known(cls(*(value.static_value() for value in arguments)))
    except ValueError as error:
        raise operations.certain_error(b, error, "Check the value.", node) from None
