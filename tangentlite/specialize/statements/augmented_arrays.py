"""Augmented assignments to whole arrays: bound anew, or written over."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import out_shapes
from tangentlite.builder.inference.result_kinds import operation_kind
from tangentlite.builder.memory import contiguity, ownership
from tangentlite.builder.sizes import required_sizes
from tangentlite.ir import build
from tangentlite.ir.leaves import BINARY
from tangentlite.kinds.kind import (
    Array,
    ListOf,
    Scalar,
    is_numeric,
    required_numeric,
    shape_of,
)
from tangentlite.specialize.statements import augmented_containers
from tangentlite.values.base import Atom, Sequence, Value


def as_array(b: Builder, value: Value) -> Value:
    """Return the operand of an augmented array: of a list or tuple, its array."""
    is_list = isinstance(value, Atom) and isinstance(value.kind, ListOf)
    if is_list or isinstance(value, Sequence):
        return operations.call_rule(b, np.array, [value], {}, "t")
    return value


def is_rebound(b: Builder, current: Atom, value: Value, name: str) -> bool:
    """Whether `y OP= v` may bind y anew, as no alias could tell it from a write.

    It is what Python does to a number. A new array may have another order in memory
    than the old one if v has several axes.
    """
    if current.name is None:
        return True
    if augmented_containers.may_be_number(b, current):
        return True
    if not shape_of(current.kind):
        return False
    if not ownership.may_rebind(b, current, name):
        if not ownership.has_one_name(b, current, name):
            b.report.shared_writes.add(b.line)
        return False
    if required_sizes.may_grow(b, current.kind, getattr(value, "kind", None)):
        return False
    names = current.name, getattr(value, "name", None)
    return _is_flat(b, value) or all(
        contiguity.is_contiguous(b, str(name)) for name in names
    )


def _is_flat(b: Builder, value: Value) -> bool:
    """Whether at most one axis is longer than 1: all orders in memory are one then."""
    kind = getattr(value, "kind", None)
    if not isinstance(kind, (Scalar, Array)) or (sizes := shape_of(kind)) is None:
        return False
    return sum(b.sizes.find(size) != 1 for size in sizes) < 2


def write_over(b: Builder, node: gast.AugAssign, current: Atom, value: Value) -> None:
    """Emit `y[...] OP= v`; if that is not linear in y, `t = y OP v; y[...] = t`."""
    ownership.note_write(b, current)
    place = build.subscript(current.node, build.constant(...))
    linear = isinstance(node.op, (gast.Add, gast.Sub)) and not b.control.is_constant()
    old = Atom(place, current.kind) if linear else current
    update(b, node, current.name, place, old, value)


def update(
    b: Builder, node, array: str | None, place: gast.expr, old: Atom, value: Value
) -> None:
    """Emit a write of `old OP value` into a place of an array that holds `old`."""
    new = operands.operand(b, value)
    if not is_numeric(new.kind):
        raise operands.no_number(b, new)
    product = isinstance(node.op, gast.MatMult)
    if not product:
        out_shapes.require_no_more_axes(b, new.kind, old.kind, node)
    if isinstance(node.op, (gast.Add, gast.Sub)) and isinstance(
        old.node, gast.Subscript
    ):
        symbol = "+" if isinstance(node.op, gast.Add) else "-"
        kind = operation_kind(b, BINARY[type(node.op)], (old.kind, new.kind))
        out_shapes.require_castable(b, old, required_numeric(kind).dtype, node)
        required_sizes.of_write(b, array, new.kind, old.kind, grows=True)
        b.add(build.augment(place, symbol, new.node, b.line))
        return
    result = operations.binary(b, node.op, old, value, "t")
    if product:
        result = out_shapes.product(b, old, new, result, node)
    out_shapes.require_castable(b, old, result.kind.dtype, node)
    required_sizes.of_write(b, array, result.kind, old.kind, grows=not product)
    b.add(build.assign(place, result.node, b.line))
