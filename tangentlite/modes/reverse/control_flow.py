"""Reverse mode of branches and loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import gast

from tangentlite.analysis.statement_effects import written
from tangentlite.ir import build
from tangentlite.ir.rewrite import Block, bound_in, leaves_loop, reads, statements
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.modes.lists import list_adjoints
from tangentlite.modes.recursion.recursive_activity import array_arguments
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.rules import unbroadcast
from tangentlite.modes.tape import tape, trip_count
from tangentlite.values.base import Atom

# Emits the adjoints of a block and returns its forward half.
Reverse = Callable[[Sweep, Block], list[gast.stmt]]
# adjoints by the names of their primals
Adjoints = dict[str, Atom]


def reverse_if(s: Sweep, node: gast.If, reverse: Reverse) -> list[gast.stmt]:
    """Reverse the branch that was taken; the condition is saved in a flag."""
    b = s.b
    _allocate(s, [node], bound_in([node]))
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
    bound = bound_in(node.body) & bound_in(node.orelse)
    phis = _merge(s, ends, bodies, bound)
    pairs = [
        tape.assemble_branch(s, half, body, phis) for half, body in zip(halves, bodies)
    ]
    s.depth -= 1
    if not any(backward for _, backward in pairs):
        forward = build.branch(node.test, halves[0], halves[1], node.lineno)
        return [forward]
    (forward, backward), (else_forward, else_backward) = pairs
    flag = b.fresh("branch", Scalar("bool", True))
    b.add(build.branch(build.name(flag), backward, else_backward, node.lineno))
    return [
        *s.new_lists(),
        build.assign(flag, _as_flag(s, node.test), node.lineno),
        build.branch(build.name(flag), forward, else_forward, node.lineno),
    ]


def _as_flag(s: Sweep, test: gast.expr) -> gast.expr:
    """Return a condition as it is now, where it may be a list, which may change."""
    values = [test]
    while any(isinstance(value, gast.BoolOp) for value in values):
        parts = (v.values if isinstance(v, gast.BoolOp) else [v] for v in values)
        values = [value for part in parts for value in part]
    names = [value.id for value in values if isinstance(value, gast.Name)]
    if not any(isinstance(s.b.kinds.get(name), ListOf) for name in names):
        return test
    return build.call(s.b.references.function(bool), [test])


def _merge(
    s: Sweep, ends: list[Adjoints], bodies: list[list[gast.stmt]], bound: set[str]
) -> set[str]:
    """Give each adjoint that differs between two branches a phi; return the phis.

    Names that both branches have `bound` have no adjoint in front of them.
    """
    b = s.b
    after: Adjoints = {}
    phis: set[str] = set()
    for name in dict.fromkeys([*ends[0], *ends[1]]):
        one, other = (end.get(name) for end in ends)
        if one is not None and other is not None:
            if one.node is other.node or one == other:
                after[name] = one
                continue
        if name in bound or name not in b.kinds:
            continue
        kind = s.phi_kind(name)
        phi = s.fresh_phi(name)
        exclusive = []
        for end, body in zip(ends, bodies):
            s.adjoints = end
            with b.into(body):
                value = _full_or_zero(s, name)
                exclusive.append(s.is_exclusive(name, value) or name not in end)
                _assign_phi(s, phi, value)
        if all(exclusive) and isinstance(kind, Array) and s.stays_array(name):
            s.accumulators[phi] = name
        after[name] = Atom(build.name(phi), kind)
        phis.add(phi)
    s.adjoints = after
    return phis


def _assign_phi(s: Sweep, phi: str, value: Atom) -> None:
    b, source = s.b, value.name
    b.add(build.assign(phi, value.node, b.line))
    if source is None:
        return
    if source in b.memory.owned and not b.memory.views.get(source):
        if not b.memory.views.get(phi):
            b.memory.owned.add(phi)
    else:
        b.memory.owned.discard(phi)
        b.note_view(phi, source)


def _full_or_zero(s: Sweep, name: str) -> Atom:
    if isinstance(s.b.kinds[name], ListOf):
        return list_adjoints.shadow_of(s, name)
    return s.full(name)


def reverse_loop(
    s: Sweep, node: gast.For | gast.While, reverse: Reverse
) -> list[gast.stmt]:
    """Run the iterations backwards, each with what it has saved on the tape.

    Adjoints that an iteration changes are phis of the backward loop, but for arrays
    that it adds to in place.
    """
    b = s.b
    used = _active_reads(s, node.body)
    local = bound_in([node])
    ending = [last for last in node.body[-1:] if leaves_loop(last)]
    iteration = node.body[: len(node.body) - len(ending)]
    copies = tape.back_edge_copies(iteration, b.phis.joined)
    inside = [copy.targets[0].id for copy in copies]
    inside += sorted(local & b.phis.joined & set(s.adjoints))
    outside = sorted(name for name in used if name not in local)
    _allocate(s, [node], local)
    changed = [
        name
        for name in dict.fromkeys([*inside, *outside])
        if name in s.active
        and (name in s.adjoints or name in used)
        and not _is_added_to_in_place(s, name, local)
    ]
    outer = dict(s.adjoints)
    phis = _enter(s, changed, local)
    exclusive = [name for name in changed if s.is_exclusive(name, phis[name])]
    s.loops += 1
    s.depth += 1
    with b.alongside(iteration) as body:
        forward = reverse(s, iteration)
        b.line = node.lineno
        _emit_back_edge(s, phis, exclusive)
    s.loops -= 1
    s.depth -= 1
    s.adjoints = {name: v for name, v in outer.items() if name not in local}
    s.adjoints.update(phis)
    s.accumulators.update({str(phis[name].name): name for name in exclusive})
    if not body:
        return [trip_count.rebuilt(node, [*forward, *ending])]
    read = {str(phi.name) for phi in phis.values()}
    return tape.assemble_loop(s, node, (forward, ending), body, read)


def _active_reads(s: Sweep, body: Block) -> set[str]:
    return {
        name
        for statement in statements(body)
        if not isinstance(statement, (gast.If, gast.While, gast.For))
        for name in reads(statement)
        if name in s.active
    }


def _allocate(s: Sweep, block: Block, local: set[str]) -> None:
    """Allocate, before a loop or branch, the adjoints it adds to element by element."""
    for name in _with_elements(s, block):
        if name in local or name in s.b.phis.unbound:  # no array to make one like
            continue
        if isinstance(s.b.kinds[name], ListOf):
            list_adjoints.shadow_of(s, name)
        else:
            s.accumulator(name)


def _with_elements(s: Sweep, block: Block) -> list[str]:
    """Return active lists, and active arrays whose elements a block reads or writes."""
    found: dict[str, None] = {}
    for statement in statements(block):
        for name in _element_owners(s, statement):
            if name in s.active:
                found[name] = None
        for name in reads(statement):
            if name in s.active and isinstance(s.b.kinds.get(name), ListOf):
                found[name] = None
    return list(found)


def _element_owners(s: Sweep, statement: gast.stmt) -> Iterator[str]:
    yield from array_arguments(s.b, statement)
    changed = written(statement)
    if changed is not None:
        yield changed
    if isinstance(statement, gast.Assign):
        value = statement.value
        if isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name):
            yield value.value.id


def _is_added_to_in_place(s: Sweep, name: str, local: set[str]) -> bool:
    if name in s.shadows:
        return True
    known = s.adjoints.get(name)
    if known is None or name in local:
        return False
    return isinstance(s.b.kinds[name], ListOf) or s.is_exclusive(name, known)


def _enter(s: Sweep, changed: list[str], local: set[str]) -> Adjoints:
    """Emit the phis of the backward loop with their first values; return them."""
    b = s.b
    phis = {}
    for name in changed:
        value = _full_or_zero(s, name)
        phi = s.fresh_phi(name)
        exclusive = s.is_exclusive(name, value) or name not in s.adjoints
        buffer = s.is_buffer(name)
        if buffer and name in local and not exclusive:
            value, exclusive = (
                unbroadcast.own_copy(b, value, s.atom(name), s.base(name)),
                True,
            )
        _assign_phi(s, phi, value)
        # Of a value, each iteration passes a new array to the one before it.
        if exclusive and (buffer or name not in local):
            if isinstance(b.kinds[name], Array) and s.stays_array(name):
                s.accumulators[phi] = name
        phis[name] = Atom(build.name(phi), b.kinds[phi])
    s.adjoints = {**s.adjoints, **phis}
    return phis


def _emit_back_edge(s: Sweep, phis: Adjoints, exclusive: list[str]) -> None:
    """Emit the copies into the phis of the backward loop at the end of its body.

    The `exclusive` ones are added to in place: they get copies of their own where the
    body has passed them on.
    """
    b = s.b
    copies = []
    assigned = {str(phi.name) for phi in phis.values()}
    for name, phi in phis.items():
        value = _full_or_zero(s, name)
        if value.name == phi.name:
            continue
        needs_own = name in exclusive and not s.is_exclusive(name, value)
        if needs_own and name in s.adjoints:
            value = unbroadcast.own_copy(b, value, s.atom(name), s.base(name))
        elif value.name in assigned:  # read it before it is assigned
            held = b.fresh("t_bar", b.kinds[value.name])
            b.add(build.assign(held, value.node, b.line))
            value = Atom(build.name(held), value.kind)
        copies.append((str(phi.name), value))
    for target, value in copies:
        _assign_phi(s, target, value)
