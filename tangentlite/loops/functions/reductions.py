"""Reductions: sums as NumPy adds them, means, extremes, products, flags."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque, Scalar
from tangentlite.loops.functions.folds import (
    adding,
    choosing,
    folded,
    multiplying,
    spread,
)
from tangentlite.loops.lowering.arrays import element, pointwise, whole_array
from tangentlite.loops.lowering.call_arguments import (
    argument,
    axes_of,
    flag_of,
    refuse_others,
    required,
)
from tangentlite.loops.lowering.element_values import Elements, is_one
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import (
    ONE,
    ZERO,
    Place,
    axis,
    expression,
    sum_of,
)
from tangentlite.loops.lowering.shapes import extents_of, size_of
from tangentlite.loops.lowering.table import elements_of, statements_of
from tangentlite.runtime import loop_helpers as helpers
from tangentlite.runtime import unbroadcast

_OPTIONS = ("axis", "keepdims")


def _asked(low: Lowering, node: gast.Call) -> tuple[Elements, tuple[int, ...], bool]:
    """Return what is reduced, over which axes, and whether they stay."""
    refuse_others(low, node, 2, "a", *_OPTIONS)
    value = low.elements(required(low, node, 0, "a"))
    axes = axes_of(low, argument(node, 1, "axis"), value.rank)
    return value, axes, flag_of(low, argument(node, 9, "keepdims"))


@statements_of(np.sum)
def _sum(low: Lowering, name: str, node: gast.Call) -> None:
    add(low, name, *_asked(low, node))


@statements_of(np.mean)
def _mean(low: Lowering, name: str, node: gast.Call) -> None:
    value, axes, keepdims = _asked(low, node)
    mean(low, name, value, axes, keepdims)


def mean(low: Lowering, name: str, value: Elements, axes, keepdims: bool) -> None:
    """Bind a name to the mean over some axes."""
    whole = np.dtype(value.dtype).kind in "biu"
    if whole:
        value = pointwise(low, lambda one: one, "float64", value)
    total = low.fresh("total", Opaque(None))
    low.primal.update({total} if name in low.primal else ())
    add(low, total, value, axes, keepdims)
    count = expression(low.exact(size_of(low, tuple(value.extents[k] for k in axes))))
    of_total = low.elements(build.name(total))
    make = lambda one: build.binary(one, "/", count)  # noqa: E731
    low.define(name, pointwise(low, make, value.dtype, of_total, cast=False))


def add(low: Lowering, name: str, value: Elements, axes, keepdims: bool) -> None:
    """Bind a name to a sum; a value of the primal is added up as NumPy does."""
    dtype = value.dtype
    if np.dtype(dtype).kind in "biu":
        dtype = "int64"
    zero = build.constant(0 if dtype == "int64" else 0.0)
    if dtype == "float32":
        zero = build.call(low.dtype(dtype), [zero])
    if name not in low.primal or dtype == "int64" or value.rank - 1 not in axes:
        folded(low, name, value, axes, keepdims, adding(low), zero, dtype)
    else:
        _in_order(low, name, value, axes, keepdims)


def _in_order(low: Lowering, name: str, value: Elements, axes, keepdims: bool) -> None:
    """Add up the last axes in NumPy's order, which is that of pairs of halves."""
    last = value.rank
    while last - 1 in axes and (last == value.rank or _is_even(low, value, last)):
        last -= 1
    dtype = value.dtype
    if not last:
        rows = _as_vector(low, value)
        total = low.call(helpers.pairwise_sum, rows)
        if keepdims and value.rank:
            spread(low, name, low.named(total, Scalar(dtype, False)), value.rank, dtype)
        else:
            low.declare(name, (), dtype)
            low.bind(name, total)
        return
    inner = value.extents[last:]
    is_short = len(inner) == 1 and set(inner[0]) == {""} and inner[0][""] < 8
    row = "" if is_short else low.vector(size_of(low, inner), dtype)

    def at(place: Place) -> gast.expr:
        if is_short:
            return _in_turn(low, value, place, inner[0][""])
        _fill(low, row, inner, lambda own: value.at((*place, *own)))
        return low.call(helpers.pairwise_sum, build.name(row))

    sums = Elements(value.extents[:last], at, dtype)
    rest = tuple(k for k in axes if k < last)
    if rest:
        start = build.constant(0.0)
        if dtype == "float32":
            start = build.call(low.dtype(dtype), [start])
        target = low.fresh("t", Opaque(None)) if keepdims else name
        folded(low, target, sums, rest, keepdims, adding(low), start, dtype)
        if keepdims:
            _keep_last(low, name, target, value.rank)
        return
    if keepdims:
        extents = (*sums.extents, *(ONE,) * (value.rank - last))
        sums = Elements(extents, lambda place: at(place[:last]), dtype)
    low.define(name, sums)


def _in_turn(low: Lowering, value: Elements, place: Place, count: int) -> gast.expr:
    """Return the sum of a row of a few numbers, of which NumPy makes no halves."""
    first = value.at((*place, ZERO))
    total = low.named(first, Scalar(value.dtype, False), "total")
    low.primal.add(total.id)

    def more(own: Place) -> None:
        term = value.at((*place, sum_of(own[0], ONE)))
        low.emit(build.augment(total.id, "+", term, low.line))

    if count > 1:
        low.nest([{"": count - 1}], more)
    return total


def _keep_last(low: Lowering, name: str, total: str, rank: int) -> None:
    """Bind a name to a total with further axes of size 1."""
    value = low.elements(build.name(total))
    extents = (*value.extents, *(ONE,) * (rank - value.rank))
    at = lambda place: value.at(place[: value.rank])  # noqa: E731
    low.define(name, Elements(extents, at, value.dtype))


def _is_even(low: Lowering, value: Elements, last: int) -> bool:
    """Whether the axes from the one in front of `last` on are one row of memory."""
    if not value.base:
        return True  # a new array
    return is_contiguous(low, value, last - 1)


def is_contiguous(low: Lowering, value: Elements, first: int = 0) -> bool:
    """Whether elements of an array lie side by side in memory, from an axis on."""
    known = low.facts.arrays.get(value.base)
    if known is None or known.base != value.base:
        return False
    if len(known.extents) != value.rank:
        return False
    for k in range(first, value.rank):
        part = dict(value.place[k])
        if part.pop(axis(k), 0) != 1 or any(name.startswith("#") for name in part):
            return False
        if k > first and not low.facts.same(known.extents[k], value.extents[k]):
            return False
    return True


def _as_vector(low: Lowering, value: Elements) -> gast.expr:
    """Return all elements as a vector, copied unless they lie side by side."""
    whole = whole_array(low, value)
    if whole is not None and value.rank == 1:
        return build.name(whole)
    row = low.vector(size_of(low, value.extents), value.dtype)
    _fill(low, row, value.extents, value.at)
    return build.name(row)


def _fill(low: Lowering, row: str, extents: Place, at) -> None:
    """Fill a vector with elements in the order of rows."""

    def store(place: Place) -> None:
        where = flat(low, extents, place)
        target = build.subscript(build.name(row), where)
        low.emit(build.assign(target, at(place), low.line))

    low.nest(extents, store)


def flat(low: Lowering, extents: Place, place: Place) -> gast.expr:
    """Return the position of a place among all places in the order of rows."""
    found: gast.expr | None = None
    for extent, part in zip(extents, place):
        if is_one(extent):
            continue
        own = expression(part)
        if found is not None:
            found = build.binary(found, "*", expression(low.exact(extent)))
            own = build.binary(found, "+", own)
        found = own
    return build.constant(0) if found is None else found


@statements_of(np.max, np.min)
def _extreme(low: Lowering, name: str, node: gast.Call) -> None:
    value, axes, keepdims = _asked(low, node)
    function = np.maximum if low.references[node.func.id] is np.max else np.minimum
    for k in axes:
        low.require_some(value.extents[k])
    step = choosing(low, lambda one, other: low.call(function, one, other))
    folded(low, name, value, axes, keepdims, step, None, value.dtype)


@statements_of(np.prod)
def _product(low: Lowering, name: str, node: gast.Call) -> None:
    value, axes, keepdims = _asked(low, node)
    start = build.constant(1 if np.dtype(value.dtype).kind in "biu" else 1.0)
    folded(low, name, value, axes, keepdims, multiplying(low), start, value.dtype)


@statements_of(np.any, np.all)
def _flag(low: Lowering, name: str, node: gast.Call) -> None:
    value, axes, keepdims = _asked(low, node)
    is_all = low.references[node.func.id] is np.all
    operation = gast.And if is_all else gast.Or
    if value.dtype != "bool":
        compared = lambda one: gast.Compare(one, [gast.NotEq()], [build.constant(0)])  # noqa: E731
        value = pointwise(low, compared, "bool", value)
    step = choosing(low, lambda one, other: gast.BoolOp(operation(), [one, other]))
    start = build.constant(is_all)
    folded(low, name, value, axes, keepdims, step, start, "bool")


@statements_of(np.count_nonzero)
def _nonzero(low: Lowering, name: str, node: gast.Call) -> None:
    value, axes, keepdims = _asked(low, node)
    compared = lambda one: gast.Compare(one, [gast.NotEq()], [build.constant(0)])  # noqa: E731
    if value.dtype != "bool":
        value = pointwise(low, compared, "bool", value)
    start = build.constant(0)
    folded(low, name, value, axes, keepdims, adding(low), start, "int64")


@statements_of(np.linalg.norm)
def _norm(low: Lowering, name: str, node: gast.Call) -> None:
    refuse_others(low, node, 1)
    value = low.elements(node.args[0])
    square = pointwise(low, lambda one: _squared(low, one), value.dtype, value)
    total = low.fresh("total", Opaque(None))
    zero = build.constant(0.0)
    folded(low, total, square, range(value.rank), False, adding(low), zero, value.dtype)
    low.declare(name, (), value.dtype)
    low.bind(name, low.call(np.sqrt, build.name(total)))


def _squared(low: Lowering, node: gast.expr) -> gast.expr:
    return build.binary(node, "**", build.constant(2))


@statements_of(np.var, np.std)
def _variance(low: Lowering, name: str, node: gast.Call) -> None:
    value, axes, keepdims = _asked(low, node)
    middle = low.fresh("middle", Opaque(None))
    low.primal.update({middle} if name in low.primal else ())
    mean(low, middle, value, axes, True)
    of_middle = low.elements(build.name(middle))
    make = lambda one, other: _squared(low, build.binary(one, "-", other))  # noqa: E731
    squares = pointwise(low, make, value.dtype, value, of_middle)
    if low.references[node.func.id] is np.var:
        mean(low, name, squares, axes, keepdims)
        return
    variance = low.fresh("variance", Opaque(None))
    low.primal.update({variance} if name in low.primal else ())
    mean(low, variance, squares, axes, keepdims)
    root = lambda one: low.call(np.sqrt, one)  # noqa: E731
    of_variance = low.elements(build.name(variance))
    low.define(name, pointwise(low, root, value.dtype, of_variance))


@statements_of(np.cumsum, np.cumprod)
def _running(low: Lowering, name: str, node: gast.Call) -> None:
    refuse_others(low, node, 2, "axis")
    value = low.elements(node.args[0])
    given = argument(node, 1, "axis")
    if given is None and value.rank > 1:
        raise low.refuse(f"{node.func.id} goes through all axes")
    (along,) = axes_of(low, given, value.rank) if value.rank > 1 else (0,)
    sign = "+" if low.references[node.func.id] is np.cumsum else "*"
    low.declare(name, value.extents, value.dtype)
    low.allocate(name, value.extents, value.dtype)

    def store(place: Place) -> None:
        first = place[along]
        before = list(place)
        before[along] = {**first, "": first.get("", 0) - 1}
        total = build.binary(element(name, tuple(before)), sign, value.at(place))
        test = gast.Compare(expression(first), [gast.Gt()], [build.constant(0)])
        found = gast.IfExp(test, total, value.at(place))
        low.emit(build.assign(element(name, place), found, low.line))

    low.nest(value.extents, store)


@statements_of(np.argmax, np.argmin)
def _place_of_extreme(low: Lowering, name: str, node: gast.Call) -> None:
    """Find the first extreme of a vector; nan is more extreme than any number."""
    refuse_others(low, node, 1)
    value = low.elements(node.args[0])
    if value.rank != 1:
        raise low.refuse(f"{node.func.id} is asked of more than one axis")
    low.require_some(value.extents[0])
    best = low.named(value.at((ZERO,)), Scalar(value.dtype, False), "best")
    low.declare(name, (), "int64")
    low.bind(name, build.constant(0))
    order = gast.Gt if low.references[node.func.id] is np.argmax else gast.Lt

    def visit(place: Place) -> None:
        one = value.at(place)
        more = gast.Compare(one, [order()], [best])
        is_nan = gast.Compare(one, [gast.NotEq()], [one])
        is_known = gast.Compare(best, [gast.Eq()], [best])
        test = gast.BoolOp(
            gast.Or(), [more, gast.BoolOp(gast.And(), [is_nan, is_known])]
        )
        with low.block() as inner:
            low.bind(best.id, one)
            low.bind(name, expression(place[0]))
        low.emit(build.branch(test, inner, [], low.line))

    low.nest(value.extents, visit)


@statements_of(np.trace)
def _trace(low: Lowering, name: str, node: gast.Call) -> None:
    from tangentlite.loops.functions.arrangement import diagonal_of

    refuse_others(low, node, 1)
    add(low, name, diagonal_of(low, low.elements(node.args[0])), (0,), False)


@elements_of(unbroadcast)
def _unbroadcast(low: Lowering, node: gast.Call) -> Elements:
    """Sum over the axes along which a value was broadcast; others must fit."""
    value, like = low.elements(node.args[0]), node.args[1]
    times = argument(node, 2, "times")
    if times is not None:
        make = lambda one, other: build.binary(one, "*", other)  # noqa: E731
        factor = low.elements(times)
        value = pointwise(low, make, value.dtype, value, factor)
    kind = low.kinds.get(getattr(like, "id", ""))
    if (
        isinstance(like, gast.Name)
        and kind is not None
        and low.rank(like.id) is not None
    ):
        wanted = low.elements(like).extents
    else:
        wanted = extents_of(low, like)
    extra = value.rank - len(wanted)
    if extra < 0:
        value = _with_leading_axes(value, -extra)
        extra = 0
    axes = list(range(extra))
    for k, own in enumerate(wanted, extra):
        if is_one(own):
            axes.append(k)
        elif not is_one(value.extents[k]):
            low.require_same(own, value.extents[k])
    if not axes or all(is_one(value.extents[k]) for k in axes[extra:]) and not extra:
        return value
    name = low.fresh("t", Opaque(None))
    zero = build.constant(0.0)
    dtype = value.dtype
    if not extra:
        folded(low, name, value, axes, True, adding(low), zero, dtype)
        return low.elements(build.name(name))
    folded(low, name, value, axes, False, adding(low), zero, dtype)
    found = low.elements(build.name(name))
    kept = [k for k in range(len(wanted)) if not is_one(wanted[k])]
    at = lambda place: found.at(tuple(place[k] for k in kept))  # noqa: E731
    extents = tuple(
        ONE if is_one(own) else value.extents[extra + k] for k, own in enumerate(wanted)
    )
    return Elements(extents, at, dtype)


def _with_leading_axes(value: Elements, count: int) -> Elements:
    extents = ((ONE,) * count) + value.extents
    return Elements(extents, lambda place: value.at(place[count:]), value.dtype)
