"""Ownership of arrays and lists: those with one live holder may be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from typing import Any

import gast

from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.list_positions import ITEMS
from tangentlite.ir.marked_names import role_of
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.rules.call_effects import effects_of
from tangentlite.specialize.state import restart
from tangentlite.values.base import Atom, Maybe, Sequence, Value
from tangentlite.values.callable_values import Method, Partial, Super
from tangentlite.values.heap import Cell, List
from tangentlite.values.iterables import Enumerate, Generator, Reversed, Zip
from tangentlite.values.structure import atoms, cells_in

# A variable of the function being walked, or a container.
Holder = str | Cell


def require_owned(
    b: Builder, items: Atom, action: str, node: gast.AST, held_by: gast.expr
) -> None:
    """Raise unless the function made a run-time list that no other live name shares.

    `held_by` is the expression through which it is changed.
    """
    variable = held_by.id if isinstance(held_by, gast.Name) else ""
    if items.name not in b.memory.owned:
        if items.name in b.outside.given() or items.name in b.references.reads:
            raise restart.WritesList(str(items.name))
        raise b.error(
            f"this statement {action} a list that the function did not make itself, "
            "which is not supported yet.",
            "Copy it first: a = list(a).",
            node,
        )
    if action == CHANGES and any(items.name in lists for lists in b.control.iterated):
        raise restart.ListChanges(str(items.name))
    other = other_holder(b, str(items.name), variable)
    if other is not None:
        raise b.error(
            f"this statement {action} a list that {other!r} shares, which is not "
            "supported yet.",
            "Copy it first: a = list(b).",
            node,
        )


# An action that gives a list another length.
CHANGES = "changes"


def note_write(b: Builder, array: Atom) -> None:
    """Record that an array is written: as a mask it may select other entries since.

    Raise where a template writes into one of its arguments.
    """
    if isinstance(array.kind, Array) and array.kind.dtype in ("bool", None):
        b.memory.masks_change = True
    for frame in b.control.frames:
        if any(shares_memory(b, array.name, name) for name in frame.given):
            raise b.error(
                f"the template {frame.name} writes into an array that it is given.",
                "Let it make a new one: d[x] = 2.0 * d[y].",
            )


def may_rebind(b: Builder, value: Atom, variable: str) -> bool:
    """Whether a write into a variable's array cannot be told from a new array.

    It must have been made by the function being walked, in the same iteration of the
    loops around: expressions of callers may hold views of others meanwhile.
    """
    _, loops = b.memory.places.get(str(value.name), (None, 0))
    return loops == b.control.loops and has_one_name(b, value, variable)


def has_one_name(b: Builder, value: Atom, variable: str) -> bool:
    """Whether nothing but a variable, in any iteration, holds an array."""
    frame, _ = b.memory.places.get(str(value.name), (None, 0))
    return frame is b.frame and is_owned(b, value, variable)


def is_owned(b: Builder, value: Atom, holder: Holder = "") -> bool:
    """Whether a value was made here and no other live variable or container has it.

    Scalars cannot be written, so they are not shared. `holder` is the variable, or the
    list, dict or object, that may hold it.
    """
    if isinstance(value.kind, Scalar):
        return True
    return (
        value.name in b.memory.owned
        and other_holder(b, str(value.name), holder) is None
    )


def other_holder(b: Builder, name: str, holder: Holder) -> str | None:
    """Return another live variable, or container, that shares memory with a name."""
    for other, value, counts in held_values(b, holder):
        if isinstance(other, List) and other.contents is value and value.name == name:
            continue  # it is the list itself, no other holder
        if not counts and isinstance(other, str) and other not in b.frame.live:
            continue
        for atom in direct(value):
            if isinstance(atom, Atom) and shares_memory(b, atom.name, name):
                if counts or atom.name != name:
                    return other if isinstance(other, str) else other.type.__name__
    return None


def is_sole(b: Builder, cell: Cell, holder: Holder) -> bool:
    """Whether a list, dict or object may change and has one holder, this one."""
    if cell in b.heap.fixed or cell.heap is not b.heap:
        return False
    own = 0
    for _, value, counts in held_values(b, holder):
        held = sum(part is cell for part in direct(value))
        if held and counts:
            return False
        own += held
    return own <= 1


def is_temporary(b: Builder, value: Value) -> bool:
    """Whether a value is a new array that no variable and no container holds.

    Variables count that are not read later: what is around a call may read them.
    """
    name = getattr(value, "name", None)
    if name is None:
        return False
    frames = (*b.control.frames, *b.control.captured)
    held = [one for frame in frames for one in frame.variables.values()]
    cells = cells_in([*held, *b.outside.containers.values(), *b.outside.origins])
    held += [item for cell in cells for item in cell.held]
    names = {str(getattr(part, "name", "")) for one in held for part in direct(one)}
    return not any(may_overlap(b, one, str(name)) for one in names | b.outside.given())


def held_values(b: Builder, holder: Holder) -> Iterator[tuple[Holder, Any, bool]]:
    """Yield the values of live variables, of variables outside, and in containers.

    Each comes with its holder, and whether that is another one than `holder`, of which
    the values come even if it is not live any more.
    """
    ended = [frame for frame in b.control.captured if frame not in b.control.frames]
    seen: set[Cell] = set()
    found: list[Cell] = []
    for frame in dict.fromkeys((*b.control.frames, *ended)):
        for name, value in frame.variables.items():
            if role_of(name) == ITEMS:
                continue
            own = frame is b.frame and name == holder
            if own or name in frame.live or frame in ended:
                yield name, value, not own
                found.extend(part for part in direct(value) if isinstance(part, Cell))
    for name, value in b.outside.containers.items():
        yield name, value, True
    found.extend((*b.outside.origins, *b.outside.globals.values()))
    while found:
        cell = found.pop()
        if cell not in seen:
            seen.add(cell)
            for item in cell.held:
                yield cell, item, cell is not holder
                found.extend(part for part in direct(item) if isinstance(part, Cell))


def direct(value: Value) -> Iterator[Atom | Cell]:
    """Yield the atoms and cells that a value is made of, not what the cells hold."""
    if isinstance(value, (Atom, Cell)):
        yield value
    elif isinstance(value, (Sequence, Maybe)):
        for item in value.held:
            yield from direct(item)
    elif isinstance(
        value, (Zip, Enumerate, Reversed, Method, Partial, Super, Generator)
    ):
        for part in value.inside:
            yield from direct(part)
    else:
        yield from atoms(value)


def shares_memory(b: Builder, held: str | None, name: str) -> bool:
    """Whether a name may share memory with another (a view of it, or itself)."""
    return held == name or held in b.memory.views and name in _owners(b, str(held))


def may_overlap(
    b: Builder, one: str, other: str, released: Set[tuple[str, str]] | None = None
) -> bool:
    """Whether two names may share the memory of one array, as two slices of it do.

    Views that are `released` are of earlier arrays; those that are by now, if it is not
    said.
    """
    return not _owners(b, one, released).isdisjoint(_owners(b, other, released))


def _owners(
    b: Builder, name: str, released: Set[tuple[str, str]] | None = None
) -> set[str]:
    """Return the names of which a name may be a view, and itself."""
    return _reached(b, name, lambda current: True, released)


def same_objects(b: Builder, name: str) -> set[str]:
    """Return the names whose array may be the very object of a name's, and itself."""
    if isinstance(b.kinds.get(name), Scalar):
        return set()
    return _reached(b, name, lambda current: not _is_new(b, current))


def _is_new(b: Builder, name: str) -> bool:
    """Whether a name's array is a new object, though it may be a view."""
    made = b.definitions.get(name)
    if isinstance(made, gast.Subscript):
        return isinstance(b.kinds.get(str(getattr(made.value, "id", ""))), Array)
    if not isinstance(made, gast.Call) or not isinstance(made.func, gast.Name):
        return False
    return effects_of(b.references.objects.get(made.func.id)).own_object


def _reached(
    b: Builder,
    name: str,
    goes_on: Callable[[str], bool],
    released: Set[tuple[str, str]] | None = None,
) -> set[str]:
    """Return the names that views lead to from a name, through some names, and it."""
    earlier = b.memory.released if released is None else released
    found: set[str] = set()
    pending = [name]
    while pending:
        current = pending.pop()
        if current in found:
            continue
        found.add(current)
        if goes_on(current):
            pending.extend(
                owner
                for owner in b.memory.views.get(current, ())
                if (current, owner) not in earlier
            )
    return found
