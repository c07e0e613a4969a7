"""Adjoints of recursive functions that can be differentiated again: no shared stack.

`t = g(x, n)` stays, and its reversal is `x_bar = g_bwd(x, n, t_bar)`, a function that
runs `g` again for what it reads: it writes none of its arguments, so it is a recursive
function like any other. A recursion of depth k costs k times as much.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import gast

from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.marked_names import Writer
from tangentlite.ir.rewrite import binds, statements
from tangentlite.kinds.kind import ListOf, like
from tangentlite.modes.lists import list_adjoints
from tangentlite.modes.recursion import function_pairs, schedules
from tangentlite.modes.recursion.callees import function_of
from tangentlite.modes.recursion.function_pairs import sweep_of
from tangentlite.modes.recursion.recursive_activity import (
    Pair,
    Pairs,
    Strategy,
    active_results,
    callee_of,
    results_of,
)
from tangentlite.modes.reverse import adjoint_statements
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.rules.operation import value_of
from tangentlite.specialize.functions.recursion.core_functions import Callee, names_of
from tangentlite.values.base import required_atom


def named(b: Builder, found: Mapping[Callee, set[int]]) -> Pairs:
    """Name the backward function of each recursive function with derivatives."""
    pairs = {}
    for callee, positions in found.items():
        name = Writer(b.names.fresh(f"{callee.title}_bwd"))
        b.references.objects[name] = replace(callee, name=name)
        results = tuple(active_results(b, callee, positions))
        positions_ = tuple(sorted(positions))
        pairs[callee] = Pair(callee.name, name, positions_, results)
    return pairs


def function(
    b: Builder, callee: Callee, pairs: Pairs, strategy: Strategy, stacked: bool
) -> Function:
    """Return the backward function; those that it calls are reversed by a strategy.

    It makes the stack of functions that are `stacked`, if it calls some.
    """
    names, pair = names_of(callee), pairs[callee]
    s = sweep_of(b, callee, strategy, pairs)
    calls = (callee_of(b, node) for node in statements(callee.block))
    start = []
    if stacked and any(other is not None and not other.again for other in calls):
        s.stack = b.fresh("stack", ListOf(None))
        empty = gast.List([], build.LOAD)
        start.append(build.assign(s.stack, empty, callee.line))
    with b.inside(names), b.alongside(callee.block) as backward:
        b.line = callee.line
        results = results_of(callee)
        seeds = [function_pairs.seed(s, results[k]) for k in pair.results]
        forward = adjoint_statements.reverse_block(s, callee.block)
        b.line = callee.line
        found = [_adjoint(s, names[position]) for position in pair.active]
    body = [*start, *forward, *backward]
    if stacked and callee.plan is not None:
        with b.inside(names):
            body, found = schedules.scheduled(b, callee, pair, seeds, body, found)
    body.append(build.result(function_pairs.returned(found), callee.line))
    return function_of(b, pair.backward, [*names, *seeds], body)


def _adjoint(s: Sweep, name: str) -> gast.expr:
    if isinstance(s.b.kinds[name], ListOf):
        return list_adjoints.shadow_of(s, name).node
    return s.full(name).node


def reverse_call(s: Sweep, node: gast.Assign, callee: Callee) -> list[gast.stmt]:
    """Emit the call of the backward function; the forward one stays as it is."""
    b, name = s.b, next(iter(binds(node)))
    pair = s.pairs[callee]
    saved, copies = function_pairs.saved_arguments(s, node)
    seeds = [
        function_pairs.cotangent(s, name, callee, position) for position in pair.results
    ]
    s.take(name)
    rhs = build.call(build.name(pair.backward), [*saved, *seeds])
    arguments = [node.value.args[position] for position in pair.active]
    kinds = [like(k) for k in function_pairs.argument_kinds(b, callee, pair.active)]
    if callee.again:  # in the sizes of this call
        kinds = [
            like(required_atom(value_of(b, argument)).kind) for argument in arguments
        ]
    parts = function_pairs.parts_of(b, rhs, kinds, callee.again)
    for argument, part in zip(arguments, parts):
        function_pairs.add_part(s, argument, part)
    return [*copies, node]
