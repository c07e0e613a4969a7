"""New objects of the user's classes, as their `__new__` makes them."""

from __future__ import annotations

import inspect
from typing import Any

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.objects.defined_classes import container_in
from tangentlite.specialize.outside import default_values
from tangentlite.values.base import Known, Sequence, Value
from tangentlite.values.callable_values import Partial
from tangentlite.values.heap import Instance, List
from tangentlite.values.objects import contents


def behind(found: object, owner: type) -> Value:
    """Return what `super().__new__` is, by the class that defines it."""
    if "_fields" in vars(owner):
        return Partial(_of_record, (Known(owner),))
    if owner is object:
        return Known(object.__new__)
    return Known(getattr(found, "__func__", found))


def _of_record(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Make a named tuple by the `__new__` of the class with its fields."""
    owner, cls, *given = arguments
    made = record(b, owner.value, given, keywords, node)
    return Sequence(made.items, cls.static_value())


def record(b: Builder, cls: type, arguments: list, keywords: dict, node) -> Sequence:
    """Return a named tuple of its fields."""
    given = bound(b, cls, inspect.signature(cls), arguments, keywords, node)
    return Sequence(tuple(contents.as_held(b, v) for v in given.values()), cls)


def of_items(b: Builder, cls: Any, items: list) -> Sequence:
    """Return what `_make` of a named tuple's class makes."""
    if len(items) != len(cls._fields):
        error = TypeError(f"Expected {len(cls._fields)} arguments, got {len(items)}")
        raise operations.certain_error(b, error, "Give an item for each field.", None)
    return Sequence(tuple(contents.as_held(b, item) for item in items), cls)


@handlers.builtin(object.__new__)
def _new(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Walk `object.__new__(cls)`."""
    cls = arguments[0].static_value() if arguments and arguments[0].is_static else None
    if len(arguments) > 1 or keywords or not isinstance(cls, type):
        what = "object.__new__() takes exactly one argument (the type to instantiate)"
        error = TypeError(what)
        raise operations.certain_error(b, error, "Pass the class alone.", node)
    return empty(b, cls, node)


def empty(b: Builder, cls: type, node) -> Instance:
    """Return an object without attributes; one that extends dict or list is empty."""
    if inspect.isabstract(cls):
        raise b.error(f"{cls.__name__} is abstract.", "Make a subclass of it.", node)
    base = container_in(cls)
    if base is None:
        return Instance(b.heap, cls, (), ())
    held = contents.dictionary(b, {}) if base is dict else List(b.heap, ())
    return Instance(b.heap, cls, ("_contents",), (held,))


def bound(b: Builder, cls: type, signature, arguments, keywords, node) -> dict:
    """Return the arguments of a constructor by its parameters."""
    try:
        found = signature.bind(*arguments, **keywords)
    except TypeError as error:
        raise b.error(f"{cls.__name__}: {error}.", "Check the call.", node) from None
    for name, parameter in signature.parameters.items():
        if name not in found.arguments:
            value = parameter.default
            if repr(value) == "<factory>":
                found.arguments[name] = Known(value)
            else:
                made = default_values.constant(b, cls, value, node, name)
                found.arguments[name] = made
    return {name: found.arguments[name] for name in signature.parameters}
