"""Builtins that ask what a value is: type, isinstance, hasattr, callable."""

from __future__ import annotations

import collections
from typing import Any

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.specialize import attributes, instances, object_calls
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Dictionary, Instance
from tangentlite.specialize.library_classes import Deque
from tangentlite.specialize.literals import literal
from tangentlite.specialize.materialize import as_expression
from tangentlite.specialize.records import Atom, Known
from tangentlite.specialize.values import (
    is_container,
    is_function,
    is_static,
    static_value,
)


def isinstance_of(b: Builder, arguments: list, keywords: dict, node, base: str):
    value, classes = arguments
    if is_static(classes):
        found = _instance_of(value, static_value(classes))
        if found is not None:
            return literal(found)
    rhs = build.call(
        b.references.function(isinstance),
        [as_expression(b, value), as_expression(b, classes)],
    )
    return b.emit(b, rhs, Scalar("bool", True), base)


def issubclass_of(b: Builder, arguments: list, keywords: dict, node, base: str):
    if not all(is_static(value) for value in arguments):
        raise b.error("issubclass() needs classes that are known here.", "", node)
    return literal(issubclass(*(static_value(value) for value in arguments)))


def _instance_of(value: object, classes: object) -> bool | None:
    if isinstance(value, Known):
        return isinstance(value.value, classes)
    if is_container(value):
        return issubclass(_known_type(value), classes)
    if isinstance(value, Atom) and isinstance(value.kind, Array):
        if value.kind.shape is not None:
            return issubclass(np.ndarray, classes)
    if isinstance(value, Atom) and isinstance(value.kind, ListOf):
        return issubclass(list, classes)
    if isinstance(value, Atom) and isinstance(value.kind, Opaque):
        known = value.kind.type
        return True if known is not None and issubclass(known, classes) else None
    if isinstance(value, Atom) and isinstance(value.kind, Scalar):
        answers = {issubclass(c, classes) for c in _scalar_types(value.kind)}
        return answers.pop() if len(answers) == 1 else None
    return None


def _known_type(value: Any) -> type:
    """Return the class that an object has when the program runs."""
    if isinstance(value, Dictionary):
        return value.shown
    return collections.deque if value.type is Deque else value.type


def _scalar_types(kind: Scalar) -> list[type]:
    """Return the types that a scalar of a kind may have when the program runs."""
    if kind.dtype is None:
        return [float, np.float32, np.float64]
    python = {"float64": float, "int64": int, "bool": bool, "complex128": complex}
    types = [] if kind.weak is True else [np.dtype(kind.dtype).type]
    own = kind.weak is not False and kind.dtype in python
    return [*types, python[kind.dtype]] if own else types


def type_of(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    value = arguments[0]
    if is_container(value):
        return Known(_known_type(value))
    if isinstance(value, Known):
        return Known(type(value.value))
    kind = getattr(value, "kind", None)
    if isinstance(kind, Array) and kind.shape is not None:
        return Known(np.ndarray)
    if isinstance(kind, ListOf):
        return Known(list)
    if isinstance(kind, Scalar) and len(types := _scalar_types(kind)) == 1:
        return Known(types[0])
    callee = b.references.function(type)
    call = build.call(callee, [as_expression(b, value)])
    return b.emit(b, call, Opaque(type), base)


def hasattr_of(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    owner, name = arguments[0], object_calls.name_of(b, arguments[1], node)
    if isinstance(owner, Instance):
        return attributes.has(b, owner, name, node)
    return literal(has(b, owner, name, node))


def has(b: Builder, owner: object, name: str, node: gast.AST) -> bool:
    """Whether a value that is no object of a user's class has an attribute."""
    if is_container(owner):
        return hasattr(owner.type, name)
    if isinstance(owner, Known):
        return hasattr(owner.value, name)
    kind = getattr(owner, "kind", None)
    if isinstance(kind, Array) and kind.shape is not None:
        return hasattr(np.ndarray, name)
    if isinstance(kind, Scalar):  # a float of Python's, or one of NumPy's
        found = {hasattr(t, name) for t in _scalar_types(kind)}
        if len(found) == 1:
            return found.pop()
    raise b.error(f"it is not known here whether there is {name!r}.", "", node)


def callable_of(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    value = arguments[0]
    if instances.has_class(value):
        return literal(instances.special(b, value, "__call__") is not None)
    return literal(is_function(value))
