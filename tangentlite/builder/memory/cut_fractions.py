"""Floats that are written into arrays which hold integers on another path.

NumPy cuts their fractions off there, so that the result does not change with them;
whether it does so is known only when the program runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import gast
import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.aliasing import writes
from tangentlite.ir.rewrite import Block, binds, names_in, statements
from tangentlite.kinds.kind import FLOATING, Array, ListOf, Scalar, is_differentiable

# Their results have the dtype of their first argument.
_ALIKE: frozenset[Callable] = frozenset({
    np.zeros_like, np.ones_like, np.empty_like, np.full_like, np.copy, np.insert,
    np.pad, np.delete, np.ravel, np.reshape, np.transpose, np.swapaxes, np.moveaxis,
    np.squeeze, np.expand_dims, np.flip, np.roll, np.repeat, np.tile, np.sort,
    np.atleast_1d, np.atleast_2d, np.diagonal, np.broadcast_to, np.take,
})  # fmt: skip


def require_none(b: Builder, blocks: Iterable[Block]) -> None:
    """Raise where a float is written into what may be an array of integers."""
    lists = {name for name, kind in b.kinds.items() if _is_of_open_arrays(kind)}
    if not b.phis.integers and not lists:
        return
    lines = [node for block in blocks for node in statements(block)]
    arrays = _that_may_be_of_integers(b, lines, lists)
    made = ((_first_if_alike(b, getattr(node, "value", None)), node) for node in lines)
    for name, node in (*writes(lines), *made):
        if name in arrays and _gives_floats(b, node.value, arrays):
            raise _error(b, node)


def _that_may_be_of_integers(
    b: Builder, lines: list[gast.stmt], lists: set[str]
) -> set[str]:
    """Return phis and lists that are, and what is made of them with their dtype."""
    found = b.phis.integers | {name for name in lists if _has_both(b, lines, name)}
    before = 0
    while len(found) > before:
        before = len(found)
        for node in lines:
            if isinstance(node, gast.Assign) and _has_dtype_of(b, node.value, found):
                found.update(name for name in binds(node) if _is_open(b, name))
    return found


def _has_both(b: Builder, lines: list[gast.stmt], name: str) -> bool:
    """Whether a list is given arrays of integers, and others of floats."""
    items = [item for node in lines for item in _items_for(node, name)]
    kinds = [b.kinds.get(item) for item in items if item not in b.phis.integers]
    dtypes = {kind.dtype for kind in kinds if isinstance(kind, Array)} - {None}
    both = not FLOATING.isdisjoint(dtypes) and not dtypes <= FLOATING
    return both or len(kinds) < len(items)


def _items_for(node: gast.stmt, name: str) -> tuple[str, ...]:
    """Return the names that a statement puts into a list."""
    value = getattr(node, "value", None)
    if isinstance(value, gast.List) and name in binds(node):
        return names_in(value)
    if isinstance(value, gast.Call) and isinstance(value.func, gast.Attribute):
        if getattr(value.func.value, "id", "") == name:
            return tuple(n for argument in value.args for n in names_in(argument))
    return ()


def _is_of_open_arrays(kind: object) -> bool:
    item = kind.item if isinstance(kind, ListOf) else None
    return isinstance(item, Array) and item.dtype is None


def _has_dtype_of(b: Builder, node: gast.expr, arrays: set[str]) -> bool:
    """Whether a value is one of some arrays, a part of one, or made like one."""
    while isinstance(node, (gast.Subscript, gast.Attribute)):
        node = node.value
    if isinstance(node, gast.Call):
        return _first_if_alike(b, node) in arrays
    return isinstance(node, gast.Name) and node.id in arrays


def _first_if_alike(b: Builder, node: gast.AST | None) -> str:
    """Return the first argument of a call whose result has the dtype of that."""
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Name):
        return ""
    if b.references.objects.get(node.func.id) not in _ALIKE or not node.args:
        return ""
    return getattr(node.args[0], "id", "")


def _is_open(b: Builder, name: str) -> bool:
    kind = b.kinds.get(name)
    return isinstance(kind, Array) and kind.dtype is None


def _gives_floats(b: Builder, node: gast.expr, arrays: set[str]) -> bool:
    """Whether a value, or an argument, may have a derivative that would be lost."""
    kinds = (b.kinds.get(name) for name in set(names_in(node)) - arrays)
    return any(
        isinstance(kind, (Array, Scalar)) and is_differentiable(kind) for kind in kinds
    )


def _error(b: Builder, node: gast.stmt) -> Exception:
    b.line = node.lineno
    return b.error(
        "this puts floats into an array that holds integers on another path, where "
        "NumPy cuts their fractions off.",
        "Make it of floats on both: np.array(..., float), x.astype(float).",
    )
