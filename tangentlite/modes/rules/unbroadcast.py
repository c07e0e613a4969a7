"""Giving a derivative the shape and dtype of the value it belongs to."""

from __future__ import annotations

from dataclasses import replace

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import of_any_rank
from tangentlite.ir import build
from tangentlite.ir.rewrite import names_in
from tangentlite.kinds.kind import Array, Kind, Scalar, like, same_shape, shape_of
from tangentlite.values.base import Atom, Sequence
from tangentlite.values.literals import literal


def fit(b: Builder, value: Atom, target: Atom, result: Atom, base: str) -> Atom:
    """Turn a contribution to `result`'s inputs into one to the input `target`.

    `value` broadcasts to the shape of `result`; where `target` was broadcast, it is
    summed. What is returned broadcasts to the shape of `target` and has its dtype. A
    target that was assigned to a place may have more axes than that, of length 1.
    """
    summed = _unbroadcast(b, value, target, result, base)
    return cast(b, summed, target, base)


def _unbroadcast(b: Builder, value: Atom, target: Atom, result: Atom, base: str):
    to, full = shape_of(target.kind), shape_of(result.kind)
    have = shape_of(value.kind)
    if to is None or full is None or have is None:
        if isinstance(result.kind, Scalar):
            return value
        value = materialize(b, value, result)
        return _run_time(b, value, target, base)
    # NumPy drops the first axes of what is assigned; a target that has joined an array
    # with the scalar that this is has more as well.
    to = to[max(len(to) - len(full), 0) :]
    lead = len(full) - len(to)
    axes = list(range(lead))
    for axis, size in enumerate(to):
        whole = full[lead + axis]
        if b.sizes.same(size, whole):
            continue
        if b.sizes.find(size) == 1:
            axes.append(lead + axis)
        elif b.sizes.may_be_one(size):
            return _run_time(b, materialize(b, value, result), target, base)
    if not axes:
        return value
    value = materialize(b, value, result)
    if not to:
        return operators_sum(b, value, None, base)
    if lead:
        value = operators_sum(b, value, tuple(range(lead)), base)
    kept = tuple(axis - lead for axis in axes if axis >= lead)
    if kept:
        value = operators_sum(b, value, kept, base, keepdims=True)
    return value


def operators_sum(b: Builder, value: Atom, axes, base: str, keepdims: bool = False):
    """Emit `np.sum(value, axis=axes)`, one axis as a number."""
    keywords: dict[str, object] = {}
    if axes is not None:
        single = len(axes) == 1
        keywords["axis"] = (
            literal(axes[0])
            if single
            else Sequence(tuple(literal(axis) for axis in axes))
        )
    if keepdims:
        keywords["keepdims"] = literal(True)
    return operations.call_rule(b, np.sum, [value], keywords, base)


def _run_time(b: Builder, value: Atom, target: Atom, base: str) -> Atom:
    b.report.open_sizes += 1
    callee = b.references.function(runtime.unbroadcast)
    rhs = build.call(callee, [value.node, _part_of_its_shape(b, target)])
    kind = like(target.kind)
    atom = b.emit(b, rhs, replace(kind, dtype=value.kind.dtype), base)
    b.note_view(atom.name, value.name)  # where nothing was broadcast
    return atom


def _part_of_its_shape(b: Builder, target: Atom) -> gast.expr:
    """Return what a value was computed from, if that is a slice of an argument.

    A slice can be taken again, so that the value need not be kept for its shape.
    """
    pending = [str(target.name)]
    while pending:
        rhs = b.definitions.get(pending.pop())
        if isinstance(rhs, (gast.BinOp, gast.UnaryOp, gast.Call)):
            for name in names_in(rhs):
                kind = b.kinds.get(name)
                if isinstance(kind, Array) and same_shape(kind, target.kind, b.sizes):
                    if _is_slice_of_argument(b, name):
                        return build.name(name)
                    pending.append(name)
    return target.node


def _is_slice_of_argument(b: Builder, name: str) -> bool:
    rhs = b.definitions.get(name)
    owner = rhs.value if isinstance(rhs, gast.Subscript) else None
    return isinstance(owner, gast.Name) and owner.id in b.parameters


def cast(b: Builder, value: Atom, target: Atom, base: str) -> Atom:
    """Give a derivative the dtype of the value it belongs to."""
    if isinstance(target.kind, Scalar) and isinstance(value.kind, Array):
        value = _item(b, value, base)
    wanted, have = target.kind.dtype, value.kind.dtype
    if wanted == have and wanted is not None:
        return value
    if isinstance(value.kind, Scalar) and value.kind.value is not None:
        known = value.kind.value
        is_real = wanted is not None and "complex" not in wanted
        return literal(known.real) if is_real and isinstance(known, complex) else value
    if wanted is None or have is None:
        callee = b.references.function(runtime.cast_like)
        rhs = build.call(callee, [value.node, target.node])
        atom = b.emit(b, rhs, replace(value.kind, dtype=wanted), base)
        b.note_view(atom.name, value.name)
        return atom
    if "complex" in have and "complex" not in wanted:
        value = operations.call_rule(b, np.real, [value], {}, base)
        if value.kind.dtype == wanted:
            return value
    dtype = operands.np_dtype(b, wanted)
    if isinstance(value.kind, Scalar):
        return b.emit(b, build.call(dtype, [value.node]), Scalar(wanted, False), base)
    rhs = build.call(build.attribute(value.node, "astype"), [dtype])
    return b.emit(b, rhs, replace(value.kind, dtype=wanted), base)


def _item(b: Builder, value: Atom, base: str) -> Atom:
    """Turn a 0-d array into the scalar in it."""
    if value.kind.shape != ():
        return value
    rhs = build.subscript(value.node, build.display([], tuple))
    return b.emit(b, rhs, Scalar(value.kind.dtype, False), base)


def is_full(b: Builder, value: Atom, kind: Kind) -> bool:
    """Whether a derivative provably has the shape of its value."""
    if isinstance(value.kind, Scalar) and isinstance(kind, Scalar):
        return True
    return same_shape(value.kind, kind, b.sizes)


def materialize(b: Builder, value: Atom, owner: Atom, base: str = "t") -> Atom:
    """Broadcast a derivative to the shape of the value it belongs to."""
    if is_full(b, value, owner.kind):
        return value
    if isinstance(owner.kind, Scalar):
        return value
    owner = of_any_rank(b, owner)
    value = _narrowed(b, value, owner.kind.dtype)
    rhs = build.call(
        b.references.function(np.broadcast_to), [value.node, shape_expression(b, owner)]
    )
    kind = Array(value.kind.dtype, owner.kind.shape)
    atom = b.emit(b, rhs, kind, base)
    b.note_view(atom.name, value.name)
    return atom


def handed_out(b: Builder, value: Atom, owner: Atom) -> Atom:
    """Give a literal that is a derivative by itself the dtype of its value."""
    known = value.kind.value if isinstance(value.kind, Scalar) else None
    if known is not None and getattr(owner.kind, "dtype", None) == "complex128":
        return literal(complex(known))
    return _narrowed(b, value, owner.kind.dtype)


def as_without_axes(b: Builder, value: Atom, owner: Atom, base: str) -> Atom:
    """Make an array without axes of a number that is the derivative of one.

    Who reads it by its name takes it for one: what is written into it is.
    """
    is_array = isinstance(owner.kind, Array) and owner.kind.shape == ()
    if not is_array or not isinstance(value.kind, Scalar):
        return value
    return operations.call_rule(b, np.asarray, [value], {}, base)


def _narrowed(b: Builder, value: Atom, dtype: str | None) -> Atom:
    """Give a literal the dtype of what it fills."""
    literal_value = isinstance(value.kind, Scalar) and value.kind.value is not None
    if not literal_value or dtype in (None, "float64"):
        return value
    rhs = build.call(operands.np_dtype(b, dtype), [value.node])
    return b.emit(b, rhs, Scalar(dtype, False), "t")


def shape_expression(b: Builder, owner: Atom) -> gast.expr:
    """Return the expression of a value's shape."""
    if isinstance(owner.kind, Array) and owner.kind.shape is not None:
        return build.attribute(owner.node, "shape")
    return build.call(b.references.function(np.shape), [owner.node])


def zeros(b: Builder, owner: Atom, base: str) -> Atom:
    """Emit the zero derivative of a value: an array of its own, or 0.0."""
    if isinstance(owner.kind, Scalar):
        return literal(0.0)
    callee = b.references.function(np.zeros_like)
    rhs = build.call(callee, [(lender(b, owner) or owner).node])
    atom = b.emit(b, rhs, like(owner.kind), base)
    b.memory.owned.add(atom.name)
    return atom


def lender(b: Builder, owner: Atom) -> Atom | None:
    """Return a parameter that has the shape and dtype of a value, if there is one.

    Then the value itself need not be kept for its shape.
    """
    if owner.name in b.memory.numbers:
        return None
    for name in (owner.name, *b.parameters):
        kind = b.kinds.get(name)
        if name in b.parameters and isinstance(kind, Array) and kind.shape:
            same_dtype = kind.dtype is not None and kind.dtype == owner.kind.dtype
            if same_dtype and same_shape(kind, owner.kind, b.sizes):
                return Atom(build.name(name), kind)
    return None


def own_copy(b: Builder, value: Atom, owner: Atom, base: str) -> Atom:
    """Emit an array of its own with a derivative's values, in full shape."""
    if isinstance(owner.kind, Scalar):
        return value
    if is_full(b, value, owner.kind):
        rhs = build.call(b.references.function(np.copy), [value.node])
    elif isinstance(value.kind, Scalar):
        number = _narrowed(b, value, owner.kind.dtype)
        shape = shape_expression(b, owner)
        rhs = build.call(b.references.function(np.full), [shape, number.node])
    else:
        whole = materialize(b, value, owner)
        rhs = build.call(b.references.function(np.copy), [whole.node])
    atom = b.emit(b, rhs, like(owner.kind), base)
    b.memory.owned.add(atom.name)
    return atom
