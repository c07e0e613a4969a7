"""Arithmetic, comparison and elementwise calls: their kinds and their statements."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence as Items
from dataclasses import replace

import gast
import numpy as np

from tangentlite.kinds.dims import Dim, Equalities, Symbol, resized
from tangentlite.kinds.kind import Array, Kind, Opaque, Scalar, is_numeric
from tangentlite.kinds.probe import Unknown, probe
from tangentlite.rules.operators import BINARY, COMPARE, UNARY
from tangentlite.rules.registry import rule_of
from tangentlite.specialize import calls
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.materialize import as_atom
from tangentlite.specialize.values import (
    Atom,
    Known,
    Sequence,
    is_static,
    literal,
    static_value,
)

def binary(b: Builder, op: gast.operator, left: object, right: object, base: str):
    """Emit `left OP right`, or fold it where both sides are known."""
    function = BINARY[type(op)]
    folded = _fold(b, function, left, right)
    if folded is not None:
        return folded
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        if isinstance(op, gast.Add):
            return Sequence(left.items + right.items, left.type)
    if isinstance(left, Sequence) and isinstance(op, gast.Mult) and is_static(right):
        return Sequence(left.items * static_value(right), left.type)
    x, y = operand(b, left), operand(b, right)
    if not (is_numeric(x.kind) and is_numeric(y.kind)):
        kind: Kind = Opaque(None)
    else:
        kind = operation_kind(b, function, (x.kind, y.kind))
        kind = _sized(function, x.kind, y.kind, kind)
    return _fresh(b, gast.BinOp(x.node, op, y.node), kind, base)


def _fresh(b: Builder, rhs: gast.expr, kind: Kind, base: str) -> Atom:
    """Emit an operation, whose result is always an array of its own."""
    atom = b.emit(b, rhs, kind, base)
    if atom.name is not None:
        b.owned.add(atom.name)
    return atom


def _sized(function: Callable, x: Kind, y: Kind, kind: Kind) -> Kind:
    """Follow the size of an axis through the addition of a literal."""
    if not (isinstance(kind, Scalar) and isinstance(x, Scalar) and isinstance(y, Scalar)):
        return kind
    if function is operator.add and isinstance(x.value, int) and y.size is not None:
        x, y = y, x
    if function not in (operator.add, operator.sub) or not isinstance(y.value, int):
        return kind
    if x.size is None:
        return kind
    change = y.value if function is operator.add else -y.value
    return replace(kind, size=resized(x.size, change))


def operand(b: Builder, value: object) -> Atom:
    """Return a value as an atom, literal displays of numbers as arrays."""
    if isinstance(value, Sequence):
        return calls.call_rule(b, np.array, [value], {}, "t")
    if isinstance(value, Known) and value.value is not None:
        return as_atom(b, value)
    if not isinstance(value, Atom):
        raise b.error(
            f"this operation is not supported on {describe(value)}.",
            "Use it on numbers and arrays.",
        )
    return value


def describe(value: object) -> str:
    """Say what a value is, in a user's words."""
    if isinstance(value, Known):
        return "None" if value.value is None else repr(value.value)[:60]
    if isinstance(value, Sequence):
        return f"a {value.type.__name__}"
    if isinstance(value, Atom):
        kind = value.kind
        if isinstance(kind, Scalar):
            return f"a number ({kind.dtype})"
        if isinstance(kind, Array):
            return "an array"
        if isinstance(kind, Opaque) and kind.type is not None:
            return f"an object of type {kind.type.__name__}"
    return f"a {type(value).__name__.lower()}"


def _fold(b: Builder, function: Callable, *values: object):
    """Compute on known integers and flags; floats stay as the user wrote them."""
    if not all(is_static(value) for value in values):
        return None
    known = [static_value(value) for value in values]
    if not all(isinstance(item, (int, str, tuple)) for item in known):
        if not b.sources[b.frame.source].generated:
            return None
    try:
        result = function(*known)
    except Exception:
        return None  # the run-time expression raises what Python raises
    if isinstance(result, complex) and not any(isinstance(k, complex) for k in known):
        return None
    return literal(result)


def unary(b: Builder, op: gast.unaryop, value: object, base: str):
    """Emit `OP value`, or fold it."""
    if isinstance(op, gast.USub) and is_static(value):
        known = static_value(value)
        if isinstance(known, (int, float, complex)):
            return literal(-known)
    folded = _fold(b, UNARY[type(op)], value)
    if folded is not None:
        return folded
    x = as_atom(b, value)
    if isinstance(op, gast.Not):
        return b.emit(b, gast.UnaryOp(op, x.node), Scalar("bool", True), base)
    kind = operation_kind(b, UNARY[type(op)], (x.kind,))
    return _fresh(b, gast.UnaryOp(op, x.node), kind, base)


def compare(b: Builder, node_ops: Items, values: Items, base: str):
    """Emit a comparison, chained or not; decide it where it is decided now."""
    decided = _decide(node_ops, values)
    if decided is not None:
        return literal(decided)
    parts = [as_atom(b, value) for value in values]
    kind: Kind = Scalar("bool")
    if len(node_ops) == 1 and all(is_numeric(p.kind) for p in parts):
        function = COMPARE.get(type(node_ops[0]))
        if function is not None:
            kind = operation_kind(b, function, [p.kind for p in parts])
    rhs = gast.Compare(parts[0].node, list(node_ops), [p.node for p in parts[1:]])
    return _fresh(b, rhs, kind, base)


def _decide(ops: Items, values: Items) -> bool | None:
    outcome: bool | None = True
    for op, left, right in zip(ops, values, values[1:]):
        outcome = _decide_one(op, left, right)
        if outcome is not True:
            return outcome
    return outcome


def _decide_one(op, left: object, right: object) -> bool | None:
    if isinstance(op, (gast.Is, gast.IsNot)):
        if isinstance(left, Known) and isinstance(right, Known):
            same = left.value is right.value
        elif isinstance(left, Known) or isinstance(right, Known):
            run_time = right if isinstance(left, Known) else left
            kind = getattr(run_time, "kind", None)
            if isinstance(kind, Opaque) and kind.type is None:
                return None
            same = False
        else:
            return None
        return same if isinstance(op, gast.Is) else not same
    if not (is_static(left) and is_static(right)):
        return None
    a, c = static_value(left), static_value(right)
    if isinstance(op, (gast.In, gast.NotIn)):
        return (a in c) is isinstance(op, gast.In)
    try:
        return bool(COMPARE[type(op)](a, c))
    except TypeError:
        return None


def operation_kind(b: Builder, function: Callable, kinds: Items[Kind]) -> Kind:
    """Return the result kind of a function on numbers."""
    rule = rule_of(function)
    if rule is not None and rule.kind == "elementwise" or function in _BROADCASTING:
        return elementwise_kind(b, function, kinds)
    return call_kind(b, function, list(kinds), {})


_BROADCASTING = frozenset(COMPARE.values()) | frozenset(
    function for function in BINARY.values() if function is not operator.matmul
)


def elementwise_kind(b: Builder, function: Callable, kinds: Items[Kind]) -> Kind:
    """Broadcast shapes, and ask the function itself for the dtype."""
    dtype, weak, is_array = _elementwise_dtype(b, function, kinds)
    shape = broadcast_shape(b, kinds)
    if shape is not None and (len(shape) == 0 and not is_array):
        return Scalar(dtype, weak)
    return Array(dtype, shape)


def broadcast_shape(b: Builder, kinds: Items[Kind]) -> tuple[Dim, ...] | None:
    """Return the shape that kinds broadcast to, None if a rank is unknown."""
    shapes = [() if isinstance(kind, Scalar) else kind.shape for kind in kinds]
    if any(shape is None for shape in shapes):
        return None
    result: list[Dim] = []
    for axis in range(max(len(shape) for shape in shapes)):
        dims = [shape[-1 - axis] for shape in shapes if axis < len(shape)]
        size: Dim = dims[0]
        for other in dims[1:]:
            both = b.equal.broadcast(size, other)
            size = _unknown(size, other) if both is None else both
        result.append(size)
    return tuple(reversed(result))


def _unknown(a: Dim, c: Dim) -> Symbol:
    return Symbol(f"broadcast({_text(a)},{_text(c)})")


def _text(dim: Dim) -> str:
    return str(dim) if isinstance(dim, int) else f"{dim.base}{dim.offset:+}"


def _elementwise_dtype(b: Builder, function: Callable, kinds: Items[Kind]):
    samples: list[object] = []
    for kind in kinds:
        if isinstance(kind, Array) and kind.shape != ():
            samples.append(Array(kind.dtype, (1,)))
        else:
            samples.append(kind)
    if any(kind.dtype is None for kind in kinds):
        return None, None, False
    either = [k for k in kinds if isinstance(k, Scalar) and k.weak is None]
    narrow = any(k.dtype in _NARROW for k in kinds)
    key = (function, tuple(_sample_key(sample) for sample in samples))
    if key not in b.dtypes:
        b.dtypes[key] = _probe_dtype(b, function, samples)
    dtype, weak, is_array = b.dtypes[key]
    if either and narrow and dtype in _FLOATS:
        # float32 with a Python float stays float32, with np.float64 it widens.
        return None, None, is_array
    if either and weak is True:
        weak = None
    return dtype, weak, is_array


_NARROW = frozenset({"float16", "float32", "complex64"})
_FLOATS = _NARROW | {"float64", "complex128"}


def _sample_key(kind: Kind) -> tuple:
    if isinstance(kind, Scalar):
        return ("scalar", kind.dtype, kind.weak, repr(kind.value))
    return ("array", kind.dtype, kind.shape)


def _probe_dtype(b: Builder, function: Callable, samples: Items):
    try:
        result = probe(function, samples, {}, b.equal, "t")
    except Unknown:
        return None, None, any(isinstance(s, Array) for s in samples)
    if isinstance(result, Array):
        return result.dtype, False, True
    if isinstance(result, Scalar):
        return result.dtype, result.weak, False
    return None, None, False


def call_kind(b: Builder, function: Callable, arguments: list, keywords: dict):
    """Return the result kind of a registered function by trying it."""
    if function in _CONTRACTIONS:
        _contract(b, arguments)
    if function is np.arange and any(_is_float(item) for item in arguments):
        return Array("float64", (Symbol(b.names.fresh("axis")),))
    if function in (np.reshape, np.broadcast_to) and len(arguments) > 1:
        return _given_shape(b, arguments)
    name = b.names.fresh("axis")
    try:
        return probe(function, arguments, keywords, b.equal, name)
    except Unknown:
        return _equal_sizes(b, function, arguments, keywords, name)


_CONTRACTIONS = frozenset({operator.matmul, np.matmul, np.dot})


def _contract(b: Builder, arguments: list) -> None:
    """Record that the axes a product sums over have one size."""
    x, y = (getattr(kind, "shape", None) for kind in arguments[:2])
    if x and y:
        b.equal.unify(x[-1], y[-2] if len(y) > 1 else y[0])


def _is_float(kind: object) -> bool:
    return isinstance(kind, float) or "float" in str(getattr(kind, "dtype", ""))


def _given_shape(b: Builder, arguments: list) -> Array:
    """The kind of a function whose second argument is the shape of its result."""
    array, shape = arguments[0], arguments[1]
    if isinstance(shape, Scalar) or isinstance(shape, int):
        shape = (shape,)
    if not isinstance(shape, (tuple, list)):
        return Array(array.dtype, None)
    return Array(array.dtype, tuple(_size(b, item) for item in shape))


def _size(b: Builder, item: object) -> Dim:
    if isinstance(item, int):
        return item if item >= 0 else Symbol(b.names.fresh("axis"))
    if isinstance(item, Scalar) and item.size is not None:
        return b.equal.find(item.size)
    if isinstance(item, Scalar) and isinstance(item.value, int) and item.value >= 0:
        return item.value
    return Symbol(b.names.fresh("axis"))


def _equal_sizes(b: Builder, function: Callable, arguments, keywords, name: str):
    """Try again with all axes equal (square matrices): rank and dtype only."""
    one = Equalities()
    for kind in _arrays(arguments):
        for dim in kind.shape or ():
            if not isinstance(dim, int):
                one.unify(dim, Symbol("all", dim.offset))
    try:
        result = probe(function, arguments, keywords, one, name)
    except Unknown:
        return Array(None, None)
    return _anonymous(result, name)


def _arrays(value: object) -> list[Array]:
    if isinstance(value, Array):
        return [value]
    if isinstance(value, (list, tuple)):
        return [kind for item in value for kind in _arrays(item)]
    return []


def _anonymous(result: object, name: str) -> object:
    if isinstance(result, tuple):
        return tuple(_anonymous(r, f"{name}.{i}") for i, r in enumerate(result))
    if isinstance(result, Array) and result.shape is not None:
        shape = tuple(
            dim if isinstance(dim, int) else Symbol(f"{name}.{axis}")
            for axis, dim in enumerate(result.shape)
        )
        return replace(result, shape=shape)
    return result


def np_dtype(b: Builder, dtype: str):
    """Return the expression of a dtype, `np.float32`."""
    return b.references.function(np.dtype(dtype).type)
