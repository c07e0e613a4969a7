"""Recursive functions in forward mode: one function that returns tangents as well.

`t = g(x, n)` becomes `t, t_dot = g_jvp(x, n, x_dot)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Items
from dataclasses import replace
from typing import TYPE_CHECKING

import gast

from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.names import derived
from tangentlite.ir.rewrite import binds
from tangentlite.kinds.kind import ListOf, Opaque, like
from tangentlite.modes.aliased import pointer_tangents
from tangentlite.modes.recursion import callees
from tangentlite.modes.recursion.recursive_activity import results_of
from tangentlite.modes.rules.operation import value_of
from tangentlite.specialize.functions.recursion.core_functions import (
    Callee,
    names_of,
    result_expression,
)
from tangentlite.values.base import Atom, Sequence, Value, required_atom
from tangentlite.values.structure import required_items

if TYPE_CHECKING:
    from tangentlite.modes.forward.tangent_statements import Tangents

# by recursive function: the name of the one with tangents, and the positions of the
# parameters that have tangents in some call
Jvps = Mapping[Callee, tuple[str, tuple[int, ...]]]
# the statements of a program with their tangents, and the tangent of its result, for
# its statements, its result, and the tangents of its inputs
Program = Callable[
    [Items[gast.stmt], Value, Mapping[str, Atom]], tuple[list[gast.stmt], Value]
]


def named(b: Builder, found: Mapping[Callee, set[int]], suffix: str) -> Jvps:
    """Name the function with tangents of each recursive function."""
    jvps = {}
    for callee, positions in found.items():
        name = b.names.fresh(f"{callee.title}{suffix}")
        b.references.objects[name] = replace(callee, name=name)
        jvps[callee] = (name, tuple(sorted(positions)))
    return jvps


def functions_of(
    b: Builder, jvps: Jvps, program: Program, suffix: str
) -> list[Function]:
    """Return the functions with tangents, whose names have a suffix."""
    made = []
    for callee, (name, active) in jvps.items():
        names = names_of(callee)
        tangents = {}
        for position in active:
            owner = names[position]
            fresh = b.fresh(derived(owner, suffix), like(b.kinds[owner]))
            tangents[owner] = Atom(build.name(fresh), b.kinds[fresh])
        result = Sequence(tuple(results_of(callee)))
        b.line = callee.line
        with b.inside(names):
            body, tangent = program(callee.block, result, tangents)
        dots = [item.node for item in required_items(tangent)]
        both = [result_expression(callee), _bare_or_tuple(dots)]
        end = build.result(build.display(both, tuple), callee.line)
        parameters = [*names, *(str(t.name) for t in tangents.values())]
        made.append(callees.function_of(b, name, parameters, [*body, end]))
    return made


def call(t: Tangents, node: gast.Assign, callee: Callee) -> None:
    """Call a recursive function for its result and the tangent of that."""
    b, name = t.b, next(iter(binds(node)))
    jvp, active = t.jvps[callee]
    arguments = list(node.value.args)
    for position in active:
        value = required_atom(value_of(b, node.value.args[position]))
        if isinstance(value.kind, ListOf):
            tangent = t.known.get(value.name or "") or t.zeros(value)
        else:
            tangent = t.full(value)
        arguments.append(tangent.node)
    rhs = build.call(build.name(jvp), arguments)
    both = b.emit(b, rhs, Opaque(tuple), "t")
    place = build.subscript(both.node, build.constant(0))
    b.add(build.assign(name, place, b.line))
    place = build.subscript(both.node, build.constant(1))
    tangent = b.emit(b, place, like(b.kinds[name]), t.base(name))
    if name in t.shadows:
        pointer_tangents.own(t, name, tangent)
    else:
        t.known[name] = tangent


def _bare_or_tuple(nodes: list[gast.expr]) -> gast.expr:
    return nodes[0] if len(nodes) == 1 else build.display(nodes, tuple)
