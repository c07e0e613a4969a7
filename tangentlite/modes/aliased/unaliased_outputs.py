"""What is handed out shares memory with nothing else."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.modes.rules import unbroadcast
from tangentlite.values.base import Atom


def own(
    b: Builder,
    value: Atom,
    owner: Atom,
    base: str,
    handed_out: set[str],
    kept: frozenset[str] = frozenset(),
) -> Atom:
    """Return a derivative of an array as one that nobody else holds.

    `handed_out` are the arrays given away so far, `kept` those that stay in use.
    """
    roots = _roots(b, value.name)
    if _is_broadcast(b, value.name):
        roots = {""}  # read-only, and several entries are one number
    if roots <= b.memory.owned and not roots & handed_out and not roots & kept:
        handed_out |= roots
        return value
    copy = unbroadcast.own_copy(b, value, owner, base)
    handed_out.add(str(copy.name))
    return copy


def _is_broadcast(b: Builder, name: str | None) -> bool:
    """Whether a name may be a view made by np.broadcast_to."""
    seen, stack = set(), [name]
    while stack:
        current = stack.pop()
        rhs = b.definitions.get(current)
        if isinstance(rhs, gast.Call) and isinstance(rhs.func, gast.Name):
            if b.references.objects.get(rhs.func.id) is np.broadcast_to:
                return True
        if current not in seen:
            seen.add(current)
            stack.extend(b.memory.views.get(current, ()))
    return False


def _roots(b: Builder, name: str | None) -> set[str]:
    """Return the names of the arrays that a name may look into."""
    if name is None:
        return {""}
    seen, stack, roots = set(), [name], set()
    while stack:
        current = stack.pop()
        owners = b.memory.views.get(current)
        if not owners:
            roots.add(current)
        elif current not in seen:
            seen.add(current)
            stack.extend(owners)
    return roots
