"""Augmented assignments of lists, dicts, sets and objects."""

from __future__ import annotations

from typing import Any, TypeGuard

import gast

from tangentlite.kinds.kind import Array
from tangentlite.specialize import (
    container_writes,
    list_methods,
    operators,
    overloads,
    sets,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Cell, Instance, List, Set
from tangentlite.specialize.records import Atom


def augmented(b: Builder, node: gast.AugAssign, cell: Cell, value: object):
    """Walk `items OP= value`, which changes a list or dict for all who hold it."""
    if isinstance(cell, Instance):
        return overloads.augmented(b, node.op, cell, value, "t")
    if isinstance(cell, Set):
        return sets.augmented(b, node.op, cell, value, node)
    if isinstance(cell, List) and (found := _by_the_other(b, node, cell, value)):
        return found
    if isinstance(cell, List) and isinstance(node.op, gast.Add):
        list_methods.list_method(b, cell, "extend", [value], {}, node)
        return None
    result = operators.binary(b, node.op, cell, value, "t")
    container_writes.change(b, cell, result.items, result.keys, node)
    return None


def _by_the_other(b: Builder, node: gast.AugAssign, cell: List, value: object) -> Any:
    """Return what an array, or an object, makes of a list: it is asked first."""
    if isinstance(value, Instance):
        return overloads.binary(b, node.op, cell, value, "t")
    return operators.binary(b, node.op, cell, value, "t") if is_array(value) else None


def is_array(value: object) -> TypeGuard[Atom]:
    """Whether a value is an array, or may be one."""
    return isinstance(value, Atom) and isinstance(value.kind, Array)
