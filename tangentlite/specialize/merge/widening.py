"""Widening of the phis at the head of a loop to the values of an iteration."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import note_number
from tangentlite.builder.sizes import lasting_sizes
from tangentlite.by_kind import ByPair
from tangentlite.kinds.kind import Array, Kind, join, without_value
from tangentlite.kinds.sizes.dims import Dim, Symbol, varies
from tangentlite.operations import implements
from tangentlite.specialize.merge import merge_errors, optional_merge
from tangentlite.values import structure
from tangentlite.values.base import Atom, Maybe, Value
from tangentlite.values.callable_values import Unbound


@implements(operations.widen)
def widened(b: Builder, base: str, target: Value, value: Value) -> Value:
    """Return a loop variable's phi with its kind widened to hold a value, too.

    It is the same object if it can hold the value already. Lists, dicts and objects
    are widened by `back_edge`.
    """
    return _WIDER(b, base, target, value)


def _optional(b: Builder, base: str, target: Value, value: Value):
    if target == value:
        return target
    if not optional_merge.are_optional(target, value):
        return NotImplemented
    return optional_merge.widened(b, base, target, value)


def _stays(b: Builder, base: str, target: Value, value: Unbound) -> Value:
    return target


def _bound(b: Builder, base: str, target: Unbound, value: Value) -> Value:
    return lasting_sizes.of_any_iteration(
        b, operations.join_values(b, base, value, value)
    )


def _phi(b: Builder, base: str, target: Atom, value: Atom) -> Atom:
    kind = join(target.kind, value.kind, b.sizes, target.name or base)
    if kind is None:
        raise merge_errors.clash(b, base, target, value)
    kind = _of_iterations(b, without_value(kind), target.kind)
    was = _is_open(b, target)
    if target.name is not None:
        b.kinds[target.name] = kind
        note_number(b, target.name, target, value)
    if kind == target.kind and was == _is_open(b, target):
        return target
    return replace(target, kind=kind)


def _flag(b: Builder, base: str, target: Value, value: Value):
    if not structure.are_flags(target, value):
        return NotImplemented
    if isinstance(target, Atom):
        return target
    return operations.join_values(b, base, target, value)


def _clash(b: Builder, base: str, target: Value, value: Value) -> NoReturn:
    raise merge_errors.clash(b, base, target, value)


_WIDER = ByPair(
    (Maybe, Unbound, _optional),
    (Value, Unbound, _stays),
    (Unbound, Value, _bound),
    (Atom, Atom, _phi),
    (Value, Value, _optional),
    (Value, Value, _flag),
    (Value, Value, _clash),
)


def _of_iterations(b: Builder, kind: Kind, before: object) -> Kind:
    """Return the kind of a loop's phi with new sizes marked as varying.

    Facts about them in one iteration, or behind the loop, do not hold in the others.
    """
    if not isinstance(kind, Array) or kind.shape is None:
        return kind
    known = getattr(before, "shape", None) or ()
    shape = tuple(dim if dim in known else _varying(dim) for dim in kind.shape)
    b.report.open_sizes += shape != kind.shape
    return replace(kind, shape=shape)


def _varying(dim: Dim) -> Dim:
    """Return a merged size as one that varies between iterations."""
    if not isinstance(dim, Symbol) or varies(dim) or not dim.base.endswith("?"):
        return dim
    return replace(dim, base=f"{dim.base}?")


def _is_open(b: Builder, target: Atom) -> tuple[bool, bool]:
    """Whether a name may hold a number for an array, and one of another class."""
    return target.name in b.memory.numbers, target.name in b.memory.mixed
