"""Columns of matrices at the counter of a loop, and from it on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gast

from tangentlite.ir import build
from tangentlite.ir.rewrite import names_in, statements
from tangentlite.kinds.kind import Array


def count_of(node: gast.stmt, references: Mapping[str, object]) -> gast.expr | None:
    """Return how often a loop runs whose counter takes all numbers from 0 on."""
    if not isinstance(node, gast.For) or not isinstance(node.target, gast.Name):
        return None
    callee, arguments = node.iter, []
    for wanted in (reversed, range):
        if not isinstance(callee, gast.Call) or callee.keywords:
            return None
        function = references.get(getattr(callee.func, "id", ""))
        if function is wanted and len(callee.args) == 1:
            arguments.append(callee.args[0])
            callee = callee.args[0]
        elif wanted is range:
            return None
    count = arguments[-1]
    return count if isinstance(count, (gast.Name, gast.Constant)) else None


def column_of(value: gast.expr | None, counter: str) -> str | None:
    """Return the matrix of which a value is the column at a counter."""
    if not isinstance(value, gast.Subscript) or not isinstance(value.value, gast.Name):
        return None
    index = value.slice
    if not isinstance(index, gast.Tuple) or len(index.elts) != 2:
        return None
    every, column = index.elts
    is_column = isinstance(column, gast.Name) and column.id == counter
    return value.value.id if is_column and _is_whole(every) else None


def slice_of(index: gast.expr) -> gast.Slice | None:
    """Return the columns of an index of whole columns, if they are a slice."""
    if not isinstance(index, gast.Tuple) or len(index.elts) != 2:
        return None
    every, columns = index.elts
    if not _is_whole(every) or not isinstance(columns, gast.Slice):
        return None
    is_plain = columns.step is None and columns.lower is not None
    return columns if is_plain else None


def _is_whole(index: gast.expr) -> bool:
    is_slice = isinstance(index, gast.Slice)
    return is_slice and not any((index.lower, index.upper, index.step))


def offset_of(lower: gast.expr, counter: str, defined) -> int | None:
    """Return what is added to the counter, a literal that is not negative."""
    name = getattr(lower, "id", "")
    if name == counter:
        return 0
    value = defined.get(name, (0, lower))[1]
    if not isinstance(value, gast.BinOp) or not isinstance(value.op, gast.Add):
        return None
    left, right = value.left, value.right
    is_counter = isinstance(left, gast.Name) and left.id == counter
    if not is_counter or not isinstance(right, gast.Constant):
        return None
    return right.value if type(right.value) is int else None


def are_alike(kinds: Sequence[Any]) -> bool:
    """Whether two matrices and a vector have one floating dtype."""
    if not all(isinstance(kind, Array) and kind.shape is not None for kind in kinds):
        return False
    ranks = [len(kind.shape) for kind in kinds]
    dtypes = {kind.dtype for kind in kinds}
    return ranks == [2, 2, 1] and len(dtypes) == 1 and dtypes <= {"float64", "float32"}


def whole_columns(columns: gast.Slice) -> gast.expr:
    return build.display([gast.Slice(None, None, None), columns], tuple)


def is_name(node: gast.expr) -> bool:
    return isinstance(node, gast.Name)


def is_named_in(name: str, block: Sequence[gast.stmt]) -> bool:
    return any(name in names_in(node) for node in statements(block))


def owner_of(node: gast.AugAssign) -> str:
    """Return the array of which a statement changes entries, '' for others."""
    target = node.target
    if not isinstance(target, gast.Subscript) or not is_name(target.value):
        return ""
    return target.value.id
