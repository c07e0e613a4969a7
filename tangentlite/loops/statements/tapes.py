"""Lists that loops fill and empty again, as arrays with a place for each iteration.

    saved = []                           saved = np.empty((n, m))
    for i in range(n):                   for i in range(n):
        u = ...                              u = ...
        saved.append(u)                      saved[i, :] = u
    for i in reversed(range(n)):         for i in reversed(range(n)):
        u = saved.pop()                      u = saved[i]

Only lists of which every iteration of counting loops appends one item, and of as many
iterations back takes one, have such places. Of items that are tuples the parts that
have no place, such as arrays of an unknown length, stay in the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import gast

from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Opaque, Scalar
from tangentlite.kinds.sizes.affine import Affine, times
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.loops.lowering.arrays import element
from tangentlite.loops.lowering.element_values import Elements
from tangentlite.loops.lowering.facts import ArrayFact, Facts, NoPlaces, own_array
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import (
    ONE,
    Place,
    axis,
    expression,
    key_of,
    minus,
    names_of,
    sum_of,
)
from tangentlite.loops.lowering.shapes import shape_of, sizes_of
from tangentlite.loops.statements.kept_views import in_memory
from tangentlite.loops.statements.lists_in_loops import lists_in_loops

# A part of an item: the name of its array, the extents of a shape, or "" if it stays.
Part = str | Place


@dataclass
class Tape:
    """A list, where it was made, and what its items are once that is known.

    `extents` are those of arrays, in terms of the loops that fill it, which are given
    by their counters with the least and the greatest.
    """

    out: list[gast.stmt]
    index: int
    facts: Facts  # as they were when it was made
    owner: Facts  # of the block in which it was made
    path: list
    parts: list[Part] = field(default_factory=list)
    extents: list[Place] = field(default_factory=list)
    loops: list[tuple[str, Affine, Affine]] = field(default_factory=list)
    taken: bool = False


def prepared(low: Lowering, body: Sequence[gast.stmt]) -> list[gast.stmt]:
    """Return a body that makes lists in the iterations that fill and empty them."""
    return lists_in_loops(body, low.lists.unplaced)


def begin(low: Lowering, name: str, node: gast.stmt) -> None:
    """Emit a new list, of which it is not known yet whether it has places."""
    low.emit(node)
    if name not in low.lists.unplaced and low.uses.bound[name] == 1:
        facts, path = low.facts.copy(), list(low.lists.path)
        made = Tape(low.out, len(low.out) - 1, facts, low.facts, path)
        low.lists.tapes[name] = made


def put(low: Lowering, name: str, node: gast.expr) -> bool:
    """Store an item at the place of this iteration; whether the list has places."""
    tape = low.lists.tapes.get(name)
    if tape is None:
        return False
    loops = _loops(low, tape)
    if loops is None or tape.parts:
        raise NoPlaces(name)
    tape.loops = [loop[:3] for loop in loops]
    items = node.elts if isinstance(node, gast.Tuple) else [node]
    rest: list[gast.expr] = []
    for item in items:
        shape = shape_of(low, item)
        value = None if shape is not None else _value(low, item)
        if shape is not None and _is_fixed(low, tape, shape):
            tape.parts.append(shape)
            tape.extents.append(())
        elif value is not None and _room(low, tape, value.extents) is not None:
            tape.parts.append(_stored(low, tape, name, value))
            tape.extents.append(value.extents)
        else:
            tape.parts.append("")
            tape.extents.append(())
            kept = in_memory(low, item) if shape is None else sizes_of(low, shape)
            rest.append(kept)
    if len(rest) == len(items):
        raise NoPlaces(name)
    if rest:
        whole = rest[0] if len(rest) == 1 else build.display(rest, tuple)
        append = build.attribute(build.name(name), "append")
        low.emit(build.effect(build.call(append, [whole]), low.line))
    return True


def _value(low: Lowering, item: gast.expr) -> Elements | None:
    """Return the elements of what is stored, None if it must be the very object."""
    name = item.id if isinstance(item, gast.Name) else ""
    if not isinstance(low.kinds.get(name), (Scalar, Array)) or low.is_written(name):
        return None
    value = low.elements(item)
    return None if value.dtype in (None, "float16") else value


def _is_fixed(low: Lowering, tape: Tape, extents: Place) -> bool:
    """Whether extents are known where the list is made."""
    return names_of(extents) <= tape.facts.names | low.given


def _room(low: Lowering, tape: Tape, extents: Place) -> Place | None:
    """Return extents that hold those of every iteration, with one for each loop.

    Counters are replaced by the bound that makes a sum largest.
    """
    counts = [minus(sum_of(greatest, ONE), least) for _, least, greatest in tape.loops]
    found = []
    for total in (*counts, *extents):
        for counter, least, greatest in reversed(tape.loops):
            factor = total.get(counter, 0)
            if factor:
                bound = times(greatest if factor > 0 else least, factor) or {}
                total = sum_of(total, sum_of({counter: -factor}, bound))
        found.append(total)
    return tuple(found) if _is_fixed(low, tape, tuple(found)) else None


def _stored(low: Lowering, tape: Tape, name: str, value: Elements) -> str:
    """Store elements into a new array, of which the name is returned."""
    extents = _room(low, tape, value.extents)
    assert extents is not None and value.dtype is not None
    new = low.fresh(low.bases.get(name, name), Opaque(None))
    shape = tuple(Symbol(f"{new}?") for _ in extents)
    low.kinds[new] = Array(value.dtype, shape)
    _allocate(low, tape, new, extents, value.dtype)
    place = tuple(minus({c: 1}, least) for c, least, _ in tape.loops)

    def store(own: Place) -> None:
        target = element(new, (*place, *own))
        low.emit(build.assign(target, value.at(own), low.line))

    low.nest(value.extents, store)
    return new


def _allocate(low: Lowering, tape: Tape, name: str, extents: Place, dtype: str) -> None:
    """Make an array in front of the loops, where the list was made."""
    with low.aside() as found:
        low.facts = tape.facts.copy()
        low.allocate(name, extents, dtype)
    at = tape.index + 1
    tape.out[at:at] = found
    for other in low.lists.tapes.values():
        if other.out is tape.out and other.index >= at:
            other.index += len(found)
    for facts in (low.facts, tape.owner):
        facts.arrays[name] = own_array(name, extents)


def take(low: Lowering, name: str, targets: Sequence[str], node: gast.stmt) -> bool:
    """Bind names to the item of this iteration; whether the list has places."""
    tape = low.lists.tapes.get(name)
    if tape is None:
        return False
    loops = _loops(low, tape)
    if loops is None or tape.taken or len(tape.parts) != len(targets):
        raise NoPlaces(name)
    names = {one[0]: other[0] for one, other in zip(tape.loops, loops)}
    if not _are_reversed(tape, loops, names):
        raise NoPlaces(name)
    tape.taken = True
    place = tuple(minus({c: 1}, least) for c, least, *_ in loops)
    rest = [t for t, part in zip(targets, tape.parts) if part == ""]
    low.facts.forget(targets)
    if rest:
        stored = [build.stored(target) for target in rest]
        target = stored[0] if len(rest) == 1 else gast.Tuple(stored, gast.Store())
        low.emit(build.at(gast.Assign([target], node.value, None), low.line))
    for target, part, extents in zip(targets, tape.parts, tape.extents):
        kind = low.kinds.get(target)
        if not isinstance(part, str):
            low.lists.extents[target] = part
        elif part and isinstance(kind, Scalar):
            low.bind(target, element(part, place))
        elif part:
            own = tuple(renamed_sum(extent, names) for extent in extents)
            _view(low, target, part, place, own, name)
        elif isinstance(kind, Array):
            low.rank(target)
            low.measured(target)
    return True


def _are_reversed(tape: Tape, loops: Sequence[tuple], names: Mapping[str, str]) -> bool:
    """Whether loops count what others did, backwards."""
    return len(loops) == len(tape.loops) and all(
        backwards
        and key_of(renamed_sum(first, names)) == key_of(least)
        and key_of(renamed_sum(last, names)) == key_of(greatest)
        for (_, first, last), (_, least, greatest, backwards) in zip(tape.loops, loops)
    )


def renamed_sum(total: Affine, names: Mapping[str, str]) -> Affine:
    """Return a sum with names replaced."""
    return {names.get(name, name): factor for name, factor in total.items()}


def _view(
    low: Lowering, target: str, item: str, place: Place, extents: Place, name: str
) -> None:
    """Bind a name to a part of the array of items, as long as what was stored."""
    kind = low.kinds.get(target)
    if low.is_written(target) or not isinstance(kind, Array) or kind.shape is None:
        raise NoPlaces(name)
    whole = low.facts.arrays[item].extents[len(place) :]
    parts = [expression(part) for part in place]
    for extent, room in zip(extents, whole):
        same = low.facts.same(extent, room)
        stop = None if same else expression(low.exact(extent))
        parts.append(gast.Slice(None, stop, None))
    index = build.display(parts, tuple) if len(parts) > 1 else parts[0]
    low.bind(target, build.subscript(build.name(item), index))
    own = tuple({axis(k): 1} for k in range(len(extents)))
    low.facts.arrays[target] = ArrayFact(extents, item, (*place, *own))
    low.views.setdefault(target, set()).add(item)


def _loops(low: Lowering, tape: Tape) -> list | None:
    """Return the counting loops around, since the list was made, if all is counted."""
    found = low.lists.path[len(tape.path) :]
    if low.lists.path[: len(tape.path)] != tape.path:
        return None
    if any(loop is None or loop[1] is None or loop[2] is None for loop in found):
        return None
    for counter in (loop[0] for loop in found if loop is not None):
        if low.bases.get(counter, counter).startswith("_"):
            low.bases[counter] = "step"  # the user did not need its number
    return found


def close(low: Lowering) -> None:
    """Leave lists alone of which nothing is taken at its place."""
    for name, tape in low.lists.tapes.items():
        if tape.parts and not tape.taken:
            raise NoPlaces(name)
