"""Assignments of several values at once: `a, *rest = items`."""

from __future__ import annotations

import gast

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import base_name
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.values import structure
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import NONE, Slice
from tangentlite.values.heap import List
from tangentlite.values.iterators import sequences
from tangentlite.values.literals import literal


def unpack(b: Builder, target: gast.Tuple, value: Value) -> None:
    """Unpack a value: bind its items to several targets."""
    value = operations.present(b, value)
    if isinstance(value, Atom) and isinstance(value.kind, Scalar):
        error = TypeError("cannot unpack non-iterable float object")
        raise operations.certain_error(
            b, error, "Give it as many values as targets.", target
        )
    if any(isinstance(part, gast.Starred) for part in target.elts):
        _unpack_starred(b, target, value)
        return
    count = len(target.elts)
    if isinstance(value, Atom):
        if _may_have_others(b, value, count):
            callee = b.references.function(runtime.require_count)
            check = build.call(callee, [value.node, build.constant(count)])
            b.add(build.effect(check, b.line))
            _note_count(b, value, count)
        index = [literal(k) for k in range(count)]
        bases = [t.id if isinstance(t, gast.Name) else "t" for t in target.elts]
        items = tuple(
            operations.read_item(b, value, k, base_name(base))
            for k, base in zip(index, bases)
        )
        value = Sequence(items)
    if not isinstance(value, (Atom, Sequence)):
        known = sequences.all_items(b, value)
        value = value if known is None else Sequence(tuple(known))
    if not isinstance(value, Sequence):
        raise b.error(
            f"{value.describe()} cannot be unpacked yet.",
            "Index it instead.",
            target,
        )
    if len(value.items) != count:
        text = f"too many values to unpack (expected {count})"
        if len(value.items) < count:
            found = len(value.items)
            text = f"not enough values to unpack (expected {count}, got {found})"
        raise operations.certain_error(
            b, ValueError(text), "Check the left-hand side.", target
        )
    for part, item in zip(target.elts, value.items):
        operations.bind_target(b, part, item)


def _may_have_others(b: Builder, value: Atom, count: int) -> bool:
    """Whether a list, array or tuple may have more or fewer items than targets."""
    if isinstance(value.kind, Array) and value.kind.shape:
        return b.sizes.find(value.kind.shape[0]) != count
    return isinstance(value.kind, ListOf) or structure.is_tuple(value)


def _note_count(b: Builder, value: Atom, count: int) -> None:
    """Note how long an array is, once it has been tested."""
    if isinstance(value.kind, Array) and value.kind.shape and count > 1:
        b.sizes.unify(value.kind.shape[0], count)


def _unpack_starred(b: Builder, target: gast.Tuple, value: Value) -> None:
    """Walk `first, *rest = items`."""
    place = next(k for k, t in enumerate(target.elts) if isinstance(t, gast.Starred))
    behind = len(target.elts) - place - 1
    names = [*target.elts[:place], target.elts[place].value, *target.elts[place + 1 :]]
    if (many := _of_any_length(b, value)) is not None:
        parts = _parts_at_run_time(b, many, place, behind)
    else:
        what, instead = "starred assignment", "Index them instead."
        items = sequences.items_told_apart(b, value, what, instead, target)
        if len(items) < place + behind:
            text = f"(expected at least {place + behind}, got {len(items)})"
            error = ValueError(f"not enough values to unpack {text}")
            raise operations.certain_error(
                b, error, "Check the left-hand side.", target
            )
        stop = len(items) - behind
        middle = List(b.heap, tuple(items[place:stop]))
        parts = [*items[:place], middle, *items[stop:]]
    for name, item in zip(names, parts):
        operations.bind_target(b, name, item)


def _of_any_length(b: Builder, value: Value) -> Atom | None:
    """Return a list, array or tuple of any number of items, None for other values."""
    if not isinstance(value, Atom) or not _may_have_others(b, value, -1):
        return None
    return value if sequences.all_items(b, value) is None else None


def _parts_at_run_time(b: Builder, value: Atom, place: int, behind: int) -> list:
    """Return the first and last items of a list or array, and a list of the others."""
    callee = b.references.function(runtime.require_at_least)
    count = build.constant(place + behind)
    b.add(build.effect(build.call(callee, [value.node, count]), b.line))
    stop = literal(-behind) if behind else NONE
    others = Slice(literal(place) if place else NONE, stop, NONE)
    middle = operations.read_item(b, value, others, "t")
    if not isinstance(value.kind, ListOf):
        middle = operations.call(b, Known(list), [middle], {}, None, "t")
    front = [operations.read_item(b, value, literal(k), "t") for k in range(place)]
    back = [operations.read_item(b, value, literal(k), "t") for k in range(-behind, 0)]
    return [*front, middle, *back]
