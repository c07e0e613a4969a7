"""What recomputing a value costs, as against saving it on the tape."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gast
import numpy as np

from tangentlite.analysis import store_or_recompute
from tangentlite.analysis.statement_effects import is_pure
from tangentlite.builder.indexing import index_kind, is_advanced
from tangentlite.ir import build
from tangentlite.ir.rewrite import Block, names_in
from tangentlite.kinds.kind import (
    Array,
    Scalar,
    is_numeric,
    required_numeric,
    same_shape,
)
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.rules.operation import value_of

# In an inner loop: what is saved there is saved for all trips of both.
NESTED = 0.8


def values_in_arrays(s: Sweep, forward: Block) -> dict[str, gast.Assign]:
    """Return, by name, statements that read values from the arrays that hold them.

    Before: `y[i] = t`, of elements that are not written again, nor is an array t.
    After: `t = y[i]`.
    """
    found = {}
    for node in forward:
        if not isinstance(node, gast.Assign) or not isinstance(node.value, gast.Name):
            continue
        target, name = node.targets[0], node.value.id
        if not isinstance(target, gast.Subscript) or node not in s.memory.order:
            continue
        if s.memory.is_overwritten_after(node, name):
            continue
        if _holds(s, target, name) and not s.pieces.is_overwritten_after(node, target):
            place = build.subscript(target.value, target.slice)
            found[name] = build.assign(name, place, node.lineno)
    return found


def _holds(s: Sweep, target: gast.Subscript, name: str) -> bool:
    """Whether a place has the kind of the value written: that is not converted."""
    b = s.b
    owner, kind = b.kinds.get(getattr(target.value, "id", "")), b.kinds.get(name)
    index = value_of(b, target.slice)
    if not isinstance(owner, Array) or is_advanced(index) or not is_numeric(kind):
        return False
    place = index_kind(b, owner, index)
    if type(place) is not type(kind):
        return False
    same_dtype = kind.dtype is not None and kind.dtype == required_numeric(place).dtype
    return same_dtype and same_shape(place, kind, b.sizes)


def cost_of(
    s: Sweep, in_arrays: Mapping[str, gast.Assign]
) -> Callable[[gast.Assign], float | None]:
    """Return a function: what recomputing a statement costs, if it may be.

    The unit is saving one value. In an inner loop it costs less: what is saved there
    is saved for all trips of both.
    """
    b = s.b
    share = NESTED if s.loops else 1.0

    def cost(statement: gast.Assign) -> float | None:
        rhs = statement.value
        kind = b.kinds.get(statement.targets[0].id)
        if not b.phis.unbound.isdisjoint(names_in(rhs)):
            return None  # at the head of the iteration there may be no value yet
        if in_arrays.get(statement.targets[0].id) is statement:
            return share * store_or_recompute.LOOKUP
        if statement.targets[0].id in s.shadow_names:
            return share * store_or_recompute.LOOKUP if _is_view(s, rhs) else None
        if isinstance(rhs, gast.Subscript):
            if not _is_stable(s, statement):
                return None
            return share * store_or_recompute.LOOKUP
        if isinstance(rhs, gast.Attribute) or _is_invariant(s, rhs):
            return share * store_or_recompute.LOOKUP
        if isinstance(kind, Array) and _is_cheap(s, statement):
            return share * store_or_recompute.OF_ARRAYS
        operation = isinstance(rhs, (gast.BinOp, gast.UnaryOp, gast.Compare))
        if not operation or not is_pure(rhs, b.references.objects):
            return None
        scalars = all(isinstance(b.kinds.get(n), Scalar) for n in names_in(rhs))
        return share * store_or_recompute.ARITHMETIC if scalars else None

    return cost


def _is_invariant(s: Sweep, rhs: gast.expr) -> bool:
    """Whether a value is the length, or transpose, of an array that nothing writes."""
    if not isinstance(rhs, gast.Call) or not isinstance(rhs.func, gast.Name):
        return False
    function = s.b.references.objects.get(rhs.func.id)
    owner = getattr(rhs.args[0], "id", "") if len(rhs.args) == 1 else ""
    array = isinstance(s.b.kinds.get(owner), Array) and not rhs.keywords
    if function is np.transpose:
        return array and not s.memory.is_written(owner)
    return array and function is len


def _is_cheap(s: Sweep, statement: gast.Assign) -> bool:
    """Whether a value is one operation with arrays of its size that nothing writes.

    Nor is the value itself written: behind that it would be another one.
    """
    rhs, target = statement.value, statement.targets[0].id
    if not isinstance(rhs, gast.BinOp) or s.memory.is_written(target):
        return False
    if not isinstance(rhs.op, (gast.Add, gast.Sub, gast.Mult, gast.Pow)):
        return False
    if isinstance(rhs.op, gast.Pow) and getattr(rhs.right, "value", 0) != 2:
        return False
    return not any(s.memory.is_written(name) for name in names_in(rhs))


def _is_view(s: Sweep, rhs: gast.expr) -> bool:
    """Whether an expression is a part of a shadow, which is never bound again."""
    if not isinstance(rhs, gast.Subscript) or not isinstance(rhs.value, gast.Name):
        return False
    return rhs.value.id in s.shadow_names


def _is_stable(s: Sweep, read: gast.Assign) -> bool:
    """Whether a read gives the same when repeated: no copy, and nothing is written."""
    rhs = read.value
    if isinstance(rhs.value, gast.Attribute):  # x.shape[k]
        return True
    owner = getattr(rhs.value, "id", "")
    if not isinstance(s.b.kinds.get(owner), Array):
        return False
    if is_advanced(value_of(s.b, rhs.slice)):
        return False
    return not s.memory.is_written(owner) or (
        read in s.memory.order and not s.pieces.is_overwritten_after(read, rhs)
    )
