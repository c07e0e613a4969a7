"""Lists of numbers and arrays, which numba has as well."""

from __future__ import annotations

from collections.abc import Callable

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.functions.folds import adding, folded
from tangentlite.loops.functions.lists.array_lists import listed, stacked
from tangentlite.loops.lowering.arrays import of_array
from tangentlite.loops.lowering.call_arguments import refuse_others
from tangentlite.loops.lowering.element_values import Elements, number
from tangentlite.loops.lowering.lowering import INTEGER, Lowering
from tangentlite.loops.lowering.places import Place, expression, number_in
from tangentlite.loops.lowering.table import elements_of, statements_of, writes_of
from tangentlite.runtime import loop_helpers as helpers
from tangentlite.runtime.effects import require_at_least, require_count, require_items
from tangentlite.runtime.lists import ones_like_items, zeros_like_items


def is_list(low: Lowering, node: gast.expr) -> bool:
    """Whether an expression is the name of a list."""
    name = node.id if isinstance(node, gast.Name) else ""
    found = isinstance(low.kinds.get(name), ListOf)
    if found:
        low.use_as_list(name)
    return found


def of_list(low: Lowering, node: gast.Name) -> Elements:
    """Return the numbers of a list as those of a vector, arrays as one of them."""
    item = low.kinds[node.id].item  # type: ignore[union-attr]
    if not isinstance(item, Scalar):
        return stacked(low, node)
    size = low.named(low.call_builtin(len, node), INTEGER, "n").id
    low.facts.sizes.add(size)

    def at(place: Place) -> gast.expr:
        return build.subscript(node, expression(place[0]))

    return Elements(({size: 1},), at, item.dtype)


def item_of_list(low: Lowering, node: gast.Subscript) -> Elements:
    """Return an item of a list; numba wraps places from the end as Python does."""
    item = low.kinds[node.value.id].item  # type: ignore[union-attr]
    place = low.integer(node.slice)
    if place is not None:
        index = expression(place)
    elif isinstance(node.slice, gast.Name) and isinstance(
        low.kinds.get(node.slice.id), Scalar
    ):
        index = node.slice
    else:
        raise low.refuse("a part of a list is taken")
    read = build.subscript(node.value, index)
    if isinstance(item, Scalar):
        return number(read, item.dtype, item.weak is not False)
    if isinstance(item, Array) and item.shape is not None:
        name = low.fresh("t", item)
        low.bind(name, read)
        return of_array(low, name)
    raise low.refuse("an item of a list is no number and no array")


@statements_of(zeros_like_items, ones_like_items)
def _like_items(low: Lowering, name: str, node: gast.Call) -> None:
    (items,) = node.args
    kind = low.kinds.get(getattr(items, "id", ""))
    item = getattr(kind, "item", None)
    zeros = low.references[node.func.id] is zeros_like_items
    if isinstance(item, Array) and item.shape is not None:
        _like_arrays(low, name, items, np.zeros_like if zeros else np.ones_like)
        return
    number = _like_item(low, item, build.constant(0.0 if zeros else 1.0))
    one = build.display([number], list)
    low.bind(name, build.binary(one, "*", low.call_builtin(len, items)))


def _like_item(low: Lowering, item: object, value: gast.expr) -> gast.expr:
    """Return a floating number for each in an item, which may be a tuple of them."""
    if type(item) is tuple and item:
        return build.display([_like_item(low, part, value) for part in item], tuple)
    if not isinstance(item, Scalar) or item.dtype != "float64":
        raise low.refuse("a list is no list of floating numbers")
    return value


def _like_arrays(
    low: Lowering, name: str, items: gast.expr, function: Callable
) -> None:
    """Bind a name to a list of arrays like those of another list."""
    low.use_as_list(items.id)
    size = low.named(low.call_builtin(len, items), INTEGER, "n").id
    low.facts.sizes.add(size)

    def item(place: Affine) -> gast.expr:
        return low.call(function, build.subscript(items, expression(place)))

    listed(low, name, {size: 1}, item)


@elements_of(len)
def _length(low: Lowering, node: gast.Call) -> Elements:
    if not is_list(low, node.args[0]):
        raise low.refuse("len is asked of no array and no list")
    return number(node, "int64", True)


@writes_of(require_count, require_at_least, require_items)
def _require_items(low: Lowering, node: gast.Call) -> None:
    """Stop unless there are so many items; the variant of NumPy raises the error."""
    items, count = node.args
    exactly = low.references[node.func.id] is require_count
    if is_list(low, items):
        found = low.call_builtin(len, items)
    else:
        extent, wanted = low.elements(items).extents[0], {"": count.value}
        if exactly and number_in(extent) is None:
            low.require_same(extent, wanted)
            return
        if not exactly and low.is_at_least(extent, wanted):
            return
        found = expression(low.exact(extent))
    with low.block() as inner:
        low.emit(build.effect(low.call(helpers.stop), low.line))
    test = gast.Compare(found, [gast.NotEq() if exactly else gast.Lt()], [count])
    low.emit(build.branch(test, inner, [], low.line))


@statements_of(sum)
def _sum(low: Lowering, name: str, node: gast.Call) -> None:
    refuse_others(low, node, 2)
    value = low.elements(node.args[0])
    if value.rank != 1:
        raise low.refuse("sum goes through no numbers")
    start = (
        low.elements(node.args[1]).at(()) if len(node.args) > 1 else build.constant(0)
    )
    if value.dtype != "int64" and len(node.args) == 1:
        start = build.constant(0.0)
    folded(low, name, value, (0,), False, adding(low), start, value.dtype)
