"""Adjoints of lists of tuples: a tuple each, 0.0 for what has no derivative."""

from __future__ import annotations

from collections.abc import Iterator

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf, Opaque, is_differentiable
from tangentlite.values.base import Atom, Sequence, Value, required_atom
from tangentlite.values.literals import literal
from tangentlite.values.structure import required_items


def without_integers(b: Builder, array: Atom, item: object) -> Atom:
    """Return the adjoint of an array of rows with zeros in columns of integers."""
    if not isinstance(item, tuple) or all(map(is_differentiable, leaves(item))):
        return array
    chosen = operations.call_rule(b, np.array, [_chosen(item)], {}, "t")
    return operations.call_rule(b, np.where, [chosen, array, literal(0.0)], {}, "t_bar")


def _chosen(item: object) -> Value:
    if isinstance(item, tuple):
        return Sequence(tuple(map(_chosen, item)), list)
    return literal(is_differentiable(item))


def leaves(item: object) -> Iterator[object]:
    """Yield the kinds of the numbers and arrays in an item of a list."""
    for part in item if isinstance(item, tuple) else ():
        yield from leaves(part)
    if not isinstance(item, tuple):
        yield item


def list_of(b: Builder, array: Atom, item: object) -> gast.expr:
    """Return the call that makes a list of an array, with items of the kind `item`."""
    if isinstance(item, tuple):
        depth = _depth(item)
        given = [array.node, *([build.constant(depth)] if depth > 1 else [])]
        return build.call(b.references.function(runtime.list_of_tuples), given)
    make = runtime.list_of_lists if isinstance(item, ListOf) else list
    return build.call(b.references.function(make), [array.node])


def _depth(item: object) -> int:
    return 1 + _depth(item[0]) if isinstance(item, tuple) else 0


def total(b: Builder, old: Atom | Sequence, more: Atom | Sequence) -> gast.expr:
    """Return the sum of two adjoints of an item; that of an integer stays 0.0."""
    if isinstance(old, Sequence):
        pairs = zip(old.items, required_items(more))
        return build.display([total(b, *pair) for pair in pairs], tuple)
    if not is_differentiable(old.kind) and old.kind != Opaque(None):
        return old.node
    rhs = build.binary(old.node, "+", required_atom(more).node)
    return b.emit(b, rhs, old.kind, "t").node
