"""Masks on the tape instead of the arrays that are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import gast

from tangentlite.builder.inference.entrywise import broadcast_shape
from tangentlite.ir import build
from tangentlite.ir.nodes import own_nodes, text_of
from tangentlite.ir.rewrite import (
    binds,
    bound_in,
    map_nodes,
    map_statement,
    names_in,
    reads,
    statements,
)
from tangentlite.kinds.kind import Array
from tangentlite.modes.reverse.sweep import Sweep


def save_comparisons(
    s: Sweep,
    forward: Sequence[gast.stmt],
    backward: Sequence[gast.stmt],
    saved: Collection[str],
) -> tuple[list[gast.stmt], list[gast.stmt]]:
    """Compare arrays that would be saved for nothing else in the forward half.

    A mask takes an eighth of the memory of an array of numbers, which may be
    overwritten then. Before, of a and t that are saved: `t_bar = np.where(a < t, ...)`.
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
    spared = _values(forward, {n for n in saved if 0 < read[n] == compared[n]}, saved)
    chosen = {t: node for t, node in found.items() if spared & set(names_in(node))}
    if not chosen or len(chosen) > _MOST * len(spared):
        return [], list(backward)
    masks = {text: _fresh_mask(s, node) for text, node in chosen.items()}

    def masked(node: gast.AST) -> gast.AST:
        name = masks.get(text_of(node)) if isinstance(node, gast.Compare) else None
        return node if name is None else build.name(name)

    line = s.b.line
    compares = [build.assign(masks[t], node, line) for t, node in chosen.items()]
    return compares, [
        map_statement(statement, lambda node: map_nodes(node, masked))
        for statement in backward
    ]


def _values(
    forward: Sequence[gast.stmt], spared: set[str], saved: Collection[str]
) -> set[str]:
    """Return the names of which no copy is saved under another name."""
    made = {
        name: text_of(node.value)
        for node in statements(forward)
        if isinstance(node, gast.Assign)
        for name in binds(node)
    }
    others = {made.get(name) for name in saved if name not in spared}
    return {name for name in spared if made.get(name) not in others - {None}}


# As many masks take half the memory of an array that is not saved.
_MOST = 4


def _is_of_arrays(s: Sweep, node: gast.Compare, local: set[str]) -> bool:
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


def _fresh_mask(s: Sweep, node: gast.Compare) -> str:
    names = names_in(node)
    kinds = [s.b.kinds[name] for name in names]
    return s.b.fresh("mask", Array("bool", broadcast_shape(s.b, kinds)))
