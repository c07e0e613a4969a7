"""The back edge of a loop: copies into its phis, which are widened for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeGuard

from tangentlite import operations
from tangentlite.builder import naming
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import own_attributes
from tangentlite.builder.memory.ownership import Holder, direct, is_sole
from tangentlite.builder.naming import base_name
from tangentlite.ir import build
from tangentlite.specialize.loops import carried
from tangentlite.specialize.merge import (
    join_values,
    merge_errors,
    optional_merge,
)
from tangentlite.specialize.state.restart import Grown
from tangentlite.values.base import Atom, Maybe, Sequence, Value
from tangentlite.values.callable_values import NONE, UNBOUND, Unbound
from tangentlite.values.containers import run_time_lists
from tangentlite.values.heap import Box, Cell, Contents, Global, Instance, Set
from tangentlite.values.iterables import Progress
from tangentlite.values.literals import literal
from tangentlite.values.structure import atoms, is_container

if TYPE_CHECKING:
    from tangentlite.specialize.loops.carried import LoopPhis


@dataclass(frozen=True)
class Move:
    """A back-edge copy: a phi of a holder gets its value at the end of the body."""

    key: Holder
    holder: Holder
    target: Value
    value: Value


def emit_copies(b: Builder, loop: LoopPhis) -> None:
    """Emit the back-edge copies into the phis of a loop."""
    end, head = b.state, loop.head
    moves: list[Move] = []
    for variable, target in loop.targets.items():
        value = end.variables.get(variable, UNBOUND)
        move = Move(variable, variable, target, value)
        wider = _widened(b, loop, base_name(variable), move, moves)
        if isinstance(target, Unbound) and not isinstance(wider, Maybe):
            _note_unbound(b, wider)
        loop.targets[variable] = wider
    known = [
        cell
        for cell in end.contents
        if cell not in loop.summaries and loop.before.knows(cell)
    ]
    for place, cell in enumerate(known):
        if end.contents[cell] != join_values.contents_at(cell, head):
            try:
                _widen_contents(b, loop, cell, cell, moves)
            except Grown as grown:
                others = [*known[place + 1 :], *known[:place]]
                others = [cell for cell in others if _has_known_items(loop, cell)]
                grown.cells += merge_errors.grown(b, others, (loop.before, end))
                raise
    owned = set(b.memory.owned)
    for move in _sequentialized(b, moves):
        operations.copy_into(b, move.holder, move.target, move.value)
    lost = owned - b.memory.owned
    for move in moves:
        if isinstance(move.target, Atom) and move.target.name in lost:
            loop.shared.add(move.key)
            loop.stable = False


def _has_known_items(loop: LoopPhis, cell: Cell) -> bool:
    """Whether the items of a container are known in front of a loop."""
    return isinstance(join_values.contents_at(cell, loop.before), tuple)


def _widened(b: Builder, loop: LoopPhis, base: str, move: Move, moves: list) -> Value:
    """Return the phi widened to hold a value; add the copies that this takes."""
    target, value = move.target, move.value
    if isinstance(target, Cell) and isinstance(value, Cell):
        join_values.require_one_class(b, base, target, value)
        if target in loop.summaries:
            if not is_sole(b, value, move.holder) and target is not value:
                b.heap.fixed.update((target, value))
            join_values.note_origins(b, target, value)
            _widen_contents(b, loop, target, value, moves)
            return target
        if target is value:
            return target
        if isinstance(target, Set):
            raise merge_errors.clash(b, base, target, value)
        return _summarized(b, loop, base, target)
    if (
        type(target) is Sequence
        and is_container(value)
        and join_values.same_structure(target, value)
    ):
        pairs = zip(target.items, value.items)
        items = tuple(
            _widened(b, loop, base, Move(move.key, move.holder, x, y), moves)
            for x, y in pairs
        )
        same = all(x is y for x, y in zip(items, target.items))
        return target if same else target.with_items(items)
    if isinstance(target, Maybe) and value not in (NONE, UNBOUND):
        optional_merge.require_same(b, base, target, value)
        flag = value.flag if isinstance(value, Maybe) else literal(False)
        moves.append(replace(move, target=target.flag, value=flag))
        inner = optional_merge.where_present(value)
        place = replace(move, target=target.value, value=inner)
        wider = _widened(b, loop, base, place, moves)
        return target if wider is target.value else replace(target, value=wider)
    if target == NONE and _is_new(new := optional_merge.where_present(value), loop):
        return _none_first(b, loop, base, move, new)
    if target == UNBOUND and _has_flag(b, move):
        return _unbound_first(b, loop, base, value)
    if isinstance(target, Unbound) and _is_new(value, loop):
        return _later(b, loop, base, value, _unbound)
    wider = operations.widen(b, base, target, value)
    if isinstance(target, Unbound):
        _note_unbound(b, wider)
    loop.stable = loop.stable and wider is target
    moves.append(Move(move.key, move.holder, wider, value))
    return wider


def _none_first(b: Builder, loop: LoopPhis, base: str, move: Move, new: Cell) -> Maybe:
    """Return the phi of what is None in the first iteration, later a new object."""
    if sum(made.type is new.type for made in loop.summaries) >= _MAX_OF_ONE_CLASS:
        raise merge_errors.clash(
            b, base, move.target, move.value
        )  # it may grow without end
    later = _later(b, loop, base, new, optional_merge.some)
    return Maybe(optional_merge.flag(b, base), later)


def _has_flag(b: Builder, move: Move) -> bool:
    """Whether a flag says if a variable, or an attribute, has a value yet."""
    if move.value == UNBOUND:
        return False
    variable = isinstance(move.key, str) and move.key == move.holder
    if variable:
        return optional_merge.may_be_absent(b, str(move.key), move.value)
    return isinstance(move.key, (Instance, Box, Global))


def _unbound_first(b: Builder, loop: LoopPhis, base: str, value: Value) -> Maybe:
    """Return the phi of a variable that the first iteration may bind or not."""
    inner = optional_merge.where_present(value)
    loop.stable = False
    later = _later(b, loop, base, inner, optional_merge.some)
    return Maybe(optional_merge.flag(b, base), later, UNBOUND)


# How many objects of a class, allocated by an iteration, may be None in the first one.
_MAX_OF_ONE_CLASS = 4


def _is_new(value: Value, loop: LoopPhis) -> TypeGuard[Cell]:
    """Whether a value is an object that the body of a loop has allocated."""
    new = isinstance(value, Cell) and not loop.before.knows(value)
    return new and not isinstance(value, Set)


def _later(b: Builder, loop: LoopPhis, base: str, value: Value, first: Callable) -> Any:
    """Return the phi of a value that an earlier iteration may have made.

    It is a summary object for one that the body allocates. `first` gives the phis of
    numbers and arrays, which the first iteration has not.
    """
    if not _is_new(value, loop):
        return first(b, base, value)
    made = join_values.like(value, (), ())
    join_values.note_origins(b, made, value)
    loop.summaries[made] = value
    b.heap.joined.add(made)
    loop.stable = False
    contents = value.contents
    if isinstance(contents, Atom):
        loop.cells[made] = first(b, base, contents)
        return made
    keys, items = contents
    names = naming.item_names(base, keys, items)
    later = [_later(b, loop, n, item, first) for n, item in zip(names, items)]
    loop.cells[made] = keys, tuple(later)
    return made


def _unbound(b: Builder, base: str, value: Value) -> Any:
    """Return the phi of a value, which is unbound in the first iteration."""
    wider = operations.widen(b, base, UNBOUND, value)
    _note_unbound(b, wider)
    return wider


def _note_unbound(b: Builder, value: Value) -> None:
    """Note that the names of a value may be unbound, but not those in containers."""
    found = (part for part in direct(value) if isinstance(part, Atom))
    b.phis.unbound.update(str(atom.name) for atom in found)


def _summarized(b: Builder, loop: LoopPhis, base: str, entry: Cell) -> Cell:
    """Return the summary object of one that is another in each iteration."""
    made = join_values.like(entry, (), ())
    join_values.note_origins(b, made, entry)
    loop.summaries[made] = entry
    b.heap.joined.add(made)
    loop.cells[made] = _head_contents(b, loop, base, entry)
    loop.stable = False
    return made


def expect(b: Builder, loop: LoopPhis, cells: Iterable[Cell]) -> None:
    """Make phis of the contents of containers that a loop is expected to change."""
    for cell in cells:
        base = run_time_lists.name_of(b, cell)
        loop.cells[cell] = _head_contents(b, loop, base, cell)


def _head_contents(b: Builder, loop: LoopPhis, base: str, cell: Cell) -> Contents:
    """Return the phis of the contents of a container at the head of the loop."""
    contents = join_values.contents_at(cell, loop.before)
    if isinstance(contents, Atom):
        return carried.phi_of(b, base, contents)
    keys, items = contents
    names = naming.item_names(base, keys, items)
    return keys, tuple(carried.phi_of(b, n, item) for n, item in zip(names, items))


def _widen_contents(
    b: Builder, loop: LoopPhis, target: Cell, value: Cell, moves: list[Move]
) -> None:
    """Widen the phis of a container's contents for those at the end of the body."""
    base = run_time_lists.name_of(b, value)
    if isinstance(target, Set):
        raise merge_errors.clash(b, base, target, value)
    if target not in loop.cells:
        first = join_values.contents_at(target, loop.before)
        if type(first) is not type(value.contents):
            raise Grown([target])
        loop.cells[target] = _head_contents(b, loop, base, target)
        loop.stable = False
    head, end = loop.cells[target], value.contents
    if isinstance(target, Progress) and head[1][0] != end[1][0]:
        loop.stable = loop.stable and head == target.lost
        loop.cells[target] = target.lost
        return
    if isinstance(head, Atom):
        atom = end
        if isinstance(end, tuple):
            atom = join_values.as_run_time(b, base, end)
        wider = operations.widen(b, base, head, atom)
        moves.append(Move(target, value, wider, atom))
        loop.cells[target] = wider
        loop.stable = loop.stable and wider is head
        return
    entry = loop.summaries.get(target, target)
    if isinstance(end, Atom):
        raise Grown([entry])
    (keys, items), (end_keys, others) = head, end
    if isinstance(target, (Instance, Progress)):
        if target in loop.summaries and set(keys) != set(end_keys):
            raise merge_errors.clash(b, base, target, value)
        own = keys
        if own != end_keys:
            own_attributes.note_keys_differ(target, value)
        keys, items = join_values.with_keys(b, target, own, items, end_keys)
        later = zip(keys[len(own) :], items[len(own) :])
        new = [carried.phi_of(b, base_name(key), item) for key, item in later]
        items = (*items[: len(own)], *new)
        others = join_values.with_keys(b, value, end_keys, others, keys)[1]
    elif keys != end_keys or len(items) != len(others):
        with b.at(loop.before):
            lengths = len(items), len(others)
            raise merge_errors.of_several_lengths(
                b, base, entry, target, value, lengths=lengths
            )
    names = naming.item_names(base, keys, items)
    wider = tuple(
        _widened(b, loop, name, Move(target, value, x, y), moves)
        for name, x, y in zip(names, items, others)
    )
    loop.stable = loop.stable and keys == head[0]
    loop.cells[target] = (keys, wider)


def _sequentialized(b: Builder, moves: list[Move]) -> list[Move]:
    """Return parallel copies so that none reads what another one before it has set."""
    set_names = {
        atom.name
        for move in moves
        for atom in atoms(move.target)
        if atom.name is not None
    }
    ends = Counter(atom.name for move in moves for atom in atoms(move.value))
    several = {name for name, count in ends.items() if count > 1}
    held: dict[str, Atom] = {}

    def hold(target: Value, end: Value) -> Value:
        if not isinstance(end, Atom):
            return end
        name = end.name
        if name is None or name not in set_names or end == target:
            return end
        if name not in held:
            held[name] = _held(b, end, name, name in several)
        return held[name]

    return [replace(move, value=hold(move.target, move.value)) for move in moves]


def _held(b: Builder, end: Atom, source: str, is_shared: bool) -> Atom:
    """Copy a name to a fresh one before it is assigned."""
    name = b.fresh("t", b.kinds[source])
    b.add(build.assign(name, end.node, b.line))
    if source in b.memory.owned and not is_shared:
        b.memory.owned.add(name)
    else:
        b.note_view(name, source)
    return Atom(build.name(name), end.kind)
