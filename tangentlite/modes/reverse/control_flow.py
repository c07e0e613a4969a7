"""Reverse mode of branches and loops."""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentlite.analysis.statement_effects import written
from tangentlite.ir import build
from tangentlite.ir.rewrite import Block, bound_in, leaves_loop, reads, statements
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.modes.recursion.recursive_activity import array_arguments
from tangentlite.modes.reverse import list_adjoints
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.rules import unbroadcast
from tangentlite.modes.tape import tape, trip_count
from tangentlite.values.base import Atom

# Emits the adjoints of a block and returns its forward half.
Reverse = Callable[[Sweep, Block], list[gast.stmt]]


def reverse_if(s: Sweep, node: gast.If, reverse: Reverse) -> list[gast.stmt]:
    """Reverse the branch that was taken; the condition is kept in a flag."""
    b = s.b
    _prepare_in_place(s, [node], bound_in([node]))
    before = dict(s.adjoints)
    s.depth += 1
    halves, ends, bodies = [], [], []
    for block in (node.body, node.orelse):
        s.adjoints = dict(before)
        with b.alongside(block) as body:
            halves.append(reverse(s, block))
        ends.append(s.adjoints)
        bodies.append(body)
        b.line = node.lineno
    joined = bound_in(node.body) & bound_in(node.orelse)
    targets = _merge(s, ends, bodies, joined)
    kept = [
        tape.assemble_branch(s, half, body, targets)
        for half, body in zip(halves, bodies)
    ]
    bodies = [body for _, body in kept]
    s.depth -= 1
    if not any(bodies):
        forward = build.branch(node.test, halves[0], halves[1], node.lineno)
        return [forward]
    flag = b.fresh("branch", Scalar("bool", True))
    b.add(build.branch(build.name(flag), bodies[0], bodies[1], node.lineno))
    return [
        *s.new_lists(),
        build.assign(flag, _as_flag(s, node.test), node.lineno),
        build.branch(build.name(flag), kept[0][0], kept[1][0], node.lineno),
    ]


def _as_flag(s: Sweep, test: gast.expr) -> gast.expr:
    """Return a condition that stays as it is, where a list that it may be changes."""
    values = [test]
    while any(isinstance(value, gast.BoolOp) for value in values):
        parts = (v.values if isinstance(v, gast.BoolOp) else [v] for v in values)
        values = [value for part in parts for value in part]
    names = [value.id for value in values if isinstance(value, gast.Name)]
    if not any(isinstance(s.b.kinds.get(name), ListOf) for name in names):
        return test
    return build.call(s.b.references.function(bool), [test])


def _merge(s: Sweep, ends: list, bodies: list, joined: set[str]) -> set[str]:
    """Give each adjoint that differs between the branches one name; the names."""
    b = s.b
    after: dict[str, Atom] = {}
    targets: set[str] = set()
    for name in dict.fromkeys([*ends[0], *ends[1]]):
        values = [end.get(name) for end in ends]
        if values[0] is not None and values[1] is not None:
            if values[0].node is values[1].node or values[0] == values[1]:
                after[name] = values[0]
                continue
        if name in joined or name not in b.kinds:
            continue
        kind = s.joined_kind(name)
        target = s.joined_name(name)
        exclusive = []
        for end, body in zip(ends, bodies):
            s.adjoints = end
            with b.into(body):
                value = _full_or_zero(s, name)
                exclusive.append(s.is_exclusive(name, value) or name not in end)
                _hand_over(s, target, value)
        if all(exclusive) and isinstance(kind, Array) and s.stays_array(name):
            s.accumulators[target] = name
        after[name] = Atom(build.name(target), kind)
        targets.add(target)
    s.adjoints = after
    return targets


def _hand_over(s: Sweep, target: str, value: Atom) -> None:
    """Assign an adjoint to a name that several paths assign."""
    b = s.b
    b.add(build.assign(target, value.node, b.line))
    if value.name in b.memory.owned and not b.memory.views.get(value.name):
        if not b.memory.views.get(target):
            b.memory.owned.add(target)
    elif value.name is not None:
        b.memory.owned.discard(target)
        b.note_view(target, value.name)


def _full_or_zero(s: Sweep, name: str) -> Atom:
    if isinstance(s.b.kinds[name], ListOf):
        return list_adjoints.shadow_of(s, name)
    return s.full(name)


def reverse_loop(
    s: Sweep, node: gast.For | gast.While, reverse: Reverse
) -> list[gast.stmt]:
    """Run the iterations backwards, each iteration's adjoint from what it kept."""
    b = s.b
    used = _active_reads(s, node.body)
    local = bound_in([node])
    ending = [last for last in node.body[-1:] if leaves_loop(last)]
    iteration = node.body[: len(node.body) - len(ending)]
    copies = tape.back_edge_copies(iteration, b.phis.joined)
    carried = [copy.targets[0].id for copy in copies]
    carried += sorted(local & b.phis.joined & set(s.adjoints))
    outside = sorted(name for name in used if name not in local)
    _prepare_in_place(s, [node], local)
    joined = [
        name
        for name in dict.fromkeys([*carried, *outside])
        if name in s.active
        and (name in s.adjoints or name in used)
        and not _stays_in_place(s, name, local)
    ]
    outer = dict(s.adjoints)
    targets = _enter(s, joined, local)
    exclusive = [name for name in joined if s.is_exclusive(name, targets[name])]
    s.loops += 1
    s.depth += 1
    with b.alongside(iteration) as body:
        forward = reverse(s, iteration)
        b.line = node.lineno
        _close(s, targets, exclusive)
    s.loops -= 1
    s.depth -= 1
    s.adjoints = {name: v for name, v in outer.items() if name not in local}
    s.adjoints.update(targets)
    s.accumulators.update({str(targets[name].name): name for name in exclusive})
    if not body:
        return [trip_count.rebuilt(node, [*forward, *ending])]
    read = set(_names(targets))
    return tape.assemble_loop(s, node, (forward, ending), body, read)


def _names(targets: dict[str, Atom]) -> list[str]:
    return [atom.name for atom in targets.values() if atom.name is not None]


def _active_reads(s: Sweep, body: Block) -> set[str]:
    return {
        name
        for statement in statements(body)
        if not isinstance(statement, (gast.If, gast.While, gast.For))
        for name in reads(statement)
        if name in s.active
    }


def _prepare_in_place(s: Sweep, block: Block, local: set[str]) -> None:
    """Allocate, before a loop or branch, the adjoints it adds to element by element."""
    for name in _written_in_place(s, block):
        if name in local or name in s.b.phis.unbound:  # no array to make one like
            continue
        if isinstance(s.b.kinds[name], ListOf):
            list_adjoints.shadow_of(s, name)
        else:
            s.accumulator(name)


def _written_in_place(s: Sweep, block: Block) -> list[str]:
    """Active arrays of which a block reads or writes elements, and active lists."""
    found: dict[str, None] = {}
    for statement in statements(block):
        for name in _element_owners(s, statement):
            if name in s.active:
                found[name] = None
        for name in reads(statement):
            if name in s.active and isinstance(s.b.kinds.get(name), ListOf):
                found[name] = None
    return list(found)


def _element_owners(s: Sweep, statement: gast.stmt):
    yield from array_arguments(s.b, statement)
    changed = written(statement)
    if changed is not None:
        yield changed
    if isinstance(statement, gast.Assign):
        value = statement.value
        if isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name):
            yield value.value.id


def _stays_in_place(s: Sweep, name: str, local: set[str]) -> bool:
    if name in s.shadows:
        return True
    known = s.adjoints.get(name)
    if known is None or name in local:
        return False
    return isinstance(s.b.kinds[name], ListOf) or s.is_exclusive(name, known)


def _enter(s: Sweep, joined: list[str], local: set[str]) -> dict[str, Atom]:
    """Emit the first values of the adjoints that the backward loop carries."""
    b = s.b
    targets = {}
    for name in joined:
        if isinstance(b.kinds[name], ListOf):
            value = list_adjoints.shadow_of(s, name)
        else:
            value = s.full(name)
        target = s.joined_name(name)
        exclusive = s.is_exclusive(name, value) or name not in s.adjoints
        buffer = s.is_buffer(name)
        if buffer and name in local and not exclusive:
            value, exclusive = (
                unbroadcast.own_copy(b, value, s.atom(name), s.base(name)),
                True,
            )
        _hand_over(s, target, value)
        # Of a value, an iteration hands a new array to the one before it each time.
        if exclusive and (buffer or name not in local):
            if isinstance(b.kinds[name], Array) and s.stays_array(name):
                s.accumulators[target] = name
        targets[name] = Atom(build.name(target), b.kinds[target])
    s.adjoints = {**s.adjoints, **targets}
    return targets


def _close(s: Sweep, targets: dict[str, Atom], exclusive: list[str]) -> None:
    """Emit the next values of the adjoints that the backward loop carries.

    The `exclusive` ones are added to in place, though the body may have handed them on.
    """
    b = s.b
    moves = []
    changing = {target.name for target in targets.values()}
    for name, target in targets.items():
        value = _full_or_zero(s, name)
        if value.name == target.name:
            continue
        needs_own = name in exclusive and not s.is_exclusive(name, value)
        if needs_own and name in s.adjoints:
            value = unbroadcast.own_copy(b, value, s.atom(name), s.base(name))
        elif value.name in changing:
            held = b.fresh("t_bar", b.kinds[value.name])
            b.add(build.assign(held, value.node, b.line))
            value = Atom(build.name(held), value.kind)
        moves.append((target, value))
    for target, value in moves:
        _hand_over(s, target.name, value)
