"""Functions whose rule is a formula of other functions, which has their derivative."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Items

from tangentlite import operations, runtime
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes import required_sizes
from tangentlite.ir import build
from tangentlite.kinds.kind import (
    Array,
    ListOf,
    Scalar,
    Structure,
    is_differentiable,
    shape_of,
)
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.heap import List
from tangentlite.values.literals import literal
from tangentlite.values.structure import atoms, is_container, required_items


def with_formula(
    b: Builder,
    formula: Callable,
    value: Value,
    arguments: Items[Value],
    keywords: Mapping[str, Value],
    base: str,
) -> Value:
    """Return the value of a call with the derivative of its rule's formula.

    Before: `y = np.cov(m)`. After: `t = np.cov(m); t1 = ...; y = valued(t, t1)`. The
    value is the function's own; of the formula only what derivatives read remains
    (`optimize/algebra/take_values.py`).
    """
    given = list(arguments)
    with required_sizes.of_formula(b):
        written_out = operations.inline(b, formula, given, keywords, None, base)
        _note_sizes(b, value, written_out)
    return _valued(b, value, written_out, base)


def without(
    b: Builder, value: Atom, why: str, arguments: Items[Value], base: str
) -> Value:
    """Return a value whose derivative with respect to arguments is an error."""
    return _valued(b, value, undifferentiated(b, why, arguments), base)


def undifferentiated(b: Builder, why: str, arguments: Items[Value]) -> Atom:
    """Return a zero; to differentiate it with respect to `arguments` is an error."""
    if not any(may_be_active(argument) for argument in arguments):
        return literal(0.0)
    callee = b.references.function(runtime.no_derivative)
    given = [operations.as_expression(b, value) for value in arguments]
    rhs = build.call(callee, [build.constant(why), *given])
    return b.emit(b, rhs, Scalar("float64", True), "t")


def may_be_active(argument: Value) -> bool:
    """Whether an argument may have a derivative: it is differentiable and computed."""
    return any(
        is_differentiable(atom.kind) and not atom.is_static for atom in atoms(argument)
    )


def _note_sizes(b: Builder, value: Value, derived: Value) -> None:
    """Note that what a formula gives is as large as the function's own results."""
    results, given = list(atoms(value)), list(atoms(derived))
    for result, other in zip(results, given) if len(results) == len(given) else ():
        shape, found = (shape_of(atom.kind) or () for atom in (result, other))
        if len(shape) == len(found):
            for size, same in zip(shape, found):
                b.sizes.unify(size, same)


def _valued(b: Builder, value: Value, derived: Value, base: str) -> Value:
    """Return a value with the derivative of another.

    What no trial has told of a function's results is what its formula gives: several.
    """
    kind = getattr(value, "kind", None)
    if isinstance(kind, Array) and kind.shape is None and is_container(derived):
        places = range(len(required_items(derived)))
        parts = [operations.read_item(b, value, literal(k), base) for k in places]
        value = Sequence(tuple(parts))
    if isinstance(value, Sequence):
        pairs = zip(value.items, required_items(derived), strict=True)
        items = tuple(_valued(b, one, other, base) for one, other in pairs)
        return (
            List(b.heap, items) if value.type is list else Sequence(items, value.type)
        )
    if isinstance(value, Atom) and isinstance(value.kind, (ListOf, Structure)):
        raise b.error(
            "a formula whose results hold lists is not supported.",
            "Let it give a tuple of numbers and arrays.",
        )
    if not isinstance(value, Atom) or not is_differentiable(value.kind):
        return value
    callee = b.references.function(runtime.valued)
    rhs = build.call(callee, [value.node, operands.operand(b, derived).node])
    is_owned = value.name in b.memory.owned
    emit = operands.emit_owned if is_owned else b.emit
    atom = emit(b, rhs, value.kind, base)
    b.note_view(atom.name, value.name)
    return atom
