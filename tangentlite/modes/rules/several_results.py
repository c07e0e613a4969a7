"""Operations with several results, such as `q, r = np.linalg.qr(a)`.

In the core program that is `t = np.linalg.qr(a); q = t[0]; r = t[1]`. A template is
given the results, and their derivatives, as tuples; the derivative of a result through
which none passes is 0.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast
import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.names import derived
from tangentlite.kinds.kind import Array, Structure
from tangentlite.modes.forward import series_calls
from tangentlite.modes.reverse.sweep import Sweep, part_key
from tangentlite.modes.rules import fill, unbroadcast
from tangentlite.modes.rules.operation import required_operation_of
from tangentlite.values.base import Atom, Sequence
from tangentlite.values.literals import literal

if TYPE_CHECKING:
    from tangentlite.modes.forward.tangent_statements import Tangents


def is_several(b: Builder, name: str) -> bool:
    """Whether a name stands for all the results of an operation."""
    return isinstance(b.kinds.get(name), Structure)


def saved_results(
    s: Sweep, node: gast.Assign, name: str
) -> tuple[Sequence, list[gast.stmt]]:
    """Return the results of an operation, and the statements that save them.

    The template reads them in the backward sweep: one that is overwritten later is
    copied. What it does not read is dropped as dead.
    """
    b = s.b
    forward: list[gast.stmt] = []
    items: list[Atom] = []
    names = _names_of_items(b, name)
    for position, kind in enumerate(_kinds_of_items(b, name)):
        item = names.get(position)
        place = build.subscript(build.name(name), build.constant(position))
        if item is None or s.memory.is_overwritten_after(node, item):
            item = b.fresh(derived(item or name, "_saved"), kind)
            if isinstance(kind, Array):
                place = build.call(b.references.function(np.copy), [place])
            forward.append(build.assign(item, place, node.lineno))
        items.append(Atom(build.name(item), kind))
    return Sequence(tuple(items)), forward


def _kinds_of_items(b: Builder, name: str) -> tuple:
    kind = b.kinds[name]
    assert isinstance(kind, Structure), "several results"
    return kind.items


def _names_of_items(b: Builder, name: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for item, rhs in b.definitions.items():
        if isinstance(rhs, gast.Subscript) and getattr(rhs.value, "id", "") == name:
            found.setdefault(rhs.slice.value, item)
    return found


def cotangents(s: Sweep, name: str, results: Sequence) -> Sequence:
    """Take the adjoints of the results of an operation, in full shape."""
    items = []
    for position, item in enumerate(results.items):
        known = s.adjoints.pop(part_key(name, position), None)
        items.append(
            literal(0.0) if known is None else unbroadcast.materialize(s.b, known, item)
        )
    return Sequence(tuple(items))


def read_items(b: Builder, name: str) -> Sequence:
    """Emit reads of all results of an operation."""
    items = []
    names = _names_of_items(b, name)
    for position, kind in enumerate(_kinds_of_items(b, name)):
        place = build.subscript(build.name(name), build.constant(position))
        base = b.base_of(names.get(position, "t"))
        items.append(b.emit(b, place, kind, base))
    return Sequence(tuple(items))


def tangents(t: Tangents, name: str, rhs: gast.expr) -> None:
    """Emit the tangents of the results of an operation that has several."""
    items = read_items(t.b, name)
    operation = required_operation_of(t.b, rhs)
    if t.series:
        parts = series_calls.series_of_several(t, operation, items, "t_series")
    else:
        parts = fill.tangents_of_several(t.b, operation, items, t.known, "t_dot")
    for position, part in enumerate(parts):
        t.known[part_key(name, position)] = part
