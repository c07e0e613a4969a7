"""Adjoints of recursive functions: a pair of functions that share a stack.

`t = g(x, n)` becomes `t = g_fwd(x, n, stack)` and `x_bar += g_bwd(stack, t_bar)`: the
first pushes what the second reads, and as calls are reversed in reverse order, each
pops what its own call pushed. Adjoints of arrays and lists are arguments that are added
to in place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import gast

from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import another
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.marked_names import Writer
from tangentlite.ir.rewrite import (
    Block,
    binds,
    blocks,
    leaves_loop,
    map_statement,
    statements,
)
from tangentlite.kinds.kind import Array, Kind, ListOf, Opaque, Scalar, Structure, like
from tangentlite.modes.aliased import pointers
from tangentlite.modes.aliased.renamed_writes import written_names
from tangentlite.modes.lists import list_adjoints
from tangentlite.modes.recursion.callees import function_of
from tangentlite.modes.recursion.recursive_activity import (
    Pair,
    Pairs,
    Strategy,
    active_in,
    active_results,
    is_shared,
    pointers_of,
    results_of,
)
from tangentlite.modes.reverse import adjoint_statements
from tangentlite.modes.reverse.sweep import Sweep, part_key, pieces_of
from tangentlite.modes.rules import unbroadcast
from tangentlite.modes.rules.operation import value_of
from tangentlite.modes.tape import tape
from tangentlite.specialize.functions.recursion.core_functions import (
    Callee,
    in_sizes_of_call,
    names_of,
    result_expression,
)
from tangentlite.values.base import Atom, required_atom


def named(b: Builder, found: Mapping[Callee, set[int]]) -> Pairs:
    """Name the two functions of each recursive function that carries derivatives."""
    pairs = {}
    for callee, positions in found.items():
        results = active_results(b, callee, positions)
        forward = b.names.fresh(f"{callee.title}_fwd")
        backward = Writer(b.names.fresh(f"{callee.title}_bwd"))
        pairs[callee] = Pair(
            forward, backward, tuple(sorted(positions)), tuple(results)
        )
        for name in (forward, backward):
            b.references.objects[name] = replace(callee, name=name, pure=False)
    return pairs


def pair(
    b: Builder, callee: Callee, pairs: Pairs, repeats: bool, strategy: Strategy
) -> Iterator[Function]:
    """Yield the two functions; the backward one may run several times."""
    names, own = names_of(callee), pairs[callee]
    stack = b.fresh("stack", ListOf(None))
    s = sweep_of(b, callee, strategy, pairs)
    s.repeats = repeats
    s.stack, s.loops, s.depth = stack, 1, 1
    seeds, shadows, found = [], [], []
    with b.inside(names), b.alongside(callee.block) as backward:
        b.line = callee.line
        for position in own.active:
            if is_shared(b, callee, position):
                shadows.append(_shadow(s, names[position]))
        for position in own.results:
            seeds.append(seed(s, results_of(callee)[position]))
        forward = adjoint_statements.reverse_block(s, callee.block)
        forward = [*s.lists, *forward]
        b.line = callee.line
        _write_back(s, shadows)
        for position in own.active:
            if not is_shared(b, callee, position):
                found.append(s.full(names[position]).node)
    end = build.result(returned(found), callee.line)
    live = frozenset({*shadows, stack})  # whatever is pushed is popped
    backward, needed = tape.pruned(s, [*backward, end], live)
    given = {*seeds, *shadows, stack}
    saved = [n for n in [*names, *_bound(forward)] if n in needed and n not in given]
    surely = _surely_bound(forward) | {*names}
    may_be_unbound = [n for n in saved if n not in surely]
    forward, renamed = _with_copies(b, forward, may_be_unbound)
    saved = [renamed.get(name, name) for name in saved]
    backward = [tape.renamed_statement(s, renamed) for s in backward]
    push, pop = tape.through(b, saved, stack, repeats)
    for name in s.shadow_names:  # it is the same array behind the pop
        b.note_view(renamed.get(name, name), stack if repeats else None)
    result = build.result(result_expression(callee), callee.line)
    body = [*forward, *push, result]
    yield function_of(b, own.forward, [*names, stack], body)
    body = [*pop, *backward]
    yield function_of(b, own.backward, [stack, *seeds, *shadows], body)


def _surely_bound(block: Block) -> set[str]:
    """Return the names that have a value behind a block, whatever path was taken."""
    found: set[str] = set()
    for statement in block:
        if isinstance(statement, gast.If):
            found |= _surely_bound(statement.body) & _surely_bound(statement.orelse)
        elif isinstance(statement, gast.Assign):
            found |= set(binds(statement))
    return found


def _with_copies(
    b: Builder, forward: list[gast.stmt], names: list[str]
) -> tuple[list[gast.stmt], dict[str, str]]:
    """Give names that some paths do not bind copies that all paths do.

    Before: `if c: t = f(x)`. After: `k = None; if c: t = f(x); k = t`, so that k can be
    saved without reading a variable that has no value.
    """
    renamed = {}
    for name in names:
        renamed[name] = copy = another(b, name)
        b.phis.joined.add(copy)
        b.note_view(copy, name)
    start = [
        build.assign(copy, build.constant(None), b.line) for copy in renamed.values()
    ]
    return [*start, *_copied(forward, renamed)], renamed


def _copied(block: Block, renamed: dict[str, str]) -> list[gast.stmt]:
    result: list[gast.stmt] = []
    for statement in block:
        if any(True for _ in blocks(statement)) and not leaves_loop(statement):
            statement = map_statement(
                statement, lambda node: node, block=lambda body: _copied(body, renamed)
            )
        result.append(statement)
        for name in binds(statement):
            if name in renamed:
                copy = build.assign(renamed[name], build.name(name), statement.lineno)
                result.append(copy)
    return result


def _shadow(s: Sweep, name: str) -> str:
    b = s.b
    shadow = b.fresh(s.base(name), like(b.kinds[name]))
    s.adjoints[name] = Atom(build.name(shadow), b.kinds[shadow])
    s.accumulators[shadow] = name
    return shadow


def _write_back(s: Sweep, shadows: list[str]) -> None:
    """Write adjoints that have moved to other arrays into those of the caller."""
    for shadow in shadows:
        final = s.adjoints.get(s.accumulators[shadow])
        if final is not None and final.name != shadow:
            is_list = isinstance(s.b.kinds[shadow], ListOf)
            whole = gast.Slice(None, None, None) if is_list else build.constant(...)
            place = build.subscript(build.name(shadow), whole)
            s.b.add(build.assign(place, final.node, s.b.line))


def seed(s: Sweep, result: Atom) -> str:
    """Name the cotangent of a result, with which the sweep starts."""
    b, name = s.b, str(result.name)
    given = b.fresh(s.base(name), like(result.kind))
    value = Atom(build.name(given), b.kinds[given])
    if isinstance(result.kind, ListOf):
        list_adjoints.add_to_list(s, name, value)
    else:
        s.add(name, unbroadcast.cast(b, value, s.atom(name), s.base(name)))
    return given


def _bound(block: Block) -> list[str]:
    return list(dict.fromkeys(n for s in statements(block) for n in binds(s)))


def returned(nodes: list[gast.expr]) -> gast.expr:
    """Return one value bare, several as a tuple."""
    if not nodes:
        return build.constant(None)
    return nodes[0] if len(nodes) == 1 else build.display(nodes, tuple)


def reverse_call(s: Sweep, node: gast.Assign, callee: Callee) -> list[gast.stmt]:
    """Emit the call of the backward function; return that of the forward one."""
    b, name = s.b, next(iter(binds(node)))
    pair = s.pairs[callee]
    saved, copies = saved_arguments(s, node)
    arguments = [*saved, build.name(s.stack)]
    forward = build.assign(
        node.targets[0], build.call(build.name(pair.forward), arguments), node.lineno
    )
    seeds = [cotangent(s, name, callee, position) for position in pair.results]
    s.take(name)
    shadows, rest = [], []
    for position, kind in zip(pair.active, argument_kinds(b, callee, pair.active)):
        argument = node.value.args[position]
        if is_shared(b, callee, position):
            shadows.append(_accumulator(s, argument, kind).node)
        elif position in callee.written:
            rest.append((argument, required_atom(value_of(b, argument)).kind))
        else:
            rest.append((argument, kind))
    stack = build.name(s.stack)
    rhs = build.call(build.name(pair.backward), [stack, *seeds, *shadows])
    parts = parts_of(b, rhs, [like(kind) for _, kind in rest])
    for (argument, _), part in zip(rest, parts):
        add_part(s, argument, part)
    return [*copies, forward]


def argument_kinds(
    b: Builder, callee: Callee, positions: tuple[int, ...]
) -> list[Kind]:
    """Return the kinds that arguments have in a call, whose sizes are the caller's."""
    names = names_of(callee)
    return [in_sizes_of_call(b, b.kinds[names[position]], {}) for position in positions]


def saved_arguments(
    s: Sweep, node: gast.Assign
) -> tuple[list[gast.expr], list[gast.stmt]]:
    """Return the arguments, with copies of those whose memory is overwritten later."""
    copies: list[gast.stmt] = []
    saved = []
    for argument in node.value.args:
        name = argument.id if isinstance(argument, gast.Name) else ""
        kind = s.b.kinds.get(name)
        if isinstance(kind, (Array, ListOf)):
            if s.memory.is_overwritten_after(node, name):
                copy = another(s.b, name, "_saved")
                rhs = tape.copied(s.b, name)
                copies.append(build.assign(copy, rhs, node.lineno))
                argument = build.name(copy)
        saved.append(argument)
    return saved, copies


def cotangent(s: Sweep, name: str, callee: Callee, position: int) -> gast.expr:
    """Return the adjoint of one of the results of a call."""
    results = results_of(callee)
    if len(results) == 1:
        if isinstance(s.b.kinds[name], ListOf):
            return list_adjoints.shadow_of(s, name).node
        return (s.consumed(name) if name in s.shadows else s.full(name)).node
    known = s.adjoints.pop(part_key(name, position), None)
    if known is not None:
        return known.node
    kind = in_sizes_of_call(s.b, results[position].kind, {})
    if isinstance(kind, Scalar):
        return build.constant(0.0)
    place = build.subscript(build.name(name), build.constant(position))
    item = s.b.emit(s.b, place, kind, "t")
    return unbroadcast.zeros(s.b, item, "t_bar").node


def add_part(s: Sweep, argument: gast.expr, part: Atom) -> None:
    """Add a result of a backward call to the adjoint of an argument."""
    atom = value_of(s.b, argument)
    if not isinstance(atom, Atom) or atom.name not in s.active:
        return
    if isinstance(atom.kind, ListOf):
        list_adjoints.add_to_list(s, atom.name, part)
        return
    s.add(atom.name, unbroadcast.fit(s.b, part, atom, part, s.base(atom.name)))


def _accumulator(s: Sweep, argument: gast.expr, kind: Kind) -> Atom:
    """Return the adjoint that a call adds to; that of a constant is not read."""
    atom = required_atom(value_of(s.b, argument))
    name = str(atom.name)
    if isinstance(kind, ListOf):
        return list_adjoints.shadow_of(s, name)
    if name in s.active:
        return s.accumulator(name)
    return unbroadcast.zeros(s.b, atom, "t_bar")


def parts_of(
    b: Builder, rhs: gast.Call, kinds: list[Kind], apart: bool = False
) -> list[Atom]:
    """Emit a call, and read its results from the tuple that it returns.

    It is unpacked if its items are told `apart`.
    """
    if not kinds:
        b.add(build.effect(rhs, b.line))
        return []
    if len(kinds) == 1:
        return [b.emit(b, rhs, kinds[0], "t_bar")]
    places_ = tuple(range(len(kinds)))
    kind = Structure(tuple, places_, tuple(kinds)) if apart else Opaque(tuple)
    whole = b.emit(b, rhs, kind, "t_bar")
    places = (
        build.subscript(whole.node, build.constant(k)) for k, _ in enumerate(kinds)
    )
    return [b.emit(b, place, kind, "t_bar") for place, kind in zip(places, kinds)]


def sweep_of(b: Builder, callee: Callee, recursion: Strategy, pairs: Pairs) -> Sweep:
    """Return the state in which the reverse sweep of a recursive function starts."""
    active = active_in(b, callee, pairs[callee].active)
    memory = memory_of(callee.block, b.memory.views)
    s = Sweep(b, active, memory, pieces_of(b, memory), recursion)
    s.pairs = pairs
    written = written_names(callee.block, b.kinds)
    s.buffers = frozenset(map(memory.place, written))
    s.shadows = pointers.named(b, pointers_of(b, callee) & active, s.base)
    return s
