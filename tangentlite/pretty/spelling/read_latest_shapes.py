"""Read shapes from the latest version of a variable, so that versions share a name."""

from __future__ import annotations

from collections.abc import Sequence

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.names import variable_of
from tangentlite.ir.rewrite import (
    binds,
    map_nodes,
    map_statement,
    reads,
    statements,
)
from tangentlite.kinds.kind import Array


def read_latest_shapes(function: Function) -> Function:
    """Read the shape of an argument from a later version of the variable.

    If nothing else reads the argument both versions get one name.

    >>> from tangentlite.ir.example import function_of, shown
    >>> kind = Array("float64", (3,))
    >>> text = "u1 = np.copy(u); u1[0] = 1.0; v = np.zeros_like(u); return v"
    >>> shown(read_latest_shapes(function_of(text, u=kind, u1=kind, v=kind)))
    u1 = np.copy(u)
    u1[0] = 1.0
    v = np.zeros_like(u1)
    return v
    """
    body = list(function.body)
    for parameter in function.parameters:
        kind = function.kinds.get(parameter.name)
        if isinstance(kind, Array) and kind.shape:
            body = _latest(function, body, parameter.name)
    return with_body(function, body)


def _latest(function: Function, body: list[gast.stmt], name: str) -> list[gast.stmt]:
    places = [k for k, s in enumerate(body) if _reads(s, name)]
    for place, node in enumerate(body):
        if place >= (places[-1] if places else 0):
            break
        for other in binds(node):
            if other == name or function.kinds.get(other) != function.kinds[name]:
                continue
            if variable_of(other, function.bases) != name:
                continue
            later = body[place + 1 :]
            shapes = [_with_shape_of(function, s, name, other) for s in later]
            if not any(_reads(s, name) for s in shapes):
                return [*body[: place + 1], *shapes]
    return body


def _reads(node: gast.stmt, name: str) -> bool:
    return any(name in (*reads(s), *binds(s)) for s in statements([node]))


def _with_shape_of(
    function: Function, node: gast.stmt, name: str, other: str
) -> gast.stmt:
    def change(inner: gast.AST) -> gast.AST:
        if isinstance(inner, gast.Attribute) and inner.attr in ("shape", "size"):
            if _is(inner.value, name):
                return build.attribute(build.name(other), inner.attr)
        if isinstance(inner, gast.Call) and isinstance(inner.func, gast.Name):
            called = function.references.get(inner.func.id)
            if called in (np.zeros_like, np.ones_like, len) and _is(
                inner.args[0], name
            ):
                return gast.Call(inner.func, [build.name(other)], inner.keywords)
        return inner

    def read(value: gast.expr) -> gast.expr:
        return map_nodes(value, change)

    def block(inner: Sequence[gast.stmt]) -> list[gast.stmt]:
        return [map_statement(s, read, block=block) for s in inner]

    return block([node])[0]


def _is(node: gast.expr, name: str) -> bool:
    return isinstance(node, gast.Name) and node.id == name
