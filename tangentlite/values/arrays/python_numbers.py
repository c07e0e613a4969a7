"""Arrays and NumPy scalars as Python lists and numbers: `tolist`, `item`."""

from __future__ import annotations

import numpy as np

from tangentlite import handlers, operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf, Scalar, is_numeric, shape_of
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.heap import List
from tangentlite.values.iterators import sequences
from tangentlite.values.literals import literal


def as_lists(b: Builder, owner: Atom, node, base: str) -> Value:
    """Walk `owner.tolist()`; return a number, a list, or lists of known lengths."""
    shape = shape_of(owner.kind)
    if shape == ():
        return item(b, owner, [], node, base)
    if shape is not None and len(shape) == 1:
        items = sequences.all_items(b, owner) if b.assumed.exact else None
        if items is None:
            return _numbers_of(b, owner, base)
        return List(b.heap, tuple(as_python(b, item, "t") for item in items))
    what = "tolist() of a matrix"
    rows = sequences.items_told_apart(b, owner, what, "Index the array.", node)
    return List(b.heap, tuple(as_lists(b, row, node, base) for row in rows))


def item(b: Builder, owner: Atom, arguments: list, node, base: str) -> Value:
    """Walk `owner.item(...)`; return the number, which is differentiated."""
    shape = shape_of(owner.kind)
    if not arguments:
        if isinstance(owner.kind, Scalar):
            return as_python(b, owner, base)
        if shape is None or any(b.sizes.find(size) != 1 for size in shape):
            raise b.error(
                "item() needs an array of one entry, which is not known here.",
                "Write the index: x.item(0), or x[0].",
                node,
            )
        arguments = [literal(0) for _ in shape]
    if len(arguments) == 1 and type(arguments[0]) is Sequence:
        arguments = list(arguments[0].items)
    if shape is not None and len(arguments) == len(shape):
        index = Sequence(tuple(arguments)) if shape else Sequence(())
        return as_python(b, operations.read_item(b, owner, index, "t"), base)
    if len(arguments) == 1 and shape != ():
        entries = operations.call_rule(b, np.ravel, [owner], {}, "t")
        entry = operations.read_item(b, entries, arguments[0], "t")
        return as_python(b, entry, base)
    what = "item() needs an index for each axis, or a place in the flat array."
    raise b.error(what, "Check the call.", node)


def as_python(b: Builder, value: Atom, base: str) -> Atom:
    """Convert a NumPy number to a Python one, which overflows as such."""
    assert is_numeric(value.kind)
    types = {"b": bool, "i": int, "u": int, "c": complex}
    type_ = types.get(np.dtype(value.kind.dtype or "float64").kind, float)
    return operations.call_rule(b, type_, [value], {}, base)


def _numbers_of(b: Builder, value: Atom, base: str) -> Atom:
    """Emit `array.tolist()` of a vector."""
    assert is_numeric(value.kind)
    rhs = build.call(b.references.function(runtime.to_list), [value.node])
    atom = b.emit(b, rhs, ListOf(Scalar(value.kind.dtype, True)), base)
    b.memory.owned.add(str(atom.name))
    return atom


@handlers.builtin(runtime.to_list)
def _to_list(b: Builder, arguments: list, keywords: dict, node, base: str) -> Atom:
    return _numbers_of(b, arguments[0], base)
