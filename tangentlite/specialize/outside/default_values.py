"""Defaults of parameters and of fields of dataclasses."""

from __future__ import annotations

import enum
import types

import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import kind_of
from tangentlite.kinds.objects.user_objects import is_record
from tangentlite.specialize.outside import outside, outside_attributes
from tangentlite.values.base import Known, Sequence, Value
from tangentlite.values.literals import literal


def constant(b: Builder, function, value, node, name: str | None = None) -> Value:
    """Return a default, of a function (by name) or of a field of a dataclass."""
    if type(value) in (bool, int, float, complex) or value is None:
        return literal(value)
    fixed = isinstance(value, (str, bytes, enum.Enum)) or type(value) is object
    if fixed or callable(value):
        return Known(value)
    named = name if isinstance(function, types.FunctionType) else None
    whole = is_record(type(value)) or _holds_data(value)
    if isinstance(value, tuple) and not (named and whole):
        items = tuple(constant(b, function, item, node) for item in value)
        return Sequence(items, type(value))
    if type(value) in (np.float64, np.float32) and np.isfinite(value):
        number = build.constant(value.item())
        rhs = build.call(b.references.function(type(value)), [number])
        return b.emit(b, rhs, kind_of(value), name or "t")
    if named is not None:
        return outside.default(b, function, named, value)
    if isinstance(function, type) and getattr(function, name or "", None) is value:
        return outside_attributes.class_data(b, function, str(name))
    raise b.error(
        f"the default of a parameter of {function.__name__} is an object of type "
        f"{type(value).__name__} ({type(kind_of(value)).__name__.lower()}).",
        "Pass it as an argument.",
        node,
    )


def _holds_data(value: object) -> bool:
    """Whether a value is or holds something mutable: an array or container."""
    if isinstance(value, tuple):
        return any(map(_holds_data, value))
    return isinstance(value, (np.ndarray, list, dict, set))
