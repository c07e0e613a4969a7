"""Forward mode of pointers: tangents that lie in memory where the pointers do."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.modes import pointers


def shadow(t, pointing: frozenset[str]) -> None:
    """Give each active pointer the tangent that it sees at any time.

    `t` holds the tangents of the program (`forward.Tangents`).
    """
    t.shadows = pointers.named(t.b, pointing & t.active, t.base)
    t.known.update(t.shadows)
    t.written.update(str(tangent.name) for tangent in t.shadows.values())


def point(t, node: gast.Assign, name: str) -> None:
    """Emit the tangent of a pointer, which has its memory where the pointer has."""
    b, shadow = t.b, t.shadows[name]
    made = pointers.definition(b, node, t.shadows)
    if made.source is not None:
        b.add(pointers.shadow(b, node, made, t.shadows))
        return
    tangent = t.tangent_of(name, node.value)
    zeros = build.call(b.references.function(np.zeros_like), [build.name(name)])
    b.add(build.assign(shadow.name, zeros, b.line))
    if tangent is not None:
        place = build.subscript(shadow.node, build.constant(...))
        b.add(build.assign(place, tangent.node, b.line))
