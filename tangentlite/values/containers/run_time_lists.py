"""Conversion of lists of known length to run-time lists, whose length may differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

from tangentlite import operations
from tangentlite.builder import reconstruct
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import ownership
from tangentlite.builder.naming import base_name
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf
from tangentlite.specialize.state import restart, snapshot
from tangentlite.specialize.state.restart import Grown
from tangentlite.values.base import Atom, Sequence
from tangentlite.values.containers import item_kinds
from tangentlite.values.heap import Cell, Dictionary, Instance, List
from tangentlite.values.objects import contents
from tangentlite.values.structure import atoms


def can_be_at_run_time(cell: Cell) -> TypeGuard[List]:
    """Whether a container can become a run-time list."""
    if not isinstance(cell, List):
        return False
    return all(reconstruct.is_list_item(item) for item in cell.items)


def to_run_time(b: Builder, cell: List) -> None:
    """Convert a list to a run-time list, for all who hold it."""
    if any(atom.name in b.phis.unbound for atom in atoms(cell)):
        raise b.error(
            "this list is made on some paths only, and changes its length on others; "
            "that is not supported yet.",
            "Make it in front of the branches.",
        )
    if b.in_condition:
        what = "a list gets another length, or an item at a computed place, here."
        raise restart.statements(b, what)
    b.heap.contents[cell] = as_list(b, cell, name_of(b, cell))


def as_list(b: Builder, value: Sequence, base: str) -> Atom:
    """Emit a run-time list of the items of one whose length is known."""
    if not any(type(part) is Sequence for part in value.items):
        return operations.as_list(b, value, base)
    atom = b.emit(b, build.display([], list), ListOf(None), base)
    b.memory.owned.add(str(atom.name))
    b.memory.lists.add(str(atom.name))
    for part in value.items:
        item_kinds.widen_list(b, atom, part, None)
        contents.share(b, part)
        callee = build.attribute(atom.node, "append")
        given = operations.as_operand(b, part)
        b.add(build.effect(build.call(callee, [given]), b.line))
    return Atom(atom.node, b.kinds[str(atom.name)])


def name_of(b: Builder, cell: Cell) -> str:
    """Return a name for a container: of a variable or attribute that holds it."""
    for holder, value, _ in ownership.held_values(b, ""):
        if value is cell and isinstance(holder, str):
            return base_name(holder)
        if isinstance(holder, (Instance, Dictionary)):
            for key, item in zip(holder.keys, holder.items):
                if item is cell and isinstance(key, str):
                    return base_name(key)
    return "t"


def again_with_lists(b: Builder, walk: Callable[[], object]) -> Any:
    """Walk statements; walk them again if lists have several lengths behind them.

    Such lists are run-time lists from in front of the statements on, then.
    """
    while True:
        known = b.heap.count
        with snapshot.speculate(b, Grown) as first:
            return walk()
        for cell in first.failed.cells:
            if cell.number > known:
                raise _made_inside(b, cell)
            to_run_time(b, cell)


def _made_inside(b: Builder, cell: Cell) -> Exception:
    """Return the error for a list of several lengths that is made in a loop."""
    restart.unroll_if_possible(b, exact=True)
    return b.error(
        f"{name_of(b, cell)} is a list that is made here, in a loop "
        "or branch, and has several lengths behind it; that is not supported yet.",
        "Make it in front of the loop or branch.",
    )
