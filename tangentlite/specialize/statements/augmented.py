"""Augmented assignments to variables, elements, slices and items of containers."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import handlers, operations
from tangentlite.analysis.statement_effects import written
from tangentlite.builder import indexing, operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import out_shapes
from tangentlite.builder.inference.result_kinds import operation_kind
from tangentlite.builder.memory import contiguity, ownership
from tangentlite.builder.naming import base_name
from tangentlite.builder.sizes import required_sizes
from tangentlite.builder.writes import flat, imaginary
from tangentlite.ir import build
from tangentlite.ir.leaves import BINARY
from tangentlite.ir.rewrite import statements
from tangentlite.kinds.kind import (
    Array,
    ListOf,
    Scalar,
    is_numeric,
    required_numeric,
    shape_of,
)
from tangentlite.specialize.expressions import expressions
from tangentlite.specialize.outside import module_variables
from tangentlite.specialize.state import missing_rule, snapshot
from tangentlite.specialize.statements import augmented_containers, container_writes
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.callable_values import Slice
from tangentlite.values.containers import dynamic_lists, keys
from tangentlite.values.heap import Cell, Dictionary, Instance, List
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
            _augment_container(b, node, owner)
        else:
            _augment_part(b, node, owner, node.target.slice)
    elif isinstance(owner := expressions.holder(b, node.target), Instance):
        _augment_attribute(b, node, owner)
    elif (place := module_variables.owner_in(owner)) is not None:
        name = node.target.attr
        current = operations.read_attribute(b, owner, name, name)
        result = _augmented(b, node, current)
        new = current if result is None else result
        module_variables.bind(b, place, name, new)
    else:
        owner = written_attributes.written_attribute(b, owner, node.target)
        if flat.flat_owner(owner) is not None:
            what = "NumPy has no augmented assignments to 'flat' of arrays."
            raise b.error(what, "Write y[...] += v, or y.flat[:] += v.", node.target)
        _augment_part(b, node, owner, build.constant(...))


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
        value = _as_array(b, value)
        if not _is_rebound(b, current, value, name):
            _write_over(b, node, current, value)
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


def _as_array(b: Builder, value: Value) -> Value:
    """Return the operand of an augmented array: of a list or tuple, its array."""
    is_list = isinstance(value, Atom) and isinstance(value.kind, ListOf)
    if is_list or isinstance(value, Sequence):
        return operations.call_rule(b, np.array, [value], {}, "t")
    return value


def _is_rebound(b: Builder, current: Atom, value: Value, name: str) -> bool:
    """Whether `y OP= v` may bind y anew, as no alias could tell it from a write.

    It is what Python does to a number. A new array may have another order in memory
    than the old one if v has several axes.
    """
    if current.name is None:
        return True
    if augmented_containers.may_be_number(b, current):
        return True
    if not shape_of(current.kind) or not ownership.may_rebind(b, current, name):
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


def _write_over(b: Builder, node: gast.AugAssign, current: Atom, value: Value) -> None:
    """Emit `y[...] OP= v`; if that is not linear in y, `t = y OP v; y[...] = t`."""
    ownership.note_write(b, current)
    place = build.subscript(current.node, build.constant(...))
    linear = isinstance(node.op, (gast.Add, gast.Sub))
    old = Atom(place, current.kind) if linear else current
    _update(b, node, current.name, place, old, value)


def _update(
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


def _augment_part(b: Builder, node: gast.AugAssign, owner, part: gast.expr) -> None:
    """Walk `owner[part] OP= value` for an array."""
    flattened = flat.flat_owner(owner)
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
        value = _as_array(b, operations.evaluate(b, node.value))
    made = outer[before.block :] + (b.block if b.block is not outer else [])
    if copies and any(written(statement) for statement in statements(made)):
        snapshot.restore(b, before)  # Python reads the place before that may write it
        old = operations.read_item(b, owner, index, "t")
        with required_sizes.set_aside(b):
            value = _as_array(b, operations.evaluate(b, node.value))
        new = operations.binary(b, node.op, old, value, "t")
        required_sizes.of_write(b, owner.name, new.kind, kind)
        b.add(build.assign(place, new.node, b.line))
        return
    linear = isinstance(node.op, (gast.Add, gast.Sub))
    if linear and not (indexing.is_advanced(index) and indexing.may_repeat(index)):
        old = Atom(place, kind)
    else:
        old = operations.read_item(b, owner, index, "t")
    _update(b, node, owner.name, place, old, value)


def _augment_list_item(b: Builder, node: gast.AugAssign, owner: Atom, part) -> None:
    """Walk `items[index] OP= value` for a list of the core program."""
    from tangentlite.values.containers.dynamic_lists import write_list_item

    index = operations.evaluate(b, part)
    current = operations.read_item(b, owner, index, "t")
    result = _augmented(b, node, current)
    if result is not None or isinstance(index, Slice):
        new = current if result is None else result
        write_list_item(b, node.target, owner, index, new)


def _augment_imaginary(b: Builder, node, whole: Atom, index: Value) -> None:
    """Walk `z.imag[index] OP= value`, of which Python reads the place first."""
    old = imaginary.read_part(b, whole, index)
    value = operations.evaluate(b, node.value)
    new = operations.binary(b, node.op, old, value, "t")
    item = imaginary.with_part(b, whole, index, new)
    place = build.subscript(whole.node, indexing.index_expression(b, index))
    b.add(build.assign(place, item.node, b.line))


def _augment_container(b: Builder, node: gast.AugAssign, owner: Value) -> None:
    """Walk `owner[index] OP= value` for a container of known structure."""
    index = operations.evaluate(b, node.target.slice)
    keys.each(b, owner, index, lambda key: _augment_item(b, node, owner, key))


def _augment_item(b: Builder, node: gast.AugAssign, owner: Value, index: Value):
    current = operations.read_item(b, owner, index, "t")
    result = _augmented(b, node, current)
    stored = isinstance(owner, (List, Dictionary)) and result is None
    stored = stored and not isinstance(index, Slice)  # that is a list of its own
    if stored and index.is_static:
        stored = identity.is_same(operations.read_item(b, owner, index, "t"), current)
    if not stored:  # a class may do more than to store it
        new = current if result is None else result
        container_writes.put_item(b, node.target, owner, index, new)


def _augment_attribute(b: Builder, node: gast.AugAssign, owner: Instance) -> None:
    """Walk `owner.name OP= value` for an object."""
    name = node.target.attr
    current = operations.read_attribute(b, owner, name, name)
    result = _augmented(b, node, current)
    stored = attributes.is_stored(owner, name) and name in owner.keys
    if stored and result is None:  # the value may have set it to something else
        stored = identity.is_same(owner.items[owner.keys.index(name)], current)
    if result is not None or not stored:
        new = current if result is None else result
        attributes.write(b, owner, name, new, node.target)


def _augmented(b: Builder, node: gast.AugAssign, current: Value) -> Value | None:
    """Return the new value of a place, None where the current one was changed."""
    value = operations.evaluate(b, node.value)
    current = operands.as_used(b, current)
    if dynamic_lists.is_extended(
        current, node.op
    ) and not augmented_containers.is_array(value):
        dynamic_lists.extend(b, current, value, node)
        return None
    if augmented_containers.is_array(current):
        value = _as_array(b, value)
        if shape_of(current.kind) is not None and current.name not in b.memory.numbers:
            _write_over(b, node, current, value)
            return None
        container_writes.require_sole_array(b, current, node)
    if isinstance(current, Cell):
        return augmented_containers.augmented(b, node, current, value)
    result = operations.binary(b, node.op, current, value, "t")
    if augmented_containers.is_array(current):
        result = augmented_containers.with_dtype(b, current, result, node)
    return result
