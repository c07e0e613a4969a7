"""Shapes on the tape: names that are popped where shapes of arrays were appended."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import statements
from tangentlite.kinds.kind import Scalar, rank


def saved_shapes(function: Function) -> dict[str, int]:
    """Return the length of each shape that is taken from a list, by its name.

    >>> from tangentlite.ir.example import function_of
    >>> from tangentlite.kinds.kind import Array, ListOf, Opaque
    >>> kinds = {"x": Array("float64", (2, 3)), "s": Opaque(tuple)}
    >>> text = "saved = []; saved.append((x.shape, x)); s, y = saved.pop(); return s"
    >>> saved_shapes(function_of(text, **kinds, y=kinds["x"], saved=ListOf(None)))
    {'s': 2}
    >>> text = text.replace("x.shape, x", "(x.shape[0],), x")
    >>> saved_shapes(function_of(text, **kinds, y=kinds["x"], saved=ListOf(None)))
    {'s': 1}
    """
    known: dict[tuple[str, int], int] = {}
    for owner, call in _methods(function, "append"):
        for place, item in enumerate(_items(call.args[0])):
            axes = _axes(function, item)
            if axes is not None:
                known[owner, place] = axes
    found: dict[str, int] = {}
    for statement in statements(function.body):
        if isinstance(statement, gast.Assign):
            owner = _owner(statement.value, "pop")
            for place, target in enumerate(_items(statement.targets[0])):
                if owner and (owner, place) in known:
                    found[target.id] = known[owner, place]
    return found


def _axes(function: Function, node: gast.expr) -> int | None:
    """Return the length of `x.shape`, or of `(x.shape[0], 3)`; None for others."""
    if isinstance(node, gast.Attribute) and node.attr == "shape":
        return rank(function.kinds.get(getattr(node.value, "id", "")))
    if isinstance(node, gast.Tuple) and all(_is_size(function, n) for n in node.elts):
        return len(node.elts)
    return None


def _is_size(function: Function, node: gast.expr) -> bool:
    if isinstance(node, gast.Subscript):
        return getattr(node.value, "attr", "") == "shape"
    if isinstance(node, gast.Name):
        kind = function.kinds.get(node.id)
        return isinstance(kind, Scalar) and kind.size is not None
    return isinstance(node, gast.Constant) and type(node.value) is int


def _items(node: gast.expr) -> list[gast.expr]:
    return node.elts if isinstance(node, gast.Tuple) else [node]


def _methods(function: Function, method: str) -> Iterator[tuple[str, gast.Call]]:
    for statement in statements(function.body):
        if isinstance(statement, gast.Expr):
            owner = _owner(statement.value, method)
            if owner:
                yield owner, statement.value


def _owner(node: gast.expr, method: str) -> str:
    """Return the list of which a method is called, '' for other expressions."""
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute):
        if node.func.attr == method:
            return getattr(node.func.value, "id", "")
    return ""
