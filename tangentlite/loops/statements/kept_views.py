"""Which expressions give views in NumPy, and which views must be seen as such."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite.analysis.aliasing.fresh_arrays import is_of_one_array
from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.invalidation import changes
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.rules.call_effects import effects_of
from tangentlite.rules.registry import rule_of

_VIEWS = (
    np.transpose, np.swapaxes, np.moveaxis, np.expand_dims, np.squeeze, np.flip,
    np.flipud, np.fliplr, np.diagonal, np.diag, np.broadcast_to,
)  # fmt: skip


def is_view(low: Lowering, node: gast.expr) -> bool:
    """Whether an expression that reads an array at other places is a view of it."""
    if isinstance(node, (gast.Name, gast.Subscript, gast.Attribute)):
        return True
    return low.references.get(getattr(node.func, "id", "")) in _VIEWS


def is_known_to_numba(low: Lowering, node: gast.expr) -> bool:
    """Whether numba has a view; others are read in the arrays that they look into."""
    if isinstance(node, (gast.Name, gast.Attribute)):
        return getattr(node, "id", "") not in low.virtual
    if isinstance(node, gast.Subscript):
        return getattr(node.value, "id", "") not in low.virtual
    function = low.references.get(getattr(node.func, "id", ""))
    given = getattr(node.args[0], "id", "")
    return function is np.transpose and given not in low.virtual


def in_memory(low: Lowering, node: gast.expr) -> gast.expr:
    """Return an expression of arrays in memory: copies of views that numba lacks."""
    if isinstance(node, (gast.Tuple, gast.List)):
        kind = tuple if isinstance(node, gast.Tuple) else list
        return build.display([in_memory(low, item) for item in node.elts], kind)
    if not isinstance(node, gast.Name) or node.id not in low.virtual:
        return node
    name = low.fresh("t", Opaque(None))
    low.define(name, low.elements(node))
    return build.name(name)


def require_seen(low: Lowering, name: str, node: gast.expr) -> None:
    """Refuse to copy what is a view in NumPy if its memory is written later."""
    if not isinstance(node, gast.Call) or not is_written_later(low, name):
        return
    function = low.references.get(getattr(node.func, "id", ""))
    if function in (np.reshape, np.ravel):
        return  # which makes the view
    if not _is_new(low, function, node) and _may_view(function):
        reason = "a part of an array is written that is no slice of it"
        raise low.refuse(reason, whole=True)


def is_written_later(low: Lowering, name: str) -> bool:
    """Whether anything writes into the memory of an array from here on."""
    memory = memory_in(low.function)
    later = low.function.body[low.number :]
    return any(low.place(name) in changes(one, memory)[1] for one in later)


def _is_new(low: Lowering, function: object, node: gast.Call) -> bool:
    """Whether a call that may give a view gives a new array here."""
    if function is np.einsum:
        return not is_of_one_array(node)
    first = node.args[0] if node.args else None
    rank = low.rank(first.id) if isinstance(first, gast.Name) else 0
    return rank == (1 if function is np.diag else 0)


def _may_view(function: object) -> bool:
    """Whether the result of a function may be a view in NumPy."""
    rule = None if function is None else rule_of(function)
    return bool(rule is not None and rule.may_view) or bool(effects_of(function).view)
