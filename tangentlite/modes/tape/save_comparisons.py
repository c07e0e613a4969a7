"""Keeping how arrays compare instead of the arrays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import gast

from tangentlite.builder.inference.entrywise import broadcast_shape
from tangentlite.ir import build
from tangentlite.ir.nodes import own_nodes
from tangentlite.ir.rewrite import (
    binds,
    bound_in,
    map_nodes,
    map_statement,
    names_in,
    reads,
    statements,
)
from tangentlite.ir.text import text_of
from tangentlite.kinds.kind import Array
from tangentlite.modes.reverse.sweep import Sweep


def keep_flags(
    s: Sweep,
    forward: Sequence[gast.stmt],
    backward: Sequence[gast.stmt],
    kept: Collection[str],
) -> tuple[list[gast.stmt], list[gast.stmt]]:
    """Compare arrays that would be kept for nothing else where the loop computes them.

    A flag takes an eighth of the memory of a number, and what is compared at once may
    be written over. Before, of a and t that are kept: `t_bar = np.where(a < t, ...)`.
    After, with `mask = a < t` in the forward half: `t_bar = np.where(mask, ...)`.

    Returns statements that end the forward half of an iteration, and its backward half.
    """
    local = bound_in(forward)
    found = {
        text_of(node): node
        for statement in statements(backward)
        for node in own_nodes(statement)
        if isinstance(node, gast.Compare) and _is_of_arrays(s, node, local)
    }
    compared = Counter(
        name
        for statement in statements(backward)
        for node in own_nodes(statement)
        if isinstance(node, gast.Compare) and text_of(node) in found
        for name in names_in(node)
    )
    read = Counter(
        name for statement in statements(backward) for name in reads(statement)
    )
    spared = _values(forward, {n for n in kept if 0 < read[n] == compared[n]}, kept)
    chosen = {t: node for t, node in found.items() if spared & set(names_in(node))}
    if not chosen or len(chosen) > _MOST * len(spared):
        return [], list(backward)
    flags = {text: _flags(s, node) for text, node in chosen.items()}

    def flagged(node: gast.AST) -> gast.AST:
        name = flags.get(text_of(node)) if isinstance(node, gast.Compare) else None
        return node if name is None else build.name(name)

    line = s.b.line
    compares = [build.assign(flags[t], node, line) for t, node in chosen.items()]
    return compares, [
        map_statement(statement, lambda node: map_nodes(node, flagged))
        for statement in backward
    ]


def _values(forward, spared: set[str], kept: Collection[str]) -> set[str]:
    """Return the names of which no copy is kept under another name."""
    made = {
        name: text_of(node.value)
        for node in statements(forward)
        if isinstance(node, gast.Assign)
        for name in binds(node)
    }
    others = {made.get(name) for name in kept if name not in spared}
    return {name for name in spared if made.get(name) not in others - {None}}


# As many flags as that take half the memory of an array that is not kept.
_MOST = 4


def _is_of_arrays(s: Sweep, node: gast.Compare, local: Collection[str]) -> bool:
    """Whether two arrays of the iteration, or one and a number, are compared."""
    operands = [node.left, *node.comparators]
    names = [operand.id for operand in operands if isinstance(operand, gast.Name)]
    if len(operands) != 2 or not all(
        isinstance(operand, (gast.Name, gast.Constant)) for operand in operands
    ):
        return False
    if s.b.phis.unbound.intersection(names) or not local.issuperset(names):
        return False
    return any(isinstance(s.b.kinds.get(name), Array) for name in names)


def _flags(s: Sweep, node: gast.Compare) -> str:
    names = names_in(node)
    kinds = [s.b.kinds[name] for name in names]
    return s.b.fresh("mask", Array("bool", broadcast_shape(s.b, kinds)))
