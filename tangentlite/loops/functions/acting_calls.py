"""What acts: sums into places that index arrays name, and errors."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.loops.lowering.array_items import selection
from tangentlite.loops.lowering.arrays import element, of_array
from tangentlite.loops.lowering.element_values import Elements, aligned, is_one
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import Place, at_axes
from tangentlite.loops.lowering.shapes import extents_of
from tangentlite.loops.lowering.table import writes_of
from tangentlite.runtime import add_rows
from tangentlite.runtime import loop_helpers as helpers
from tangentlite.runtime.effects import (
    raise_error,
    require_bound,
    require_number,
    require_shape,
)


@writes_of(add_rows, np.add.at)
def _add_at(low: Lowering, node: gast.Call) -> None:
    target, index, value = node.args
    scatter(low, target.id, index, low.elements(value))


def scatter(low: Lowering, name: str, index: gast.expr, value: Elements) -> None:
    """Emit loops that add values to the places of an array that an index selects."""
    owner = of_array(low, name)
    chosen = selection(low, owner.extents, index)
    for own, extent in zip(value.extents[::-1], chosen.extents[::-1]):
        if not is_one(own):
            low.require_same(own, extent)

    def add(place: Place) -> None:
        where = chosen.at(low, place)
        own = tuple(at_axes(part, where) for part in owner.place)
        target = element(owner.base, own)
        low.emit(build.augment(target, "+", value.at(aligned(value, place)), low.line))

    low.nest(chosen.extents, add)


@writes_of(raise_error)
def _raise(low: Lowering, node: gast.Call) -> None:
    """Stop; the variant of NumPy raises the program's own error."""
    low.emit(build.effect(low.call(helpers.stop), low.line))


@writes_of(require_shape)
def _require_shape(low: Lowering, node: gast.Call) -> None:
    value, shape = low.elements(node.args[0]), extents_of(low, node.args[1])
    if value.rank != len(shape):
        _raise(low, node)
        return
    for one, other in zip(value.extents, shape):
        low.require_same(one, other)


@writes_of(require_number)
def _require_number(low: Lowering, node: gast.Call) -> None:
    if low.elements(node.args[0]).rank != 0:
        _raise(low, node)


@writes_of(require_bound)
def _require_bound(low: Lowering, node: gast.Call) -> None:
    with low.block() as inner:
        low.emit(build.effect(low.call(helpers.stop), low.line))
    low.emit(build.branch(low.elements(node.args[0]).at(()), inner, [], low.line))
