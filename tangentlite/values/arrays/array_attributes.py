"""Attributes of arrays and numbers."""

from __future__ import annotations

import difflib
import math

import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import is_mixed, is_of_open_class, of_any_rank
from tangentlite.ir import build
from tangentlite.ir.names import TEMPORARY
from tangentlite.kinds.kind import Array, Opaque, Scalar, is_numeric, shape_of
from tangentlite.kinds.objects.user_objects import no_attribute
from tangentlite.specialize.state import paths
from tangentlite.values.arrays.array_flags import of_memory
from tangentlite.values.arrays.array_methods import OF_NUMBERS
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import Method
from tangentlite.values.literals import literal


def _require_of_both(b: Builder, name: str) -> None:
    """Raise what Python raises for an attribute that its and NumPy's numbers lack.

    If only one of the two has it, it is not known whether Python raises.
    """
    if not _may_be_caught(b):
        return
    if not hasattr(float, name) and not hasattr(np.float64, name):
        error = AttributeError(f"'float' object has no attribute {name!r}")
        raise operations.certain_error(b, error, "Check the name.", None)
    if not hasattr(float, name):
        raise paths.undecided(b, "AttributeError", None)


def _may_be_caught(b: Builder) -> bool:
    """Whether a try statement around may catch that an attribute is missing."""
    return any(
        operations.may_catch(b, target, AttributeError) for target in b.control.tries
    )


@operations.attribute.of(Scalar, Array)
def array_attribute(b: Builder, owner: Atom, name: str, base: str) -> Value:
    """Return an attribute of an array or number, folded where it is known."""
    owner = of_any_rank(b, owner)
    kind = owner.kind
    assert is_numeric(kind)
    shape = shape_of(kind)
    if isinstance(kind, Scalar) and not kind.weak and kind.dtype == "float64":
        _require_of_both(b, name)
    if owner.name in b.memory.numbers and not hasattr(float, name):
        if _may_be_caught(b):
            raise paths.undecided(b, "AttributeError", None)
    if name == "size" and owner.name in b.memory.numbers:
        return operations.call_rule(b, np.size, [owner], {}, base)
    if name == "ndim" and shape is not None:
        return literal(len(shape))
    if name == "shape" and shape is not None:
        return shape_value(b, owner)
    if name == "size":
        if shape == ():
            return literal(1)
        sizes = None if shape is None else [b.sizes.find(dim) for dim in shape]
        if b.assumed.exact and sizes and all(isinstance(size, int) for size in sizes):
            return literal(math.prod(sizes))
        size = sizes[0] if sizes and len(sizes) == 1 else None
        rhs = build.attribute(owner.node, "size")
        return b.emit(b, rhs, Scalar("int64", True, None, size), base)
    if name == "dtype":
        if kind.dtype is not None and not is_mixed(b, owner):
            return Known(np.dtype(kind.dtype))
        return b.emit(b, build.attribute(owner.node, name), Opaque(None), base)
    if name == "device" and hasattr(np.ndarray, name) and isinstance(kind, Array):
        return literal("cpu")
    if name in ("itemsize", "nbytes"):
        return b.emit(b, build.attribute(owner.node, name), _COUNT, base)
    if name == "shape":
        return shape_at_run_time(b, owner, base)
    if name == "ndim":
        rhs = build.call(b.references.function(np.ndim), [owner.node])
        return b.emit(b, rhs, _COUNT, base)
    if name == "strides" or name in ("base", "flags") and isinstance(kind, Array):
        return of_memory(b, owner, name)
    if name in _PROPERTIES:
        return operations.call(b, Known(_PROPERTIES[name]), [owner], {}, None, base)
    of_python = isinstance(kind, Scalar) and kind.weak is not False
    if hasattr(np.ndarray, name) or of_python and name in OF_NUMBERS:
        return Method(owner, name)
    if of_python and any(hasattr(type_, name) for type_ in (int, float, complex)):
        what = f"{name!r} of a number is not supported."
        raise b.error(what, "Compute it outside of the function.")
    raise _missing(b, owner, name)


def _missing(b: Builder, owner: Atom, name: str) -> Exception:
    """Go to the handler of a missing attribute, or return our error."""
    what = "a number has" if isinstance(owner.kind, Scalar) else "arrays have"
    close = difflib.get_close_matches(name, dir(np.ndarray), n=1)
    instead = f"Did you mean {close[0]!r}?" if close else "Check the name."
    if b.assumed.of_library:
        what, instead = "NumPy's arrays have", "Ask for it outside of the function."
    what = f"{what} no attribute {name!r}."
    if is_of_open_class(b, owner):
        if _may_be_caught(b):
            return paths.undecided(b, "AttributeError", None)
        return b.error(what, instead)
    error = no_attribute(operations.python_type(b, owner) or float, name)
    return operations.certain_error(b, error, instead, None, what)


_PROPERTIES = {
    "T": np.transpose,
    "mT": np.matrix_transpose,
    "real": np.real,
    "imag": np.imag,
}


_COUNT = Scalar("int64", True)
SHAPE = Opaque(tuple, _COUNT)


def shape_at_run_time(b: Builder, owner: Atom, base: str) -> Atom:
    """Emit `np.shape(owner)`."""
    callee = b.references.function(np.shape)
    return b.emit(b, build.call(callee, [owner.node]), SHAPE, base)


def shape_value(b: Builder, owner: Atom) -> Sequence:
    """Emit reads of the sizes in `owner.shape`, of known rank; return their tuple."""
    dims = shape_of(owner.kind)
    assert dims is not None
    sizes = []
    for axis, dim in enumerate(dims):
        found = b.sizes.find(dim)
        if isinstance(found, int):
            sizes.append(literal(found))
            continue
        whole = build.attribute(owner.node, "shape")
        rhs = build.subscript(whole, build.constant(axis))
        sizes.append(b.emit(b, rhs, Scalar("int64", True, None, found), TEMPORARY))
    return Sequence(tuple(sizes))
