"""Who holds an array or a list: writes are allowed where nobody else can see them."""

from __future__ import annotations

import gast

from tangentlite.kinds.kind import Array, Scalar
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.values import Atom, atoms


def require_owned(
    b: Builder, items: Atom, action: str, node: gast.AST, held_by: gast.expr
) -> None:
    """Raise unless the function made a list of run-time length and nobody shares it.

    `held_by` is the expression through which it is changed.
    """
    variable = held_by.id if isinstance(held_by, gast.Name) else ""
    if items.name not in b.owned:
        raise b.error(
            f"this statement {action} a list that the function did not make itself, "
            "which is not supported yet.",
            "Copy it first: a = list(a).",
            node,
        )
    other = other_holder(b, items.name, variable)
    if other is not None:
        raise b.error(
            f"this statement {action} a list that {other!r} shares, which is not "
            "supported yet.",
            "Copy it first: a = list(b).",
            node,
        )


def note_write(b: Builder, array: Atom) -> None:
    """Record that an array is written: as a mask it may choose otherwise since."""
    if isinstance(array.kind, Array) and array.kind.dtype in ("bool", None):
        b.masks_change = True


def may_rebind(b: Builder, value: Atom, variable: str) -> bool:
    """Whether nobody can tell a write into a variable's array from a new array.

    It must have been made by the function being walked, in the same round of the loops
    around, as expressions that wait for this function to return may look into others.
    """
    made = b.places.get(str(value.name)) == (b.frame, b.loops)
    return made and is_owned(b, value, variable)


def is_owned(b: Builder, value: Atom, variable: str = "") -> bool:
    """Whether a value was made here and nothing else that is live names it.

    Scalars cannot be written, so nobody shares them.
    """
    if isinstance(value.kind, Scalar):
        return True
    return value.name in b.owned and other_holder(b, value.name, variable) is None


def other_holder(b: Builder, name: str, variable: str) -> str | None:
    """Return a live variable, other than `variable`, that shares memory with a name."""
    ended = [frame for frame in b.captured if frame not in b.frames]
    for frame in (*b.frames, *ended):
        for other, value in frame.variables.items():
            if other == variable and frame is b.frame:
                if not _shares_through_view(b, value, name):
                    continue
            if other not in frame.live and frame not in ended:
                continue
            if any(shares_memory(b, atom.name, name) for atom in atoms(value)):
                return other
    return None


def shares_memory(b: Builder, held: str | None, name: str) -> bool:
    """Whether a name may share memory with another (a view of it, or itself)."""
    return held is not None and name in _looked_into(b, held)


def may_overlap(b: Builder, one: str, other: str) -> bool:
    """Whether two names may look into one array, as two slices of it do."""
    return not _looked_into(b, one).isdisjoint(_looked_into(b, other))


def _looked_into(b: Builder, name: str) -> set[str]:
    """Return the names whose memory a name may look into, and itself."""
    found: set[str] = set()
    pending = [name]
    while pending:
        current = pending.pop()
        if current not in found:
            found.add(current)
            pending.extend(
                owner
                for owner in b.views.get(current, ())
                if (current, owner) not in b.released
            )
    return found


def _shares_through_view(b: Builder, value: object, name: str) -> bool:
    return any(
        atom.name != name and shares_memory(b, atom.name, name) for atom in atoms(value)
    )
