"""Arrays made of several: concatenated, stacked, and from lists."""

from __future__ import annotations

from collections.abc import Sequence

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.loops.functions.lists.number_lists import is_list
from tangentlite.loops.lowering.arrays import element
from tangentlite.loops.lowering.call_arguments import argument, axis_of, required
from tangentlite.loops.lowering.element_values import Elements, result_dtype
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import ONE, ZERO, Place, sum_of
from tangentlite.loops.lowering.table import statements_of


@statements_of(np.concatenate)
def _concatenated(low: Lowering, name: str, node: gast.Call) -> None:
    values = _values(low, required(low, node, 0, "arrays"))
    given = argument(node, 1, "axis")
    along = 0 if given is None else axis_of(low, given, values[0].rank)
    join(low, name, values, along)


@statements_of(np.stack)
def _stacked(low: Lowering, name: str, node: gast.Call) -> None:
    given, axis = required(low, node, 0, "arrays"), argument(node, 1, "axis")
    if is_list(low, given):
        whole = low.elements(given)
        along = 0 if axis is None else axis_of(low, axis, whole.rank)
        low.define(name, _with_first_axis_at(whole, along))
        return
    values = _values(low, given)
    along = 0 if axis is None else axis_of(low, axis, values[0].rank + 1)
    join(low, name, [_with_axis(value, along) for value in values], along)


@statements_of(np.hstack, np.vstack, np.column_stack)
def _side_by_side(low: Lowering, name: str, node: gast.Call) -> None:
    function = low.references[node.func.id]
    if function is not np.hstack and is_list(low, node.args[0]):
        whole = low.elements(node.args[0])
        if whole.rank == 2:
            along = 0 if function is np.vstack else 1
            low.define(name, _with_first_axis_at(whole, along))
            return
    values = [_with_an_axis(value) for value in _values(low, node.args[0])]
    if function is np.vstack:
        rows = [_with_axis(v, 0) if v.rank == 1 else v for v in values]
        join(low, name, rows, 0)
    elif function is np.column_stack:
        columns = [_with_axis(v, 1) if v.rank == 1 else v for v in values]
        join(low, name, columns, 1)
    else:
        join(low, name, values, 0 if values[0].rank == 1 else 1)


def _values(low: Lowering, node: gast.expr) -> list[Elements]:
    if not isinstance(node, (gast.Tuple, gast.List)):
        raise low.refuse("a list of arrays is not written out")
    return [low.elements(part) for part in node.elts]


def _with_an_axis(value: Elements) -> Elements:
    """Return a number as an array of one, what has axes as it is."""
    return value if value.rank else _with_axis(value, 0)


def _with_axis(value: Elements, along: int) -> Elements:
    extents = (*value.extents[:along], ONE, *value.extents[along:])

    def at(place: Place) -> gast.expr:
        return value.at((*place[:along], *place[along + 1 :]))

    return Elements(extents, at, value.dtype)


def _with_first_axis_at(value: Elements, along: int) -> Elements:
    first, *rest = value.extents

    def at(place: Place) -> gast.expr:
        return value.at((place[along], *place[:along], *place[along + 1 :]))

    return Elements((*rest[:along], first, *rest[along:]), at, value.dtype)


def join(low: Lowering, name: str, values: Sequence[Elements], along: int) -> None:
    """Bind a name to arrays that follow each other along an axis."""
    dtype = result_dtype(*values)
    rest = [list(value.extents) for value in values]
    for other in rest[1:]:
        for k, (one, two) in enumerate(zip(rest[0], other)):
            if k != along:
                low.require_same(one, two)
    total = ZERO
    starts = []
    for extents in rest:
        starts.append(total)
        total = sum_of(total, low.exact(extents[along]))
    shape = tuple(total if k == along else e for k, e in enumerate(rest[0]))
    low.declare(name, shape, dtype)
    low.allocate(name, shape, dtype)
    for value, start in zip(values, starts):
        _copy(low, name, value, along, start)


def _copy(low: Lowering, name: str, value: Elements, along: int, start) -> None:
    def store(place: Place) -> None:
        where = list(place)
        where[along] = sum_of(place[along], start)
        target = element(name, tuple(where))
        low.emit(build.assign(target, value.at(place), low.line))

    low.nest(value.extents, store)
