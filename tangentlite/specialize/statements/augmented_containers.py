"""Augmented assignments of lists, dicts, sets and objects; the dtypes of others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeGuard

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, required_numeric, shape_of
from tangentlite.specialize.expressions.operators import operator_methods
from tangentlite.values.base import Atom, Value
from tangentlite.values.containers import list_methods, sets
from tangentlite.values.heap import Cell, Instance, List, Set
from tangentlite.values.objects import contents


def augmented(b: Builder, node: gast.AugAssign, cell: Cell, value: Value):
    """Walk `items OP= value`, which changes a list or dict in place."""
    if isinstance(cell, Instance):
        return operator_methods.augmented(b, node.op, cell, value, "t")
    if isinstance(cell, Set):
        return sets.augmented(b, node.op, cell, value, node)
    if isinstance(cell, List) and (found := _by_right_operand(b, node, cell, value)):
        return found
    if isinstance(cell, List) and isinstance(node.op, gast.Add):
        list_methods.list_method(b, cell, "extend", [value], {}, node)
        return None
    result = operations.binary(b, node.op, cell, value, "t")
    contents.change(b, cell, result.items, result.keys, node)
    return None


def _by_right_operand(
    b: Builder, node: gast.AugAssign, cell: List, value: Value
) -> Any:
    """Return `cell OP value` of an array or object, whose class decides; else None."""
    if isinstance(value, Instance):
        return operator_methods.binary(b, node.op, cell, value, "t")
    return operations.binary(b, node.op, cell, value, "t") if is_array(value) else None


def is_array(value: Value) -> TypeGuard[Atom]:
    """Whether a value is an array, or may be one."""
    return isinstance(value, Atom) and isinstance(value.kind, Array)


def may_be_number(b: Builder, value: Value) -> bool:
    """Whether a value may be a number on one path and an array on another.

    That it has no aliases is checked behind the walk (`pointers.py`).
    """
    if not is_array(value):
        return False
    return value.name in b.memory.numbers or shape_of(value.kind) is None


def with_dtype(b: Builder, current: Atom, result: Atom, node) -> Atom:
    """Return the result of `y += v` with the dtype of y, which an array keeps."""
    kind = required_numeric(result.kind)
    before, after = required_numeric(current.kind).dtype, kind.dtype
    if before is None or before == after:
        return result
    fits = after is None or np.can_cast(after, before, "same_kind")
    if before in _WIDE and fits and may_be_number(b, current):
        return result
    if not fits or before == "bool" or "int" in before:
        wanted = "complex numbers" if "complex" in str(after) else "floats"
        raise b.error(
            f"an array of {before} is updated in place with {after} values.",
            f"Make it an array of {wanted}.",
            node,
        )
    scalar = operands.np_dtype(b, before)
    rhs = build.call(build.attribute(result.node, "astype"), [scalar])
    atom = b.emit(b, rhs, replace(kind, dtype=before), "t")
    b.memory.owned.add(str(atom.name))
    return atom


# Numbers of Python have no dtype to keep; arrays of these have it anyway, or raise.
_WIDE = ("float64", "complex128")
