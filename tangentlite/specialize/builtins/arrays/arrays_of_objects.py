"""Arrays of the dtype object: made where a maker of arrays is asked for one."""

from __future__ import annotations

from typing import Any, TypeGuard

import gast
import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import out_arguments
from tangentlite.kinds.kind import Array, rank
from tangentlite.specialize.library import object_arrays
from tangentlite.specialize.library.object_arrays import ObjectArray
from tangentlite.values.base import Known, Sequence, Value
from tangentlite.values.callable_values import NONE
from tangentlite.values.heap import Instance
from tangentlite.values.literals import literal
from tangentlite.values.objects import instances

# Makers of arrays: what they fill them with, and the position of `dtype`.
_FILLED = {np.empty: NONE, np.zeros: literal(0), np.ones: literal(1)}
_OF_ITEMS = (np.array, np.asarray)
_AT_LEAST = {np.atleast_1d: 1, np.atleast_2d: 2}


def made(
    b: Builder, function: Any, arguments: list, keywords: dict, node: gast.AST, base
) -> Value | None:
    """Return the array of objects that a maker of arrays makes, None for others."""
    if function in _FILLED:
        named = _named(("shape", "dtype"), arguments, keywords)
        fill: Value = _FILLED[function]
    elif function is np.full:
        named = _named(("shape", "fill_value", "dtype"), arguments, keywords)
        fill = named.get("fill_value", NONE)
    elif (
        function in _AT_LEAST
        and len(arguments) == 1
        and (arguments[0] == NONE or _is_of_objects(arguments[0]))
    ):
        given = [arguments[0], literal(_AT_LEAST[function])]
        return operations.inline(b, object_arrays.at_least, given, {}, node, base)
    elif function in _OF_ITEMS:
        return _of_items(b, arguments, keywords, node, base)
    else:
        return None
    of_none = function is np.full and fill == NONE and "dtype" not in named
    if "shape" not in named or not (of_none or _is_object(named.get("dtype"))):
        return None
    given = [named["shape"], fill]
    return operations.inline(b, object_arrays.filled, given, {}, node, base)


def as_lists(function: object, arguments: list) -> list:
    """Return arguments of NumPy's functions with lists for arrays of objects."""
    if not out_arguments.is_of_numpy(function):
        return arguments
    return list(map(_entries, arguments))


def _entries(value: Value) -> Value:
    """Return the list of the entries of an array of objects."""
    if not _is_of_objects(value):
        return value
    held = value.as_dict()
    return held["_entries"] if len(held["shape"].items) == 1 else value


@handlers.builtin(object_arrays.refused)
def _refused(b: Builder, arguments: list, keywords: dict, node, base: str):
    instead = "Use a list, or an array of numbers: astype(float)."
    raise b.error(arguments[0].static_value(), instead)


def _is_of_objects(value: Value) -> TypeGuard[Instance]:
    return getattr(value, "type", None) is ObjectArray


def _named(names: tuple, arguments: list, keywords: dict) -> dict[str, Value]:
    return dict(zip(names, arguments)) | keywords


def _is_object(dtype: Value | None) -> bool:
    if dtype is None or not dtype.is_static or dtype == NONE:
        return False
    known = dtype.static_value()
    return known is object or isinstance(known, str) and known in ("O", "object")


def _is_array(value: Value) -> bool:
    """Whether an item may be an array with axes, of which NumPy makes those of one."""
    if value.is_static:
        return np.ndim(value.static_value()) > 0
    return isinstance(value.kind, Array) and rank(value.kind) != 0


def _of_items(b: Builder, arguments: list, keywords: dict, node, base: str):
    """Return `np.array([a, None], dtype=object)`."""
    named = _named(("object", "dtype"), arguments, keywords)
    items = named.get("object")
    asked = _is_object(named.get("dtype"))
    if isinstance(items, Instance) and items.type is ObjectArray:
        if "dtype" in named and not asked:
            return None  # an array of numbers: of the entries
        return operations.call_method(b, items, "copy", [], {}, node, base)
    if not isinstance(items, Sequence) or items.type not in (list, tuple):
        if asked:
            what = "an array of objects of this is not supported."
            raise b.error(what, "Make it of a list.", node)
        return None
    if not asked and ("dtype" in named or NONE not in items.items):
        return None
    is_of_arrays = items.items and all(_is_array(item) for item in items.items)
    if is_of_arrays or any(isinstance(item, Sequence) for item in items.items):
        what = "an array of objects with several axes is not supported here."
        raise b.error(what, "Make it by np.empty(shape, dtype=object).", node)
    listed = operations.call(b, Known(list), [items], {}, node, base)
    count = literal(len(items.items))
    return instances.construct(b, ObjectArray, [count, listed], {}, node, base)
