"""The elements of arrays in a statement, read and written, as other elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import gast

from tangentlite.ir import build
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import map_nodes, map_statement

Change = Callable[[gast.Subscript], gast.expr]
Block = Callable[[Sequence[gast.stmt]], list[gast.stmt]]


def map_elements(
    statement: gast.stmt, change: Change, block: Block | None = None
) -> gast.stmt:
    """Return a statement with its elements and those of its blocks changed.

    >>> statement = gast.parse("x[i] += y[i]").body[0]
    >>> zero = gast.parse("0").body[0].value
    >>> there = map_elements(statement, lambda node: element_at(node.value.id, [zero]))
    >>> gast.dump(there) == gast.dump(gast.parse("x[0] += y[0]").body[0])
    True
    """

    def at(node: gast.AST) -> gast.AST:
        return change(node) if isinstance(node, gast.Subscript) else node

    inner = block or (lambda body: [map_elements(s, change) for s in body])
    new = map_statement(statement, lambda node: map_nodes(node, at), block=inner)
    target = target_of(new)
    if not isinstance(target, gast.Subscript):
        return new
    found = change(target)
    if found is target:
        return new
    if isinstance(found, gast.Name):
        found = build.stored(found.id)
    else:
        found = gast.Subscript(found.value, found.slice, target.ctx)
    if isinstance(new, gast.AugAssign):
        return build.at(gast.AugAssign(found, new.op, new.value), new.lineno)
    return build.at(gast.Assign([found], new.value, None), new.lineno)


def target_of(statement: gast.stmt) -> gast.expr | None:
    """Return what an assignment binds or writes, None for other statements."""
    if isinstance(statement, gast.Assign):
        return statement.targets[0]
    return statement.target if isinstance(statement, gast.AugAssign) else None


def binds_one(statement: gast.stmt) -> str:
    """Return the name that an assignment binds, '' for other statements."""
    target = statement.targets[0] if isinstance(statement, gast.Assign) else None
    return target.id if isinstance(target, gast.Name) else ""


def base_of(node: gast.AST | None) -> str:
    """Return the name of the array that an element is of, '' for other nodes."""
    return str(getattr(getattr(node, "value", None), "id", ""))


def parts_of(index: gast.expr) -> list[gast.expr]:
    """Return the parts of an index, one for each axis."""
    return list(index.elts) if isinstance(index, gast.Tuple) else [index]


def element_at(name: str, parts: Sequence[gast.expr]) -> gast.Subscript:
    """Return a read of the element of an array at an index, or of a row."""
    index = parts[0] if len(parts) == 1 else build.display(parts, tuple)
    return build.subscript(build.name(name), index)


def texts_of(parts: Sequence[gast.expr]) -> list[str]:
    """Return the texts of the parts of an index."""
    return [text_of(part) for part in parts]
