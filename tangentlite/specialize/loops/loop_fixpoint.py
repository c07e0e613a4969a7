"""The fixpoint iteration of loops, which finds their phis and the kinds of these.

There are phis of variables, and of contents of lists, dicts and objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.ownership import Holder
from tangentlite.builder.naming import base_name
from tangentlite.frontend.source_liveness import (
    bound_in_block,
    needed_in_front,
    only_augmented,
)
from tangentlite.kinds.kind import Array, ListOf
from tangentlite.specialize.loops import back_edge, carried, inner_changes, loop_exits
from tangentlite.specialize.loops.carried import LoopPhis
from tangentlite.specialize.merge import (
    optional_merge,
    ownership_transfer,
    phi_copies,
)
from tangentlite.specialize.state import paths, restart, snapshot
from tangentlite.specialize.state.frame import State
from tangentlite.specialize.state.restart import Unchanged
from tangentlite.values.base import Atom, Maybe, Sequence, Value
from tangentlite.values.callable_values import NONE, UNBOUND, Unbound
from tangentlite.values.containers import run_time_lists
from tangentlite.values.heap import Box, Cell, Instance
from tangentlite.values.literals import literal
from tangentlite.values.structure import atoms, is_container

MAX_ROUNDS = 20


def walk_body(
    b: Builder,
    node: gast.For | gast.While,
    enter: Callable[[], None],
    bound: frozenset[str],
) -> list[gast.stmt]:
    """Walk a loop's body until its phis are stable; return its statements.

    Emits the entry copies of the phis in front of the loop, their back-edge copies at
    the end of its body; behind the loop the phis are the variables.
    """
    known = inner_changes.expected(b, node)
    again = run_time_lists.again_with_lists
    with snapshot.speculate(b, Unchanged):
        return again(b, lambda: _to_fixpoint(b, node, enter, bound, known))
    known = inner_changes.Found(node)
    return again(b, lambda: _to_fixpoint(b, node, enter, bound, known))


def _to_fixpoint(
    b: Builder,
    node: gast.For | gast.While,
    enter: Callable[[], None],
    bound: frozenset[str],
    known: inner_changes.Found,
) -> list[gast.stmt]:
    frame = b.frame
    after = frame.facts.after.get(node, frozenset())
    live = frame.facts.head.get(node, frozenset()) | after
    assigned = _assigned(b, node) | bound
    before, line = b.state, b.line
    names = [v for v in _order(before.variables, assigned) if v in live]
    entries = _entries(b, node, before, names)
    loop = _begun(b, before, entries, known)
    inside: Iterable[inner_changes.Found] = known.inside
    frame.live = live
    unreached = _unreached_before(b)
    for _ in range(MAX_ROUNDS):
        del b.control.unreached[unreached:]
        b.state = loop.head
        _own(b, loop, entries)
        seen, lists, fixed = len(b.memory.widened), set(b.memory.lists), _fixed(b, loop)
        loop.stable = True
        with (
            b.repeated(),
            b.conditional([]) as body,
            inner_changes.walk(b, inside) as inside,
        ):
            walked = loop_exits.Body(body, loop, after, live)
            walk = partial(loop_exits.run_iteration, b, enter, node.body, walked)
            flag = paths.attempt(b, walk)
            if not isinstance(flag, paths.DeadEnd):
                b.line = line
                frame.live = live
                back_edge.emit_copies(b, loop)
                if flag is not None:
                    b.add(loop_exits.leave(flag, line))
        if flag is paths.UNREACHED:
            return _never_entered(b, before, after)
        raises = flag is paths.RAISED  # in its first iteration: there is no back edge
        ends = walked.is_left or not raises
        if not ends:
            _require_reached(b, unreached)
            break
        stable = loop.stable and not walked.widened and _fixed(b, loop) == fixed
        if stable and lists.isdisjoint(b.memory.widened[seen:]):
            _require_reached(b, unreached)
            b.state = loop.head if raises else b.state
            inner_changes.require_changed(loop, known.cells, b.state)
            break
    else:
        raise _unsettled(b, node, b.control.unreached[unreached:])
    b.state, frame.live = before, live
    _enter(b, loop, entries)
    b.state, frame.live = loop.head if ends else before, after
    if ends:
        _forget(b, assigned - set(names))
        inner_changes.note(b, node, loop, inside)
    return body


def _unreached_before(b: Builder) -> int:
    """Return how many branches around a loop were taken for unreached ones."""
    if not b.control.loops:
        b.control.unreached.clear()
    return len(b.control.unreached)


def _require_reached(b: Builder, known: int) -> None:
    """Raise the first error of a branch that was taken for one that nothing reaches."""
    if not b.control.loops and len(b.control.unreached) > known:
        raise b.control.unreached[known]


def _begun(
    b: Builder, before: State, entries: dict[str, Value], known: inner_changes.Found
) -> LoopPhis:
    """Return the phis of a loop that are known before it is walked."""
    targets = {
        v: carried.phi_of(b, base_name(v), entry) for v, entry in entries.items()
    }
    loop = LoopPhis(before, targets)
    back_edge.expect(b, loop, known.cells)
    return loop


def _forget(b: Builder, variables: set[str]) -> None:
    """Forget variables that nobody reads behind a loop."""
    for variable in variables:
        if not isinstance(b.frame.variables.get(variable), Box):
            b.frame.variables.pop(variable, None)


def _fixed(b: Builder, loop: LoopPhis) -> set[Cell]:
    """Return the frozen objects that all walks of the body have in common.

    What the body allocates is another object in each walk.
    """
    before, made = loop.before, loop.summaries
    return {cell for cell in b.heap.fixed if before.knows(cell) or cell in made}


def _entries(b: Builder, node, before: State, names: list[str]) -> dict[str, Value]:
    """Return the values of variables in front of a loop.

    Nobody reads one that may have no value there if each iteration binds it first.
    """
    entries = {v: before.variables.get(v, UNBOUND) for v in names}
    if _certainly_runs(node):
        for v in set(names) - needed_in_front(node.body, frozenset(names)):
            if any(atom.name in b.phis.unbound for atom in atoms(entries[v])):
                entries[v] = UNBOUND
    return entries


def _certainly_runs(node: gast.For | gast.While) -> bool:
    """Whether a loop is over a range of numbers that are written out, and not empty."""
    if not isinstance(node, gast.For) or not isinstance(node.iter, gast.Call):
        return False
    arguments = node.iter.args
    if getattr(node.iter.func, "id", "") != "range" or not all(
        isinstance(part, gast.Constant) and type(part.value) is int
        for part in arguments
    ):
        return False
    return len(range(*(part.value for part in arguments))) > 0


def _own(b: Builder, loop: LoopPhis, entries: dict[str, Value]) -> None:
    """Transfer ownership to the phis of values that are owned in front of the loop."""
    for variable, entry in entries.items():
        if variable not in loop.shared:
            target = loop.targets[variable]
            ownership_transfer.own(b, (variable,), target, [entry], [loop.before])
            _note_one_list(b, target, entry)
    for cell, contents in loop.cells.items():
        if (
            isinstance(contents, tuple)
            and cell not in loop.shared | loop.summaries.keys()
        ):
            ownership_transfer.own_items(b, (cell,), contents[1], [cell], [loop.before])


def _note_one_list(b: Builder, target: Value, entry: Value) -> None:
    """Record that a phi is an alias of the list that enters the loop."""
    if isinstance(target, Atom) and isinstance(target.kind, ListOf):
        if isinstance(entry, Atom) and target.name not in b.memory.owned:
            b.note_view(target.name, entry.name)


def _enter(b: Builder, loop: LoopPhis, entries: dict[str, Value]) -> None:
    """Emit the entry copies of the phis, once the body was walked."""
    released = set(b.memory.released)
    for variable, entry in entries.items():
        _assign(b, loop, variable, loop.targets[variable], entry)
    for cell, contents in loop.cells.items():
        if cell not in loop.summaries:
            _assign_contents(b, loop, contents, cell)
    b.memory.released = (
        released  # views made in the body look into later arrays than these
    )


def _assign(b: Builder, loop: LoopPhis, holder: Holder, target, value) -> None:
    """Emit the entry copies of the phi of a variable, or in a container."""
    if isinstance(target, Maybe) and value in (NONE, UNBOUND):
        operations.copy_into(b, holder, target.flag, literal(True))
        _fill(b, loop, holder, target.value, ())
        return
    if isinstance(value, Unbound):
        return
    if isinstance(target, Cell):
        if target is not value:
            _assign_contents(b, loop, loop.cells[target], value)
    elif type(target) is Sequence and is_container(value):
        for part, item in zip(target.items, value.items):
            _assign(b, loop, holder, part, item)
    else:
        operations.copy_into(b, holder, target, value)


def _fill(b: Builder, loop: LoopPhis, holder: Holder, target, around: tuple) -> None:
    """Emit placeholders for the contents of objects that later iterations allocate."""
    if not isinstance(target, Cell):
        optional_merge.fill(b, holder, target)
    elif target in loop.summaries and target not in around:
        contents = loop.cells[target]
        for part in (contents,) if isinstance(contents, Atom) else contents[1]:
            _fill(b, loop, target, part, (*around, target))


def _assign_contents(b: Builder, loop: LoopPhis, contents, value: Cell) -> None:
    if isinstance(contents, Atom):
        operations.copy_into(b, value, contents, value.contents)
        return
    for part, item in zip(contents[1], phi_copies.aligned(b, value, contents[0])):
        _assign(b, loop, value, part, item)


def _never_entered(b: Builder, before: State, after: frozenset[str]) -> list:
    """Return the body of a loop that is not reachable yet: it changes no variable."""
    if not b.control.loops:
        raise b.control.unreached[-1]
    b.state, b.frame.live = before, after
    return [gast.Pass()]


def _assigned(b: Builder, node: gast.For | gast.While) -> set[str]:
    """Return the variables that an iteration may bind to something else."""
    bound = bound_in_block(node.body) & b.frame.local_names
    return set(bound) - {v for v in only_augmented(node.body) if _is_one(b, v)}


def _is_one(b: Builder, variable: str) -> bool:
    """Whether `y += v` changes the array or list of a variable in place."""
    value = b.frame.variables.get(variable)
    if isinstance(value, Cell):
        return not isinstance(value, Instance)
    if not isinstance(value, Atom) or not isinstance(value.kind, Array):
        return False
    if value.name is None or value.name in b.memory.numbers or not value.kind.shape:
        return False
    is_bound_anew = b.memory.places.get(value.name) == (b.frame, b.control.loops + 1)
    return not is_bound_anew


def _unsettled(b: Builder, node: gast.AST, refused: list) -> Exception:
    if refused:
        return refused[0]
    restart.unroll_if_possible(b, exact=True)
    return b.error(
        "the kinds of this loop's variables do not settle.",
        "Give each variable one kind (dtype and number of axes).",
        node,
    )


def _order(before: dict, assigned: set[str]) -> list[str]:
    known = [v for v in before if v in assigned]
    return known + sorted(assigned - set(known))
