"""Lists of arrays and of tuples of numbers: arrays of them, and lists of an array."""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.lowering.arrays import element, of_array
from tangentlite.loops.lowering.element_values import Elements, result_dtype
from tangentlite.loops.lowering.lowering import INTEGER, Lowering
from tangentlite.loops.lowering.places import Place, expression
from tangentlite.loops.lowering.table import statements_of
from tangentlite.loops.statements.kept_views import in_memory
from tangentlite.runtime.lists import list_of_tuples


def stacked(low: Lowering, node: gast.Name) -> Elements:
    """Return an array of the items of a list, of one shape, along a new axis."""
    item = low.kinds[node.id].item  # type: ignore[union-attr]
    size = low.named(low.call_builtin(len, node), INTEGER, "n").id
    low.facts.sizes.add(size)
    low.require_some({size: 1})  # of no items NumPy makes another shape
    if isinstance(item, tuple):
        return _of_rows(low, node, item, {size: 1})
    if not isinstance(item, Array) or item.shape is None or item.dtype is None:
        raise low.refuse("a list is no list of numbers")
    first = _row(low, build.subscript(node, build.constant(0)), item)
    name = low.fresh("stacked", Opaque(None))
    extents = ({size: 1}, *first.extents)
    low.declare(name, extents, item.dtype)
    low.allocate(name, extents, item.dtype)
    with low.loop({size: 1}) as counter:
        row = _row(low, build.subscript(node, build.name(counter)), item)
        for one, other in zip(row.extents, first.extents):
            low.require_same(one, other)

        def store(place: Place) -> None:
            target = element(name, ({counter: 1}, *place))
            low.emit(build.assign(target, row.at(place), low.line))

        low.nest(first.extents, store)
    return of_array(low, name)


def _row(low: Lowering, node: gast.expr, kind: Array) -> Elements:
    """Return the elements of an item of a list, under a name."""
    name = low.fresh("row", kind)
    low.bind(name, node)
    return of_array(low, name)


def _of_rows(low: Lowering, node: gast.Name, item: tuple, size: Affine) -> Elements:
    """Return a matrix of a list of tuples of numbers."""
    if not item or not all(isinstance(kind, Scalar) for kind in item):
        raise low.refuse("a list is no list of numbers")
    parts = [Elements((), lambda place: build.constant(0), k.dtype) for k in item]
    dtype, name = result_dtype(*parts), low.fresh("stacked", Opaque(None))
    extents = (size, {"": len(item)})
    low.declare(name, extents, dtype)
    low.allocate(name, extents, dtype)
    with low.loop(size) as counter:
        row = low.named(build.subscript(node, build.name(counter)), Opaque(tuple))
        for number in range(len(item)):
            target = element(name, ({counter: 1}, {"": number}))
            value = build.subscript(row, build.constant(number))
            low.emit(build.assign(target, value, low.line))
    return of_array(low, name)


@statements_of(list)
def _list_of(low: Lowering, name: str, node: gast.Call) -> None:
    """Bind a name to a list of the numbers or rows of an array."""
    value = low.elements(node.args[0])
    if not value.rank:
        raise low.refuse("a list is made of no array")
    if value.rank == 1:
        listed(low, name, value.extents[0], lambda place: value.at((place,)))
        return
    given = node.args[0]
    if not isinstance(given, gast.Name):
        given = build.name(low.fresh("t", Opaque(None)))
        low.define(given.id, value)
    given = in_memory(low, given)

    def row(place: Affine) -> gast.expr:
        return build.subscript(given, expression(place))

    listed(low, name, value.extents[0], row)


@statements_of(list_of_tuples)
def _tuples_of(low: Lowering, name: str, node: gast.Call) -> None:
    """Bind a name to a list of the rows of a matrix, as tuples."""
    kind = low.kinds.get(name)
    item = kind.item if isinstance(kind, ListOf) else None
    value = low.elements(node.args[0])
    if value.rank != 2 or len(node.args) > 1 or not isinstance(item, tuple):
        raise low.refuse("a list of tuples is made of no matrix")
    low.require_same(value.extents[1], {"": len(item)})

    def row(place: Affine) -> gast.expr:
        numbers = [value.at((place, {"": k})) for k in range(len(item))]
        return build.display(numbers, tuple)

    listed(low, name, value.extents[0], row)


def listed(
    low: Lowering, name: str, extent: Affine, item: Callable[[Affine], gast.expr]
) -> None:
    """Bind a name to a list of as many items as an extent says."""
    low.bind(name, build.display([], list))
    with low.loop(extent) as counter:
        append = build.attribute(build.name(name), "append")
        low.emit(build.effect(build.call(append, [item({counter: 1})]), low.line))
