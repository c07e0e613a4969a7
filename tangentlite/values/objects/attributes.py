"""Attributes of objects: looked up as Python does, read, written and deleted."""

from __future__ import annotations

import functools
import types
from typing import Any

import gast

from tangentlite import operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import own_attributes
from tangentlite.builder.memory.own_attributes import MISSING, OF_PYTHON
from tangentlite.kinds.objects.defined_classes import definition_of
from tangentlite.kinds.objects.user_objects import (
    has_dict,
    is_generated,
    lookup,
    slots,
)
from tangentlite.operations import implements
from tangentlite.rules.registry import inherited_from, required_rule_of
from tangentlite.specialize.library import standard_functions
from tangentlite.specialize.outside import module_variables, outside_attributes
from tangentlite.values.alternatives import optional
from tangentlite.values.base import Known, Maybe, Sequence, Value
from tangentlite.values.callable_values import UNBOUND, Partial, Super, Unbound
from tangentlite.values.heap import Attributes, Dictionary, Instance
from tangentlite.values.literals import literal
from tangentlite.values.objects import (
    contents,
    exception_objects,
    new_objects,
    singledispatch,
)
from tangentlite.values.structure import keys_of

_HERE = None  # errors point at the statement


@operations.attribute.of(Instance)
@implements(operations.read_own_attribute)
def read(b: Builder, owner: Instance | Sequence, name: str, base: str) -> Value:
    """Return `owner.name` of an object, or of a named tuple, as its class has it."""
    cls = owner.type
    if not asks_for_all(cls):
        return plain(b, owner, name, base, lookup(cls, "__getattr__", MISSING))
    outside = getattr(owner, "is_from_outside", True)
    if outside or lookup(cls, "__getattr__", MISSING) is not MISSING:
        _require_not_defined(b, cls, "__getattribute__", None)
    method = bound(b, cls, lookup(cls, "__getattribute__", None), owner, name)
    return operations.call(b, method, [literal(name)], {}, _HERE, base)


def asks_for_all(cls: type) -> bool:
    """Whether a function of the user's gives all attributes of a class."""
    found = lookup(cls, "__getattribute__", None)
    return not isinstance(found, types.WrapperDescriptorType)


def plain(
    b: Builder, owner: Instance | Sequence, name: str, base: str, other: Any = MISSING
) -> Value:
    """Return `object.__getattribute__(owner, name)`, or what another function gives.

    Raises for what Python would raise.
    """
    cls = owner.type
    made = owner if isinstance(owner, Instance) else None  # of a named tuple
    found = lookup(cls, name, MISSING)
    if b.assumed.binds and made is not None and name not in made.keys:
        if (variable := module_variables.bound(b, cls, name)) is not None:
            return operands.as_used(b, variable.items[0])
    if own_attributes.is_property(found):
        return operations.call(b, Known(found.fget), [owner], {}, _HERE, base)
    if made is None:
        names = keys_of(owner)
        if name in names:
            return owner.items[names.index(name)]
        if name in ("_replace", "_asdict"):
            return Partial(_RECORD_METHODS[name], (owner,))
    elif _is_data_descriptor(found):
        return _described(b, cls, found, owner, name)
    elif name in made.keys:
        value = made.items[made.keys.index(name)]
        if isinstance(value, Unbound):
            raise b.error(f"the attribute {name} has no value here.", "Set it first.")
        own_attributes.require_own(b, made, name, found, value)
        return optional.attribute(b, made, name, value)
    if name == "__class__":
        return Known(operations.python_type(b, owner))
    if name == "__dict__" and made is not None:
        own_attributes.require_all_own(b, made, made.keys)
        return Attributes.of(made)
    if type(found) is functools.cached_property:
        value = operations.call(b, Known(found.func), [owner], {}, _HERE, base)
        if made is None or not has_dict(cls):
            raise _undone(b, cls, name, _HERE)
        _store(b, made, name, value, _HERE)
        return value
    if found is MISSING or isinstance(found, types.MemberDescriptorType):
        if other is MISSING or made is None:
            raise _none_such(b, cls, name, made)
        method = bound(b, cls, other, owner, "__getattr__")
        return operations.call(b, method, [literal(name)], {}, _HERE, base)
    return bound(b, cls, found, owner, name)


def of_class(b: Builder, owner: Instance, name: str) -> Value:
    """Return the class attribute that an object shows, UNBOUND if there is none.

    It shows where a path, or an iteration, has not set the object's own attribute.
    """
    cls = owner.type
    found = lookup(cls, name, MISSING)
    if found is MISSING or isinstance(found, types.MemberDescriptorType):
        return UNBOUND
    if type(found) is functools.cached_property or own_attributes.is_property(found):
        return UNBOUND
    if hasattr(type(found), "__get__") or owner.attributes is not None:
        raise own_attributes.not_own(b, name)
    b.outside.inherited.add((cls, name))
    if b.assumed.binds and module_variables.bound(b, cls, name) is not None:
        raise b.error(
            f"{name} of an object is set on some paths only; on others it is that of "
            "its class, which changes; that is not supported.",
            "Set it on all paths.",
        )
    return outside_attributes.class_data(b, cls, name)


def _is_data_descriptor(found: object) -> bool:
    """Whether an attribute of a class is a data descriptor that the user wrote."""
    own = hasattr(type(found), "__set__") or hasattr(type(found), "__delete__")
    return own and not isinstance(found, OF_PYTHON)


def _undone(b: Builder, cls: type, name: str, node: gast.AST | None) -> Exception:
    if name.startswith("__"):
        what = f"{cls.__name__}.{name} is not supported."
        return b.error(what, "Keep what you need in an attribute.", node)
    return b.error(
        f"{cls.__name__}.{name} is a descriptor, which is not supported.",
        "Write a property.",
        node,
    )


def _none_such(
    b: Builder, cls: type, name: str, made: Instance | None = None
) -> Exception:
    if definition_of(cls) is not None:
        converted = required_rule_of(cls).converted
        if converted and name in slots(cls):
            what = f"a {cls.__name__} that was made outside is not supported."
            return b.error(what, converted)
        what = f"{cls.__name__}.{name} is not supported."
        return b.error(what, "Compute it outside of the function, or by NumPy.")
    known = operations.python_type(b, made) if made is not None else None
    if known not in (None, cls) and hasattr(known, name):
        # The class is walked in place of another, which has it.
        shown = getattr(cls, "_shown", f"a {getattr(known, '__name__', '')}")
        instead = getattr(cls, "_instead", "Compute it outside of the function.")
        return b.error(f"{name!r} is not supported for {shown}.", instead)
    what = f"objects of the class {cls.__name__} have no attribute {name!r} here."
    if made is not None and getattr(cls, "is_result", False):
        # What SciPy returns may have it, so that no handler may take it for missing.
        return b.error(what, f"In a program it has {', '.join(made.keys)}.")
    text = f"{cls.__name__!r} object has no attribute {name!r}"
    raised = exception_objects.of(b, AttributeError(text))
    operations.raise_known(b, AttributeError, raised, None)
    return b.error(what, "Set it first.")


def _require_not_defined(b: Builder, cls: type, name: str, node) -> None:
    """Raise if a class defines a special method that handles all attributes."""
    if not isinstance(lookup(cls, name, MISSING), types.WrapperDescriptorType):
        raise b.error(
            f"{cls.__name__} defines {name}, which is not supported.",
            "Define __getattr__ or __setattr__, or a property.",
            node,
        )


def bound(b: Builder, cls: type, found: object, owner: object, name: str) -> Value:
    """Return an attribute of a class as its object has it: functions are bound.

    `owner` is a class where a class method reads an attribute of its class.
    """
    found = inherited_member(found)
    if isinstance(found, _FUNCTIONS) or hasattr(type(found), "generated_for_kinds"):
        return found_in(owner, found)
    if isinstance(found, staticmethod):
        return Known(found.__func__)
    if isinstance(found, classmethod):
        return found_in(Known(cls), found.__func__)
    if type(found) is functools.singledispatchmethod:
        return Partial(singledispatch.call_method, (owner, Known(found)))
    if type(found) is functools.partialmethod:
        function, given = Known(found.func), [literal(v) for v in found.args]
        named = tuple((key, literal(v)) for key, v in found.keywords.items())
        return Partial(function, (owner, *given), named)
    if hasattr(type(found), "__get__") and not isinstance(found, _OF_C):
        if not isinstance(owner, (Instance, Sequence)):
            raise _undone(b, cls, name, _HERE)
        return _described(b, cls, found, owner, name)
    return outside_attributes.class_data(b, cls, name)


def inherited_member(found: Any) -> Any:
    """Return what classes that extend dict or list inherit for a method of these."""
    if not isinstance(found, (types.MethodDescriptorType, types.WrapperDescriptorType)):
        return found
    inherited = inherited_from(found.__objclass__)
    return found if inherited is None else vars(inherited).get(found.__name__, found)


def _described(b: Builder, cls: type, found: object, owner: Value, name: str) -> Value:
    """Return what a descriptor that the user wrote gives."""
    getter = lookup(type(found), "__get__", None)
    if not isinstance(getter, types.FunctionType):
        raise _undone(b, cls, name, _HERE)
    given = [outside_attributes.member(b, cls, name), owner, Known(cls)]
    return operations.call(b, Known(getter), given, {}, _HERE, name)


def found_in(owner: object, found: object) -> Partial:
    """Return a function of a class as a bound method."""
    return Partial(Known(found), (owner,), shown=types.MethodType)


_FUNCTIONS = (types.FunctionType, functools._lru_cache_wrapper)

# Descriptors of methods written in C.
_OF_C = (
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
    functools.partial,
)


@operations.attribute.of(Super)
def of_super(b: Builder, owner: Super, name: str, base: str) -> Value:
    """Return `super().name`."""
    value: Any = owner.owner
    cls: Any = value.value if isinstance(value, Known) else value.type
    order = cls.__mro__
    for other in order[order.index(owner.behind) + 1 :]:
        found = vars(inherited_from(other) or other).get(name, MISSING)
        if found is MISSING:
            continue
        if name == "__new__":
            return new_objects.behind(found, other)
        if own_attributes.is_property(found):
            return operations.call(b, Known(found.fget), [value], {}, _HERE, name)
        if other is object:
            return Partial(Known(found), (value,))
        if (method := exception_objects.base_method(value, name)) is not None:
            if isinstance(found, types.WrapperDescriptorType):
                return method
        if isinstance(value, Known):
            return found_in(value, getattr(found, "__func__", found))
        if isinstance(found, (types.MemberDescriptorType, functools.cached_property)):
            break
        return bound(b, cls, found, value, name)
    raise b.error(f"super() has no attribute {name!r}.", "Check the name.")


def has(b: Builder, owner: Instance, name: str, node: gast.AST) -> Value:
    """Return `hasattr(owner, name)`, which runs properties and `__getattr__`."""
    if name in owner.keys and not asks_for_all(owner.type):
        value = owner.items[owner.keys.index(name)]
        if isinstance(value, Maybe) and value.absent == UNBOUND:
            found = gast.UnaryOp(gast.Not(), value.flag.node)
            return operands.emit_owned(b, found, value.flag.kind, "t")
        if isinstance(value, Unbound) or own_attributes.may_be_missing(b, value):
            raise b.error(f"{name} is set on some paths only.", "Set it.", node)
        return literal(True)
    return operations.inline(
        b, standard_functions.has, [owner, literal(name)], {}, node, "t"
    )


def write(b: Builder, owner: Instance, name: str, value: object, node=None) -> None:
    """Walk `owner.name = value`."""
    cls = owner.type
    own = lookup(cls, "__setattr__", MISSING)
    if is_generated(own):
        raise b.error(
            f"cannot assign to the field {name!r} of {cls.__name__}, which is frozen.",
            "Make another one: dataclasses.replace(...).",
            node,
        )
    if not _only_stores(own):
        method = bound(b, cls, own, owner, "__setattr__")
        operations.call(b, method, [literal(name), value], {}, node, "t")
        return
    put(b, owner, name, value, node)


def is_stored(owner: Instance, name: str) -> bool:
    """Whether writing an attribute only stores it."""
    own = lookup(owner.type, "__setattr__", MISSING)
    found = lookup(owner.type, name, MISSING)
    return _only_stores(own) and not own_attributes.is_property(found)


def _only_stores(own: object) -> bool:
    """Whether a `__setattr__` is that of `object`."""
    stores = isinstance(own, types.WrapperDescriptorType)
    return stores and inherited_member(own) is own


def put(b: Builder, owner: Instance, name: str, value: object, node=None) -> None:
    """Set an attribute without calling `__setattr__` of the class."""
    cls = owner.type
    found = lookup(cls, name, MISSING)
    if own_attributes.is_property(found):
        if found.fset is None:
            raise b.error(f"the property {name} has no setter.", "", node)
        operations.call(b, Known(found.fset), [owner, value], {}, node, "t")
        return
    if _is_data_descriptor(found):
        setter = Known(lookup(type(found), "__set__", None))
        given = [outside_attributes.member(b, cls, name), owner, value]
        operations.call(b, setter, given, {}, node, "t")
        return
    if isinstance(found, types.GetSetDescriptorType):
        raise _undone(b, cls, name, node)
    if not has_dict(cls) and not isinstance(found, types.MemberDescriptorType):
        raise _none_such(b, cls, name)
    _store(b, owner, name, value, node)


def _store(b: Builder, owner: Instance, name: str, value: object, node) -> None:
    """Put a value into `__dict__`, or into a slot."""
    items = {**owner.as_dict(), name: value}
    contents.change(b, owner, items.values(), items, node)


def delete(b: Builder, owner: Instance, name: str, node) -> None:
    """Walk `del owner.name`."""
    cls = owner.type
    _require_not_defined(b, cls, "__delattr__", node)
    found = lookup(cls, name, MISSING)
    if own_attributes.is_property(found) and found.fdel is not None:
        operations.call(b, Known(found.fdel), [owner], {}, node, "t")
        return
    if _is_data_descriptor(found):
        raise _undone(b, cls, name, node)
    if name not in owner.keys:
        raise _none_such(b, cls, name)
    own_attributes.require_all_own(b, owner, [name])
    items = owner.as_dict()
    del items[name]
    contents.change(b, owner, items.values(), items, node)


def _replaced(b: Builder, arguments, keywords, node, base) -> Value:
    owner = arguments[0]
    items = {**dict(zip(owner.type._fields, owner.items)), **keywords}
    if arguments[1:] or len(items) > len(owner.items):
        what = f"_replace() takes the names of fields of {owner.type.__name__} alone."
        raise b.error(what, f"It has {list(owner.type._fields)}.", node)
    return Sequence(tuple(items.values()), owner.type)


def _as_dict(b: Builder, arguments, keywords, node, base) -> Dictionary:
    owner = arguments[0]
    return contents.dictionary(b, dict(zip(owner.type._fields, owner.items)))


_RECORD_METHODS = {"_replace": _replaced, "_asdict": _as_dict}
