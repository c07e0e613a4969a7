"""Augmented assignments to elements, slices and items."""

from __future__ import annotations

import gast

from tangentlite import operations
from tangentlite.analysis.statement_effects import written
from tangentlite.builder import indexing, operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import ownership
from tangentlite.builder.sizes import required_sizes
from tangentlite.builder.writes import flat, imaginary
from tangentlite.ir import build
from tangentlite.ir.rewrite import statements
from tangentlite.kinds.kind import Array, ListOf, Scalar, shape_of
from tangentlite.specialize.state import missing_rule, snapshot
from tangentlite.specialize.statements import (
    augmented_arrays,
    augmented_containers,
    container_writes,
)
from tangentlite.values.base import Atom, Value
from tangentlite.values.callable_values import Slice
from tangentlite.values.containers import dynamic_lists, keys
from tangentlite.values.heap import Cell, Dictionary, List
from tangentlite.values.objects import identity


def of_array(b: Builder, node: gast.AugAssign, owner, part: gast.expr) -> None:
    """Walk `owner[part] OP= value` for an array."""
    flattened = flat.written_owner(b, owner, node)
    owner = flattened or owner
    if isinstance(owner, Atom) and isinstance(owner.kind, ListOf):
        _augment_list_item(b, node, owner, part)
        return
    if not (isinstance(owner, Atom) and isinstance(owner.kind, Array)):
        raise b.error(
            f"writing into {owner.describe()} is not supported yet.",
            missing_rule.instead_of(owner),
            node,
        )
    whole = imaginary.complex_owner(b, owner, node)
    ownership.note_write(b, whole or owner)
    index = indexing.of_array(b, operations.evaluate(b, part))
    if flattened is not None:
        index = flat.place(b, owner, index)
    if whole is not None:
        _augment_imaginary(b, node, whole, index)
        return
    place = build.subscript(owner.node, indexing.index_expression(b, index))
    kind = indexing.index_kind(b, owner.kind, index)
    copies = isinstance(kind, Scalar) or indexing.is_advanced(index)
    before, outer = snapshot.take(b), b.block
    with required_sizes.set_aside(b):
        value = augmented_arrays.as_array(b, operations.evaluate(b, node.value))
    made = outer[before.block :] + (b.block if b.block is not outer else [])
    if copies and any(written(statement) for statement in statements(made)):
        snapshot.restore(b, before)  # Python reads the place before that may write it
        old = operations.read_item(b, owner, index, "t")
        with required_sizes.set_aside(b):
            value = augmented_arrays.as_array(b, operations.evaluate(b, node.value))
        new = operations.binary(b, node.op, old, value, "t")
        required_sizes.of_write(b, owner.name, new.kind, kind)
        b.add(build.assign(place, new.node, b.line))
        return
    linear = isinstance(node.op, (gast.Add, gast.Sub)) and not b.control.is_constant()
    if linear and not (indexing.is_advanced(index) and indexing.may_repeat(index)):
        old = Atom(place, kind)
    else:
        old = operations.read_item(b, owner, index, "t")
    augmented_arrays.update(b, node, owner.name, place, old, value)


def _augment_list_item(b: Builder, node: gast.AugAssign, owner: Atom, part) -> None:
    """Walk `items[index] OP= value` for a list of the core program."""
    index = operations.evaluate(b, part)
    current = operations.read_item(b, owner, index, "t")
    result = new_value(b, node, current)
    if result is not None or isinstance(index, Slice):
        new = current if result is None else result
        dynamic_lists.write_list_item(b, node.target, owner, index, new)


def _augment_imaginary(b: Builder, node, whole: Atom, index: Value) -> None:
    """Walk `z.imag[index] OP= value`, of which Python reads the place first."""
    old = imaginary.read_part(b, whole, index)
    value = operations.evaluate(b, node.value)
    new = operations.binary(b, node.op, old, value, "t")
    item = imaginary.with_part(b, whole, index, new)
    place = build.subscript(whole.node, indexing.index_expression(b, index))
    b.add(build.assign(place, item.node, b.line))


def of_container(b: Builder, node: gast.AugAssign, owner: Value) -> None:
    """Walk `owner[index] OP= value` for a container of known structure."""
    index = operations.evaluate(b, node.target.slice)
    keys.each(b, owner, index, lambda key: _augment_item(b, node, owner, key))


def _augment_item(b: Builder, node: gast.AugAssign, owner: Value, index: Value):
    current = operations.read_item(b, owner, index, "t")
    result = new_value(b, node, current)
    stored = isinstance(owner, (List, Dictionary)) and result is None
    stored = stored and not isinstance(index, Slice)  # that is a list of its own
    if stored and index.is_static:
        stored = identity.is_same(operations.read_item(b, owner, index, "t"), current)
    if not stored:  # a class may do more than to store it
        new = current if result is None else result
        container_writes.put_item(b, node.target, owner, index, new)


def new_value(b: Builder, node: gast.AugAssign, current: Value) -> Value | None:
    """Return the new value of a place, None where the current one was changed."""
    value = operations.evaluate(b, node.value)
    current = operands.as_used(b, current)
    if dynamic_lists.is_extended(
        current, node.op
    ) and not augmented_containers.is_array(value):
        dynamic_lists.extend(b, current, value, node)
        return None
    if augmented_containers.is_array(current):
        value = augmented_arrays.as_array(b, value)
        if shape_of(current.kind) is not None and current.name not in b.memory.numbers:
            augmented_arrays.write_over(b, node, current, value)
            return None
        container_writes.require_sole_array(b, current, node)
    if isinstance(current, Cell):
        return augmented_containers.augmented(b, node, current, value)
    result = operations.binary(b, node.op, current, value, "t")
    if augmented_containers.is_array(current):
        result = augmented_containers.with_dtype(b, current, result, node)
    return result
