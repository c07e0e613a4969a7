"""Calls of runtime helpers for the tangents of lists of tuples."""

from __future__ import annotations

from tangentlite import handlers, operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.values.base import Atom, Sequence


@handlers.builtin(runtime.list_of_tuples)
def _list_of_tuples(b: Builder, arguments: list, keywords: dict, node, base: str):
    array = arguments[0]
    depth = arguments[1].static_value() if len(arguments) > 1 else 1
    shape = array.kind.shape
    found = [b.sizes.find(size) for size in shape[1 : depth + 1]] if shape else []
    sizes = [size for size in found if isinstance(size, int)]
    if len(sizes) != depth:
        raise b.error("how long these rows are is not known here.", "", node)
    inside = shape[depth + 1 :]
    dtype = array.kind.dtype
    item: object = Array(dtype, inside) if inside else Scalar(dtype, False)
    for size in reversed(sizes):
        item = (item,) * size
    given = [array.node, *([build.constant(depth)] if depth > 1 else [])]
    rhs = build.call(b.references.function(runtime.list_of_tuples), given)
    return _owned(b, rhs, ListOf(item), base)


@handlers.builtin(runtime.tangents_of_items)
def _tangents_of_items(b: Builder, arguments: list, keywords: dict, node, base: str):
    tangents, items = arguments
    if isinstance(items, Sequence):
        items = operations.as_list(b, items, base)
    callee = b.references.function(runtime.tangents_of_items)
    rhs = build.call(callee, [operations.as_expression(b, tangents), items.node])
    return _owned(b, rhs, items.kind, base)


def _owned(b: Builder, rhs, kind: ListOf, base: str) -> Atom:
    atom = b.emit(b, rhs, kind, base)
    b.memory.owned.add(str(atom.name))
    return atom
