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
from tangentlite.ir.rewrite import binds
from tangentlite.kinds.kind import ListOf, like
from tangentlite.modes.lists import list_adjoints
from tangentlite.modes.recursion import function_pairs
from tangentlite.modes.recursion.callees import function_of
from tangentlite.modes.recursion.function_pairs import sweep_of
from tangentlite.modes.recursion.recursive_activity import (
    Pair,
    Pairs,
    Strategy,
    active_results,
    results_of,
)
from tangentlite.modes.reverse import adjoint_statements
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.specialize.functions.recursion.core_functions import Callee, names_of


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


def functions_of(b: Builder, pairs: Pairs, repeats: bool) -> list[Function]:
    """Return the backward functions."""
    return [_function(b, callee, pairs) for callee in pairs]


def _function(b: Builder, callee: Callee, pairs: Pairs) -> Function:
    names, pair = names_of(callee), pairs[callee]
    s = sweep_of(b, callee, AGAIN, pairs)
    with b.inside(names), b.alongside(callee.block) as backward:
        b.line = callee.line
        results = results_of(callee)
        seeds = [function_pairs.seed(s, results[k]) for k in pair.results]
        forward = adjoint_statements.reverse_block(s, callee.block)
        b.line = callee.line
        found = [_adjoint(s, names[position]) for position in pair.active]
    end = build.result(function_pairs.returned(found), callee.line)
    body = [*forward, *backward, end]
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
    kinds = [like(k) for k in function_pairs.argument_kinds(b, callee, pair.active)]
    arguments = [node.value.args[position] for position in pair.active]
    for argument, part in zip(arguments, function_pairs.parts_of(b, rhs, kinds)):
        function_pairs.add_part(s, argument, part)
    return [*copies, node]


AGAIN = Strategy(named, reverse_call, functions_of)
