"""Order the terms in statements of adjoints."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from tangentlite.analysis.statement_effects import written
from tangentlite.ir.function import Function
from tangentlite.ir.names import is_temporary, variable_of
from tangentlite.ir.rewrite import binds, map_statement, names_in
from tangentlite.kinds.kind import REAL, Array, Scalar
from tangentlite.pretty.ordering.terms import ordered


def in_order(function: Function, statement: gast.stmt) -> gast.stmt:
    """Return a statement with the terms of an adjoint in order, if that is free."""
    if not isinstance(statement, (gast.Assign, gast.AugAssign)):
        return statement
    target = next(iter(binds(statement)), None) or written(statement)
    if target is None or target in function.primal:
        return statement
    kinds = function.kinds
    if getattr(kinds.get(target), "dtype", None) not in REAL:
        return statement  # a multiple of an integer may be an index
    names = [*names_in(statement.value), target]
    known = [kinds[n] for n in names if n in kinds and not _is_whole(kinds[n])]
    if not all(isinstance(k, (Scalar, Array)) and k.dtype in REAL for k in known):
        return statement
    if len({len(k.shape or "?") for k in known if isinstance(k, Array)}) > 1:
        return statement
    if any(isinstance(k, Array) for k in known) and _adds_numbers(
        statement.value, kinds
    ):
        return statement
    own = variable_of(target, function.bases)
    first = target
    if not is_temporary(own):
        bases = function.bases
        first = next((n for n in names if variable_of(n, bases) == own), target)
    value = ordered(statement.value, first)
    if isinstance(value, gast.Name):
        kind = kinds.get(value.id)
        if not isinstance(kind, Scalar) or _is_whole(kind):
            return statement  # the result would be a view, or have another type
    return map_statement(
        statement, lambda node: value if node is statement.value else node
    )


def _is_whole(kind: object) -> bool:
    return isinstance(kind, Scalar) and str(kind.dtype).startswith("int")


def _adds_numbers(node: gast.expr, kinds: Mapping[str, object]) -> bool:
    """Whether a sum of scalars is added to something: it is cheaper by itself."""
    if not isinstance(node, gast.AST):
        return False
    if isinstance(node, gast.BinOp) and isinstance(node.right, gast.BinOp):
        if isinstance(node.right.op, (gast.Add, gast.Sub)):
            if not any(isinstance(kinds.get(n), Array) for n in names_in(node.right)):
                return True
    parts = (getattr(node, field, None) for field in node._fields)
    return any(
        _adds_numbers(item, kinds)
        for part in parts
        for item in (part if isinstance(part, list) else [part])
    )
