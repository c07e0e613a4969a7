"""Arrays whose elements are those of another one at other places."""

from __future__ import annotations

from collections.abc import Callable

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.ir.leaves import number_of
from tangentlite.kinds.kind import Opaque
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.lowering.arrays import whole_array
from tangentlite.loops.lowering.call_arguments import (
    argument,
    axes_of,
    axis_of,
    refuse_others,
    required,
)
from tangentlite.loops.lowering.element_values import (
    Elements,
    aligned,
    is_one,
    number,
    result_dtype,
)
from tangentlite.loops.lowering.facts import own_array
from tangentlite.loops.lowering.lowering import INTEGER, Lowering
from tangentlite.loops.lowering.places import (
    ONE,
    ZERO,
    Place,
    at_axes,
    axis,
    constant,
    expression,
    minus,
    sum_of,
)
from tangentlite.loops.lowering.shapes import extents_of, size_of
from tangentlite.loops.lowering.table import elements_of, statements_of
from tangentlite.loops.statements.kept_views import is_written_later
from tangentlite.runtime import half_lower

_MAY_COPY = "an array of another shape is written, which may be a copy"


def moved(value: Elements, extents: Place, to: Callable[[Place], Place]) -> Elements:
    """Return elements at other places; `to` is given in terms of the result's axes."""
    own = to(tuple({axis(k): 1} for k in range(len(extents))))
    where = tuple(at_axes(part, own) for part in value.place)
    at: Callable = lambda place: value.at(to(place))  # noqa: E731
    return Elements(extents, at, value.dtype, value.weak, value.base, where)


def permuted(value: Elements, order: tuple[int, ...]) -> Elements:
    """Return elements with axes in another order."""
    extents = tuple(value.extents[k] for k in order)
    back = tuple(order.index(k) for k in range(len(order)))
    return moved(value, extents, lambda place: tuple(place[k] for k in back))


@elements_of(np.transpose)
def _transposed(low: Lowering, node: gast.Call) -> Elements:
    value = low.elements(node.args[0])
    given = argument(node, 1, "axes")
    order = tuple(reversed(range(value.rank)))
    return permuted(value, order if given is None else axes_of(low, given, value.rank))


@elements_of(np.swapaxes)
def _swapped(low: Lowering, node: gast.Call) -> Elements:
    value = low.elements(node.args[0])
    one, other = (axis_of(low, part, value.rank) for part in node.args[1:])
    order = list(range(value.rank))
    order[one], order[other] = other, one
    return permuted(value, tuple(order))


@elements_of(np.moveaxis)
def _axis_moved(low: Lowering, node: gast.Call) -> Elements:
    value = low.elements(node.args[0])
    source, target = (axis_of(low, part, value.rank) for part in node.args[1:])
    order = [k for k in range(value.rank) if k != source]
    order.insert(target, source)
    return permuted(value, tuple(order))


@elements_of(np.expand_dims)
def _with_axis(low: Lowering, node: gast.Call) -> Elements:
    value = low.elements(node.args[0])
    given = required(low, node, 1, "axis")
    count = len(given.elts) if isinstance(given, gast.Tuple) else 1
    new = set(axes_of(low, given, value.rank + count))
    rest = iter(value.extents)
    whole = value.rank + count
    extents = tuple(ONE if k in new else next(rest) for k in range(whole))
    kept = [k for k in range(whole) if k not in new]
    return moved(value, extents, lambda place: tuple(place[k] for k in kept))


@elements_of(np.squeeze)
def _squeezed(low: Lowering, node: gast.Call) -> Elements:
    value = low.elements(node.args[0])
    given = argument(node, 1, "axis")
    ones = [k for k, extent in enumerate(value.extents) if is_one(extent)]
    gone = ones if given is None else axes_of(low, given, value.rank)
    for k in gone:
        low.require_same(value.extents[k], ONE)
    kept = [k for k in range(value.rank) if k not in gone]
    extents = tuple(value.extents[k] for k in kept)

    def to(place: Place) -> Place:
        found = [ZERO] * value.rank
        for k, part in zip(kept, place):
            found[k] = part
        return tuple(found)

    return moved(value, extents, to)


@elements_of(np.broadcast_to)
def _broadcast_to(low: Lowering, node: gast.Call) -> Elements:
    value = low.elements(node.args[0])
    extents = extents_of(low, required(low, node, 1, "shape"))
    for own, extent in zip(value.extents[::-1], extents[::-1]):
        if not is_one(own):
            low.require_same(own, extent)
    return moved(value, extents, lambda place: aligned(value, place))


@elements_of(np.flip, np.flipud, np.fliplr)
def _flipped(low: Lowering, node: gast.Call) -> Elements:
    value = low.elements(node.args[0])
    function = low.references[node.func.id]
    if function is np.flip:
        axes = axes_of(low, argument(node, 1, "axis"), value.rank)
    else:
        axes = (0,) if function is np.flipud else (1,)
    ends = {k: minus(low.exact(value.extents[k]), ONE) for k in axes}

    def to(place: Place) -> Place:
        return tuple(
            minus(ends[k], part) if k in ends else part for k, part in enumerate(place)
        )

    return moved(value, value.extents, to)


@elements_of(np.diagonal)
def _diagonal(low: Lowering, node: gast.Call) -> Elements:
    refuse_others(low, node, 1)
    return diagonal_of(low, low.elements(node.args[0]))


def diagonal_of(low: Lowering, value: Elements) -> Elements:
    """Return the diagonal of a matrix."""
    if value.rank != 2:
        raise low.refuse("a diagonal is not that of a matrix")
    one, other = value.extents
    extent: Affine = one
    if not low.facts.same(one, other) and not low.is_at_least(other, one):
        shorter = low.call_builtin(min, low.exact(one), low.exact(other))
        extent = low.size(shorter)
    return moved(value, (extent,), lambda place: (*place, *place))


@elements_of(np.diag)
def _diagonal_matrix(low: Lowering, node: gast.Call) -> Elements:
    refuse_others(low, node, 1)
    value = low.elements(node.args[0])
    if value.rank == 2:
        return diagonal_of(low, value)

    def at(place: Place) -> gast.expr:
        test = gast.Compare(expression(place[0]), [gast.Eq()], [expression(place[1])])
        return gast.IfExp(test, value.at(place[:1]), build.constant(0.0))

    return Elements((*value.extents, *value.extents), at, value.dtype)


@elements_of(np.tril, np.triu)
def _triangle(low: Lowering, node: gast.Call) -> Elements:
    value = low.elements(node.args[0])
    shift = number_of(argument(node, 1, "k") or build.constant(0))
    if not isinstance(shift, int):
        raise low.refuse("the diagonal k is no literal")
    compare = gast.LtE if low.references[node.func.id] is np.tril else gast.GtE

    def at(place: Place) -> gast.expr:
        row = expression(sum_of(place[-2], constant(shift)))
        test = gast.Compare(expression(place[-1]), [compare()], [row])
        return gast.IfExp(test, value.at(place), build.constant(0.0))

    return Elements(value.extents, at, value.dtype)


@elements_of(half_lower)
def _half_lower(low: Lowering, node: gast.Call) -> Elements:
    value = low.elements(node.args[0])

    def at(place: Place) -> gast.expr:
        row, column = expression(place[-2]), expression(place[-1])
        half = build.binary(build.constant(0.5), "*", value.at(place))
        on_it = gast.Compare(column, [gast.Eq()], [row])
        below = gast.Compare(column, [gast.Lt()], [row])
        beside = gast.IfExp(on_it, half, build.constant(0.0))
        return gast.IfExp(below, value.at(place), beside)

    return Elements(value.extents, at, value.dtype)


@elements_of(np.roll)
def _rolled(low: Lowering, node: gast.Call) -> Elements:
    refuse_others(low, node, 3, "shift", "axis")
    value = low.elements(node.args[0])
    given = argument(node, 2, "axis")
    if given is None and value.rank != 1:
        raise low.refuse("np.roll goes through all axes")
    along = axis_of(low, given, value.rank) if given is not None else 0
    shift = extents_of(low, required(low, node, 1, "shift"))[0]
    size = expression(low.exact(value.extents[along]))

    def at(place: Place) -> gast.expr:
        moved_by = expression(minus(place[along], shift))
        source = low.named(build.binary(moved_by, "%", size), INTEGER, "k").id
        own = list(place)
        own[along] = {source: 1}
        return value.at(tuple(own))

    return Elements(value.extents, at, value.dtype)


@elements_of(np.outer)
def _outer(low: Lowering, node: gast.Call) -> Elements:
    refuse_others(low, node, 2)
    one, other = (low.elements(part) for part in node.args)
    if one.rank != 1 or other.rank != 1:
        raise low.refuse("np.outer is given no vectors")

    def at(place: Place) -> gast.expr:
        return build.binary(one.at(place[:1]), "*", other.at(place[1:]))

    extents = (*one.extents, *other.extents)
    return Elements(extents, at, result_dtype(one, other))


@statements_of(np.reshape, np.ravel)
def _reshaped(low: Lowering, name: str, node: gast.Call) -> None:
    """Bind a name to a view of another shape of an array that lies row by row."""
    refuse_others(low, node, 2, "shape", "newshape", "order")
    order = argument(node, 2, "order")
    if order is not None and getattr(order, "value", None) != "C":
        raise low.refuse(
            "a shape is changed in another order than by rows",
            whole=is_written_later(low, name),
        )
    value = low.elements(node.args[0])
    size = size_of(low, value.extents)
    if low.references[node.func.id] is np.ravel:
        extents: Place = (size,)
    else:
        extents = _shape(low, required(low, node, 1, "shape"), size)
        low.require_same(size_of(low, extents), size)
    if not value.extents:  # a number is the only entry of a new array
        low.define(name, Elements(extents, lambda place: value.at(()), value.dtype))
        return
    base = whole_array(low, value)
    if base is None:
        if value.base and is_written_later(low, name):
            raise low.refuse(_MAY_COPY, whole=True)
        base = low.fresh("t", Opaque(None))
        low.define(base, value)
        low.rows.add("")
    elif base not in low.rows and is_written_later(low, name):
        raise low.refuse(_MAY_COPY, whole=True)
    sizes = [expression(low.exact(extent)) for extent in extents]
    shape = build.display(sizes, tuple) if len(sizes) != 1 else sizes[0]
    low.declare(name, extents, value.dtype)
    low.facts.forget([name])
    array: gast.expr = build.name(base)
    if base in low.given and base not in low.rows:
        array = low.call(np.ascontiguousarray, array)  # numba gives views alone
    low.bind(name, build.call(build.attribute(array, "reshape"), [shape]))
    low.facts.arrays[name] = own_array(name, extents)
    low.views.setdefault(name, set()).add(base)
    if base in low.rows:
        low.rows.add(name)


def _shape(low: Lowering, node: gast.expr, size: Affine) -> Place:
    """Return the extents of a new shape; one that is -1 follows from the others."""
    parts = node.elts if isinstance(node, (gast.Tuple, gast.List)) else [node]
    open_ = [k for k, part in enumerate(parts) if number_of(part) == -1]
    if not open_:
        return extents_of(low, node)
    rest = [part for k, part in enumerate(parts) if k not in open_]
    known = list(extents_of(low, build.display(rest, tuple)))
    others = size_of(low, tuple(known))
    low.require_some(others)
    known.insert(open_[0], low.quotient(size, others))
    return tuple(known)


@elements_of(np.may_share_memory)
def _shares(low: Lowering, node: gast.Call) -> Elements:
    """Say that views of a new shape share memory: other ones are refused."""
    if "" in low.rows:
        raise low.refuse(_MAY_COPY, whole=True)
    return number(build.constant(True), "bool", True)
