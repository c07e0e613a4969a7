"""Calls that keep residuals: an augmented forward half in place of the primal's call.

Of a function with `fwd` and `bwd` the call becomes what `fwd` does, which computes its
value and the residuals once; the backward half reads these. What `fwd` computes is
ordinary code in which nothing is active: a derivative of the derivative finds it there.
"""

from __future__ import annotations

import types
from dataclasses import replace

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.parse import derivative_name
from tangentlite.ir import build
from tangentlite.ir.rewrite import binds, statements
from tangentlite.kinds.kind import Array, Kind, ListOf, Scalar, Structure
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.rules.operation import Operation
from tangentlite.specialize.functions import inlining, side_effects
from tangentlite.specialize.state.frame import State
from tangentlite.values.base import Value
from tangentlite.values.callable_values import NONE
from tangentlite.values.structure import is_container, parts, required_items


def augmented(
    s: Sweep, node: gast.Assign, operation: Operation, is_overwritten: bool
) -> tuple[list[gast.stmt], Operation]:
    """Return the forward half of a call, and the operation that is reversed.

    `is_overwritten` says that an argument, or the result, may be written later.
    """
    b, name = s.b, binds(node)[0]
    template = operation.rule.augmented
    assert isinstance(template, types.FunctionType), "templates have a text"
    result, *names = template.__code__.co_varnames[: template.__code__.co_argcount]
    *given, kept = operation.arguments
    values = (operation.arguments[name] for name in given)
    bound: dict[str, Value] = {result: NONE, **dict(zip(names, values))}
    output, before = derivative_name(result), b.state
    with b.into([]) as forward:
        found = inlining.run_template(b, template, bound, {output: b.base_of(name)})
        _require_pure(b, forward, before, template.__name__)
        value, residuals = required_items(found[output])
        forward.append(_bound(s, node, value))
        if is_overwritten:
            residuals = _copied(s, residuals)
    b.primal |= {one for statement in statements(forward) for one in binds(statement)}
    arguments = {**operation.arguments, kept: residuals}
    return forward, replace(operation, arguments=arguments)


def _require_pure(
    b: Builder, forward: list[gast.stmt], before: State, title: str
) -> None:
    """Raise for changes, which would be lost: the walk of the primal has ended."""
    changes = side_effects.changes_cells(b, before)
    if changes or side_effects.writes_elsewhere(forward):
        raise b.error(
            f"what runs in place of {title.removesuffix('_augmented')} changes a "
            "variable, an array or an object of the program.",
            "Let it return what it computes, and change copies.",
        )


def _bound(s: Sweep, node: gast.Assign, value: Value) -> gast.stmt:
    """Return what binds the result: the value of `fwd`, if that is of its kind.

    Otherwise it stays the call: the program was taken to go on with what that gives.
    """
    name = binds(node)[0]
    if not _is_of_kind(s, value, s.b.kinds[name], name):
        return node
    rhs = operations.as_expression(s.b, value)
    return build.assign(node.targets[0], rhs, node.lineno)


def _is_of_kind(s: Sweep, value: Value, kind: Kind, name: str) -> bool:
    if isinstance(kind, Structure):
        items = required_items(value) if is_container(value) else ()
        return len(items) == len(kind.items) and all(
            _is_of_kind(s, item, one, name) for item, one in zip(items, kind.items)
        )
    own = value.kind
    if isinstance(kind, Scalar) and isinstance(own, Scalar):
        return (own.dtype, own.weak) == (kind.dtype, kind.weak)
    if not isinstance(kind, Array) or not isinstance(own, Array):
        return False
    if own.dtype != kind.dtype or own.shape is None or kind.shape is None:
        return False
    return len(own.shape) == len(kind.shape) and all(
        s.b.sizes.same(one, other) or _is_open(s, other, name)
        for one, other in zip(own.shape, kind.shape)
    )


def _is_open(s: Sweep, dim: object, name: str) -> bool:
    """Whether nothing was known of a size when the call gave it."""
    if getattr(dim, "terms", (dim,)):
        return False  # a number, or a sum of other sizes
    for earlier, kind in s.b.kinds.items():
        if earlier == name:
            return True
        shape = kind.shape if isinstance(kind, Array) else None
        if any(
            getattr(size, "base", None) == getattr(dim, "base", size)
            for size in shape or ()
        ):
            return False
    return False


def _copied(s: Sweep, residuals: Value) -> Value:
    """Return residuals with arrays of their own: what they were made of is written."""
    for part in parts(residuals):
        is_bare = part.kind is not None or part.is_static
        if isinstance(part.kind, ListOf) or not (is_bare or is_container(part)):
            raise s.b.error(
                f"{part.describe()} is kept for the backward sweep, but what it holds "
                "may be written in between.",
                "Keep the arrays that it needs, or write into copies.",
            )
    return _with_own_arrays(s.b, residuals, {})


def _with_own_arrays(b: Builder, value: Value, known: dict[object, Value]) -> Value:
    if isinstance(value.kind, Array):
        return operations.call_rule(b, np.copy, [value], {}, "t")
    if not is_container(value):
        return value
    if value not in known:
        items = (_with_own_arrays(b, item, known) for item in value.items)
        known[value] = value.with_items(tuple(items))
    return known[value]
