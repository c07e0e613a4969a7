"""Augmented assignments, by their target; to variables and attributes."""

from __future__ import annotations

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import out_shapes
from tangentlite.builder.naming import base_name
from tangentlite.builder.writes import flat
from tangentlite.ir import build
from tangentlite.specialize.expressions import expressions
from tangentlite.specialize.outside import module_variables
from tangentlite.specialize.statements import (
    augmented_arrays,
    augmented_containers,
    augmented_parts,
)
from tangentlite.values.containers import dynamic_lists
from tangentlite.values.heap import Cell, Instance
from tangentlite.values.objects import attributes, identity, written_attributes
from tangentlite.values.structure import is_container


@handlers.statement(gast.AugAssign)
def augment(b: Builder, node: gast.AugAssign) -> None:
    """Walk `target OP= value`; an array without aliases may be bound anew."""
    if isinstance(node.target, gast.Name):
        _augment_name(b, node)
    elif isinstance(node.target, gast.Subscript):
        owner = operations.present(b, operations.evaluate(b, node.target.value))
        if is_container(owner):
            augmented_parts.of_container(b, node, owner)
        else:
            augmented_parts.of_array(b, node, owner, node.target.slice)
    elif isinstance(owner := expressions.holder(b, node.target), Instance):
        _augment_attribute(b, node, owner)
    elif (place := module_variables.owner_in(owner)) is not None:
        name = node.target.attr
        current = operations.read_attribute(b, owner, name, name)
        result = augmented_parts.new_value(b, node, current)
        new = current if result is None else result
        module_variables.bind(b, place, name, new)
    else:
        owner = written_attributes.written_attribute(b, owner, node.target)
        if flat.flat_owner(owner) is not None:
            what = "NumPy has no augmented assignments to 'flat' of arrays."
            raise b.error(what, "Write y[...] += v, or y.flat[:] += v.", node.target)
        augmented_parts.of_array(b, node, owner, build.constant(...))


def _augment_name(b: Builder, node: gast.AugAssign) -> None:
    name = node.target.id
    read = gast.copy_location(gast.Name(name, gast.Load(), None, None), node)
    current = operations.present(b, operations.evaluate(b, read))
    value = operations.present(b, operations.evaluate(b, node.value))
    base = base_name(name)

    def rebind() -> None:  # the value may have bound the variable to something else
        if not identity.is_same(operations.evaluate(b, read), current):
            operations.bind_name(b, name, current)

    if dynamic_lists.is_extended(
        current, node.op
    ) and not augmented_containers.is_array(value):
        dynamic_lists.extend(b, current, value, node)
        return rebind()
    if augmented_containers.is_array(current):
        value = augmented_arrays.as_array(b, value)
        if not augmented_arrays.is_rebound(b, current, value, name):
            augmented_arrays.write_over(b, node, current, value)
            return rebind()
    if isinstance(current, Cell):
        result = augmented_containers.augmented(b, node, current, value)
        return rebind() if result is None else operations.bind_name(b, name, result)
    result = operations.binary(b, node.op, current, value, base)
    if augmented_containers.may_be_number(b, current) and b.block:
        b.memory.rebound[b.block[-1]] = str(current.name)
    if augmented_containers.is_array(current) and isinstance(node.op, gast.MatMult):
        result = out_shapes.product(b, current, value, result, node)
    if augmented_containers.is_array(current):
        result = augmented_containers.with_dtype(b, current, result, node)
    operations.bind_name(b, name, result)


def _augment_attribute(b: Builder, node: gast.AugAssign, owner: Instance) -> None:
    """Walk `owner.name OP= value` for an object."""
    name = node.target.attr
    current = operations.read_attribute(b, owner, name, name)
    result = augmented_parts.new_value(b, node, current)
    stored = attributes.is_stored(owner, name) and name in owner.keys
    if stored and result is None:  # the value may have set it to something else
        stored = identity.is_same(owner.items[owner.keys.index(name)], current)
    if result is not None or not stored:
        new = current if result is None else result
        attributes.write(b, owner, name, new, node.target)
