"""Operands of operations: atoms, and lists and tuples of numbers as arrays."""

from __future__ import annotations

import enum

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Kind, ListOf
from tangentlite.values.base import Atom, Known, Sequence
from tangentlite.values.containers import tuples
from tangentlite.values.literals import literal
from tangentlite.values.objects.describe import describe
from tangentlite.values.text import flags


def no_number(b: Builder, value: object) -> Exception:
    """Return the error of an operation on numbers and something else."""
    return b.error(
        f"this operation on a number and {describe(value)} is not supported.",
        "Make it a number first: int(n), float(v).",
    )


def named(b: Builder, rhs: gast.expr, kind: Kind, base: str) -> Atom:
    """Emit an operation, whose result is always an array of its own."""
    atom = b.emit(b, rhs, kind, base)
    if atom.name is not None:
        b.owned.add(atom.name)
    return atom


def operand(b: Builder, value: object) -> Atom:
    """Return a value as an atom, lists and tuples of numbers as arrays."""
    is_list = isinstance(value, Atom) and isinstance(value.kind, ListOf)
    if isinstance(value, Sequence) or is_list or tuples.is_tuple(value):
        return operations.call_rule(b, np.array, [value], {}, "t")
    if isinstance(value, Known) and isinstance(value.value, enum.IntEnum):
        return literal(int(value.value))
    if isinstance(value, Known) and value.value is not None:
        return operations.as_atom(b, value)
    if flags.is_text(value):
        return flags.as_atom(b, value)
    if not isinstance(value, Atom):
        raise b.error(
            f"this operation is not supported on {describe(value)}.",
            "Use it on numbers and arrays, such as np.arange(n) for range(n).",
        )
    return value


def np_dtype(b: Builder, dtype: str):
    """Return the expression of a dtype, `np.float32`."""
    return b.references.function(np.dtype(dtype).type)
