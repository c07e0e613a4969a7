"""Objects of the user's classes: made, read, written, and what their classes define."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import types

from tangentlite.kinds.objects import is_record, is_users_class
from tangentlite.specialize import (
    calls,
    container_writes,
    inline,
    outside,
    raising,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Cell, Dictionary, Instance
from tangentlite.specialize.records import Known, Sequence
from tangentlite.specialize.values import Partial, Super, Unbound, literal


def construct(b: Builder, cls: type, arguments, keywords, node, base: str) -> object:
    """Walk `cls(*arguments, **keywords)`."""
    if is_record(cls):
        bound = _bound(b, cls, inspect.signature(cls), arguments, keywords, node)
        return Sequence(tuple(bound.values()), cls)
    if cls is types.SimpleNamespace:
        return Instance(b.heap, cls, tuple(keywords), tuple(keywords.values()))
    if cls.__new__ is not object.__new__ and "__new__" in _defining(cls, "__new__"):
        raise b.error(f"{cls.__name__} defines __new__, which is not supported.", "")
    if inspect.isabstract(cls):
        raise b.error(f"{cls.__name__} is abstract.", "Make a subclass of it.", node)
    made = Instance(b.heap, cls, (), ())
    start = inspect.getattr_static(cls, "__init__")
    if dataclasses.is_dataclass(cls) and _is_generated(start):
        _fill(b, made, cls, arguments, keywords, node)
    elif isinstance(start, types.FunctionType):
        calls.call(b, Known(start), [made, *arguments], keywords, node, base)
    elif arguments or keywords:
        raise b.error(f"{cls.__name__}() takes no arguments.", "", node)
    return made


def _defining(cls: type, name: str) -> dict:
    for owner in cls.__mro__:
        if name in vars(owner):
            return {} if owner.__module__ in ("typing", "builtins") else vars(owner)
    return {}


def _is_generated(function: object) -> bool:
    """Whether a method was written by `dataclass`, so that it has no source."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename == "<string>"


def _fill(b: Builder, made: Instance, cls: type, arguments, keywords, node) -> None:
    """Give a dataclass's object its fields, and call `__post_init__`."""
    signature = inspect.signature(cls)
    given = _bound(b, cls, signature, arguments, keywords, node)
    names, items, late = [], [], []
    for name, field in cls.__dataclass_fields__.items():
        if field._field_type is dataclasses._FIELD_CLASSVAR:
            continue
        if name in given and not _is_factory(given[name]):
            value = given[name]
        elif field.default_factory is not dataclasses.MISSING:
            factory = outside.value_of(b, field.default_factory, name)
            value = calls.call(b, Known(factory.value), [], {}, node, name)
        elif field.default is not dataclasses.MISSING:
            value = inline.constant(b, cls, field.default, node)
        else:
            continue
        if field._field_type is dataclasses._FIELD_INITVAR:
            late.append(value)
        else:
            names.append(name)
            items.append(value)
    container_writes.change(b, made, items, names, node)
    after = inspect.getattr_static(cls, "__post_init__", None)
    if after is not None:
        calls.call(b, Known(after), [made, *late], {}, node, "t")


def _is_factory(value: object) -> bool:
    return isinstance(value, Known) and repr(value.value) == "<factory>"


def _bound(b: Builder, cls: type, signature, arguments, keywords, node) -> dict:
    try:
        bound = signature.bind(*arguments, **keywords)
    except TypeError as error:
        raise b.error(f"{cls.__name__}: {error}.", "Check the call.", node) from None
    for name, parameter in signature.parameters.items():
        if name not in bound.arguments:
            value = parameter.default
            if repr(value) == "<factory>":
                bound.arguments[name] = Known(value)
            else:
                bound.arguments[name] = inline.constant(b, cls, value, node)
    return {name: bound.arguments[name] for name in signature.parameters}


def read(b: Builder, owner: object, name: str, base: str) -> object:
    """Return `owner.name` of an object, or of a named tuple."""
    cls = owner.type
    found = inspect.getattr_static(cls, name, None)
    if isinstance(found, property):
        return calls.call(b, Known(found.fget), [owner], {}, _HERE, base)
    if isinstance(owner, Sequence):
        if name in cls._fields:
            return owner.items[cls._fields.index(name)]
        if name in ("_replace", "_asdict"):
            return Partial(_RECORD_METHODS[name], (owner,))
    elif name in owner.keys:
        value = owner.items[owner.keys.index(name)]
        if isinstance(value, Unbound):
            raise b.error(f"the attribute {name} has no value here.", "Set it first.")
        return value
    if name == "__class__":
        return Known(cls)
    if name == "__dict__" and isinstance(owner, Instance):
        return container_writes.dictionary(b, dict(zip(owner.keys, owner.items)))
    if isinstance(found, functools.cached_property):
        value = calls.call(b, Known(found.func), [owner], {}, _HERE, base)
        write(b, owner, name, value)
        return value
    if found is None and isinstance(owner, Instance):
        other = inspect.getattr_static(cls, "__getattr__", None)
        if other is not None:
            return calls.call(b, Known(other), [owner, literal(name)], {}, _HERE, base)
    return of_class(b, cls, found, owner, name)


_HERE = None  # errors point at the statement


def of_class(b: Builder, cls: type, found: object, owner: object, name: str) -> object:
    """Return what a class, found by its static attribute, gives to an object."""
    if isinstance(found, types.FunctionType) or hasattr(found, "generated_for_kinds"):
        return Partial(Known(found), (owner,))
    if isinstance(found, staticmethod):
        return Known(found.__func__)
    if isinstance(found, classmethod):
        return Partial(Known(found.__func__), (Known(cls),))
    if isinstance(found, functools.partialmethod):
        function, given = Known(found.func), [literal(v) for v in found.args]
        named = tuple((key, literal(v)) for key, v in found.keywords.items())
        return Partial(function, (owner, *given), named)
    data = getattr(cls, name, None)
    if data is None and found is None or isinstance(found, types.MemberDescriptorType):
        if not hasattr(cls, name) or isinstance(found, types.MemberDescriptorType):
            raising.raise_known(b, AttributeError, Known(None), None)
            raise b.error(
                f"objects of the class {cls.__name__} have no attribute {name!r} here.",
                "Set it first.",
            )
    return outside.class_data(b, cls, name)


def is_class_data(cls: object, name: str, value: object) -> bool:
    """Whether an attribute of a user's class holds data."""
    return is_users_class(cls) and not callable(value) and name in dir(cls)


def write(b: Builder, owner: Instance, name: str, value: object, node=None) -> None:
    """Walk `owner.name = value`."""
    found = inspect.getattr_static(owner.type, name, None)
    if isinstance(found, property):
        if found.fset is None:
            raise b.error(f"the property {name} has no setter.", "", node)
        calls.call(b, Known(found.fset), [owner, value], {}, node, "t")
        return
    own = inspect.getattr_static(owner.type, "__setattr__")
    if isinstance(own, types.FunctionType):
        if _is_generated(own):
            raise b.error(
                f"cannot assign to the field {name!r} of {owner.type.__name__}, which "
                "is frozen.",
                "Make another one: dataclasses.replace(...).",
                node,
            )
        calls.call(b, Known(own), [owner, literal(name), value], {}, node, "t")
        return
    put(b, owner, name, value, node)


def put(b: Builder, owner: Instance, name: str, value: object, node=None) -> None:
    """Set an attribute, whatever the class says."""
    items = {**dict(zip(owner.keys, owner.items)), name: value}
    container_writes.change(b, owner, items.values(), items, node)


def delete(b: Builder, owner: Instance, name: str, node) -> None:
    """Walk `del owner.name`."""
    if name not in owner.keys:
        raise b.error(f"there is no attribute {name!r} here.", "Set it first.", node)
    items = dict(zip(owner.keys, owner.items))
    del items[name]
    container_writes.change(b, owner, items.values(), items, node)


def special(b: Builder, value: object, name: str) -> Partial | None:
    """Return a special method of an object, bound, None if its class has none."""
    if not has_class(value):
        return None
    found = inspect.getattr_static(value.type, name, None)
    if isinstance(found, types.FunctionType):
        return Partial(Known(found), (value,))
    return None


def call_special(b: Builder, value, name: str, arguments: list, node, base="t"):
    """Call a special method of an object, which its class must have."""
    method = special(b, value, name)
    if method is None:
        raise b.error(
            f"objects of the class {value.type.__name__} have no method {name}.",
            "Define it.",
            node,
        )
    return calls.call(b, method, arguments, {}, node, base)


def has_class(value: object) -> bool:
    """Whether a value is an object of a user's class, or a named tuple."""
    return isinstance(value, Instance) or (
        isinstance(value, Sequence)
        and not isinstance(value, Cell)
        and value.type is not tuple
    )


def of_super(b: Builder, owner: Super, name: str) -> object:
    """Return `super().name`."""
    value = owner.owner
    cls = value.value if isinstance(value, Known) else value.type
    order = cls.__mro__
    for other in order[order.index(owner.behind) + 1 :]:
        found = vars(other).get(name)
        if found is None:
            continue
        if isinstance(found, property):
            return calls.call(b, Known(found.fget), [value], {}, _HERE, name)
        if other is object:
            return Partial(Known(found), (value,))
        if isinstance(value, Known):
            return Partial(Known(getattr(found, "__func__", found)), (value,))
        return of_class(b, cls, found, value, name)
    raise b.error(f"super() has no attribute {name!r}.", "Check the name.")


def super_of(b: Builder, arguments: list, node) -> Super:
    """Return `super()`, or `super(cls, self)`."""
    if arguments:
        return Super(arguments[0].value, arguments[1])
    frame = b.frame
    while frame.outer is not None:
        frame = frame.outer
    try:
        behind = frame.cells["__class__"]
        first = frame.function.__code__.co_varnames[0]
    except (KeyError, AttributeError, IndexError):
        raise b.error("super() stands in no method.", "", node) from None
    return Super(behind, frame.variables[first])


def _replaced(b: Builder, arguments, keywords, node, base) -> object:
    owner = arguments[0]
    items = {**dict(zip(owner.type._fields, owner.items)), **keywords}
    return Sequence(tuple(items.values()), owner.type)


def _as_dict(b: Builder, arguments, keywords, node, base) -> Dictionary:
    owner = arguments[0]
    return container_writes.dictionary(b, dict(zip(owner.type._fields, owner.items)))


_RECORD_METHODS = {"_replace": _replaced, "_asdict": _as_dict}
