"""`x.flat`: its elements, counted row by row, as elements of x."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder import indexing, operands
from tangentlite.builder.builder import Builder
from tangentlite.ir.names import TEMPORARY
from tangentlite.kinds.kind import (
    Array,
    Kind,
    Scalar,
    rank,
    required_numeric,
    same_shape,
    shape_of,
)
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.callable_values import Method
from tangentlite.values.literals import literal


def flat_owner(value: Value) -> Atom | None:
    """Return x if a value is `x.flat` of an array, else None."""
    if isinstance(value, Method) and value.name == "flat":
        owner = value.owner
        if isinstance(owner, Atom) and isinstance(owner.kind, Array):
            return owner
    return None


def written_owner(b: Builder, value: Value, node: gast.AST) -> Atom | None:
    """Return x if a value whose elements are written is `x.flat`, else None."""
    owner = flat_owner(value)
    if owner is None:
        return None
    if owner.name in b.memory.numbers:
        name = b.base_of(str(owner.name))
        raise b.error(
            f"{name} is a number on one path and an array on another, and what is "
            f"written into {name}.flat of a number is lost.",
            f"Write into {name}.flat where {name} is an array.",
            node,
        )
    return owner


@operations.item.of(Method)
def read_flat(b: Builder, method: Method, index: Value, base: str) -> Value:
    """Emit `owner.flat[index]`, which is a copy."""
    owner = flat_owner(method)
    if owner is None:
        return operations.item.of_others(b, method, index, base)
    item = operations.read_item(b, owner, place(b, owner, index), base)
    if isinstance(item, Atom) and item.name in b.memory.views:
        return operations.call_rule(b, np.copy, [item], {}, base)
    return item


def write(b: Builder, owner: Atom, index: Value, value: Atom, node: gast.AST) -> bool:
    """Walk `owner.flat[index] = value` as np.put, which repeats and cuts values, too.

    Returns False, and emits nothing, where an assignment does the same.
    """
    if isinstance(value.kind, Scalar) or isinstance(index.kind, Scalar):
        return False
    numbers = _numbers(b, owner)
    if not indexing.is_advanced(index) or (rank(value.kind) or 0) < 2:
        kind = indexing.index_kind(b, required_numeric(numbers.kind), index)
        if _fits(b, value.kind, kind):
            return False
    places = operations.read_item(b, numbers, index, "k")
    operations.call(b, Known(np.put), [owner, places, value], {}, node, "t")
    return True


def write_all(b: Builder, owner: Atom, value: Value, node: gast.AST) -> Value | None:
    """Walk `owner.flat = value` in the same way; return the value of an assignment.

    None if np.put has written it.
    """
    new = operands.operand(b, operations.present(b, value))
    if isinstance(new.kind, Scalar):
        return new
    if not _has_as_many(b, new.kind, owner.kind):
        operations.call(
            b, Known(np.put), [owner, _numbers(b, owner), new], {}, node, "t"
        )
        return None
    shape = operations.read_attribute(b, owner, "shape", TEMPORARY)
    return operations.call_rule(b, np.reshape, [new, shape], {}, "t")


def _numbers(b: Builder, owner: Atom) -> Atom:
    """Return the numbers of all entries, from 0."""
    size = operations.read_attribute(b, owner, "size", TEMPORARY)
    return operations.call_rule(b, np.arange, [size], {}, "k")


def _fits(b: Builder, value: Kind, place: Kind) -> bool:
    """Whether a value provably has the entries of a place in one line, or just one."""
    sizes = shape_of(value)
    while sizes and b.sizes.find(sizes[0]) == 1:
        sizes = sizes[1:]
    return sizes == () or same_shape(Array(None, sizes), place, b.sizes)


def _has_as_many(b: Builder, value: Kind, owner: Kind) -> bool:
    """Whether two arrays provably have as many entries."""
    shapes = [shape for kind in (value, owner) if (shape := shape_of(kind)) is not None]
    if len(shapes) < 2:
        return False
    one, other = (
        sorted(str(size) for size in map(b.sizes.find, shape) if size != 1)
        for shape in shapes
    )
    return one == other


@operations.as_items.of(Method)
def entries(b: Builder, method: Method, node: object = None) -> object:
    """Return all entries of an array, row by row: a loop goes over `x.flat`."""
    owner = flat_owner(method)
    if owner is None:
        return method
    return operations.call_rule(b, np.ravel, [owner], {}, "t")


@operations.length.of(Method)
def length(b: Builder, method: Method) -> object:
    """Return the number of entries of x, over which a loop over `x.flat` goes."""
    owner = flat_owner(method)
    if owner is None:
        return operations.length.of_others(b, method)
    return operations.read_attribute(b, owner, "size", "n")


@operations.item_at.of(Method)
def read_counted(b: Builder, method: Method, position: Atom, base: str) -> object:
    """Emit `owner.flat[position]` for a position that counts from the start."""
    owner = flat_owner(method)
    if owner is None:
        return operations.item_at.of_others(b, method, position, base)
    index: object = position
    if rank(owner.kind) != 1:
        shape = operations.read_attribute(b, owner, "shape", TEMPORARY)
        index = operations.call_rule(b, np.unravel_index, [position, shape], {}, "k")
    return operations.read_item(b, owner, index, base)


def place(b: Builder, owner: Atom, index: Value) -> Value:
    """Return the index of an array that is an index of its flat form.

    Before, for a matrix m: `m.flat[k]`. After: `m[np.unravel_index(k, m.shape)]`, with
    `k + m.size * (k < 0)` for a k that may count from the end.
    """
    if rank(owner.kind) == 1:
        return index
    if isinstance(index, Atom) and isinstance(index.kind, Scalar):
        size = operations.read_attribute(b, owner, "size", TEMPORARY)
        counted = _from_the_start(b, index, size)
    else:
        counted = operations.read_item(b, _numbers(b, owner), index, "k")
    shape = operations.read_attribute(b, owner, "shape", TEMPORARY)
    return operations.call_rule(b, np.unravel_index, [counted, shape], {}, "k")


def _from_the_start(b: Builder, index: Atom, size: object) -> object:
    if index.is_static and index.static_value() >= 0:
        return index
    negative = operations.compare(b, [gast.Lt()], [index, literal(0)], "k")
    added = operations.binary(b, gast.Mult(), size, negative, "k")
    return operations.binary(b, gast.Add(), index, added, "k")
