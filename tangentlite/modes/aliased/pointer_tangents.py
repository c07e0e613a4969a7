"""Forward mode of names that see each other's writes: tangents that do so, too."""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import TYPE_CHECKING

import gast

from tangentlite.ir import build
from tangentlite.ir.rewrite import bound_in
from tangentlite.modes.aliased import pointers
from tangentlite.modes.forward import tangent_expressions
from tangentlite.values.base import Atom

if TYPE_CHECKING:
    from tangentlite.modes.forward.tangent_statements import Tangents


def shadow(t: Tangents, pointing: frozenset[str]) -> None:
    """Name the tangent of each active pointer."""
    t.shadows = pointers.named(t.b, pointing & t.active, t.base)
    t.known.update(t.shadows)
    t.facts.written.update((str(made.name), name) for name, made in t.shadows.items())


def start(t: Tangents, block: Items[gast.stmt]) -> None:
    """Emit the tangents of pointers that a program does not make itself."""
    for name, tangent in t.shadows.items():
        if name not in bound_in(block):
            own(t, name, t.known.get(name))
            t.known[name] = tangent


def point(t: Tangents, node: gast.Assign, name: str) -> None:
    """Emit the tangent of a pointer: the same view or copy, or a new array."""
    made = pointers.definition(t.b, node, t.shadows)
    if made.source is not None:
        t.b.add(pointers.shadow(t.b, node, made, t.shadows))
    else:
        own(t, name, tangent_expressions.tangent_of(t, name, node.value))


def own(t: Tangents, name: str, tangent: Atom | None) -> None:
    """Emit the tangent of a pointer that is a new array."""
    shadow = t.shadows[name]
    t.b.add(pointers.zeros(t.b, name, shadow, t.b.line))
    if tangent is not None and tangent is not shadow:
        place = build.subscript(shadow.node, build.constant(...))
        t.b.add(build.assign(place, tangent.node, t.b.line))
