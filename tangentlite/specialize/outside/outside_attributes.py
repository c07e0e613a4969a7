"""Attributes of modules, classes and functions from outside."""

from __future__ import annotations

import enum
import math
import types
from importlib.machinery import ModuleSpec
from typing import Any, TypeGuard

import numpy as np

from tangentlite import operations
from tangentlite.builder.arguments import argument_kind
from tangentlite.builder.builder import Builder
from tangentlite.builder.references import alias_of
from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar, Structure, kind_of
from tangentlite.kinds.objects import libraries
from tangentlite.kinds.objects.defined_classes import container_in, definition_of
from tangentlite.kinds.objects.libraries import is_known_library
from tangentlite.kinds.objects.user_objects import is_users_class, lookup
from tangentlite.kinds.sizes.exact import exact_data
from tangentlite.rules.registry import owns_rules
from tangentlite.specialize.outside import dtype_calls, known_text, outside
from tangentlite.specialize.state.outside_objects import LOCAL, Computed
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.callable_values import Method
from tangentlite.values.literals import literal


def attribute(b: Builder, owner: Known, name: str) -> Value:
    """Return an attribute of a module, class, function or another known object."""
    if isinstance(owner.value, type):
        b.references.guard_class(owner.value)
        if definition_of(owner.value) is not None:
            return _of_definition(b, owner.value, name)
    ours = b.source.is_derivative
    if name in ("__defaults__", "__kwdefaults__") and not ours:
        what = f"{name} of a function, which others may change, is not supported."
        raise b.error(what, "Pass the values as arguments.")
    try:
        value = getattr(owner.value, name)
    except AttributeError as error:
        instead = libraries.on_unknown(owner.value)
        raise operations.certain_error(b, error, instead, None) from None
    if isinstance(owner.value, types.FunctionType):
        if name in vars(owner.value):
            b.references.guard(vars(owner.value), name, value)
        elif not ours:
            _guard_function(b, owner.value, name)
        if not callable(value):
            return attribute_of(b, owner.value, name, value)
    if _is_class_data(owner.value, name, value):
        return class_data(b, owner.value, name)
    if known_text.is_of_text(owner) and not callable(value):
        return known_text.as_value(b, value)
    if isinstance(owner.value, dtype_calls.TYPES) and not callable(value):
        return dtype_calls.attribute(b, owner.value, name, value)
    if name == "__spec__" and isinstance(owner.value, types.ModuleType):
        return Known(value)
    if isinstance(owner.value, ModuleSpec) and isinstance(value, (str, bool)):
        return literal(value)  # of a module that has been imported
    if isinstance(owner.value, (types.ModuleType, type, types.FunctionType)):
        text = f"{owner.text}.{name}" if owner.text else None
        module = owner.value if isinstance(owner.value, types.ModuleType) else None
        if module is not None and module.__name__ in ("math", "numpy"):
            if isinstance(value, float):
                return _fixed_number(b, module, name, value)
        is_own = isinstance(value, types.FunctionType) and not is_known_library(value)
        if module is not None and (is_own or not _is_stable(module)):
            b.references.guard(vars(module), name, value)
            captured = text is not None and text.split(".")[0] in b.frame.cells
            if captured or not (text and outside.in_root(b)):
                return _of_module(b, module, name, value)
        return outside.value_of(b, value, text or name) if text else Known(value)
    if isinstance(value, types.MethodType) and owns_rules(owner.value):
        return Known(value, f"{owner.text}.{name}" if owner.text else None)
    if isinstance(owner.value, _OF_C) and isinstance(value, str):
        return literal(value)
    if not callable(value):
        what = f"the attribute {name!r} of {owner.describe()} is not supported."
        raise b.error(what, "Read it outside of the function.", None)
    return Method(owner, name)


def _guard_function(b: Builder, function: types.FunctionType, name: str) -> None:
    """Record that the code depends on what a function says of itself."""
    if is_known_library(function):
        return
    b.references.guard_code(function)
    if name not in ("__name__", "__qualname__", "__module__", "__doc__"):
        b.references.depends_on_process()  # annotations may be any objects


# Functions whose names and texts nobody changes.
_OF_C = (np.ufunc, types.BuiltinFunctionType)


def _of_definition(b: Builder, cls: type, name: str) -> Value:
    """Return a class method or function of a library's class that has a definition."""
    found = lookup(cls, name, None)
    if isinstance(found, classmethod):
        return Known(types.MethodType(found.__func__, cls))
    if not isinstance(found, (types.FunctionType, staticmethod)):
        what = f"{cls.__name__}.{name} is not supported."
        raise b.error(what, "Compute it outside of the function, or by NumPy.")
    return Known(getattr(found, "__func__", found))


def _of_module(b: Builder, module: types.ModuleType, name: str, value: object) -> Value:
    """Return an attribute of a module, which the code reads from the module."""
    if outside.is_fixed(value) or isinstance(value, enum.Enum):
        return Known(value)
    if type(value) is range:
        return literal(value)
    alias = alias_of(b, module.__name__, vars(module))
    spelled = f"{alias}.{name}"
    kind = argument_kind(value, name)
    if isinstance(kind, Structure):
        kind = exact_data(kind, value) if b.assumed.exact else kind
        node = b.references.data(value, spelled)
        return outside.structure(b, node, kind, spelled, value)
    return outside.data(b, value, spelled)


def _is_class_data(cls: object, name: str, value: object) -> TypeGuard[type]:
    """Whether an attribute of a user's class holds data."""
    if not isinstance(cls, type) or callable(value) or name not in dir(cls):
        return False
    return is_users_class(cls) or container_in(cls) is not None


def class_data(b: Builder, cls: type, name: str) -> Value:
    """Return data of a class, as the generated code reads it.

    It is read from the class that defines it: subclasses share one value.
    """
    if definition_of(cls) is not None:
        found = lookup(cls, name, None)
        if isinstance(found, (int, str)):  # the library's may be a property
            return literal(found)
    owner = next(c for c in cls.__mro__ if name in vars(c))
    if name == "__dataclass_params__":
        b.references.guard_class(cls)
        return Known(vars(owner)[name])
    if LOCAL in vars(owner):
        found = vars(owner)[name]
        return found.value if isinstance(found, Computed) else literal(found)
    b.references.guard(vars(owner), name, getattr(cls, name))
    b.references.guard_class(cls)
    return attribute_of(b, owner, name, getattr(cls, name))


def member(b: Builder, cls: type, name: str) -> Value:
    """Return a member of a class itself, a descriptor, as generated code reads it."""
    owner = next(c for c in cls.__mro__ if name in vars(c))
    b.references.guard_class(cls)
    try:
        whole = b.references.function(owner, owner.__qualname__)
    except LookupError:
        what = f"{owner.__name__}.{name} cannot be named in generated code."
        raise b.error(what, "Define the class at the top of the file.") from None
    spelled = f"{whole.id}.__dict__[{name!r}]"
    value = vars(owner)[name]
    held = build.attribute(whole, "__dict__")
    node = build.subscript(held, build.constant(name))
    return outside.held_in(b, node, spelled, name, value)


def attribute_of(b: Builder, owner: Any, name: str, value: object) -> Value:
    """Return an attribute of a class or function, as the generated code reads it."""
    if outside.is_fixed(value):
        return Known(value)
    if type(value) is range:
        return literal(value)
    try:
        whole = b.references.function(owner, owner.__qualname__)
    except LookupError:
        raise b.error(
            f"{owner.__name__}.{name} cannot be named in generated code.",
            "Define the class at the top of the file.",
        ) from None
    spelled = f"{whole.id}.{name}"
    b.references.objects[spelled] = value
    kind = argument_kind(value, name)
    guarded = b.assumed.exact and name in vars(owner)
    if guarded:
        kind = exact_data(kind, value)
    if isinstance(kind, Structure):
        return outside.structure(b, build.name(spelled), kind, spelled, value)
    kind = kind_of(value, spelled)
    b.kinds[spelled] = exact_data(kind, value) if guarded else kind
    return outside.kept(b, Atom(build.name(spelled), b.kinds[spelled]), spelled)


def _is_stable(module: types.ModuleType) -> bool:
    """Whether nobody rebinds attributes of a module: NumPy and the standard library."""
    return module.__name__.split(".")[0] in ("numpy", "math", "operator", "tangentlite")


def _fixed_number(b: Builder, module: types.ModuleType, name: str, value: float):
    wanted = "np" if module is np else module.__name__
    spelled = f"{b.references.alias(module.__name__, None, wanted)}.{name}"
    b.references.objects[spelled] = value
    # np.inf is an order of norms; numbers such as np.pi would be multiplied out
    known = value if math.isinf(value) else None
    b.kinds[spelled] = Scalar("float64", True, known)
    return Atom(build.name(spelled), b.kinds[spelled])
