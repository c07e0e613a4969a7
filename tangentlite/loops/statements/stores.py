"""Stores into parts of arrays, and changes of arrays and numbers in place."""

from __future__ import annotations

from typing import TypeAlias

import gast

from tangentlite.ir import build
from tangentlite.ir.nodes import nodes_in
from tangentlite.kinds.kind import Opaque, Scalar
from tangentlite.kinds.sizes.affine import affine
from tangentlite.loops.functions.lists.number_lists import is_list
from tangentlite.loops.lowering.array_items import (
    Selection,
    each_masked,
    mask_of,
    selection,
)
from tangentlite.loops.lowering.arrays import element, of_array
from tangentlite.loops.lowering.element_values import Elements, aligned, is_one
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import Place, at_axes, axis, key_of
from tangentlite.loops.lowering.table import form_of

Operator: TypeAlias = "gast.operator | None"


@form_of(gast.AugAssign)
def _change(low: Lowering, node: gast.AugAssign) -> None:
    target, value = node.target, low.elements(node.value)
    if not isinstance(target, gast.Name):
        store(low, target, value, node.op)
    elif isinstance(low.kinds.get(target.id), Scalar):
        new = gast.AugAssign(target, node.op, value.at(()))
        low.emit(build.at(new, node.lineno))
    else:
        low.rank(target.id)
        whole = build.subscript(target, gast.Constant(Ellipsis, None))
        store(low, whole, value, node.op)


def store(low: Lowering, target: gast.Subscript, value: Elements, op: Operator) -> None:
    """Store elements into the places that an index selects, by an operator if given."""
    name = target.value.id
    if is_list(low, target.value):
        if value.rank:
            raise low.refuse("an array is stored into a list")
        _put(low, target, value.at(()), op)
        return
    if low.rank(name) is None:
        raise low.refuse(f"{low.shown(name)} is no array")
    owner = of_array(low, name)
    mask = mask_of(low, target.slice)
    if mask is not None:
        _store_masked(low, owner, mask, value, op)
        return
    chosen = selection(low, owner.extents, target.slice)
    _fit(low, value, chosen.extents)
    if chosen.arrays and op is not None:
        value, op = _changed_once(low, owner, chosen, value, op), None
    elif _overlaps(low, owner, chosen, value):
        value = _copied(low, value)

    def put(place: Place) -> None:
        where = chosen.at(low, place)
        own = tuple(at_axes(part, where) for part in owner.place)
        _put(low, element(owner.base, own), value.at(aligned(value, place)), op)

    low.nest(chosen.extents, put)


def _put(low: Lowering, target: gast.expr, node: gast.expr, op: Operator) -> None:
    if isinstance(target, gast.Name):  # an array without axes
        low.bind(target.id, node if op is None else gast.BinOp(target, op, node))
    elif op is None:
        low.emit(build.assign(target, node, low.line))
    else:
        stored = gast.Subscript(target.value, target.slice, gast.Store())
        low.emit(build.at(gast.AugAssign(stored, op, node), low.line))


def _changed_once(
    low: Lowering, owner: Elements, chosen: Selection, value: Elements, op: Operator
) -> Elements:
    """Compute what replaces the elements at index arrays; each is changed once."""

    def at(place: Place) -> gast.expr:
        own = owner.at(chosen.at(low, place))
        return gast.BinOp(own, op, value.at(aligned(value, place)))

    return _copied(low, Elements(chosen.extents, at, owner.dtype))


def _copied(low: Lowering, value: Elements) -> Elements:
    """Compute first what is stored into an array that it is read from."""
    name = low.fresh("t", Opaque(None))
    low.define(name, value)
    return low.elements(build.name(name))


def _overlaps(
    low: Lowering, owner: Elements, chosen: Selection, value: Elements
) -> bool:
    """Whether a value is read from the memory that it is stored into.

    It may be read at the very place that it is stored into.
    """
    if not value.extents:
        return False
    own = low.place(owner.base)
    axes = _axes(len(chosen.extents))
    reads = [n for n in _reads(low, value, axes) if low.place(n.value.id) == own]
    if chosen.arrays or not reads:
        return bool(reads)
    where = tuple(at_axes(part, chosen.at(low, axes)) for part in owner.place)
    return any(n.value.id != owner.base or not _is_at(n.slice, where) for n in reads)


def _axes(count: int) -> Place:
    return tuple({axis(k): 1} for k in range(count))


def _reads(low: Lowering, value: Elements, place: Place) -> list[gast.Subscript]:
    """Return the elements that a value reads at a place of its target."""
    with low.aside() as found:
        node = value.at(aligned(value, place))
    nodes = [n for tree in (node, *found) for n in nodes_in(tree)]
    return [
        n
        for n in nodes
        if isinstance(n, gast.Subscript) and isinstance(n.value, gast.Name)
    ]


def _is_at(index: gast.expr, where: Place) -> bool:
    """Whether an index is that of a place."""
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    found = [affine(part, lambda name: {name: 1}) for part in parts]
    return len(found) == len(where) and all(
        one is not None and key_of(one) == key_of(other)
        for one, other in zip(found, where)
    )


def _fit(low: Lowering, value: Elements, extents: Place) -> None:
    """Test that a value is broadcast to what it is stored into."""
    if value.rank > len(extents):
        raise low.refuse("a value has more axes than what it is stored into")
    for own, extent in zip(value.extents[::-1], extents[::-1]):
        if not is_one(own):
            low.require_same(own, extent)


def _store_masked(
    low: Lowering, owner: Elements, mask: Elements, value: Elements, op: Operator
) -> None:
    for one, other in zip(owner.extents, mask.extents):
        low.require_same(one, other)
    own = low.place(owner.base)
    reads = _reads(low, value, _axes(value.rank))
    if any(low.place(node.value.id) == own for node in reads):
        value = _copied(low, value)

    def put(target: Place, place: Place) -> None:
        where = tuple(at_axes(part, place) for part in owner.place)
        _put(low, element(owner.base, where), value.at(aligned(value, target)), op)

    each_masked(low, mask, owner.extents[mask.rank :], put)
