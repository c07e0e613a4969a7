"""Keys of calls: two calls of one key share what a function is specialised to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, Kind, Scalar
from tangentlite.kinds.sizes.dims import Dim
from tangentlite.specialize.functions.recursion.core_parameters import may_differ
from tangentlite.values.base import Atom, Maybe, Sequence, Value
from tangentlite.values.callable_values import LocalFunction, Partial
from tangentlite.values.heap import Cell, Instance
from tangentlite.values.structure import atoms


def key_of_call(b: Builder, identity: object, bound: Mapping, loose: bool) -> tuple:
    """Return the key of a call: the function, and what is known of its arguments.

    If it is `loose`, literals are numbers like others.
    """
    return identity, _of_all(b, bound.values(), loose, ())


def identity_of(function: LocalFunction) -> tuple:
    """Return the identity of a closure: definition, frame, captured names."""
    seen = [function.frame]
    while seen[-1].outer is not None:
        seen.append(seen[-1].outer)
    held = (a.name for f in seen for v in f.variables.values() for a in atoms(v))
    return id(function.definition), id(function.frame), tuple(held)


@operations.call_key.otherwise
def _itself(b: Builder, value: Value, loose: bool, around: tuple) -> object:
    return value


@operations.call_key.of(LocalFunction)
def _closure(b: Builder, value: LocalFunction, loose: bool, around: tuple) -> object:
    return identity_of(value)


@operations.call_key.of(Partial)
def _partial(b: Builder, value: Partial, loose: bool, around: tuple) -> object:
    names = tuple(key for key, _ in value.keywords)
    return Partial, value.shown, names, _of_all(b, value.inside, loose, around)


@operations.call_key.of(Maybe)
def _maybe(b: Builder, value: Maybe, loose: bool, around: tuple) -> object:
    return Maybe, _of_all(b, value.items, loose, around)


@operations.call_key.of(Sequence)
def _tuple(b: Builder, value: Sequence, loose: bool, around: tuple) -> object:
    return value.type, _of_all(b, value.items, loose, around)


@operations.call_key.of(Cell)
def _container(b: Builder, value: Cell, loose: bool, around: tuple) -> object:
    if isinstance(value, Instance) and value in around:  # it holds itself
        return value.type
    keys = value.contents[0] if isinstance(value.contents, tuple) else None
    return value.type, keys, _of_all(b, value.held, loose, (*around, value))


@operations.call_key.of(Atom)
def _of_kind(b: Builder, value: Atom, loose: bool, around: tuple) -> Kind:
    return value.kind


@operations.call_key.of(Scalar)
def _number(b: Builder, value: Atom, loose: bool, around: tuple) -> object:
    kind: Any = value.kind
    if kind.value is not None:
        return kind.dtype if loose else (kind.dtype, kind.value)
    return (kind.dtype, "mixed") if may_differ(b, value) else kind.dtype


@operations.call_key.of(Array)
def _array(b: Builder, value: Atom, loose: bool, around: tuple) -> object:
    kind: Any = value.kind
    if kind.shape is None:
        return kind
    sizes = tuple(_size(b, dim) for dim in kind.shape)
    return kind.dtype, sizes, may_differ(b, value)


def _of_all(b: Builder, values: Iterable[Value], loose: bool, around: tuple) -> tuple:
    return tuple(operations.call_key(b, value, loose, around) for value in values)


def _size(b: Builder, dim: Dim) -> object:
    found = b.sizes.find(dim)
    if found == 1:
        return 1
    return "many" if not b.sizes.may_be_one(found) else "any"
