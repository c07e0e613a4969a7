"""Forward mode of pointers: tangents that lie in memory where the pointers do."""

from __future__ import annotations

import gast

from tangentlite.ir import build
from tangentlite.ir.rewrite import bound_in
from tangentlite.modes.aliased import pointers
from tangentlite.values.base import Atom


def shadow(t, pointing: frozenset[str]) -> None:
    """Give each active pointer the tangent that it sees at any time.

    `t` holds the tangents of the program (`tangent_statements.Tangents`).
    """
    t.shadows = pointers.named(t.b, pointing & t.active, t.base)
    t.known.update(t.shadows)
    t.facts.written.update((str(made.name), name) for name, made in t.shadows.items())


def start(t, block) -> None:
    """Emit the tangents of pointers that a program does not make itself."""
    for name, tangent in t.shadows.items():
        if name not in bound_in(block):
            own(t, name, t.known.get(name))
            t.known[name] = tangent


def point(t, node: gast.Assign, name: str) -> None:
    """Emit the tangent of a pointer, which has its memory where the pointer has."""
    made = pointers.definition(t.b, node, t.shadows)
    if made.source is not None:
        t.b.add(pointers.shadow(t.b, node, made, t.shadows))
    else:
        own(t, name, t.tangent_of(name, node.value))


def own(t, name: str, tangent: Atom | None) -> None:
    """Emit the tangent of a pointer that is an array of its own."""
    shadow = t.shadows[name]
    t.b.add(pointers.zeros(t.b, name, shadow, t.b.line))
    if tangent is not None and tangent is not shadow:
        place = build.subscript(shadow.node, build.constant(...))
        t.b.add(build.assign(place, tangent.node, t.b.line))
