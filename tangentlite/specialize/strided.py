"""Parts of an array that are stored in other parts of it, by other strides.

NumPy stores a row in a column, or `y[1:5]` in `y[::2]`, entry by entry where both lie
in one array, and may read what it has overwritten already.
"""

from __future__ import annotations

import gast

from tangentlite import runtime
from tangentlite.kinds.kind import Array
from tangentlite.specialize import calls, indexing
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.values import Atom

# The axes that are left, and by which steps each is walked.
Walk = tuple[tuple[int, str], ...]


def checked(
    b: Builder, item: Atom, owner: Atom, index: object, place: gast.Subscript
) -> Atom:
    """Return what is stored in a place of an array, checked where that may go wrong."""
    if not _is_line(item) or indexing.is_advanced(index):
        return item
    target, source = _walk(b, place), _walk(b, item.node)
    if target is None or source is None or target[0] != source[0]:
        return item
    if target[1] is not None and target[1] == source[1]:
        return item
    part = indexing.read_array(b, owner, index, "t")
    if not _is_line(part):
        return item
    return calls.call_rule(b, runtime.stored_at_once, [item, part], {}, "t")


def _is_line(value: object) -> bool:
    kind = getattr(value, "kind", None)
    return isinstance(kind, Array) and kind.shape is not None and len(kind.shape) == 1


def _walk(b: Builder, node: gast.expr) -> tuple[str, Walk | None] | None:
    """Return the array that a view looks into, and how it walks over it if known."""
    found = None
    if isinstance(node, gast.Name):
        rhs = b.definitions.get(node.id)
        if not isinstance(rhs, (gast.Subscript, gast.Attribute)):
            kind = b.kinds.get(node.id)
            axes = getattr(kind, "shape", None)
            if axes is None:
                return None
            return node.id, tuple((axis, "") for axis in range(len(axes)))
        found = _walk(b, rhs)
    elif isinstance(node, gast.Subscript):
        inner = _walk(b, node.value)
        found = inner and (inner[0], _stepped(inner[1], node.slice))
    elif isinstance(node, gast.Attribute) and node.attr == "T":
        inner = _walk(b, node.value)
        found = inner and (inner[0], None if inner[1] is None else inner[1][::-1])
    return found


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
