"""Shapes on the tape instead of the arrays of which nothing else is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import gast
import numpy as np

from tangentlite import runtime
from tangentlite.analysis.store_or_recompute import Plan
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.rewrite import map_nodes, map_statement, names_in, statements
from tangentlite.kinds.kind import Array, Opaque
from tangentlite.modes.reverse.sweep import Sweep


def save_shapes(
    s: Sweep, backward: list[gast.stmt], plan: Plan
) -> tuple[list[gast.stmt], Plan, dict[str, gast.expr]]:
    """Save the shape of an array of which nothing else is read.

    The array would stay alive, and could not be overwritten. Before, of an h that is
    saved: `t = np.zeros_like(h); k = h.shape[0]`. After, of its shape:
    `t = np.zeros(shape); k = shape[0]`. A shape of numbers is not saved but written.

    Returns the changed statements and plan, and the expression of each shape by name.
    """
    b = s.b
    shapes: dict[str, gast.expr] = {}
    read = values_read(b, backward)
    read.update(n for again in plan.recomputed for n in names_in(again.value))
    by_name: dict[str, tuple[gast.expr, str]] = {}  # the shapes, and dtypes
    for name in plan.saved:
        kind = b.kinds[name]
        if name in read or not isinstance(kind, Array):
            continue
        if kind.shape and kind.dtype is not None:
            known = _numbers_in(b, kind)
            if known is None:
                fresh = b.fresh("shape", Opaque(tuple))
                shapes[fresh] = _shape_of(b, name)
            by_name[name] = known or build.name(fresh), kind.dtype
    if not by_name:
        return backward, plan, shapes

    def by_shape(node: gast.AST) -> gast.AST:
        found = by_name.get(_giving_shape(b, node) or "")
        if found is None:
            return node
        shape, dtype = found
        if isinstance(node, gast.Attribute):
            return shape
        if _is_sum(b, node):
            return build.call(node.func, [node.args[0], shape], _named(node))
        typed = [] if dtype == "float64" else [operands.np_dtype(b, dtype)]
        return build.call(b.references.function(np.zeros), [shape, *typed])

    changed = [
        map_statement(statement, lambda node: map_nodes(node, by_shape))
        for statement in backward
    ]
    kept = (by_name[n][0] if n in by_name else build.name(n) for n in plan.saved)
    saved = tuple(node.id for node in kept if isinstance(node, gast.Name))
    return changed, Plan(saved, plan.recomputed), shapes


def _numbers_in(b: Builder, kind: Array) -> gast.expr | None:
    """Return the display of a shape of numbers, None for one that is not known."""
    if b.memory.numbers or not all(isinstance(size, int) for size in kind.shape or ()):
        return None
    return build.display([build.constant(size) for size in kind.shape or ()], tuple)


def _shape_of(b: Builder, name: str) -> gast.expr:
    """Return the expression of a shape, of what may be 0.0 instead of an array."""
    if b.memory.numbers:
        return build.call(b.references.function(np.shape), [build.name(name)])
    return build.attribute(build.name(name), "shape")


def _named(call: gast.Call) -> list[tuple[str, gast.expr]]:
    return [(keyword.arg, keyword.value) for keyword in call.keywords]


def values_read(b: Builder, block: Sequence[gast.stmt]) -> set[str]:
    """Return the names of which a block reads more than the shape."""
    found: set[str] = set()
    pending = list(_reading(block))
    while pending:
        node = pending.pop()
        if isinstance(node, gast.Name):
            found.add(node.id)
        if _is_sum(b, node):
            pending.extend([node.args[0], *node.keywords])
        elif _giving_shape(b, node) is None:
            pending.extend(gast.iter_child_nodes(node))
    return found


def _is_sum(b: Builder, node: gast.AST) -> bool:
    """Whether a node sums a value to the shape of another one."""
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Name):
        return False
    return b.references.objects.get(node.func.id) is runtime.unbroadcast


def _reading(block: Sequence[gast.stmt]) -> Iterator[gast.expr]:
    """Yield the expressions that the statements of a block read."""
    for statement in statements(block):
        for field in ("value", "test", "iter", "target", "targets"):
            found = getattr(statement, field, None)
            for node in found if isinstance(found, list) else [found]:
                if isinstance(node, gast.AST):
                    yield node


def _giving_shape(b: Builder, node: gast.AST) -> str | None:
    """Return x of `x.shape`, `np.zeros_like(x)` and `unbroadcast(value, x)`."""
    if _is_sum(b, node):
        return getattr(node.args[1], "id", None)
    if isinstance(node, gast.Attribute) and node.attr == "shape":
        return getattr(node.value, "id", None)
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Name):
        return None
    if b.references.objects.get(node.func.id) is not np.zeros_like:
        return None
    if len(node.args) > 1 or node.keywords:  # of another dtype
        return None
    return getattr(node.args[0], "id", None)
