"""Items of arrays: single places, slices, new axes, index arrays and masks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import gast

from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.lowering.arrays import broadcast, element, of_array
from tangentlite.loops.lowering.element_values import Elements, aligned
from tangentlite.loops.lowering.lowering import INTEGER, Lowering
from tangentlite.loops.lowering.places import (
    ONE,
    ZERO,
    Place,
    at_axes,
    axis,
    sum_of,
)
from tangentlite.loops.lowering.slices import (
    as_signed,
    is_integer,
    piece_of,
    place_of,
    tested_place,
)


@dataclass(frozen=True)
class Selection:
    """Which elements an index selects: extents, and the place in the owner.

    `place` is given in terms of the result's axes; `arrays` are the index arrays by the
    owner's axis, which are broadcast along the result's axes from `first` on.
    """

    extents: Place
    place: Place
    arrays: Sequence[tuple[int, Elements]] = ()
    first: int = 0
    rank: int = 0  # of the index arrays together
    owner: Place = ()

    def at(self, low: Lowering, place: Place) -> Place:
        """Return the place in the owner for one of the result."""
        found = [at_axes(part, place) for part in self.place]
        inner = place[self.first : self.first + self.rank]
        for number, indices in self.arrays:
            index = indices.at(aligned(indices, inner))
            size = low.exact(self.owner[number])
            index = as_signed(low, index, indices.dtype)
            found[number] = tested_place(low, index, size)
        return tuple(found)


def item_of(low: Lowering, owner: Elements, index: gast.expr) -> Elements:
    """Return the elements that an index selects."""
    mask = mask_of(low, index)
    if mask is not None:
        return _masked(low, owner, mask)
    chosen = selection(low, owner.extents, index)
    at: Callable = lambda place: owner.at(chosen.at(low, place))  # noqa: E731
    if chosen.arrays or not owner.base:
        return Elements(chosen.extents, at, owner.dtype)
    where = tuple(at_axes(part, chosen.place) for part in owner.place)
    return Elements(chosen.extents, at, owner.dtype, False, owner.base, where)


def selection(low: Lowering, owner: Place, index: gast.expr) -> Selection:
    """Return which elements an index without masks selects."""
    parts = _whole(low, index, len(owner))
    extents: list[Affine] = []
    place: list[Affine] = []
    arrays: list[tuple[int, Elements]] = []
    spots: list[int] = []  # of index arrays among the parts
    first = 0
    for spot, part in enumerate(parts):
        if _is(part, None):
            extents.append(ONE)
            continue
        if len(place) == len(owner):
            raise low.refuse("a flag selects from an array without axes")
        extent = owner[len(place)]
        if isinstance(part, gast.Slice):
            start, step, length = piece_of(low, extent, part)
            place.append(sum_of(start, {axis(len(extents)): step}))
            extents.append(length)
        elif is_integer(low, part) or _rank(low, part) == 0:
            place.append(place_of(low, part, extent))
        else:
            if not arrays:
                first = len(extents)
            arrays.append((len(place), _indices(low, part)))
            spots.append(spot)
            place.append(ZERO)
    if not arrays:
        return Selection(tuple(extents), tuple(place))
    if spots[-1] - spots[0] >= len(spots) or _has_integers(low, parts):
        raise low.refuse("index arrays stand apart from each other, or beside integers")
    return _with_arrays(low, extents, place, arrays, first, owner)


def _with_arrays(low, extents, place, arrays, first, owner) -> Selection:
    """Insert the axes of index arrays in front of the axes behind them."""
    shape = broadcast(low, *(indices.extents for _, indices in arrays))
    rank = len(shape)
    for other in extents:  # without entries no place would be tested
        low.require_some(other)
    moved = {axis(k): axis(k + rank) for k in range(first, len(extents))}
    place = [{moved.get(n, n): f for n, f in part.items()} for part in place]
    extents[first:first] = shape
    return Selection(tuple(extents), tuple(place), arrays, first, rank, owner)


def _whole(low: Lowering, index: gast.expr, rank: int) -> list[gast.expr]:
    """Return the parts of an index, one for each axis and each new one."""
    parts = list(index.elts) if isinstance(index, gast.Tuple) else [index]
    parts = [_plain(part) for part in parts]
    dots = [k for k, part in enumerate(parts) if _is(part, Ellipsis)]
    taken = sum(not _is(part, None) and not _is(part, Ellipsis) for part in parts)
    where = dots[0] if dots else len(parts)
    missing = [gast.Slice(None, None, None)] * (rank - taken)
    return [*parts[:where], *missing, *parts[where + len(dots) :]]


def _plain(part: gast.expr) -> gast.expr:
    """Return a slice for a call of slice()."""
    if isinstance(part, gast.Call) and getattr(part.func, "id", "") == "slice":
        given = part.args if len(part.args) > 1 else [None, *part.args]
        return gast.Slice(*given, *[None] * (3 - len(given)))
    return part


def _is(part: gast.expr, value: object) -> bool:
    return isinstance(part, gast.Constant) and part.value is value


def _rank(low: Lowering, part: gast.expr) -> int | None:
    return low.rank(part.id) if isinstance(part, gast.Name) else None


def _has_integers(low: Lowering, parts: Sequence[gast.expr]) -> bool:
    return any(not _is(part, None) and is_integer(low, part) for part in parts)


def _indices(low: Lowering, part: gast.expr) -> Elements:
    found = low.elements(part)
    if found.dtype is None or "int" not in found.dtype:
        raise low.refuse("an index is no integer and no array of integers")
    return found


def mask_of(low: Lowering, index: gast.expr) -> Elements | None:
    """Return the mask that an index is, None for other indices."""
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    for part in parts:
        kind = low.kinds.get(part.id) if isinstance(part, gast.Name) else None
        if getattr(kind, "dtype", None) == "bool" and low.rank(part.id):
            if len(parts) > 1:
                raise low.refuse("a mask stands beside other indices")
            return low.elements(part)
    return None


def _masked(low: Lowering, owner: Elements, mask: Elements) -> Elements:
    """Return the elements where a mask is true, computed into a vector or rows."""
    name = low.fresh("t", Opaque(None))
    compress(low, name, owner, mask)
    return of_array(low, name)


def compress(low: Lowering, name: str, owner: Elements, mask: Elements) -> None:
    """Bind a name to the elements where a mask is true."""
    for one, other in zip(owner.extents, mask.extents):
        low.require_same(one, other)
    count = low.fresh("n", INTEGER)
    low.bind(count, build.constant(0))
    low.nest(mask.extents, lambda at: _count(low, count, mask.at(at)))
    size = low.named(build.name(count), INTEGER, "n").id
    low.facts.sizes.add(size)
    extents = ({size: 1}, *owner.extents[mask.rank :])
    low.declare(name, extents, owner.dtype)
    low.allocate(name, extents, owner.dtype)

    def store(target: Place, source: Place) -> None:
        node = owner.at(source)
        low.emit(build.assign(element(name, target), node, low.line))

    each_masked(low, mask, owner.extents[mask.rank :], store)


def _count(low: Lowering, count: str, flag: gast.expr) -> None:
    more = build.augment(count, "+", build.constant(1), low.line)
    low.emit(build.branch(flag, [more], [], low.line))


def each_masked(
    low: Lowering, mask: Elements, rest: Place, body: Callable[[Place, Place], None]
) -> None:
    """Emit loops over the places where a mask is true, which are counted."""
    position = low.fresh("p", INTEGER)
    low.bind(position, build.constant(0))

    def visit(place: Place) -> None:
        flag = mask.at(place)
        with low.block() as inner:
            low.nest(rest, lambda own: body(({position: 1}, *own), (*place, *own)))
            low.emit(build.augment(position, "+", build.constant(1), low.line))
        low.emit(build.branch(flag, inner, [], low.line))

    low.nest(mask.extents, visit)
