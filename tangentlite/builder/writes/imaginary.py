"""Writes into imaginary parts: `z.imag[i] = v`.

The adjoint of the imaginary part of z is no view of the adjoint of z (it is minus its
imaginary part), so that elements of z itself are written.

Before: `z.imag[i] = v`. After: `z[i] = with_imaginary(z[i], v)`.
"""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.ir.rewrite import binds
from tangentlite.kinds.kind import Array, shape_of
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.callable_values import Slice
from tangentlite.values.literals import literal


def complex_owner(b: Builder, part: Atom, node: gast.AST) -> Atom | None:
    """Return z if an array that is written is `z.imag`, else None."""
    rhs = b.definitions.get(str(part.name))
    if not isinstance(rhs, gast.Call) or not isinstance(rhs.func, gast.Name):
        return None
    if b.references.objects.get(rhs.func.id) is not np.imag:
        return None
    kind = b.kinds.get(getattr(rhs.args[0], "id", ""))
    if not isinstance(kind, Array) or "complex" not in str(kind.dtype):
        raise b.error(
            "the imaginary part of an array that is not known to be complex is "
            "written.",
            "Make the array with dtype=complex.",
            node,
        )
    whole = Atom(rhs.args[0], kind)
    is_new = bool(b.block) and part.name in binds(b.block[-1])
    if whole.name in b.phis.joined and not is_new:  # it may be another array by now
        raise b.error(
            "the imaginary part of an array that a loop or branch binds is written "
            "through a name of its own, which is not supported yet.",
            "Write z.imag[...] = v.",
            node,
        )
    return whole


def read_part(b: Builder, whole: Atom, index: Value) -> Value:
    """Emit the imaginary part of elements."""
    item = operations.read_item(b, whole, index, "t")
    return operations.call_rule(b, np.imag, [item], {}, "t")


def with_part(b: Builder, whole: Atom, index: Value, value: Atom) -> Atom:
    """Emit elements with another imaginary part, which may have more axes of size 1.

    These are dropped, as an assignment does.
    """
    item = operations.read_item(b, whole, index, "t")
    have, wanted = shape_of(value.kind), shape_of(item.kind)
    if have is None or wanted is None and have:
        raise b.error(
            "an imaginary part is written whose number of axes is not known.",
            "Write z[...] = z.real + 1j * v.",
        )
    extra = len(have) - len(wanted or ())
    if extra > 0:
        shape = operations.read_attribute(b, value, "shape", "t")
        more = Slice(literal(extra), Known(None), Known(None))
        shape = operations.read_item(b, shape, more, "t")
        value = operations.call_rule(b, np.reshape, [value, shape], {}, "t")
    return operations.call_rule(b, runtime.with_imaginary, [item, value], {}, "t")
