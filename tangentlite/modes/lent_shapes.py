"""Keeping the shape of an array instead of the array."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import gast
import numpy as np

from tangentlite.analysis import saves
from tangentlite.ir import build
from tangentlite.ir.rewrite import map_statement, names_in, statements
from tangentlite.kinds.kind import Array, Opaque
from tangentlite.modes.sweep import Sweep
from tangentlite.specialize import operators
from tangentlite.specialize.builder import Builder


def keep_shapes(s: Sweep, backward: Sequence[gast.stmt], plan: saves.Plan):
    """Keep the shape of an array of which nothing else is read.

    An array that only lends its shape would live on, and could not be written.
    """
    b = s.b
    shapes: dict[str, gast.Attribute] = {}
    again = {name for statement in plan.again for name in names_in(statement.value)}
    for name in plan.kept:
        kind = b.kinds[name]
        lends = isinstance(kind, Array) and kind.shape and kind.dtype is not None
        if lends and name not in again:
            total = sum(names_in(node).count(name) for node in _reading(backward))
            if total == sum(_lends(b, node, name) for node in _reading(backward)):
                fresh = b.fresh("shape", Opaque(tuple))
                shapes[fresh] = build.attribute(build.name(name), "shape")
    if not shapes:
        return backward, plan, shapes
    by_name = {shape.value.id: fresh for fresh, shape in shapes.items()}

    def read(node: gast.expr) -> gast.expr:
        if not any(_lends(b, node, name) for name in by_name):
            return node
        fresh = by_name[node.args[0].id]
        dtype = b.kinds[node.args[0].id].dtype
        typed = [] if dtype == "float64" else [operators.np_dtype(b, dtype)]
        callee = b.references.function(np.zeros)
        return build.call(callee, [build.name(fresh), *typed])

    changed = [map_statement(statement, read) for statement in backward]
    kept = tuple(by_name.get(name, name) for name in plan.kept)
    return changed, saves.Plan(kept, plan.again), shapes


def values_read(b: Builder, block: Sequence[gast.stmt]) -> set[str]:
    """Return the names of which a block reads more than the shape."""
    found: set[str] = set()
    pending = list(_reading(block))
    while pending:
        node = pending.pop()
        if isinstance(node, gast.Name):
            found.add(node.id)
        shape = isinstance(node, gast.Attribute) and node.attr == "shape"
        if not shape and not _is_zeros(b, node):
            pending.extend(gast.iter_child_nodes(node))
    return found


def _reading(block: Sequence[gast.stmt]) -> Iterator[gast.expr]:
    """Yield the expressions that the statements of a block read."""
    for statement in statements(block):
        for field in ("value", "test", "iter", "target", "targets"):
            found = getattr(statement, field, None)
            for node in found if isinstance(found, list) else [found]:
                if isinstance(node, gast.AST):
                    yield node


def _lends(b: Builder, node: gast.AST, name: str) -> bool:
    """Whether an expression is `np.zeros_like(name)`."""
    return _is_zeros(b, node) and getattr(node.args[0], "id", None) == name


def _is_zeros(b: Builder, node: gast.AST) -> bool:
    if not (isinstance(node, gast.Call) and isinstance(node.func, gast.Name)):
        return False
    return b.references.objects.get(node.func.id) is np.zeros_like
