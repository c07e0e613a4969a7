"""Objects of the user's classes: construction, special methods and `super()`."""

from __future__ import annotations

import dataclasses
import inspect
import types
from typing import Any, TypeGuard

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import is_numeric
from tangentlite.kinds.objects.defined_classes import definition_of
from tangentlite.kinds.objects.user_objects import (
    is_computed,
    is_generated,
    is_record,
    lookup,
    own_new,
)
from tangentlite.specialize.outside import default_values, outside
from tangentlite.values.base import Known, Sequence, Value
from tangentlite.values.callable_values import Method, Super
from tangentlite.values.heap import Cell, Instance
from tangentlite.values.objects import attributes, contents, new_objects


def construct(b: Builder, cls: type, arguments, keywords, node, base: str) -> Value:
    """Walk `cls(*arguments, **keywords)`."""
    if is_record(cls) and own_new(cls) is None:
        return new_objects.record(b, cls, arguments, keywords, node)
    if cls is types.SimpleNamespace:
        held = tuple(contents.as_held(b, value) for value in keywords.values())
        return Instance(b.heap, cls, tuple(keywords), held)
    if (definition := definition_of(cls)) is not None:
        defined = Instance(b.heap, cls, (), ())
        start = lookup(definition, "__init__", None)
        operations.call(b, Known(start), [defined, *arguments], keywords, node, base)
        return defined
    if type(cls).__call__ is not type.__call__:
        raise b.error(
            f"the metaclass of {cls.__name__} defines __call__, which is not "
            "supported.",
            "Make the object outside of the function.",
            node,
        )
    new = own_new(cls)
    if new is None:
        made: Value = new_objects.empty(b, cls, node)
    else:
        made = _by_new(b, cls, new, arguments, keywords, node, base)
    found = getattr(made, "type", object)
    if issubclass(found, cls):
        _start(b, made, found, arguments, keywords, node, base)
    return made


def _by_new(b: Builder, cls: type, new: Any, arguments, keywords, node, base) -> Value:
    """Return what a `__new__` of the user's returns: an object of which class?"""
    if not isinstance(new, types.FunctionType):
        what = f"__new__ of {cls.__name__}, which is no plain function, is not"
        raise b.error(f"{what} supported.", "Write it by def.", node)
    given = [Known(cls), *arguments]
    made = operations.call(b, Known(new), given, keywords, node, base)
    if not has_class(made) and not is_numeric(made.kind):
        what = f"__new__ of {cls.__name__} returns {made.describe()}, which is not"
        raise b.error(f"{what} supported.", "Return an object on all paths.", node)
    return made


def _start(b: Builder, made: Value, cls: type, arguments, keywords, node, base) -> None:
    """Call `__init__` of a new object."""
    start = lookup(cls, "__init__", None)
    if type(made) is Instance and is_generated(start):
        _fill(b, made, cls, arguments, keywords, node)
    elif isinstance(start, types.FunctionType):
        operations.call(b, Known(start), [made, *arguments], keywords, node, base)
    elif (arguments or keywords) and own_new(cls) is None:
        raise b.error(f"{cls.__name__}() takes no arguments.", "", node)


def _fill(b: Builder, made: Instance, cls: type, arguments, keywords, node) -> None:
    """Give a dataclass's object its fields, and call `__post_init__`."""
    signature = inspect.signature(cls)
    given = new_objects.bound(b, cls, signature, arguments, keywords, node)
    names, items, late = [], [], []
    fields = inspect.getattr_static(cls, "__dataclass_fields__")
    for name, field in fields.items():
        if field._field_type is _CLASS_VARIABLE:
            continue
        if name in given and not _is_factory(given[name]):
            value = given[name]
        elif field.default_factory is not dataclasses.MISSING:
            factory = outside.value_of(b, field.default_factory, name)
            if not isinstance(factory, Known):
                what = f"the default_factory of {name}, which holds data, is not"
                raise b.error(f"{what} supported.", "Give it a lambda.", node)
            value = operations.call(b, Known(factory.value), [], {}, node, name)
        elif field.default is not dataclasses.MISSING:
            value = default_values.constant(b, cls, field.default, node, name)
        else:
            continue
        if field._field_type is _ARGUMENT:
            late.append(value)
        else:
            names.append(name)
            items.append(value)
    if any(is_computed(cls, name) for name in names):  # descriptors take the values
        for name, value in zip(names, items):
            attributes.put(b, made, name, value, node)
    else:
        contents.change(b, made, items, names, node)
    after = inspect.getattr_static(cls, "__post_init__", None)
    if after is not None:
        operations.call(b, Known(after), [made, *late], {}, node, "t")


# Private, as `dataclasses.fields` leaves these out.
_CLASS_VARIABLE, _ARGUMENT = (
    vars(dataclasses)[name] for name in ("_FIELD_CLASSVAR", "_FIELD_INITVAR")
)


def _is_factory(value: object) -> bool:
    return isinstance(value, Known) and repr(value.value) == "<factory>"


def special(b: Builder, value: object, name: str) -> Value | None:
    """Return a special method of an object, bound; None if its class has none."""
    if not has_class(value):
        return None
    found = lookup(value.type, name, None)
    if found is None or isinstance(found, _OF_BUILTINS):
        return None
    return attributes.bound(b, value.type, found, value, name)


# Methods of `object`, `tuple` and SimpleNamespace.
_OF_BUILTINS = (types.WrapperDescriptorType, types.MethodDescriptorType)


def call_special(b: Builder, value, name: str, arguments: list, node, base="t"):
    """Call a special method of an object, which its class must have."""
    method = special(b, value, name)
    if method is None:
        raise b.error(
            f"objects of the class {value.type.__name__} have no method {name}.",
            "Define it.",
            node,
        )
    return operations.call(b, method, arguments, {}, node, base)


def has_class(value: object) -> TypeGuard[Instance | Sequence]:
    """Whether a value is an object of a user's class, or a named tuple."""
    return isinstance(value, Instance) or (
        isinstance(value, Sequence)
        and not isinstance(value, Cell)
        and value.type is not tuple
    )


@operations.attribute.of(Sequence)
def of_record(b: Builder, owner: Sequence, name: str, base: str) -> Value:
    """Return an attribute of a named tuple, or a method of a list or tuple."""
    if has_class(owner):
        return operations.read_own_attribute(b, owner, name, base)
    return Method(owner, name)


def super_of(b: Builder, arguments: list, node) -> Super:
    """Return `super()`, or `super(cls, self)`."""
    if arguments:
        return Super(arguments[0].value, arguments[1])
    frame = b.frame
    classes = b.functions.classes
    while frame.outer is not None and frame.definition not in classes:
        frame = frame.outer
    if frame.definition in classes:
        tree: Any = frame.definition
        first = tree.args.args[0].id
        return Super(classes[tree], frame.variables[first])
    try:
        behind: Any = frame.cells["__class__"]
        function: Any = frame.function
        first = function.__code__.co_varnames[0]
    except (KeyError, AttributeError, IndexError):
        raise b.error("super() stands in no method.", "", node) from None
    owner: Any = frame.variables[first]
    return Super(behind, owner)
