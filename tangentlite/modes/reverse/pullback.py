"""Pullbacks: a forward sweep that returns the backward sweep as a closure."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import operations
from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.analysis.liveness.dead_code import prune
from tangentlite.analysis.statement_effects import written
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import another
from tangentlite.ir import build
from tangentlite.ir.rewrite import (
    binds,
    bound_in,
    map_blocks,
    map_statement,
    read_in,
    statements,
    substitute,
)
from tangentlite.kinds.kind import Array, ListOf
from tangentlite.modes.reverse.joined_sweeps import Halves
from tangentlite.modes.tape.save_shapes import values_read
from tangentlite.values.base import Atom, Value
from tangentlite.values.structure import is_container


def pullback_body(
    b: Builder,
    result: Value,
    halves: Halves,
    start: list[gast.stmt],
    gradients: gast.expr,
    seed: str,
) -> list[gast.stmt]:
    """Return statements that define `pullback(seed)` and return it with the result.

    The pullback can be called again: lists that it empties and what it writes are
    copied first.
    """
    backward = [*start, *halves.backward, build.result(gradients)]
    backward, _ = prune(backward, halves.shadows, b.references.objects, b.memory.views)
    local = bound_in(backward)
    changed = dict.fromkeys(
        name
        for statement in statements(backward)
        if (name := written(statement)) is not None
        and name not in local
        and name not in halves.shadows
    )
    if halves.stack in read_in(backward):
        changed[halves.stack] = None  # by the functions that it is an argument of
    copies, renamed = [], {}
    for name in changed:
        fresh = another(b, name)
        renamed[name] = build.name(fresh)
        copies.append(build.assign(fresh, _copy(b, name)))
    inner = [
        _rename(_written_through(statement, halves.shadows), renamed)
        for statement in backward
    ]
    arguments = gast.arguments(
        [gast.Name(seed, gast.Param(), None, None)], [], None, [], [], None, []
    )
    definition = gast.FunctionDef(
        "pullback", arguments, [*copies, *inner], [], None, None, []
    )
    build.at(definition, 0)
    own, made = _results(b, result, inner)
    pair = build.display(
        [operations.as_expression(b, own), build.name("pullback")], tuple
    )
    return [*halves.forward, *made, definition, build.result(pair)]


def _results(
    b: Builder, result: Value, inner: list[gast.stmt]
) -> tuple[Value, list[gast.stmt]]:
    """Copy results that the pullback reads: the caller may write into them before."""
    memory = memory_of(b.block, b.memory.views)
    read = {memory.place(name) for name in values_read(b, inner)}
    made: list[gast.stmt] = []

    def own(value: Value) -> Value:
        if is_container(value):
            return value.with_items(tuple(map(own, value.items)))
        if not isinstance(value, Atom) or not isinstance(value.kind, Array):
            return value
        if value.name is None or memory.place(value.name) not in read:
            return value
        fresh = b.fresh(b.base_of(value.name), value.kind)
        if value.kind.shape is None or value.name in b.memory.numbers:
            # It may be a number, which has no method, and stays one.
            whole = b.fresh("t", value.kind)
            copy = build.call(b.references.function(np.copy), [value.node])
            made.append(build.assign(whole, copy))
            item = build.subscript(build.name(whole), build.constant(()))
            made.append(build.assign(fresh, item))
        else:
            made.append(build.assign(fresh, _copy(b, value.name)))
        return Atom(build.name(fresh), value.kind)

    return own(result), made


def _copy(b: Builder, name: str) -> gast.expr:
    if isinstance(b.kinds[name], ListOf):
        return build.call(b.references.function(list), [build.name(name)])
    return build.call(build.attribute(build.name(name), "copy"))


def _written_through(node: gast.stmt, shadows: frozenset[str]) -> gast.stmt:
    """Return a statement that does not bind the shadows that it adds to.

    Before: `y_bar += t`. After: `y_bar[...] += t`.
    """
    node = map_blocks(node, lambda b: [_written_through(s, shadows) for s in b])
    if not isinstance(node, gast.AugAssign) or not shadows.intersection(binds(node)):
        return node
    place = build.subscript(build.name(node.target.id), build.constant(...))
    place = gast.Subscript(place.value, place.slice, build.STORE)
    return build.at(gast.AugAssign(place, node.op, node.value), node.lineno)


def _rename(statement: gast.stmt, renamed: dict[str, gast.expr]) -> gast.stmt:
    return map_statement(statement, lambda node: substitute(node, renamed))
