"""What a loop carries from one iteration to the next, found by walking to a fixpoint.

That is variables, and what lists, dicts and objects hold that the body changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import gast

from tangentlite.frontend.live import bound_in_block, only_augmented
from tangentlite.ir import build
from tangentlite.kinds.kind import Array
from tangentlite.specialize import branches, container_writes, exits, joins
from tangentlite.specialize.builder import Builder, State, base_name
from tangentlite.specialize.ownership import Holder, is_sole
from tangentlite.specialize.values import (
    UNBOUND,
    Atom,
    Box,
    Cell,
    Contents,
    Instance,
    Sequence,
    Unbound,
    atoms,
    is_container,
    with_items,
)

MAX_ROUNDS = 20


@dataclass
class Carried:
    """What a loop carries: variables, and contents of lists, dicts and objects.

    `before` is what is known in front of it. `targets` are what the variables stand for
    at its head, `cells` what such containers hold there; those in `made` stand for
    another list, dict or object in each iteration, the first of which it names. What
    is `shared` is not handed over from one iteration to the next, so that it may not
    be written as if nobody else held it. It is `stable` if another walk of the body
    would find nothing new.
    """

    before: State
    targets: dict[str, object]
    cells: dict[Cell, Contents] = field(default_factory=dict)
    made: dict[Cell, Cell] = field(default_factory=dict)
    shared: set[Holder] = field(default_factory=set)
    stable: bool = True

    @property
    def head(self) -> State:
        """What is known at the head of the loop, and behind it."""
        return State(
            {**self.before.variables, **self.targets},
            {**self.before.contents, **self.cells},
            self.before.count,
        )


def carry(
    b: Builder,
    node: gast.For | gast.While,
    enter: Callable[[], None],
    bound: frozenset[str],
) -> list[gast.stmt]:
    """Walk a loop's body until the kinds of what it carries are stable.

    Emits the first values of the carried variables before the loop, their next values
    at the end of its body; what is behind the loop sees the same names.
    """
    while True:
        mark = b.mark()
        try:
            return _carry(b, node, enter, bound)
        except container_writes.Grown as grown:
            b.back_to(mark)
            for cell in grown.cells:
                container_writes.to_run_time(b, cell)


def _carry(
    b: Builder,
    node: gast.For | gast.While,
    enter: Callable[[], None],
    bound: frozenset[str],
) -> list[gast.stmt]:
    frame = b.frame
    after = frame.facts.after.get(node, frozenset())
    live = frame.facts.head.get(node, frozenset()) | after
    line = b.line
    assigned = _assigned(b, node) | bound
    before = b.state
    names = [v for v in _order(before.variables, assigned) if v in live]
    entries = {v: before.variables.get(v, UNBOUND) for v in names}
    loop = Carried(before, {v: _target(b, base_name(v), e) for v, e in entries.items()})
    frame.live = live
    if not b.loops:
        b.unreached.clear()
    for _ in range(MAX_ROUNDS):
        unreached = len(b.unreached)
        b.state = loop.head
        _own(b, loop, entries)
        seen, lists, fixed = len(b.widened), set(b.lists), len(b.heap.fixed)
        loop.stable = True
        b.loops += 1
        with b.conditional([]) as body:
            enter()
            inside = exits.Body(body, loop, after, live)
            walk = partial(exits.run_body, b, node.body, inside)
            if (flag := branches.attempt(b, walk)) is branches.UNREACHED:
                return _never_entered(b, before, after)
            if flag is branches.RAISED:  # in its first iteration: nothing is carried
                b.loops -= 1
                b.state, frame.live = before, after
                return body
            b.line = line
            frame.live = live
            _close(b, loop)
            if flag is not None:
                b.add(exits.leave(flag, line))
        b.loops -= 1
        stable = loop.stable and not inside.widened and len(b.heap.fixed) == fixed
        if stable and lists.isdisjoint(b.widened[seen:]):
            if not b.loops and len(b.unreached) > unreached:
                raise b.unreached[unreached]
            break
    else:
        raise _unsettled(b, node)
    b.state, frame.live = before, live
    _enter(b, loop, entries)
    b.state = loop.head
    for variable in assigned - set(names):
        if not isinstance(frame.variables.get(variable), Box):
            frame.variables.pop(variable, None)
    frame.live = after
    return body


def _own(b: Builder, loop: Carried, entries: dict[str, object]) -> None:
    """Call owned what the loop may take over from in front of it."""
    for variable, entry in entries.items():
        if variable not in loop.shared:
            target = loop.targets[variable]
            joins.own(b, (variable,), target, [entry], [loop.before])
    for cell, contents in loop.cells.items():
        if isinstance(contents, tuple) and cell not in loop.shared | loop.made.keys():
            joins.own_items(b, (cell,), contents[1], [cell], [loop.before])


def _enter(b: Builder, loop: Carried, entries: dict[str, object]) -> None:
    """Emit the first values of what is carried, once the body was walked."""
    released = set(b.released)
    for variable, entry in entries.items():
        _assign(b, loop, variable, loop.targets[variable], entry)
    for cell, contents in loop.cells.items():
        if cell not in loop.made:
            _assign_contents(b, loop, contents, cell)
    b.released = released  # views made in the body look into later arrays than these


def _assign(b: Builder, loop: Carried, holder: Holder, target, value) -> None:
    """Emit the first value of what a variable or a container holds."""
    if isinstance(target, Cell):
        if target is not value:
            _assign_contents(b, loop, loop.cells[target], value)
    elif type(target) is Sequence and is_container(value):
        for part, item in zip(target.items, value.items):
            _assign(b, loop, holder, part, item)
    else:
        joins.copy_into(b, holder, target, value)


def _assign_contents(b: Builder, loop: Carried, contents, value: Cell) -> None:
    if isinstance(contents, Atom):
        joins.copy_into(b, value, contents, value.contents)
        return
    for part, item in zip(contents[1], joins.aligned(value, contents[0])):
        _assign(b, loop, value, part, item)


def _never_entered(b: Builder, before: State, after: frozenset[str]) -> list:
    """A loop whose body nothing can reach yet leaves its variables as they were."""
    b.loops -= 1
    if not b.loops:
        raise b.unreached[-1]
    b.state, b.frame.live = before, after
    return [gast.Pass()]


def _assigned(b: Builder, node: gast.For | gast.While) -> set[str]:
    """Return the variables that an iteration may bind to something else."""
    bound = bound_in_block(node.body) & b.frame.local_names
    return set(bound) - {v for v in only_augmented(node.body) if _is_one(b, v)}


def _is_one(b: Builder, variable: str) -> bool:
    """Whether a variable holds one array or list, if `y += v` alone binds it."""
    value = b.frame.variables.get(variable)
    if isinstance(value, Cell):
        return not isinstance(value, Instance)
    if not isinstance(value, Atom) or not isinstance(value.kind, Array):
        return False
    if value.name is None or value.name in b.numbers or not value.kind.shape:
        return False
    is_bound_anew = b.places.get(value.name) == (b.frame, b.loops + 1)
    return not is_bound_anew


def _unsettled(b: Builder, node: gast.AST) -> Exception:
    return b.error(
        "the kinds of this loop's variables do not settle.",
        "Give each variable one kind (dtype and number of axes).",
        node,
    )


def _target(b: Builder, base: str, entry: object) -> object:
    """Return the names that a value has in the loop and behind it.

    They are new ones also where the variable may have no value yet: what it was
    before may be kept for the backward sweep.
    """
    target = joins.merged(b, base, entry, entry)
    if any(atom.name in b.unbound for atom in atoms(entry)):
        b.unbound.update(str(atom.name) for atom in atoms(target))
    return target


@dataclass(frozen=True)
class Move:
    """What an iteration ends with: a target gets the value that a holder has."""

    key: Holder
    holder: Holder
    target: object
    value: object


def _close(b: Builder, loop: Carried) -> None:
    """Emit the next values of what is carried."""
    end, head = b.state, loop.head
    moves: list[Move] = []
    for variable, target in loop.targets.items():
        value = end.variables.get(variable, UNBOUND)
        place = Move(variable, variable, target, value)
        wider = _widened(b, loop, base_name(variable), place, moves)
        if isinstance(target, Unbound):
            b.unbound.update(str(atom.name) for atom in atoms(wider))
        loop.targets[variable] = wider
    for cell, contents in end.contents.items():
        if cell in loop.made or not loop.before.knows(cell):
            continue
        if contents != joins.contents_at(cell, head):
            _widen_contents(b, loop, cell, cell, moves)
    owned = set(b.owned)
    for move in _in_parallel(b, moves):
        joins.copy_into(b, move.holder, move.target, move.value)
    lost = owned - b.owned
    for move in moves:
        if isinstance(move.target, Atom) and move.target.name in lost:
            loop.shared.add(move.key)
            loop.stable = False


def _widened(b: Builder, loop: Carried, base: str, move: Move, moves: list) -> object:
    """Return a target that can hold a value, too; note what is to be assigned."""
    target, value = move.target, move.value
    if isinstance(target, Cell) and isinstance(value, Cell):
        if target in loop.made:
            if not is_sole(b, value, move.holder) and target is not value:
                b.heap.fixed.update((target, value))
            _widen_contents(b, loop, target, value, moves)
            return target
        if target is value:
            return target
        return _made(b, loop, base, target)
    if type(target) is Sequence and joins.same_structure(target, value):
        pairs = zip(target.items, value.items)
        items = tuple(
            _widened(b, loop, base, Move(move.key, move.holder, x, y), moves)
            for x, y in pairs
        )
        same = all(x is y for x, y in zip(items, target.items))
        return target if same else with_items(target, items)
    wider = joins.widened(b, base, target, value)
    loop.stable = loop.stable and wider is target
    moves.append(Move(move.key, move.holder, wider, value))
    return wider


def _made(b: Builder, loop: Carried, base: str, entry: Cell) -> Cell:
    """Return what stands for another list, dict or object in each iteration."""
    made = joins.like(entry, (), ())
    loop.made[made] = entry
    loop.cells[made] = _head_contents(b, loop, base, entry)
    loop.stable = False
    return made


def _head_contents(b: Builder, loop: Carried, base: str, cell: Cell):
    """Return names for what a container holds at the head of the loop."""
    contents = joins.contents_at(cell, loop.before)
    if isinstance(contents, Atom):
        return _target(b, base, contents)
    keys, items = contents
    names = joins.item_names(base, keys, items)
    return keys, tuple(_target(b, n, item) for n, item in zip(names, items))


def _widen_contents(b: Builder, loop: Carried, target, value: Cell, moves) -> None:
    """Widen what a container holds at the head, so that it can be what it is now."""
    base = container_writes.name_of(b, value)
    if target not in loop.cells:
        first = joins.contents_at(target, loop.before)
        if type(first) is not type(value.contents):
            raise container_writes.Grown([target])
        loop.cells[target] = _head_contents(b, loop, base, target)
        loop.stable = False
        return
    head, end = loop.cells[target], value.contents
    if isinstance(head, Atom):
        atom = end
        if isinstance(end, tuple):
            atom = joins.as_run_time(b, base, end)
        wider = joins.widened(b, base, head, atom)
        moves.append(Move(target, value, wider, atom))
        loop.cells[target] = wider
        loop.stable = loop.stable and wider is head
        return
    entry = loop.made.get(target, target)
    if isinstance(end, Atom):
        raise container_writes.Grown([entry])
    (keys, items), (end_keys, others) = head, end
    if isinstance(target, Instance):
        keys, items = joins.with_keys(keys, items, end_keys)
        others = joins.with_keys(end_keys, others, keys)[1]
    elif keys != end_keys or len(items) != len(others):
        with b.at(loop.before):
            raise joins.of_several_lengths(b, base, entry, target, value)
    names = joins.item_names(base, keys, items)
    wider = tuple(
        _widened(b, loop, name, Move(target, value, x, y), moves)
        for name, x, y in zip(names, items, others)
    )
    loop.stable = loop.stable and keys == head[0]
    loop.cells[target] = (keys, wider)


def _in_parallel(b: Builder, moves: list[Move]) -> list[Move]:
    """Order the moves at a loop's end so that none reads what another has set."""
    set_names = {
        atom.name
        for move in moves
        for atom in atoms(move.target)
        if atom.name is not None
    }
    ends = Counter(atom.name for move in moves for atom in atoms(move.value))
    several = {name for name, count in ends.items() if count > 1}
    held: dict[str, Atom] = {}

    def hold(target: object, end: object) -> object:
        if not isinstance(end, Atom) or end.name not in set_names or end == target:
            return end
        if end.name not in held:
            held[end.name] = _held(b, end, end.name in several)
        return held[end.name]

    return [replace(move, value=hold(move.target, move.value)) for move in moves]


def _held(b: Builder, end: Atom, is_shared: bool) -> Atom:
    """Name the array that a name holds before the name is set anew."""
    name = b.fresh("t", b.kinds[end.name])
    b.add(build.assign(name, end.node, b.line))
    if end.name in b.owned and not is_shared:
        b.owned.add(name)
    else:
        b.note_view(name, end.name)
    return Atom(build.name(name), end.kind)


def _order(before: dict, assigned: set[str]) -> list[str]:
    known = [v for v in before if v in assigned]
    return known + sorted(assigned - set(known))
