"""Lists that loops fill and empty again, as arrays with a place for each iteration.

    saved = []                           saved = np.empty((n, m))
    for i in range(n):                   for i in range(n):
        u = ...                              u = ...
        saved.append(u)                      saved[i, :] = u
    for i in reversed(range(n)):         for i in reversed(range(n)):
        u = saved.pop()                      u = saved[i]

Only lists of which every iteration of counting loops appends one item, and of as many
iterations back takes one, have such places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import gast

from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Kind, Opaque, Scalar
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.loops.lowering.arrays import element
from tangentlite.loops.lowering.facts import ArrayFact, Facts, NoPlaces, own_array
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import (
    ONE,
    Place,
    axis,
    key_of,
    minus,
    names_of,
    sum_of,
)
from tangentlite.loops.lowering.shapes import shape_of


@dataclass
class Tape:
    """A list, where it was made, and the arrays of its items once they are known.

    An item is the name of an array with an axis for each of the loops around, or the
    extents of a shape, which are the same in every iteration.
    """

    out: list[gast.stmt]
    index: int
    facts: Facts  # as they were when it was made
    owner: Facts  # of the block in which it was made
    path: list
    items: list[str | Place] = field(default_factory=list)
    extents: list[Place] = field(default_factory=list)
    loops: list[tuple[Affine, Affine]] = field(default_factory=list)
    taken: bool = False


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
    if loops is None or tape.items:
        raise NoPlaces(name)
    parts = node.elts if isinstance(node, gast.Tuple) else [node]
    tape.loops = [(least, greatest) for _, least, greatest, _ in loops]
    place = tuple(minus({c: 1}, least) for c, least, _, _ in loops)
    counts = tuple(minus(sum_of(g, ONE), least) for least, g in tape.loops)
    for part in parts:
        shape = shape_of(low, part)
        if shape is not None:
            _require_known(low, tape, name, shape)
            tape.items.append(shape)
            tape.extents.append(())
        else:
            tape.items.append(_stored(low, tape, name, part, counts, place))
    return True


def _stored(
    low: Lowering,
    tape: Tape,
    name: str,
    part: gast.expr,
    counts: Place,
    place: Place,
) -> str:
    """Store a number or an array into a new array; return its name."""
    read = part.id if isinstance(part, gast.Name) else ""
    if not read or low.is_written(read) or not _is_numeric(low.kinds.get(read)):
        raise NoPlaces(name)
    value = low.elements(part)
    if value.dtype is None or value.dtype == "float16":
        raise NoPlaces(name)
    _require_known(low, tape, name, (*counts, *value.extents))
    base = low.bases.get(name, name)
    new = low.fresh(base, Opaque(None))
    extents = (*counts, *value.extents)
    shape = tuple(Symbol(f"{new}?") for _ in extents)
    low.kinds[new] = Array(value.dtype, shape)
    _allocate(low, tape, new, extents, value.dtype)
    tape.extents.append(value.extents)

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


def take(low: Lowering, name: str, targets: Sequence[str]) -> bool:
    """Bind names to the items of this iteration; whether the list has places."""
    tape = low.lists.tapes.get(name)
    if tape is None:
        return False
    loops = _loops(low, tape)
    if loops is None or tape.taken or len(tape.items) != len(targets):
        raise NoPlaces(name)
    back = [(least, greatest) for _, least, greatest, _ in loops]
    same = len(back) == len(tape.loops) and all(
        key_of(a) == key_of(c) and key_of(b) == key_of(d)
        for (a, b), (c, d) in zip(back, tape.loops)
    )
    if not same or not all(backwards for *_, backwards in loops):
        raise NoPlaces(name)
    tape.taken = True
    place = tuple(minus({c: 1}, least) for c, least, _, _ in loops)
    for target, item, extents in zip(targets, tape.items, tape.extents):
        low.facts.forget([target])
        if not isinstance(item, str):
            low.lists.extents[target] = item
        elif isinstance(low.kinds.get(target), Scalar):
            low.bind(target, element(item, place))
        else:
            _view(low, target, item, place, extents, name)
    return True


def _view(
    low: Lowering, target: str, item: str, place: Place, extents: Place, name: str
) -> None:
    kind = low.kinds.get(target)
    if low.is_written(target) or not isinstance(kind, Array) or kind.shape is None:
        raise NoPlaces(name)
    low.bind(target, element(item, place))
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


def _require_known(low: Lowering, tape: Tape, name: str, extents: Place) -> None:
    if not names_of(extents) <= tape.facts.names | low.given:
        raise NoPlaces(name)


def _is_numeric(kind: Kind | None) -> bool:
    return isinstance(kind, (Scalar, Array))


def close(low: Lowering) -> None:
    """Leave lists alone of which nothing is taken at its place."""
    for name, tape in low.lists.tapes.items():
        if tape.items and not tape.taken:
            raise NoPlaces(name)
