"""The transfer between the halves of a block: pushes in one, pops in the other."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

import gast
import numpy as np

from tangentlite.analysis import store_or_recompute
from tangentlite.analysis.liveness.dead_code import prune
from tangentlite.analysis.store_or_recompute import Plan
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import another
from tangentlite.ir import build
from tangentlite.ir.names import derived
from tangentlite.ir.rewrite import (
    Block,
    binds,
    bound_in,
    leaves_loop,
    map_names,
    map_statement,
    names_in,
    read_in,
    statements,
)
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.tape import trip_count
from tangentlite.modes.tape.costs import cost_of, values_in_arrays
from tangentlite.modes.tape.save_comparisons import save_comparisons
from tangentlite.modes.tape.save_shapes import save_shapes
from tangentlite.modes.tape.saved_copies import values_of_copies


def assemble_branch(
    s: Sweep, forward: list[gast.stmt], backward: list[gast.stmt], targets: set[str]
) -> tuple[list[gast.stmt], list[gast.stmt]]:
    """Return the halves of a branch, with pushes and pops of what the backward reads.

    `targets` are the names that the statements behind the backward branch read.
    Outside loops the branch's own names still hold their values.
    """
    backward, needed = pruned(s, backward, live_after(backward, targets))
    if not s.loops:
        return forward, backward
    wanted = _in_order(s, forward, needed)
    if not wanted:
        return forward, backward
    in_arrays = values_in_arrays(s, forward)
    known = {**values_of_copies(s, forward, wanted), **in_arrays}
    plan = store_or_recompute.plan(forward, wanted, cost_of(s, in_arrays), known)
    backward, plan, shapes = save_shapes(s, backward, plan)
    renamed: dict[str, str] = {}
    stack = s.stack if s.loops == 1 else ""  # of a recursive function, not of a loop
    push, pop = _transfer(s, plan, shapes, renamed, stack)
    body = [*pop, *_renamed(backward, renamed)]
    split = len(forward) - len(back_edge_copies(forward, s.b.phis.joined))
    return [*forward[:split], *push, *forward[split:]], body


def pruned(
    s: Sweep, backward: Block, live: frozenset[str]
) -> tuple[list[gast.stmt], frozenset[str]]:
    """Drop the dead code of a backward half; return the rest, and the names it reads.

    A write into a shadow may be seen through any other one.
    """
    live |= s.shadow_names
    backward, needed = prune(backward, live, s.b.references.objects, s.b.memory.views)
    return backward, needed - (s.shadow_names - read_in(backward))


def live_after(backward: Block, targets: set[str]) -> frozenset[str]:
    """Return the names that are live behind a backward half.

    Its `targets`, and what it writes in place.
    """
    local = {
        name
        for statement in statements(backward)
        if not isinstance(statement, gast.AugAssign)
        for name in binds(statement)
    }
    return frozenset(targets | (read_in(backward) - local))


def assemble_loop(
    s: Sweep,
    node: gast.For | gast.While,
    iteration: tuple[list[gast.stmt], list[gast.stmt]],
    backward: list[gast.stmt],
    targets: set[str],
) -> list[gast.stmt]:
    """Emit the backward loop and return the forward one with its pushes.

    `iteration` holds the statements that each iteration runs, and the exit at its
    end. The pushes stand behind all other exits: iterations that take one of those are
    not counted, as their derivatives are zero.
    """
    b = s.b
    forward, ending = iteration
    backward, needed = pruned(s, backward, live_after(backward, targets))
    wanted = _in_order(s, forward, needed)
    counter = node.target.id if isinstance(node, gast.For) else None
    back_edge = back_edge_copies(forward, b.phis.joined)
    in_arrays = values_in_arrays(s, forward)
    cost = cost_of(s, in_arrays)
    wanted = [n for n in wanted if n != counter]
    known = {**values_of_copies(s, forward, wanted), **in_arrays}
    plan = store_or_recompute.plan(forward, wanted, cost, known)
    compares, backward = save_comparisons(s, forward, backward, plan.saved)
    if compares:
        split = len(forward) - len(back_edge)
        forward = [*forward[:split], *compares, *forward[split:]]
        backward, needed = pruned(s, backward, live_after(backward, targets))
        wanted = [n for n in _in_order(s, forward, needed) if n != counter]
        plan = store_or_recompute.plan(forward, wanted, cost, known)
    backward, plan, shapes = save_shapes(s, backward, plan)
    exits = [k for k, other in enumerate(forward) if leaves_loop(other)]
    left = bound_in([forward[k] for k in exits])
    plan, resumed = _resume(plan, back_edge, left)
    # Named before the transfer: what is recomputed may read them.
    renamed = {value: another(b, n) for value, n in resumed.items()}
    for value in s.shadow_names.intersection(renamed):
        b.note_view(renamed[value], value)
    if counter is not None:
        renamed[counter] = b.fresh(b.base_of(counter), Scalar("int64", True))
    push, pop = _transfer(s, plan, shapes, renamed)
    restore, updates = [], []
    for value, phi in resumed.items():
        held = renamed[value]
        restore.append(build.assign(held, build.name(phi), node.lineno))
        updates.append(build.assign(held, build.name(renamed[phi]), node.lineno))
    body = [*pop, *_renamed(backward, renamed), *updates]
    split = len(forward) - len(back_edge)
    pushed = (names_in(shapes[n]) if n in shapes else [n] for n in plan.saved)
    read = {name for names in pushed for name in names}
    if not read & bound_in(forward[:split]):
        split = exits[-1] + 1 if exits else 0  # what the iteration starts from
    b.block.extend(restore)
    backwards = None if counter is None else renamed[counter]
    before, push = trip_count.emit_backward(s, node, push, body, backwards)
    forward = [*forward[:split], *push, *forward[split:], *ending]
    return [*s.new_lists(), *before, trip_count.rebuilt(node, forward)]


def _in_order(s: Sweep, forward: Block, needed: frozenset[str]) -> list[str]:
    """Return the names bound in a block that its backward half reads, in order.

    A name that may be unbound elsewhere is saved where it is read, in this very block.
    """
    found: dict[str, None] = {}
    for statement in statements(forward):
        for name in binds(statement):
            if name in needed:
                found[name] = None
    for name in sorted(read_in(forward)):
        if name in s.b.phis.unbound and name in needed:
            found[name] = None
    return list(found)


def back_edge_copies(body: Block, phis: set[str]) -> list[gast.Assign]:
    """Return the copies at the end of a body into the phis of its head, last first."""

    def is_copy(statement: gast.stmt) -> bool:
        target = getattr(statement, "targets", [None])[0]
        return getattr(target, "id", "") in phis

    return list(takewhile(is_copy, reversed(body)))


def _resume(
    plan: Plan, back_edge: list[gast.Assign], exiting: set[str]
) -> tuple[Plan, dict[str, str]]:
    """Leave out of a plan the values at the end of iterations whose phis are saved.

    What an iteration assigns to a phi at its end is what the next one finds in it, so
    that the backward sweep has popped it already; but for phis that `exiting` branches
    assign. Returns what is left out with its phi, too.
    """
    phis = {
        copy.value.id: copy.targets[0].id
        for copy in back_edge
        if isinstance(copy.value, gast.Name)
    }
    resumed = {
        value: phi
        for value, phi in phis.items()
        if phi not in exiting and value in plan.saved and phi in plan.saved
    }
    saved = tuple(name for name in plan.saved if name not in resumed)
    return Plan(saved, plan.recomputed), resumed


def _transfer(
    s: Sweep,
    plan: Plan,
    shapes: dict[str, gast.expr],
    renamed: dict[str, str],
    stack: str = "",
) -> tuple[list[gast.stmt], list[gast.stmt]]:
    """Return the statements that push and those that pop; extend the new names.

    They have a list of their own unless there is a `stack` that all share.
    """
    b = s.b
    push: list[gast.stmt] = []
    pop: list[gast.stmt] = []
    line = b.line
    for name in plan.saved:
        renamed[name] = another(b, name)
        if name in s.shadow_names:  # the array itself is saved, no copy
            b.note_view(renamed[name], name)
    for group in _groups(s, plan.saved, bool(stack)):
        base = derived(group[0], "_saved") if len(group) == 1 else "saved"
        kind = tuple(b.kinds[n] for n in group)
        tape = stack
        if not stack:
            tape = b.fresh(base, ListOf(kind if len(kind) > 1 else kind[0]))
            s.lists.append(build.assign(tape, gast.List([], build.LOAD), line))
        for name in sorted(s.shadow_names.intersection(group)):
            b.note_view(renamed[name], tape)  # it is the same array behind the pop
        items = [shapes.get(n) or build.name(n) for n in group]
        push.append(_push(tape, items, line))
        pop.append(_pop(tape, [renamed[n] for n in group], line))
    for statement in plan.recomputed:
        name = statement.targets[0].id
        renamed[name] = another(b, name)
        if name in s.shadow_names:
            b.note_view(renamed[name], name)
        source = getattr(getattr(statement.value, "value", None), "id", None)
        if isinstance(b.kinds[name], Array) and source is not None:
            b.note_view(renamed[name], renamed.get(source, source))
    for statement in plan.recomputed:
        pop.append(renamed_statement(statement, renamed))
    return push, pop


def _push(tape: str, items: list[gast.expr], line: int) -> gast.stmt:
    """Append values to a list as one item."""
    value = items[0] if len(items) == 1 else build.display(items, tuple)
    append = build.attribute(build.name(tape), "append")
    return build.effect(build.call(append, [value]), line)


def _pop(tape: str, names: list[str], line: int) -> gast.stmt:
    """Assign the last item of a list to names."""
    value = build.call(build.attribute(build.name(tape), "pop"))
    targets = [build.stored(name) for name in names]
    target = targets[0] if len(targets) == 1 else gast.Tuple(targets, build.STORE)
    return build.at(gast.Assign([target], value, None), line)


def _groups(s: Sweep, saved: Iterable[str], whole: bool) -> list[tuple[str, ...]]:
    """Return names in groups with a list each: arrays that are phis are alone.

    They are saved before the others are computed, and their names are free then.
    """
    b = s.b
    phis = set() if whole else b.phis.joined
    alone = [n for n in saved if n in phis and isinstance(b.kinds[n], Array)]
    rest = tuple(name for name in saved if name not in alone)
    return [*([rest] if rest else ()), *((name,) for name in alone)]


def through(
    b: Builder, names: list[str], stack: str, repeats: bool
) -> tuple[list[gast.stmt], list[gast.stmt]]:
    """Return statements that push values on a stack as one item, and that pop them.

    The backward sweep empties lists among them; where it `repeats`, it takes copies.
    """
    if not names:
        return [], []
    line = b.line
    push = _push(stack, [build.name(name) for name in names], line)
    pop = [_pop(stack, names, line)]
    for name in names if repeats else ():
        if isinstance(b.kinds[name], ListOf):
            pop.append(build.assign(name, copied(b, name), line))
    return [push], pop


def copied(b: Builder, name: str) -> gast.expr:
    """Return the expression of a copy of an array or a list.

    A list that no path has made yet is None, and is copied as an empty one.
    """
    is_list = isinstance(b.kinds[name], ListOf)
    held: gast.expr = build.name(name)
    if is_list and name in b.phis.joined:
        held = gast.BoolOp(gast.Or(), [held, build.display([], tuple)])
    return build.call(b.references.function(list if is_list else np.copy), [held])


def renamed_statement(statement: gast.stmt, renamed: dict[str, str]) -> gast.stmt:
    """Return a statement with other names."""

    def expression(read: gast.Name) -> gast.expr:
        return build.name(renamed[read.id]) if read.id in renamed else read

    return map_statement(
        statement,
        lambda node: map_names(node, expression),
        lambda name: renamed.get(name, name),
    )


def _renamed(block: Block, renamed: dict[str, str]) -> list[gast.stmt]:
    return [renamed_statement(statement, renamed) for statement in block]
