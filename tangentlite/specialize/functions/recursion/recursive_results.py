"""Kinds of the results of recursive functions, joined over their paths."""

from __future__ import annotations

from dataclasses import replace

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import is_mixed, of_any_rank
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Scalar, join, without_value
from tangentlite.kinds.objects.number_classes import is_of_other_class
from tangentlite.values.base import Atom, Maybe, Value
from tangentlite.values.structure import atoms, is_made_of_others, same_structure


def loosened(b: Builder, value: Value) -> Value:
    """Return a result in which arrays that may be numbers have no shape."""
    if is_made_of_others(value):
        return value.with_items(tuple(loosened(b, item) for item in value.items))
    return of_any_rank(b, value)


def joined(b: Builder, known: object, value: Value, name: str) -> Value:
    """Return the join of a function's known result with that of another walk.

    Sizes that differ are named after the function and the place in its result.
    """
    if known is None:
        return _plain(value)
    if isinstance(known, Atom) and isinstance(value, Atom):
        kind = join(known.kind, without_value(value.kind), b.sizes, name)
        if isinstance(kind, Array) and _is_number(known) is not _is_number(value):
            kind = Array(kind.dtype, None)  # a number on some paths
        given = (known.kind, value.kind)
        if is_mixed(b, value) or any(is_of_other_class(k, kind) for k in given):
            b.memory.mixed.add(name.partition(".")[0])  # whatever the function returns
        if kind is not None:
            return known if kind == known.kind else replace(known, kind=kind)
    if is_made_of_others(known) and is_made_of_others(value):
        if same_structure(known, value) or type(known) is type(value) is Maybe:
            pairs = enumerate(zip(known.items, value.items))
            items = (joined(b, k, v, f"{name}.{place}") for place, (k, v) in pairs)
            return known.with_items(tuple(items))
    return operations.widen(b, name, known, _plain(value))


def signature(value: Value | None) -> object:
    """Return the structure and kinds of a result, to be compared."""
    if is_made_of_others(value):
        keys, type_ = getattr(value, "keys", ()), getattr(value, "type", None)
        return type_, keys, tuple(signature(item) for item in value.items)
    return value.kind if isinstance(value, Atom) else value


def _is_number(value: Atom) -> bool:
    return isinstance(value.kind, Scalar)


def _plain(value: Value) -> Value:
    """Return a result with nameless atoms: only their kinds matter."""
    if is_made_of_others(value):
        return value.with_items(tuple(_plain(item) for item in value.items))
    if isinstance(value, Atom):
        return Atom(_RESULT, without_value(value.kind))
    return value


_RESULT = build.constant(None)


def of_kinds(b: Builder, value: Value, kinds: Value) -> Value:
    """Return a result whose atoms have the joined kinds."""
    if is_made_of_others(value):
        pairs = zip(value.items, kinds.held)
        return value.with_items(tuple(of_kinds(b, v, k) for v, k in pairs))
    if not isinstance(value, Atom):
        return value
    (agreed,) = atoms(kinds)
    return replace(value, kind=agreed.kind)
