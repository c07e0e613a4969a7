"""Tangents of the right-hand sides of assignments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast

from tangentlite.builder import indexing
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Structure, like
from tangentlite.modes.forward import series_calls
from tangentlite.modes.lists import list_tangents
from tangentlite.modes.reverse.sweep import part_key
from tangentlite.modes.rules import fill, unbroadcast
from tangentlite.modes.rules.operation import (
    is_undifferentiated,
    operation_of,
    value_of,
)
from tangentlite.values.base import Atom

if TYPE_CHECKING:
    from tangentlite.modes.forward.tangent_statements import Tangents


def tangent_of(t: Tangents, name: str, rhs: gast.expr) -> Atom | None:
    """Return the tangent of a right-hand side, None for zero."""
    b, base = t.b, t.base(name)
    if isinstance(rhs, gast.Name):
        return _copied(t, name, t.known.get(rhs.id))
    if isinstance(rhs, gast.Subscript):
        owner = rhs.value.id if isinstance(rhs.value, gast.Name) else ""
        if isinstance(b.kinds.get(owner), Structure):
            part = t.known.get(part_key(owner, rhs.slice.value))
            if part is not None and is_undifferentiated(b, part):
                operation_of(b, b.definitions[str(part.name)])  # which raises
            return part
        if owner not in t.known:
            return None
        return _read(t, t.known[owner], owner, rhs, name, base)
    if isinstance(rhs, (gast.List, gast.Tuple)):
        return list_tangents.display(t, name, rhs)
    if isinstance(rhs, gast.Call) and isinstance(rhs.func, gast.Attribute):
        known = t.known.get(getattr(rhs.func.value, "id", ""))
        if known is None:
            return None
        return unbroadcast.cast(b, known, t.atom(name), base)
    if isinstance(b.kinds[name], ListOf) and isinstance(rhs, gast.Call):
        if b.references.objects.get(rhs.func.id) not in list_tangents.OF_ITEMS:
            return None
        return list_tangents.rows(t, name, rhs)
    operation = operation_of(b, rhs)
    if operation is None:
        return None
    result = t.atom(name)
    if t.series:
        found = series_calls.series_of(t, operation, result, base)
    else:
        found = fill.tangent(b, operation, result, t.known, base, t.facts)
    return None if found is None else _own_tangent(t, found, name)


def _own_tangent(t: Tangents, tangent: Atom, name: str) -> Atom:
    """Copy the tangent of a result if it is that of an operand that changes later.

    The result is another array than the operand, and another variable.
    """
    if t.facts.is_written(tangent.name):
        return unbroadcast.own_copy(t.b, tangent, t.atom(name), t.base(name))
    if tangent.name in t.facts.phis:
        return t.b.emit(t.b, tangent.node, tangent.kind, t.base(name))
    return tangent


def _copied(t: Tangents, name: str, tangent: Atom | None) -> Atom | None:
    """Copy the tangent of a variable that may be assigned again."""
    if tangent is None or name in t.b.phis.joined:
        return tangent
    return t.b.emit(t.b, tangent.node, tangent.kind, t.base(name))


def _read(
    t: Tangents, tangent: Atom, owner: str, rhs: gast.Subscript, name: str, base: str
) -> Atom:
    b = t.b
    if isinstance(b.kinds[owner], Array):
        whole = unbroadcast.materialize(b, tangent, t.atom(owner))
        return indexing.read_array(b, whole, value_of(b, rhs.slice), base)
    node = build.subscript(tangent.node, rhs.slice)
    return b.emit(b, node, like(b.kinds[name]), base)
