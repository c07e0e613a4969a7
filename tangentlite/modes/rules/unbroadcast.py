"""Shape and dtype of derivatives: sums over broadcast axes, casts, zeros, copies."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import of_any_rank
from tangentlite.ir import build
from tangentlite.ir.rewrite import names_in
from tangentlite.kinds.kind import (
    Array,
    Kind,
    Scalar,
    like,
    required_numeric,
    same_shape,
    shape_of,
    with_dtype,
)
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.literals import literal


def fit(b: Builder, value: Atom, target: Atom, result: Atom, base: str) -> Atom:
    """Turn a contribution to `result`'s inputs into one to the input `target`.

    `value` broadcasts to the shape of `result`; where `target` was broadcast, it is
    summed. What is returned broadcasts to the shape of `target` and has its dtype. A
    target that was assigned to a place may have more axes than that, of length 1.
    """
    summed = _unbroadcast(b, value, target, result, base)
    return cast(b, summed, target, base)


def _unbroadcast(
    b: Builder, value: Atom, target: Atom, result: Atom, base: str
) -> Atom:
    to, full = shape_of(target.kind), shape_of(result.kind)
    have = shape_of(value.kind)
    if to is None or full is None or have is None:
        if isinstance(result.kind, Scalar):
            return value
        value = materialize(b, value, result)
        return _run_time(b, value, target, base)
    # NumPy drops the first axes of a value that is assigned; the phi of this scalar and
    # of an array has more as well.
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
        return _summed(b, value, None, base)
    if lead:
        value = _summed(b, value, tuple(range(lead)), base)
    inner = tuple(axis - lead for axis in axes if axis >= lead)
    if inner:
        value = _summed(b, value, inner, base, keepdims=True)
    return value


def _summed(
    b: Builder,
    value: Atom,
    axes: tuple[int, ...] | None,
    base: str,
    keepdims: bool = False,
) -> Atom:
    """Emit `np.sum(value, axis=axes)`, one axis as a number."""
    keywords: dict[str, Value] = {}
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
    rhs = build.call(callee, [value.node, _slice_of_its_shape(b, target)])
    kind = with_dtype(like(target.kind), required_numeric(value.kind).dtype)
    atom = b.emit(b, rhs, kind, base)
    b.note_view(atom.name, value.name)  # where nothing was broadcast
    return atom


def _slice_of_its_shape(b: Builder, target: Atom) -> gast.expr:
    """Return the slice of an argument that a value of its shape was computed from.

    A slice can be computed again, so that the value need not be stored for its shape.
    Without such a slice it is the value itself.
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
        if value.kind.shape == ():  # the number in it
            rhs = build.subscript(value.node, build.display([], tuple))
            value = b.emit(b, rhs, Scalar(value.kind.dtype, False), base)
    kind = required_numeric(value.kind)
    wanted, have = required_numeric(target.kind).dtype, kind.dtype
    if wanted == have and wanted is not None:
        return value
    if isinstance(kind, Scalar) and kind.value is not None:
        known = kind.value
        is_real = wanted is not None and "complex" not in wanted
        return literal(known.real) if is_real and isinstance(known, complex) else value
    if wanted is None or have is None:
        callee = b.references.function(runtime.cast_like)
        rhs = build.call(callee, [value.node, target.node])
        atom = b.emit(b, rhs, with_dtype(kind, wanted), base)
        b.note_view(atom.name, value.name)
        return atom
    if "complex" in have and "complex" not in wanted:
        value = operations.call_rule(b, np.real, [value], {}, base)
        kind = required_numeric(value.kind)
        if kind.dtype == wanted:
            return value
    dtype = operands.np_dtype(b, wanted)
    if isinstance(kind, Scalar):
        return b.emit(b, build.call(dtype, [value.node]), Scalar(wanted, False), base)
    rhs = build.call(build.attribute(value.node, "astype"), [dtype])
    return b.emit(b, rhs, with_dtype(kind, wanted), base)


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
    like_owner = required_numeric(owner.kind)
    value = _narrowed(b, value, like_owner.dtype)
    rhs = build.call(
        b.references.function(np.broadcast_to),
        [value.node, _shape_expression(b, owner)],
    )
    kind = Array(required_numeric(value.kind).dtype, shape_of(like_owner))
    atom = b.emit(b, rhs, kind, base)
    b.note_view(atom.name, value.name)
    return atom


def typed_literal(b: Builder, value: Atom, owner: Atom) -> Atom:
    """Give a derivative that is a literal the dtype of the value it belongs to."""
    dtype = required_numeric(owner.kind).dtype
    known = value.kind.value if isinstance(value.kind, Scalar) else None
    if known is not None and dtype == "complex128":
        return literal(complex(known))
    return _narrowed(b, value, dtype)


def zero_dimensional(b: Builder, value: Atom, owner: Atom, base: str) -> Atom:
    """Make a 0-d array of a number that is the derivative of one.

    Code that reads it by its name, or writes into it, takes it for an array.
    """
    is_array = isinstance(owner.kind, Array) and owner.kind.shape == ()
    if not is_array or not isinstance(value.kind, Scalar):
        return value
    return operations.call_rule(b, np.asarray, [value], {}, base)


def _narrowed(b: Builder, value: Atom, dtype: str | None) -> Atom:
    """Give a literal the dtype of the array that is filled with it."""
    is_literal = isinstance(value.kind, Scalar) and value.kind.value is not None
    if not is_literal or dtype is None or dtype == "float64":
        return value
    rhs = build.call(operands.np_dtype(b, dtype), [value.node])
    return b.emit(b, rhs, Scalar(dtype, False), "t")


def _shape_expression(b: Builder, owner: Atom) -> gast.expr:
    if shape_of(owner.kind) == ():  # it may be a number behind what is compiled
        return build.display([], tuple)
    if isinstance(owner.kind, Array) and owner.kind.shape is not None:
        return build.attribute(owner.node, "shape")
    return build.call(b.references.function(np.shape), [owner.node])


def zeros(b: Builder, owner: Atom, base: str) -> Atom:
    """Emit the zero derivative of a value: an array of its own, or 0.0."""
    if isinstance(owner.kind, Scalar):
        return literal(0.0)
    callee = b.references.function(np.zeros_like)
    rhs = build.call(callee, [(parameter_like(b, owner) or owner).node])
    return operands.emit_owned(b, rhs, like(owner.kind), base)


def parameter_like(b: Builder, owner: Atom) -> Atom | None:
    """Return a parameter that has the shape and dtype of a value, if there is one.

    Then the value itself need not be stored for its shape.
    """
    own = owner.name or ""
    if own in b.memory.numbers:
        return None
    for name in (own, *b.parameters):
        kind = b.kinds.get(name)
        if name in b.parameters and isinstance(kind, Array) and kind.shape:
            same_dtype = (
                kind.dtype is not None
                and kind.dtype == required_numeric(owner.kind).dtype
            )
            if same_dtype and same_shape(kind, owner.kind, b.sizes):
                return Atom(build.name(name), kind)
    return None


def own_copy(b: Builder, value: Atom, owner: Atom, base: str) -> Atom:
    """Emit a new array with a derivative's values, in full shape."""
    if isinstance(owner.kind, Scalar):
        return value
    if is_full(b, value, owner.kind):
        rhs = build.call(b.references.function(np.copy), [value.node])
    elif isinstance(value.kind, Scalar):
        number = _narrowed(b, value, required_numeric(owner.kind).dtype)
        shape = _shape_expression(b, owner)
        rhs = build.call(b.references.function(np.full), [shape, number.node])
    else:
        whole = materialize(b, value, owner)
        rhs = build.call(b.references.function(np.copy), [whole.node])
    return operands.emit_owned(b, rhs, like(owner.kind), base)
