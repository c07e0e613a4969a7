"""Loops whose bodies are walked once for each item."""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentlite.ir import build
from tangentlite.ir.rewrite import leaves_loop
from tangentlite.specialize import branches, expressions, indexing, statements
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.values import held_in


def run_or_unroll(
    b: Builder, node: gast.For, counts: list, run: Callable[[], None]
) -> None:
    """Unroll a loop only if what it counts chooses items of a known structure."""
    frame, variables, size = b.frame, dict(b.frame.variables), len(b.block)
    live, line, loops, depth = frame.live, b.line, b.loops, len(b.frames)
    b.unrollable += 1
    try:
        run()
        return
    except indexing.NeedsUnrolling:
        del b.block[size:], b.frames[depth:]
        frame.variables, frame.live, b.line, b.loops = variables, live, line, loops
    finally:
        b.unrollable -= 1
    unroll(b, node, counts)


def unroll(b: Builder, node: gast.For, items: list) -> None:
    """Walk the body of a loop once for each item."""
    after = b.frame.facts.after.get(node, frozenset())
    _unroll_block(b, node, [], items, after)
    b.frame.live = after


def unroll_items(b: Builder, node: gast.For, iterable: object, items: list) -> None:
    """Walk the body of a loop over a container, which must not change meanwhile."""
    held = {id(part) for part in held_in(iterable)}
    before = len(b.replaced)
    unroll(b, node, items)
    if any(id(old) in held for old in b.replaced[before:]):
        raise b.error(
            "this loop changes the container that it iterates over, which is not "
            "supported yet.",
            "Iterate over a copy: for item in list(items).",
            node,
        )


def _unroll_block(b: Builder, node: gast.For, block, items: list, after) -> None:
    """Walk the rest of one item's statements, and then the items that are left."""
    while True:
        for position, statement in enumerate(block):
            if not leaves_loop(statement):
                statements.run_block(b, [statement])
                continue
            b.move_to(statement)
            condition = expressions.test(b, statement.test)
            decided = expressions.truth(condition)
            if decided is False:
                continue
            if decided:
                statements.run_block(b, statement.body[:-1])
                return
            rest = block[position + 1 :]
            _unroll_exit(b, node, condition, statement, rest, items, after)
            return
        if not items:
            return
        statements.bind_target(b, node.target, items[0])
        block, items = node.body, items[1:]


def _unroll_exit(b: Builder, node, condition, statement, rest, items, after) -> None:
    before, line = dict(b.frame.variables), b.line
    with b.conditional([]) as leaving:
        left = branches.run_path(b, statement.body[:-1])
    b.frame.variables = dict(before)
    with b.conditional([]) as staying:
        _unroll_block(b, node, rest, items, after)
        right = b.frame.variables
    b.line = line
    branches.merge(b, before, [left, right], [leaving, staying], after)
    b.add(build.branch(condition.node, leaving, staying, line))
