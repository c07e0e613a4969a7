"""Derivatives that are returned share memory with nothing else."""

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
    returned: set[str],
    in_use: frozenset[str] = frozenset(),
) -> Atom:
    """Return a derivative of an array, copied if it shares memory with others.

    `returned` are the arrays that are returned so far, `in_use` those that are read
    again.
    """
    roots = _roots(b, value.name)
    if _is_broadcast(b, value.name):
        roots = {""}  # read-only, and several entries are one number
    if roots <= b.memory.owned and not roots & returned and not roots & in_use:
        returned |= roots
        return value
    copy = unbroadcast.own_copy(b, value, owner, base)
    returned.add(str(copy.name))
    return copy


def _is_broadcast(b: Builder, name: str | None) -> bool:
    """Whether a name may be a view made by np.broadcast_to."""
    seen: set[str] = set()
    stack = [] if name is None else [name]
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
    """Return the names of the arrays whose memory a name may share."""
    if name is None:
        return {""}
    seen: set[str] = set()
    roots: set[str] = set()
    stack = [name]
    while stack:
        current = stack.pop()
        owners = b.memory.views.get(current)
        if not owners:
            roots.add(current)
        elif current not in seen:
            seen.add(current)
            stack.extend(owners)
    return roots
