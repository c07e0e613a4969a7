"""Adjoints of the rows of a list: tuples, in which columns of integers have zeros."""

from __future__ import annotations

from collections.abc import Iterator

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf, Opaque, is_differentiable
from tangentlite.values.base import Atom, Sequence
from tangentlite.values.literals import literal


def of_columns(b: Builder, array: Atom, item: object) -> Atom:
    """Return the adjoint of an array of rows, zeros in columns that have none."""
    if not isinstance(item, tuple) or all(map(is_differentiable, leaves(item))):
        return array
    chosen = operations.call_rule(b, np.array, [_chosen(item)], {}, "t")
    return operations.call_rule(b, np.where, [chosen, array, literal(0.0)], {}, "t_bar")


def _chosen(item: object) -> object:
    if isinstance(item, tuple):
        return Sequence(tuple(map(_chosen, item)), list)
    return literal(is_differentiable(item))


def leaves(item: object) -> Iterator[object]:
    """Yield the kinds of the numbers and arrays in an item of a list."""
    for part in item if isinstance(item, tuple) else ():
        yield from leaves(part)
    if not isinstance(item, tuple):
        yield item


def made_of(b: Builder, array: Atom, item: object) -> gast.expr:
    """Return the call that makes a list with items of some kind of an array."""
    if isinstance(item, tuple):
        depth = _depth(item)
        given = [array.node, *([build.constant(depth)] if depth > 1 else [])]
        return build.call(b.references.function(runtime.list_of_tuples), given)
    make = runtime.list_of_lists if isinstance(item, ListOf) else list
    return build.call(b.references.function(make), [array.node])


def _depth(item: object) -> int:
    return 1 + _depth(item[0]) if isinstance(item, tuple) else 0


def total(b: Builder, old: object, more: object) -> gast.expr:
    """Return the sum of two adjoints of an item; what has none keeps its zero."""
    if isinstance(old, Sequence):
        parts = [total(b, *pair) for pair in zip(old.items, more.items)]
        return build.display(parts, tuple)
    if not is_differentiable(old.kind) and old.kind != Opaque(None):
        return old.node
    return b.emit(b, build.binary(old.node, "+", more.node), old.kind, "t").node
