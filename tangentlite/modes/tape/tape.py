"""Joining the two halves of a block: what is kept, and how it is read back."""

from __future__ import annotations

from collections.abc import Iterable

import gast
import numpy as np

from tangentlite.analysis import store_or_recompute
from tangentlite.analysis.liveness.dead_code import prune
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
from tangentlite.modes.tape import save_shapes, trip_count
from tangentlite.modes.tape.costs import cost_of, stored_values
from tangentlite.modes.tape.save_comparisons import keep_flags


def assemble_branch(
    s: Sweep, forward: list[gast.stmt], backward: list[gast.stmt], targets: set[str]
) -> tuple[list[gast.stmt], list[gast.stmt]]:
    """Return the halves of a branch, with what the backward one reads kept.

    `targets` are the names that the statements behind the backward branch read.
    Outside loops the branch's own names still hold their values.
    """
    backward, needed = pruned(s, backward, live_after(backward, targets))
    if not s.loops:
        return forward, backward
    wanted = _in_order(s, forward, needed)
    if not wanted:
        return forward, backward
    stored = stored_values(s, forward)
    plan = store_or_recompute.plan(forward, wanted, cost_of(s, stored), stored)
    backward, plan, shapes = save_shapes.keep_shapes(s, backward, plan)
    renamed: dict[str, str] = {}
    stack = s.stack if s.loops == 1 else ""  # of a recursive function, not of a loop
    push, pop = _transfer(s, plan, shapes, renamed, stack)
    body = [*pop, *_renamed(backward, renamed)]
    split = len(forward) - len(closing_copies(forward, s.b.phis.joined))
    return [*forward[:split], *push, *forward[split:]], body


def pruned(s: Sweep, backward: Block, live: frozenset[str]):
    """Drop what is dead in a backward half; return the rest, and what it needs.

    A write into a shadow may be seen through any other one.
    """
    live |= s.shadow_names
    backward, needed = prune(backward, live, s.b.references.objects, s.b.memory.views)
    return backward, needed - (s.shadow_names - read_in(backward))


def live_after(backward: Block, targets: set[str]) -> frozenset[str]:
    """Names read behind a backward half: its targets, and what it writes in place."""
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
    """Emit the backward loop and return the forward one with what it keeps.

    `iteration` holds the statements that each iteration runs, and the exit at its
    end. What is kept is kept behind all other exits: iterations that take one of
    those are not counted, as their derivatives are zero.
    """
    b = s.b
    forward, ending = iteration
    backward, needed = pruned(s, backward, live_after(backward, targets))
    wanted = _in_order(s, forward, needed)
    counter = node.target.id if isinstance(node, gast.For) else None
    carried = closing_copies(forward, b.phis.joined)
    posts = {
        copy.value.id: copy.targets[0].id
        for copy in carried
        if isinstance(copy.value, gast.Name)
    }
    stored = stored_values(s, forward)
    wanted = [n for n in wanted if n != counter]
    plan = store_or_recompute.plan(forward, wanted, cost_of(s, stored), stored)
    compares, backward = keep_flags(s, forward, backward, plan.kept)
    if compares:
        split = len(forward) - len(carried)
        forward = [*forward[:split], *compares, *forward[split:]]
        backward, needed = pruned(s, backward, live_after(backward, targets))
        wanted = [n for n in _in_order(s, forward, needed) if n != counter]
        plan = store_or_recompute.plan(forward, wanted, cost_of(s, stored), stored)
    backward, plan, shapes = save_shapes.keep_shapes(s, backward, plan)
    exits = [k for k, other in enumerate(forward) if leaves_loop(other)]
    left = bound_in([forward[k] for k in exits])
    plan, resumed = _resume(plan, {v: n for v, n in posts.items() if n not in left})
    # Named before the transfer: what is computed again may read them.
    renamed = {value: another(b, n) for value, n in resumed.items()}
    for value in s.shadow_names.intersection(renamed):
        b.note_view(renamed[value], value)
    if counter is not None:
        renamed[counter] = b.fresh(b.base_of(counter), Scalar("int64", True))
    push, pop = _transfer(s, plan, shapes, renamed)
    restore, updates = [], []
    for value, name in resumed.items():
        again = renamed[value]
        restore.append(build.assign(again, build.name(name), node.lineno))
        updates.append(build.assign(again, build.name(renamed[name]), node.lineno))
    body = [*pop, *_renamed(backward, renamed), *updates]
    split = len(forward) - len(carried)
    pushed = (names_in(shapes[n]) if n in shapes else [n] for n in plan.kept)
    read = {name for names in pushed for name in names}
    if not read & bound_in(forward[:split]):
        split = exits[-1] + 1 if exits else 0  # what the iteration starts from
    b.block.extend(restore)
    before, push = trip_count.emit_backward(s, node, push, body, renamed.get(counter))
    kept = [*forward[:split], *push, *forward[split:], *ending]
    return [*s.new_lists(), *before, trip_count.rebuilt(node, kept)]


def _in_order(s: Sweep, forward: Block, needed: frozenset[str]) -> list[str]:
    """Names to hand to the backward half of a block: those that the block binds.

    A name that may be unbound elsewhere is kept where it is read, in this very block.
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


def closing_copies(body: Block, joined: set[str]) -> list[gast.Assign]:
    """Return the copies at a body's end that hand values to the next iteration."""
    copies: list[gast.Assign] = []
    for statement in reversed(body):
        if not isinstance(statement, gast.Assign):
            break
        target = statement.targets[0]
        if not isinstance(target, gast.Name) or target.id not in joined:
            break
        copies.append(statement)
    return copies[::-1]


def _resume(plan: store_or_recompute.Plan, posts: dict[str, str]):
    """Take a value that the next iteration starts from out of what is kept.

    If the value at the head of each iteration is kept, the value at its end is what
    the iteration after it found there.
    """
    resumed = {
        value: name
        for value, name in posts.items()
        if value in plan.kept and name in plan.kept
    }
    kept = tuple(name for name in plan.kept if name not in resumed)
    return store_or_recompute.Plan(kept, plan.again), resumed


def _transfer(
    s: Sweep,
    plan: store_or_recompute.Plan,
    shapes: dict,
    renamed: dict[str, str],
    stack: str = "",
):
    """Return the statements that push and those that pop; extend the new names.

    They have a list of their own unless there is a `stack` that all share.
    """
    b = s.b
    push: list[gast.stmt] = []
    pop: list[gast.stmt] = []
    line = b.line
    for name in plan.kept:
        renamed[name] = another(b, name)
        if name in s.shadow_names:  # what is kept is the very array
            b.note_view(renamed[name], name)
    for kept in _lists(s, plan.kept, bool(stack)):
        base = derived(kept[0], "_saved") if len(kept) == 1 else "saved"
        kind = tuple(b.kinds[n] for n in kept)
        saved = stack
        if not stack:
            saved = b.fresh(base, ListOf(kind if len(kind) > 1 else kind[0]))
            s.lists.append(build.assign(saved, gast.List([], build.LOAD), line))
        for name in sorted(s.shadow_names.intersection(kept)):
            b.note_view(renamed[name], saved)  # what is written is found there again
        items = [shapes.get(n) or build.name(n) for n in kept]
        value = items[0] if len(items) == 1 else build.display(items, tuple)
        append = build.attribute(build.name(saved), "append")
        push.append(build.effect(build.call(append, [value]), line))
        taken = build.call(build.attribute(build.name(saved), "pop"))
        names = [build.stored(renamed[n]) for n in kept]
        target = names[0] if len(names) == 1 else gast.Tuple(names, build.STORE)
        pop.append(build.at(gast.Assign([target], taken, None), line))
    for statement in plan.again:
        name = statement.targets[0].id
        renamed[name] = another(b, name)
        if name in s.shadow_names:
            b.note_view(renamed[name], name)
        source = getattr(getattr(statement.value, "value", None), "id", None)
        if isinstance(b.kinds[name], Array) and source is not None:
            b.note_view(renamed[name], renamed.get(source, source))
    for statement in plan.again:
        pop.append(renamed_statement(statement, renamed))
    return push, pop


def _lists(s: Sweep, kept: Iterable[str], whole: bool) -> list[tuple[str, ...]]:
    """Return what is kept together: arrays that an iteration replaces by themselves.

    They are kept before the others are known, and their names are free then.
    """
    b = s.b
    carried = set() if whole else b.phis.joined
    alone = [n for n in kept if n in carried and isinstance(b.kinds[n], Array)]
    rest = tuple(name for name in kept if name not in alone)
    return [*([rest] if rest else ()), *((name,) for name in alone)]


def through(b: Builder, names: list[str], stack: str, keeps: bool):
    """Return what pushes values on a stack as one item, and what pops them.

    Lists among them are emptied by what pops them; where that is to happen again,
    copies are taken.
    """
    if not names:
        return [], []
    line = b.line
    items = [build.name(name) for name in names]
    value = items[0] if len(items) == 1 else build.display(items, tuple)
    append = build.attribute(build.name(stack), "append")
    push = build.effect(build.call(append, [value]), line)
    taken = build.call(build.attribute(build.name(stack), "pop"))
    stored = [build.stored(name) for name in names]
    target = stored[0] if len(stored) == 1 else gast.Tuple(stored, build.STORE)
    pop = [build.at(gast.Assign([target], taken, None), line)]
    for name in names if keeps else ():
        if isinstance(b.kinds[name], ListOf):
            pop.append(build.assign(name, copied(b, name), line))
    return [push], pop


def copied(b: Builder, name: str) -> gast.expr:
    """Return the expression of a copy of an array or a list.

    A list that no path has made yet is None, and has no items.
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
