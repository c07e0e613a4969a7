"""What follows from copies that are saved: one operation with them gives it again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import gast
import numpy as np

from tangentlite.analysis.invalidation import Changes
from tangentlite.ir import build
from tangentlite.ir.rewrite import binds, names_in, substitute
from tangentlite.kinds.kind import Array
from tangentlite.modes.reverse.sweep import Sweep


def values_of_copies(
    s: Sweep, forward: Sequence[gast.stmt], needed: Collection[str]
) -> Mapping[str, gast.Assign]:
    """Return, by name, statements that compute values from copies that are `needed`.

    Before: `v = u[1:]`, `v_saved = np.copy(v)`, `t = 1.0 - v`, where `u` is written
    later. After: `t = 1.0 - v_saved`. A statement is left out if one of its arrays that
    are written has no copy of what it holds there.
    """
    changes = Changes(s.memory)
    copies: list[tuple[str, str, int]] = []  # of an array, as what, and when
    values: list[tuple[gast.Assign, int, dict[str, str]]] = []
    for node in forward:
        changes.enter(node)
        if _bound_array(s, node) and isinstance(node.value, gast.BinOp):
            held = {
                source: copy
                for source, copy, since in copies
                if changes.unchanged([source], since)
            }
            values.append((node, changes.time, held))
        changes.leave(node)
        source, copy = _copied(s, node), next(iter(binds(node)), "")
        if source and copy in needed:
            copies.append((source, copy, changes.time))
            for _, since, held in values:
                if changes.unchanged([source], since):
                    held.setdefault(source, copy)
    return {
        node.targets[0].id: build.assign(node.targets[0].id, value, node.lineno)
        for node, _, held in values
        if (value := _of_copies(s, node.value, held)) is not None
    }


def _of_copies(s: Sweep, value: gast.expr, held: Mapping[str, str]) -> gast.expr | None:
    """Return an expression that reads copies, None if it has no such form."""
    written = [name for name in names_in(value) if s.memory.is_written(name)]
    if not written or not held.keys() >= set(written):
        return None
    return substitute(value, {name: build.name(held[name]) for name in written})


def _bound_array(s: Sweep, node: gast.stmt) -> str:
    """Return the name that an assignment binds to an array that nothing writes."""
    target = node.targets[0] if isinstance(node, gast.Assign) else None
    name = target.id if isinstance(target, gast.Name) else ""
    is_array = isinstance(s.b.kinds.get(name), Array) and not s.memory.is_written(name)
    return name if is_array else ""


def _copied(s: Sweep, node: gast.stmt) -> str:
    """Return the array that a statement copies, '' for others."""
    call = node.value if _bound_array(s, node) else None
    if not isinstance(call, gast.Call) or not isinstance(call.func, gast.Name):
        return ""
    is_copy = s.b.references.objects.get(call.func.id) is np.copy
    return getattr(call.args[0], "id", "") if is_copy and len(call.args) == 1 else ""
