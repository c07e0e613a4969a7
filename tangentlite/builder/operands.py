"""Operands of operations: atoms, and lists and tuples of numbers as arrays."""

from __future__ import annotations

import enum

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Kind, ListOf, Opaque
from tangentlite.values import structure
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import Chosen
from tangentlite.values.heap import List
from tangentlite.values.literals import literal
from tangentlite.values.structure import parts


def no_number(b: Builder, value: Value) -> Exception:
    """Return the error of an operation on numbers and something else."""
    return b.error(
        f"this operation on a number and {value.describe()} is not supported.",
        "Make it a number first: int(n), float(v).",
    )


def emit_owned(b: Builder, rhs: gast.expr, kind: Kind, base: str) -> Atom:
    """Emit an operation whose result shares memory with nothing."""
    atom = b.emit(b, rhs, kind, base)
    if atom.name is not None:
        b.memory.owned.add(atom.name)
    return atom


def operand(b: Builder, value: Value) -> Atom:
    """Return a value as an atom, lists and tuples of numbers as arrays."""
    is_list = isinstance(value, Atom) and isinstance(value.kind, ListOf)
    if isinstance(value, Sequence) or is_list or structure.is_tuple(value):
        return operations.call_rule(b, np.array, [value], {}, "t")
    if isinstance(value, Known) and isinstance(value.value, enum.IntEnum):
        return literal(int(value.value))
    if isinstance(value, Known) and value.value is not None:
        return operations.as_atom(b, value)
    if structure.is_text(value):
        return flag_atom(b, value)
    if not isinstance(value, Atom):
        raise b.error(
            f"this operation is not supported on {value.describe()}.",
            "Use it on numbers and arrays, such as np.arange(n) for range(n).",
        )
    return value


def np_dtype(b: Builder, dtype: str) -> gast.expr:
    """Return the expression of a dtype, `np.float32`."""
    return b.references.function(np.dtype(dtype).type)


def flag_atom(b: Builder, value: Value) -> Atom:
    """Return text, or a member of an enumeration, as an atom: a literal or a name."""
    if isinstance(value, Atom):
        return value
    if isinstance(value, Chosen):
        ways = [flag_atom(b, way).node for way in (value.first, value.second)]
        chosen = gast.IfExp(value.flag.node, *ways)
        return Atom(chosen, Opaque(value.flag_type))
    return Atom(operations.as_expression(b, value), Opaque(value.flag_type))


def as_used(b: Builder, value: Value) -> Value:
    """Return a list that grows in branches or loops as that of the core program.

    An array that an object or a dict holds, and that is not supported, is refused: no
    derivative would pass through it.
    """
    type_ = getattr(value.kind, "type", None)
    if isinstance(type_, type) and issubclass(type_, np.ndarray):
        raise b.error(
            "this array is masked, a matrix, or has a dtype that is not supported "
            "(objects, records, long doubles).",
            "Convert it where it is made: np.asarray(..., dtype=float).",
        )
    if isinstance(value, List) and value.is_at_run_time:
        name = value.contents.name
        return Atom(value.contents.node, b.kinds.get(name, value.contents.kind))
    return value


def as_stored(b: Builder, value: Value) -> Value:
    """Do `as_used` for a value and all items of its tuples and lists."""
    if any(isinstance(p, List) and p.is_at_run_time for p in parts(value)):
        if isinstance(value, Sequence) and not isinstance(as_used(b, value), Atom):
            return value.with_items(tuple(as_stored(b, item) for item in value.items))
    return as_used(b, value)
