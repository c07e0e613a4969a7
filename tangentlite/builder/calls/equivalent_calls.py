"""Calls of NumPy functions with options, rewritten as equivalent calls without."""

from __future__ import annotations

from collections.abc import Callable

import gast
import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import bind_options
from tangentlite.kinds.kind import shape_of
from tangentlite.kinds.objects import libraries
from tangentlite.values.base import Sequence, Value
from tangentlite.values.heap import Dictionary
from tangentlite.values.literals import literal


@handlers.builtin(np.array)
def _array(
    b: Builder, arguments: list, keywords: dict, node: gast.AST, base: str
) -> Value:
    """Leave out `copy=True`, the default of np.array; np.asarray is for the others."""
    arguments = [operations.as_numbers(b, value) for value in arguments]
    arguments, keywords = bind_options.by_name(np.array, arguments, keywords)
    copy, rest = _copy(b, np.array, keywords, node)
    if copy is True or "copy" not in keywords:
        return operations.call_rule(b, np.array, arguments, rest, base)
    if set(rest) - {"dtype", "order"}:
        what = "np.array with copy= and other options is not supported."
        raise b.error(what, "Use np.asarray, and np.copy of what it gives.", node)
    if copy is False:
        rest["copy"] = literal(False)
    return operations.call_rule(b, np.asarray, arguments, rest, base)


@handlers.builtin(np.reshape)
def _reshape(
    b: Builder, arguments: list, keywords: dict, node: gast.AST, base: str
) -> Value:
    """Copy the result of np.reshape for `copy=True`."""
    copy, rest = _copy(b, np.reshape, keywords, node)
    if copy is False:
        raise b.error(
            "np.reshape with copy=False, which raises where it has to copy, is not "
            "supported.",
            "Leave it out.",
            node,
        )
    if copy is None:
        return operations.call_rule(b, np.reshape, arguments, rest, base)
    made = operations.call_rule(b, np.reshape, arguments, rest, "t")
    return operations.call_rule(b, np.copy, [made], {}, base)


@handlers.builtin(np.meshgrid)
def _meshgrid(
    b: Builder, arguments: list, keywords: dict, node: gast.AST, base: str
) -> Value:
    """Leave out `copy=True`; without copies a write would change several entries."""
    copy, rest = _copy(b, np.meshgrid, keywords, node)
    if copy is False:
        what = "np.meshgrid with copy=False is not supported."
        raise b.error(what, "Leave it out.", node)
    return operations.call_rule(b, np.meshgrid, arguments, rest, base)


def _copy(
    b: Builder, function: Callable, keywords: dict, node: gast.AST
) -> tuple[object, dict]:
    """Return the option `copy`, None without one, and the others."""
    if "copy" not in keywords:
        return None, keywords
    copy = keywords["copy"]
    if not copy.is_static:
        name = libraries.called(function)
        what = f"{name} with a computed copy= is not supported."
        raise b.error(what, "Write True or False.", node)
    rest = {key: value for key, value in keywords.items() if key != "copy"}
    return copy.static_value(), rest


@handlers.builtin(np.pad)
def _pad(
    b: Builder, arguments: list, keywords: dict, node: gast.AST, base: str
) -> Value:
    """Write the widths of some axes as those of all axes, 0 for the others.

    Before: `np.pad(x, {1: 2})`. After: `np.pad(x, ((0, 0), (2, 2)))`.
    """
    named = dict(zip(("array", "pad_width", "mode"), arguments)) | keywords
    widths = named.get("pad_width")
    if not isinstance(widths, Dictionary):
        return operations.call_rule(b, np.pad, arguments, keywords, base)
    shape = shape_of(operands.operand(b, named["array"]).kind)
    if shape is None or not all(isinstance(key, int) for key in widths.keys):
        what = "np.pad with a dict needs an array whose number of axes is known."
        raise b.error(what, "Give it a pair of widths for each axis.", node)
    zero = literal(0)
    pairs = [Sequence((zero, zero))] * len(shape)
    for axis, width in widths.as_dict().items():
        is_pair = isinstance(width, Sequence)
        pairs[axis] = Sequence(tuple(width.items) if is_pair else (width, width))
    given = [named.pop("array"), Sequence(tuple(pairs))]
    del named["pad_width"]
    return operations.call_rule(b, np.pad, given, named, base)


@handlers.builtin(np.diff)
def _diff(
    b: Builder, arguments: list, keywords: dict, node: gast.AST, base: str
) -> Value:
    """Return the array itself for differences of order 0."""
    named = dict(zip(("a", "n"), arguments)) | keywords
    order = named.get("n")
    if order is not None and order.is_static and order.static_value() == 0:
        return named["a"]
    return operations.call_rule(b, np.diff, arguments, keywords, base)
