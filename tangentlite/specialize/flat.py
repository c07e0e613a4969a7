"""Elements of `x.flat`, counted row by row, as elements of x."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite.kinds.kind import Array, Scalar
from tangentlite.specialize import access, comparisons, indexing, operators, rule_calls
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.literals import literal
from tangentlite.specialize.records import Atom
from tangentlite.specialize.values import Method, is_static, static_value


def flat_owner(value: object) -> Atom | None:
    """Return the array of which a value is `x.flat`, if it is one."""
    if isinstance(value, Method) and value.name == "flat":
        owner = value.owner
        if isinstance(owner, Atom) and isinstance(owner.kind, Array):
            return owner
    return None


def read_flat(b: Builder, owner: Atom, index: object, base: str) -> object:
    """Emit `owner.flat[index]`, which is a copy."""
    item = indexing.read_item(b, owner, place(b, owner, index), base)
    if isinstance(item, Atom) and item.name in b.views:
        return rule_calls.call_rule(b, np.copy, [item], {}, base)
    return item


def as_written(b: Builder, owner: Atom, value: object) -> object:
    """Return what `owner.flat = value` stores, in the shape of the owner.

    NumPy repeats or cuts a value of another size; here that is NumPy's error.
    """
    new = operators.operand(b, value)
    if isinstance(new.kind, Scalar):
        return new
    shape = access.read_attribute(b, owner, "shape", "n")
    return rule_calls.call_rule(b, np.reshape, [new, shape], {}, "t")


def read_counted(b: Builder, owner: Atom, position: Atom, base: str) -> object:
    """Emit `owner.flat[position]` for a position that counts from the start."""
    index: object = position
    if owner.kind.shape is None or len(owner.kind.shape) != 1:
        shape = access.read_attribute(b, owner, "shape", "n")
        index = rule_calls.call_rule(b, np.unravel_index, [position, shape], {}, "k")
    return indexing.read_item(b, owner, index, base)


def place(b: Builder, owner: Atom, index: object) -> object:
    """Return the index of an array that is an index of its flat form.

    Before, for a matrix m: `m.flat[k]`. After: `m[np.unravel_index(k, m.shape)]`, with
    `k + m.size * (k < 0)` for a k that may count from the end.
    """
    if owner.kind.shape is not None and len(owner.kind.shape) == 1:
        return index
    size = access.read_attribute(b, owner, "size", "n")
    if isinstance(index, Atom) and isinstance(index.kind, Scalar):
        counted = _from_the_start(b, index, size)
    else:
        numbers = rule_calls.call_rule(b, np.arange, [size], {}, "k")
        counted = indexing.read_item(b, numbers, index, "k")
    shape = access.read_attribute(b, owner, "shape", "n")
    return rule_calls.call_rule(b, np.unravel_index, [counted, shape], {}, "k")


def _from_the_start(b: Builder, index: Atom, size: object) -> object:
    if is_static(index) and static_value(index) >= 0:
        return index
    negative = comparisons.compare(b, [gast.Lt()], [index, literal(0)], "k")
    added = operators.binary(b, gast.Mult(), size, negative, "k")
    return operators.binary(b, gast.Add(), index, added, "k")
