"""Attributes of known objects: modules, classes, enumerations, partial functions."""

from __future__ import annotations

import dataclasses
import enum
import functools

from tangentlite import operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.kinds.objects.user_objects import is_of_records
from tangentlite.specialize.functions import closures
from tangentlite.specialize.outside import module_variables, outside, outside_attributes
from tangentlite.values import structure
from tangentlite.values.arrays import record_arrays
from tangentlite.values.base import Known, Value
from tangentlite.values.callable_values import UNBOUND, LocalFunction
from tangentlite.values.literals import literal
from tangentlite.values.objects import enumerations


@operations.attribute.of(Known)
def known_attribute(b: Builder, owner: Known, name: str, base: str) -> Value:
    """Return an attribute of a known object."""
    if (found := module_variables.bound(b, owner.value, name)) is not None:
        return operands.as_used(b, found.items[0])
    if isinstance(owner.value, dataclasses.Field):
        return _of_field(b, owner.value, name)
    if type(owner.value) is _OPTIONS and hasattr(owner.value, name):
        return literal(getattr(owner.value, name))
    if isinstance(owner.value, functools.partial) and name in _OF_PARTIAL:
        known = outside.partial(b, owner.value, owner.text)
        return operations.attribute(b, known, name, base)
    if isinstance(owner.value, enum.Enum):
        return enumerations.read(b, owner, name)
    if name == "__enter__" and isinstance(owner.value, type):
        title = owner.value.__name__
        what = f"the class {title} is no context manager, what it makes may be one."
        raise b.error(what, f"Call it: `with {title}():`.")
    if is_of_records(owner.value):
        return record_arrays.attribute(b, owner, name)
    return outside_attributes.attribute(b, owner, name)


# What `dataclass(frozen=True)` and the like say, in a private class.
_OPTIONS = type(getattr(dataclasses.make_dataclass("_", ()), "__dataclass_params__"))  # noqa: B009
_OF_PARTIAL = ("func", "args", "keywords")


def _of_field(b: Builder, field: dataclasses.Field, name: str) -> Value:
    """Return an attribute of a field of a dataclass."""
    value = getattr(field, name, None)
    if isinstance(value, (bool, int, float, str)) or value is None:
        return literal(value)
    if callable(value) or value is dataclasses.MISSING:
        return Known(value)
    what = f"{name!r} of the field {field.name} is not supported here."
    raise b.error(what, "Name what it holds.")


@operations.attribute.of(LocalFunction)
def of_local_function(
    b: Builder, function: LocalFunction, name: str, base: str
) -> Value:
    """Return an attribute of a local function."""
    held = function.attributes
    if held is not None and name in held.keys:
        found = held.items[held.keys.index(name)]
        if found is not UNBOUND:
            return found
    own = name in ("__name__", "__doc__")
    if name.startswith("__") and (not own or closures.decorators_of(function.tree)):
        what = f"{name} of a function that is defined here is not supported."
        raise b.error(what, "Use a variable.")
    if name == "__name__":
        return literal(function.tree.name)
    if name == "__doc__":
        first = function.tree.body[0]
        text = getattr(getattr(first, "value", None), "value", None)
        return literal(text if isinstance(text, str) else None)
    owner = structure.owner_of(function)
    if owner is function:
        error = AttributeError(f"'function' object has no attribute {name!r}")
        raise operations.certain_error(b, error, "Use a variable.", None)
    return operations.read_own_attribute(b, owner, name, base)
