"""Adjoints that `np.where` made zero stay zero, whatever they are multiplied by.

The adjoint of `a` in `y = np.where(c, a, b)` is `np.where(c, y_bar, 0.0)`. Where a came
from an elementwise function, its rule is applied to y_bar and the selection to what
comes out: at `np.where(x > 0, np.log(x), 0.0)` and x = 0 that gives 0, not 0 / 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.leaves import BINARY, UNARY
from tangentlite.kinds.kind import Scalar, required_numeric, with_dtype
from tangentlite.modes.rules.operation import Operation, value_of
from tangentlite.values.base import Atom, Value, required_atom
from tangentlite.values.literals import literal

# Rules that only pass an adjoint on: a zero stays zero by itself.
_SAFE = frozenset(
    {BINARY[gast.Add], BINARY[gast.Sub], UNARY[gast.USub], np.add, np.subtract}
    | {np.negative, np.positive}
)


# gives the definition of a name, None if it has none
Definitions = Callable[[str], "gast.expr | None"]


@dataclass(frozen=True)
class Selection:
    """`np.where(condition, value, 0.0)`, or with zero first.

    The value may stand in another selection, `inner`, in its place.
    """

    condition: Atom
    value: Atom
    first: bool
    inner: Selection | None = None

    def of(self, b: Builder, part: Atom, base: str) -> Atom:
        """Return the same selection of another value."""
        zero = literal(0.0)
        part = part if self.inner is None else self.inner.of(b, part, base)
        pair = (part, zero) if self.first else (zero, part)
        return operations.call_rule(b, np.where, [self.condition, *pair], {}, base)


def selection_of(b: Builder, operation: Operation, cotangent: Atom) -> Selection | None:
    """Return the selection that made a cotangent, if a rule could spoil its zeros."""
    if operation.rule.kind != "elementwise" or operation.function in _SAFE:
        return None
    return selection_in(b, cotangent, b.definitions.get)


def selection_in(
    b: Builder, value: Value, definition_of: Definitions
) -> Selection | None:
    """Return the selection that a value was made by, None if it was made otherwise."""
    if not isinstance(value, Atom):
        return None
    rhs = definition_of(value.name or "")
    if isinstance(rhs, gast.Call) and _is_cast(rhs):
        inner = selection_in(b, value_of(b, rhs.func.value), definition_of)
        return None if inner is None else _cast(b, inner, rhs, value)
    if isinstance(rhs, gast.UnaryOp) and isinstance(rhs.op, gast.USub):
        return _negated(b, value_of(b, rhs.operand), definition_of)
    if isinstance(rhs, gast.BinOp) and isinstance(rhs.op, gast.Add):
        pair = value_of(b, rhs.left), value_of(b, rhs.right)
        return _sum(b, *pair, definition_of)
    if isinstance(rhs, gast.Subscript) and _is_scalar_index(rhs):
        rhs = definition_of(rhs.value.id)  # `np.where(...)[()]`, a number
    if not isinstance(rhs, gast.Call) or not isinstance(rhs.func, gast.Name):
        return None
    if b.references.objects.get(rhs.func.id) is not np.where or len(rhs.args) != 3:
        return None
    condition, one, other = (value_of(b, argument) for argument in rhs.args)
    if not (_is_zero(one) or _is_zero(other)):
        return None
    first = _is_zero(other)
    chosen = one if first else other
    inner = selection_in(b, chosen, definition_of)
    value = _as_numpy(b, chosen) if inner is None else inner.value
    return Selection(required_atom(condition), value, first, inner)


def _negated(b: Builder, value: Value, definition_of: Definitions) -> Selection | None:
    inner = selection_in(b, value, definition_of)
    if inner is None:
        return None
    return replace(inner, value=operations.unary(b, gast.USub(), inner.value, "t"))


def _sum(
    b: Builder, left: Value, right: Value, definition_of: Definitions
) -> Selection | None:
    """Return the selection of a sum of two selections by one condition."""
    if not isinstance(right, Atom):
        return None
    one = selection_in(b, left, definition_of)
    other = None if one is None else selection_in(b, right, definition_of)
    if one is None or other is None or one.first != other.first:
        return None
    if one.inner is not None or other.inner is not None:
        return None
    if one.condition != other.condition:
        return None
    value = operations.call_rule(b, np.add, [one.value, other.value], {}, "t")
    return replace(one, value=value)


def _is_cast(rhs: gast.Call) -> bool:
    if not isinstance(rhs.func, gast.Attribute):
        return False
    return rhs.func.attr == "astype" and isinstance(rhs.func.value, gast.Name)


def _cast(b: Builder, inner: Selection, rhs: gast.Call, like: Atom) -> Selection:
    """Return the selection of a cast value, instead of the cast of a selection."""
    value = _as_numpy(b, inner.value)
    made = build.call(build.attribute(value.node, "astype"), rhs.args)
    kind = with_dtype(value.kind, required_numeric(like.kind).dtype)
    return replace(inner, value=b.emit(b, made, kind, "t"))


def _as_numpy(b: Builder, value: Value) -> Atom:
    """Return a value as NumPy's: a Python number would raise where it divides by 0."""
    atom = operands.operand(b, value)
    if isinstance(atom.kind, Scalar) and atom.kind.weak is not False:
        return operations.call_rule(b, np.positive, [atom], {}, "t")
    return atom


def _is_scalar_index(node: gast.Subscript) -> bool:
    empty = isinstance(node.slice, gast.Tuple) and not node.slice.elts
    return empty and isinstance(node.value, gast.Name)


def _is_zero(value: Value) -> bool:
    return value.is_static and value.static_value() == 0
