"""Functions whose rule says what they compute: a formula of functions with rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Items

from tangentlite import operations, runtime
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf, Scalar, Structure, is_differentiable
from tangentlite.values.base import Atom, Sequence
from tangentlite.values.heap import List
from tangentlite.values.literals import literal
from tangentlite.values.structure import atoms


def with_formula(
    b: Builder,
    formula: Callable,
    value: object,
    arguments: Items[object],
    keywords: Mapping[str, object],
    base: str,
) -> object:
    """Return the value of a call with the derivative of its rule's formula.

    Before: `y = np.cov(m)`. After: `t = np.cov(m); t1 = ...; y = valued(t, t1)`. The
    value is the function's own; of the formula only what derivatives read remains
    (`optimize/algebra/take_values.py`).
    """
    meant = operations.inline(b, formula, list(arguments), keywords, None, base)
    return _valued(b, value, meant, base)


def without(
    b: Builder, value: Atom, why: str, arguments: Items[object], base: str
) -> object:
    """Return a value that has no derivative with respect to what it depends on.

    That is an error only where a derivative is asked for.
    """
    return _valued(b, value, undifferentiated(b, why, arguments), base)


def undifferentiated(b: Builder, why: str, arguments: Items[object]) -> Atom:
    """Return a zero of which the derivative with respect to what is computed fails."""
    if not any(moves(argument) for argument in arguments):
        return literal(0.0)
    callee = b.references.function(runtime.no_derivative)
    given = [operations.as_expression(b, value) for value in arguments]
    rhs = build.call(callee, [build.constant(why), *given])
    return b.emit(b, rhs, Scalar("float64", True), "t")


def moves(argument: object) -> bool:
    """Whether a derivative may be asked for, with respect to an argument."""
    return any(
        is_differentiable(atom.kind) and not atom.is_static for atom in atoms(argument)
    )


def _valued(b: Builder, value: object, meant: object, base: str) -> object:
    if isinstance(value, Sequence):
        pairs = zip(value.items, meant.items, strict=True)
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
    rhs = build.call(callee, [value.node, operands.operand(b, meant).node])
    atom = b.emit(b, rhs, value.kind, base)
    if value.name in b.memory.owned:
        b.memory.owned.add(atom.name)
    b.note_view(atom.name, value.name)
    return atom
