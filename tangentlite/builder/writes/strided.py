"""Parts of an array that are stored in parts of the same array with other strides.

NumPy stores a row in a column, or `y[1:5]` in `y[::2]`, entry by entry where both lie
in one array, and may read what it has overwritten already.
"""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder import indexing
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, rank
from tangentlite.values.base import Atom, Value

# The axes of an array that a view has, each with the product of its steps.
Walk = tuple[tuple[int, str], ...]


def checked(
    b: Builder, item: Atom, owner: Atom, index: Value, place: gast.Subscript
) -> Atom:
    """Return what is stored in a place of an array, with a check if NumPy may fail."""
    if not _is_line(item) or indexing.is_advanced(index):
        return item
    target, source = _walks(b, place), _walks(b, item.node)
    shared = next((name for name in target if name in source), None)
    if shared is None or (target[shared] == source[shared] is not None):
        return item
    part = indexing.read_array(b, owner, index, "t")
    if not _is_line(part):
        return item
    return operations.call_rule(b, runtime.stored_at_once, [item, part], {}, "t")


def _is_line(value: Atom) -> bool:
    return isinstance(value.kind, Array) and rank(value.kind) == 1


def _walks(
    b: Builder, node: gast.expr, seen: tuple[str, ...] = ()
) -> dict[str, Walk | None]:
    """Return the arrays that an expression may be a view of, nearest first.

    Each comes with the axes of it that the view has, or None if these are not known, as
    behind `reshape`.
    """
    if isinstance(node, gast.Subscript):
        inner = _walks(b, node.value, seen)
        return {name: _stepped(walk, node.slice) for name, walk in inner.items()}
    if not isinstance(node, gast.Name) or node.id in seen:
        return {}
    seen = (*seen, node.id)
    axes = getattr(b.kinds.get(node.id), "shape", None)
    own = None if axes is None else tuple((axis, "") for axis in range(len(axes)))
    rhs = b.definitions.get(node.id)
    found: dict[str, Walk | None] = {node.id: own}
    if isinstance(rhs, (gast.Subscript, gast.Name)):
        found.update(_walks(b, rhs, seen))
    elif rhs is not None:
        turned = _is_transposed(b, rhs)
        for owner in sorted(b.memory.views.get(node.id, ())):
            for name, walk in _walks(b, build.name(owner), seen).items():
                found[name] = walk[::-1] if turned and walk else None
    return found


def _is_transposed(b: Builder, rhs: gast.expr) -> bool:
    if not isinstance(rhs, gast.Call) or len(rhs.args) != 1:
        return False
    return b.references.objects.get(getattr(rhs.func, "id", "")) is np.transpose


def _stepped(walk: Walk | None, index: gast.expr) -> Walk | None:
    items = index.elts if isinstance(index, gast.Tuple) else [index]
    if walk is None or len(items) > len(walk):
        return None
    left = []
    for (axis, steps), item in zip(walk, items):
        if isinstance(item, gast.Slice):
            step = item.step
            if step is not None and not isinstance(step, gast.Constant):
                return None
            value = 1 if step is None or step.value is None else step.value
            left.append((axis, steps if value == 1 else f"{steps}*{value}"))
        elif not _is_number(item):
            return None
    return (*left, *walk[len(items) :])


def _is_number(item: gast.expr) -> bool:
    if isinstance(item, gast.UnaryOp):
        item = item.operand
    return isinstance(item, gast.Name) or (
        isinstance(item, gast.Constant) and type(item.value) is int
    )
