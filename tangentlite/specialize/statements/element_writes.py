"""Writes of a value into elements and slices."""

from __future__ import annotations

import gast

from tangentlite import operations
from tangentlite.builder import indexing, operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import out_shapes
from tangentlite.builder.memory import ownership
from tangentlite.builder.sizes import required_sizes
from tangentlite.builder.writes import flat, imaginary, strided
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, required_numeric
from tangentlite.specialize.state import missing_rule
from tangentlite.specialize.statements import container_writes
from tangentlite.values.base import Atom, Value
from tangentlite.values.containers import dynamic_lists
from tangentlite.values.structure import is_container


def write(b: Builder, target: gast.Subscript, owner: Value, value: Value) -> None:
    """Write a value into an element or slice of a container, array or list."""
    if is_container(owner):
        container_writes.write_item(b, target, owner, value)
        return
    flattened = flat.written_owner(b, owner, target)
    if flattened is not None:
        owner = flattened
    if not (isinstance(owner, Atom) and isinstance(owner.kind, (Array, ListOf))):
        raise b.error(
            f"writing into {owner.describe()} is not supported yet.",
            missing_rule.instead_of(owner),
            target,
        )
    if isinstance(owner.kind, ListOf):
        index = operations.evaluate(b, target.slice)
        dynamic_lists.write_list_item(b, target, owner, index, value)
        return
    part = owner
    owner = imaginary.complex_owner(b, part, target) or part
    ownership.note_write(b, owner)
    index = indexing.of_array(b, operations.evaluate(b, target.slice))
    if flattened is not None:
        value = operands.operand(b, operations.present(b, value))
        if flat.write(b, owner, index, value, target):
            return
        index = flat.place(b, owner, index)
    place = build.subscript(owner.node, indexing.index_expression(b, index))
    value = operations.present(b, value)
    item = operands.operand(b, value)
    if owner is not part:
        item = imaginary.with_part(b, owner, index, item)
    item = strided.checked(b, item, owner, index, place)
    place_kind = indexing.index_kind(b, required_numeric(owner.kind), index)
    if item is not value and not indexing.is_advanced(index):
        out_shapes.require_no_deeper_list(b, item.kind, place_kind, target)
    required_sizes.of_write(b, owner.name, item.kind, place_kind)
    b.add(build.assign(place, item.node, b.line))
