"""Builtins about the type of a value: type, isinstance, hasattr, callable."""

from __future__ import annotations

import abc
import dataclasses
import types
import typing
from typing import Any

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import is_of_open_class
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf, Opaque, Scalar, is_numeric
from tangentlite.kinds.objects.number_classes import NUMERIC, scalar_types
from tangentlite.kinds.objects.user_objects import lookup, without_users
from tangentlite.specialize.outside import asked_classes
from tangentlite.values import structure
from tangentlite.values.alternatives import select
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.callable_values import (
    Chosen,
    LocalFunction,
    Method,
    is_function,
)
from tangentlite.values.heap import Instance
from tangentlite.values.literals import literal
from tangentlite.values.objects import attributes, instances, python_types


@handlers.builtin(isinstance, none="asked", takes_all=False)
def isinstance_of(b: Builder, arguments: list, keywords: dict, node, base: str):
    value, classes = arguments
    if classes.is_static:
        found = _instance_of(b, value, classes.static_value())
        if found is not None:
            _note_class(b, value, classes.static_value(), found)
            return literal(found)
    rhs = build.call(
        b.references.function(isinstance),
        [operations.as_expression(b, value), operations.as_expression(b, classes)],
    )
    return b.emit(b, rhs, Scalar("bool", True), base)


def _note_class(b: Builder, value: object, classes: Any, answer: bool) -> None:
    if _asks_class_alone(classes, (type.__instancecheck__, _CLASS_ALONE[2])):
        asked_classes.note(b, value, classes, answer)
    else:
        asked_classes.note_types(b, value, python_types.possible_types(b, value))


@handlers.builtin(issubclass)
def issubclass_of(b: Builder, arguments: list, keywords: dict, node, base: str):
    if not all(value.is_static for value in arguments):
        raise b.error("issubclass() needs classes that are known here.", "", node)
    return literal(issubclass(*(value.static_value() for value in arguments)))


def _instance_of(b: Builder, value: Value, classes: Any) -> bool | None:
    """Return whether a value is an instance of a class, None if that is not known."""
    if isinstance(value, Known):
        return isinstance(value.value, classes)
    if is_of_open_class(b, value):
        is_open = b.assumed.of_library or _may_be_numbers(classes)
        return None if is_open else False
    known = operations.python_type(b, value)
    if known is not None and isinstance(value, Instance):
        if not _asks_class_alone(classes, _CLASS_ALONE):
            return _as_of_object(value, known, classes)
    if known is not None:
        is_plain = _asks_class_alone(classes, (*_CLASS_ALONE, _OF_PROTOCOLS))
        return issubclass(known, classes) if is_plain else None
    if isinstance(value, Atom) and isinstance(value.kind, Opaque):
        known = value.kind.type
        return None if known is None else _of_its_class(known, classes)
    if isinstance(value, Atom) and isinstance(value.kind, Scalar):
        answers = {issubclass(c, classes) for c in scalar_types(value.kind)}
        return answers.pop() if len(answers) == 1 else None
    return None


def _may_be_numbers(classes: Any) -> bool:
    """Whether a number or array may be an instance of one of some classes."""
    every = classes if isinstance(classes, tuple) else (classes,)
    return any(
        not _asks_class_alone(cls, _CLASS_ALONE)
        or any(issubclass(one, cls) for one in NUMERIC)
        for cls in every
    )


def _of_its_class(known: type, classes: Any) -> bool | None:
    """Whether objects of a class or of one below it are instances of others."""
    if issubclass(known, classes):
        return True
    every = classes if isinstance(classes, tuple) else (classes,)
    return None if any(_have_both(known, cls) for cls in every) else False


def _have_both(one: type, other: Any) -> bool:
    """Whether there may be a class below both: not of `slice`, not of bytes and float.

    Below a class of the user's none is made, as that may be noticed there.

    >>> _have_both(slice, float), _have_both(dict, Exception), _have_both(dict, object)
    (False, False, True)
    """
    if type(other) is not type:
        return True
    above = [without_users(cls) for cls in (one, other)]
    try:
        type("both", tuple(dict.fromkeys((*above, object))), {})
    except TypeError:
        return False
    return True


def _asks_class_alone(classes: Any, ways: tuple) -> bool:
    """Whether an instance check depends on the class of an object alone."""
    if isinstance(classes, tuple):
        return all(_asks_class_alone(cls, ways) for cls in classes)
    return getattr(type(classes), "__instancecheck__", None) in ways


_CLASS_ALONE: tuple = (
    type.__instancecheck__,
    abc.ABCMeta.__instancecheck__,
    types.UnionType.__instancecheck__,
    getattr(type(typing.Iterable), "__instancecheck__"),  # noqa: B009
)
# It looks for attributes, which objects of builtin classes inherit from their class.
_OF_PROTOCOLS: Any = type(typing.Protocol).__instancecheck__


def _as_of_object(value: Instance, known: Any, classes: Any) -> bool | None:
    """Return the check of a stand-in that has nothing but attributes' names."""
    try:  # mypy takes `__new__` of a type for that of `type`
        stand_in = known.__new__(known)
        for name in value.keys:
            object.__setattr__(stand_in, name, ...)
        return isinstance(stand_in, classes)
    except Exception:  # whatever the user's class does: then the program asks
        return None


@handlers.builtin(type, none="asked")
def type_of(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    if len(arguments) != 1 or keywords:
        what = "a class made by type() is not supported."
        raise b.error(what, "Write a class statement at the top of the file.", node)
    return class_of(b, arguments[0], base)


def class_of(b: Builder, value: Value, base: str) -> Value:
    """Return `type(value)`."""
    known = operations.python_type(b, value)
    if known is not None and not is_of_open_class(b, value):
        asked_classes.note_types(b, value, [known])
        return Known(known)
    call = build.call(b.references.function(type), [operations.as_expression(b, value)])
    return b.emit(b, call, Opaque(type), base)


@handlers.builtin(hasattr, none="asked", takes_all=False)
def hasattr_of(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    owner, name = arguments[0], name_of(b, arguments[1], node)
    if isinstance(owner, LocalFunction) and not name.startswith("__"):
        owner = structure.owner_of(owner)
    if isinstance(owner, Instance):
        return attributes.has(b, owner, name, node)
    if is_of_open_class(b, owner):
        given = [operations.as_expression(b, value) for value in arguments]
        rhs = build.call(b.references.function(hasattr), given)
        return b.emit(b, rhs, Scalar("bool", True), base)
    return literal(has(b, owner, name, node))


@handlers.builtin(dataclasses.is_dataclass)
def _is_dataclass(b: Builder, arguments: list, keywords: dict, node, base: str):
    value = [*arguments, *keywords.values()][0]
    known = None if type(value) is Known else operations.python_type(b, value)
    asked = value if known is None else Known(known)
    field = literal("__dataclass_fields__")
    return operations.call(b, Known(hasattr), [asked, field], {}, node, base)


def has(b: Builder, owner: Value, name: str, node: gast.AST) -> bool:
    """Whether a value that is no object of a user's class has an attribute."""
    if isinstance(owner, Known):
        return _has_known(b, owner.value, name)
    known, found = operations.python_type(b, owner), set()
    asked_classes.note_types(b, owner, python_types.possible_types(b, owner))
    if known is not None:
        found = {_has(known, name)}
    elif isinstance(owner, Atom) and isinstance(owner.kind, Scalar):
        found = {_has(t, name) for t in scalar_types(owner.kind)}
    asked = known is not None and _has(known, "__getattr__")
    if len(found) == 1 and not asked and not is_of_open_class(b, owner):
        return found.pop()
    raise b.error(f"it is not known here whether there is {name!r}.", "", node)


def _has_known(b: Builder, owner: Any, name: str) -> bool:
    """Whether a known object has an attribute; that is guarded."""
    if isinstance(owner, type):
        b.references.guard_class(owner)
    elif isinstance(owner, (types.FunctionType, types.ModuleType)):
        b.references.guard_binding(vars(owner), name)
    return hasattr(owner, name)


def _has(type_: Any, name: str) -> bool:
    """Whether the objects of a class inherit an attribute."""
    return lookup(type_, name, None) is not None


@handlers.builtin(callable, none="asked", takes_all=False)
def callable_of(b: Builder, arguments: list, keywords: dict, node, base: str) -> Atom:
    if len(arguments) != 1 or keywords:
        raise b.error("callable() takes one argument.", "Check the call.", node)
    value = arguments[0]
    asked_classes.note_types(b, value, python_types.possible_types(b, value))
    if instances.has_class(value):
        return literal(instances.special(b, value, "__call__") is not None)
    if is_function(value):
        return literal(True)
    known = operations.python_type(b, value)
    if known is not None:
        return literal(_has(known, "__call__"))
    if isinstance(value, Method):
        return literal(True)
    if isinstance(value, Chosen):
        ways = [callable_of(b, [v], {}, node, "t") for v in (value.first, value.second)]
        return select.one_of(value.flag, *ways)
    if not isinstance(value, Atom) or is_numeric(value.kind):
        return literal(False)
    if isinstance(value.kind, ListOf):
        return literal(False)
    if isinstance(value.kind, Opaque) and value.kind.type is not None:
        return literal(_has(value.kind.type, "__call__"))
    what = f"whether {value.describe()} can be called is not known here."
    raise b.error(what, "Ask what it is before: isinstance(v, float).", node)


def name_of(b: Builder, value: Value, node: gast.AST) -> str:
    """Return the name of an attribute, which must be known."""
    if value.is_static and isinstance(value.static_value(), str):
        return value.static_value()
    raise b.error(
        "the name of an attribute must be known here.", "Write owner.name.", node
    )
