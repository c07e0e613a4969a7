"""Recursive functions whose derivatives are differentiated again.

`t = g(x, n)` stays, and its reversal is `x_bar = g_bwd(x, n, t_bar)`, a function that
runs `g` again for what it reads: it writes nothing that it is given, so it is a
recursive function like any other. A recursion of depth k costs k times as much.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import gast

from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import binds
from tangentlite.kinds.kind import ListOf, like
from tangentlite.modes.recursion import function_pairs
from tangentlite.modes.recursion.callees import function_of
from tangentlite.modes.recursion.recursive_activity import (
    Strategy,
    active_results,
    results_of,
)
from tangentlite.modes.recursion.recursive_sweep import sweep_of
from tangentlite.modes.reverse import adjoint_statements, list_adjoints
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.specialize.functions.recursion.core_functions import Callee, names_of


@dataclass(frozen=True)
class Again:
    """The function that gives the adjoints of a recursive function's arguments."""

    backward: str
    active: tuple[int, ...]
    results: tuple[int, ...]


def named(b: Builder, found: dict[Callee, set[int]]) -> dict[Callee, Again]:
    """Name the backward function of each recursive function with derivatives."""
    made = {}
    for callee, positions in found.items():
        name = b.names.fresh(f"{callee.title}_bwd")
        b.references.objects[name] = replace(callee, name=name)
        results = tuple(active_results(b, callee, positions))
        made[callee] = Again(name, tuple(sorted(positions)), results)
    return made


def functions_of(b: Builder, pairs: dict[Callee, Again], keeps: bool) -> list[Function]:
    """Return the backward functions."""
    return [_function(b, callee, again, pairs) for callee, again in pairs.items()]


def _function(b: Builder, callee: Callee, again: Again, pairs: dict) -> Function:
    names = names_of(callee)
    s = sweep_of(b, callee, again.active)
    s.pairs, s.recursion = pairs, AGAIN
    with b.inside(names), b.alongside(callee.block) as backward:
        b.line = callee.line
        outcomes = results_of(callee)
        seeds = [
            function_pairs.seed(s, outcomes[position]) for position in again.results
        ]
        forward = adjoint_statements.reverse_block(s, callee.block)
        b.line = callee.line
        found = [_adjoint(s, names[position]) for position in again.active]
    end = build.result(function_pairs.returned(found), callee.line)
    body = [*forward, *backward, end]
    return function_of(b, again.backward, [*names, *seeds], body)


def _adjoint(s: Sweep, name: str) -> gast.expr:
    if isinstance(s.b.kinds[name], ListOf):
        return list_adjoints.shadow_of(s, name).node
    return s.full(name).node


def reverse_call(s: Sweep, node: gast.Assign, callee: Callee) -> list[gast.stmt]:
    """Emit the call of the backward function; the forward one stays as it is."""
    b, name = s.b, next(iter(binds(node)))
    again = s.pairs[callee]
    held, copies = function_pairs.held_arguments(s, node)
    seeds = [
        function_pairs.cotangent(s, name, callee, position)
        for position in again.results
    ]
    s.take(name)
    rhs = build.call(build.name(again.backward), [*held, *seeds])
    kinds = [like(k) for k in function_pairs.argument_kinds(b, callee, again.active)]
    arguments = [node.value.args[position] for position in again.active]
    for argument, part in zip(arguments, function_pairs.parts_of(b, rhs, kinds)):
        function_pairs.add_part(s, argument, part)
    return [*copies, node]


AGAIN = Strategy(named, reverse_call, functions_of)
