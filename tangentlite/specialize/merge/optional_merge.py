"""Merges of values that are absent on some paths: optional values.

There the value is None, or that of a variable that nothing has bound. A phi holds it,
where it is absent some value that nobody reads, and a flag says which is the case.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeGuard

import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.ownership import Holder
from tangentlite.builder.sizes import lasting_sizes
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar, is_differentiable
from tangentlite.kinds.sizes.dims import Dim, Symbol
from tangentlite.specialize.merge import merge_errors
from tangentlite.values.arrays import array_attributes
from tangentlite.values.base import Atom, Known, Maybe, Sequence, Value
from tangentlite.values.callable_values import NONE, UNBOUND, Unbound
from tangentlite.values.literals import literal
from tangentlite.values.structure import atoms


def merged(b: Builder, base: str, first: Value, second: Value, join: Callable) -> Maybe:
    """Return the merge of two values of which one is, or may be, absent.

    `join` merges the inner values if both are present.
    """
    for value, other in ((first, second), (second, first)):
        if isinstance(other, Maybe) and _is_name(value) and other.value == value:
            return other  # it was found to be present on that path
    require_same(b, base, first, second)
    absent = next(_absent([first, second]))
    found = [where_present(value) for value in (first, second)]
    inner = [value for value in found if not isinstance(value, Unbound)]
    if len(inner) == 2:
        value = join(*inner)
    else:
        value = some(b, base, inner[0])
    return Maybe(flag(b, base), value, absent)


def require_same(b: Builder, base: str, *values: Value) -> None:
    """Raise if a variable may have no value, and may be None where it has one."""
    if len(set(_absent(values))) > 1:
        raise merge_errors.clash(b, base, *values)


def some(b: Builder, base: str, value: Value) -> Value:
    """Return phis for a value, which hold anything where it is absent."""
    return _of_its_size(b, operations.join_values(b, base, value, value))


def _of_its_size(b: Builder, value: Value) -> Value:
    """Return a phi with fresh sizes, but for those of parameters."""
    if type(value) is Sequence:
        return value.with_items(tuple(_of_its_size(b, v) for v in value.items))
    if not _is_name(value) or not isinstance(value.kind, Array) or not value.kind.shape:
        return value
    shape = tuple(
        dim if _lender(b, dim) else Symbol(f"{value.name}.{axis}??")
        for axis, dim in enumerate(value.kind.shape)
    )
    name = str(value.name)
    b.kinds[name] = Array(value.kind.dtype, shape)
    return Atom(value.node, b.kinds[name])


def _lender(b: Builder, dim: Dim) -> tuple | None:
    """Return the source of a size: a number, or a parameter and axis; None if none."""
    if isinstance(dim, int):
        return (dim,)
    for name in b.parameters:
        kind = b.kinds.get(name)
        if isinstance(kind, Array) and kind.shape and dim in kind.shape:
            return name, kind.shape.index(dim)
    return None


def _absent(values: Iterable) -> Iterator[Value]:
    """Yield what optional values are where they are absent: None or UNBOUND."""
    for value in values:
        if isinstance(value, Maybe):
            yield value.absent
        elif value in (NONE, UNBOUND):
            yield value


def flag(b: Builder, base: str) -> Atom:
    """Return a fresh flag that says whether a value is absent."""
    name = b.fresh(f"no_{base}", Scalar("bool", True))
    b.phis.joined.add(name)
    b.bases[name] = f"no_{base}"
    return Atom(build.name(name), b.kinds[name])


def widened(b: Builder, base: str, target: Value, value: Value) -> Value:
    """Return a loop variable's phi widened to an optional value."""
    if not isinstance(target, Maybe):
        join = partial(operations.join_values, b, base)
        made = merged(b, base, target, value, join)
        return lasting_sizes.of_any_iteration(b, made)
    require_same(b, base, target, value)
    inner = operations.widen(b, base, target.value, where_present(value))
    if inner is target.value:
        return target
    return replace(target, value=_of_its_size(b, inner))


def are_optional(first: Value, second: Value) -> bool:
    """Whether one of two values is optional, or is None and the other one is not."""
    values = (first, second)
    if not any(isinstance(value, Unbound) for value in values):
        some = any(isinstance(value, Maybe) or value == NONE for value in values)
        return some and (first != second or isinstance(first, Maybe))
    return any(isinstance(value, Maybe) and value.absent == UNBOUND for value in values)


def may_be_absent(b: Builder, variable: str, value: Value) -> bool:
    """Whether a variable has a flag where some path has not bound it.

    Python raises by itself where it is read. But an array that a loop carries has a
    derivative like it, before the first iteration, too.
    """
    return variable in b.frame.facts.exposed and any(
        is_differentiable(atom.kind) for atom in atoms(value)
    )


def where_present(value: Value) -> Value:
    """Return the inner value of an optional one; UNBOUND for None."""
    if isinstance(value, Maybe):
        return value.value
    return UNBOUND if value == NONE else value


def _is_name(value: object) -> TypeGuard[Atom]:
    return isinstance(value, Atom) and value.name is not None


def copy(b: Builder, holder: Holder, target: Maybe, value: Value) -> None:
    """Emit the copies of a value into an optional phi at the end of a path."""
    if value in (NONE, UNBOUND):
        b.add(build.assign(target.flag.name, build.constant(True), b.line))
        fill(b, holder, target.value)
    elif isinstance(value, Maybe):
        operations.copy_into(b, holder, target.flag, value.flag)
        operations.copy_into(b, holder, target.value, value.value)
    else:
        b.add(build.assign(target.flag.name, build.constant(False), b.line))
        operations.copy_into(b, holder, target.value, value)


def fill(b: Builder, holder: Holder, target: Value) -> None:
    """Emit assignments of values that nobody reads to the phis of an absent value."""
    if type(target) is Sequence:
        for item in target.items:
            fill(b, holder, item)
    elif isinstance(target, Maybe):
        operations.copy_into(b, holder, target, target.absent)
    elif isinstance(target, Atom) and target.name is not None:
        operations.copy_into(b, holder, target, _filler(b, target))


def _filler(b: Builder, target: Atom) -> Value:
    kind = b.kinds[str(target.name)]
    if isinstance(kind, ListOf):
        return Atom(build.display([], list), kind)
    if isinstance(kind, Opaque) and type(kind.type) is enum.EnumType:
        return Known(next(iter(kind.type)))
    if isinstance(kind, Opaque) and kind.type is str:
        return Known("")
    if not isinstance(kind, (Scalar, Array)):
        return NONE  # which is, in generated code, a variable without a value
    dtype = np.dtype(kind.dtype)
    if isinstance(kind, Scalar) or not kind.shape:
        return literal(np.zeros((), dtype).item())
    for name in b.parameters:
        if b.kinds.get(name) == kind:
            like = Atom(build.name(name), kind)
            return operations.call_rule(b, np.zeros_like, [like], {}, "t")
    shape = Sequence(tuple(_size(b, dim) for dim in kind.shape))
    keywords = {} if dtype.name == "float64" else {"dtype": Known(dtype.type)}
    return operations.call_rule(b, np.zeros, [shape], keywords, "t")


def _size(b: Builder, dim: Dim) -> Atom:
    """Return the value of a size, 0 where it is known only in an iteration."""
    name, *axis = _lender(b, dim) or (0,)
    if not axis:
        return literal(name)
    owner = Atom(build.name(name), b.kinds[name])
    return array_attributes.shape_value(b, owner).items[axis[0]]
