"""Merge points: phis for all variables and contents that differ between two paths."""

from __future__ import annotations

from functools import partial

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import base_name
from tangentlite.specialize.merge import (
    join_values,
    merge_errors,
    optional_merge,
    ownership_transfer,
    path_phis,
    phi_copies,
)
from tangentlite.specialize.state.frame import State
from tangentlite.specialize.state.restart import Grown
from tangentlite.values.base import Value
from tangentlite.values.callable_values import UNBOUND, Unbound
from tangentlite.values.containers import run_time_lists
from tangentlite.values.heap import Cell
from tangentlite.values.structure import atoms, cells_in, parts


def merge(
    b: Builder,
    before: State,
    ends: list[State | None],
    bodies: list,
    live,
    within=None,
    held=(),
) -> None:
    """Give a phi to each live variable that differs between two paths.

    So do the contents of lists, dicts and objects. The paths end in `bodies`; they have
    made values in the blocks `within`, if these are others. Values that are `held`
    besides are read behind the paths, too.
    """
    reached = [end for end in ends if end is not None]
    if not reached:
        raise b.control.unreached[-1]
    if len(reached) < len(ends):
        b.state = reached[0]
        return
    variables = {}
    first, second = (path_phis.made_for_others(b, one) for one in within or bodies)
    b.heap.contents = _of_both(before, reached)
    for variable in dict.fromkeys([v for end in reached for v in end.variables]):
        values = [end.variables.get(variable, UNBOUND) for end in reached]
        if join_values.is_same(*values):
            variables[variable] = values[0]
        elif variable in live:
            variables[variable] = _joined(b, variable, values, reached, bodies)
    contents = _merged_contents(b, before, reached, bodies)
    b.frame.variables = variables
    b.heap.contents.update(contents)
    for end, body, names in zip(reached, bodies, (first - second, second - first)):
        path_phis.lift(b, before, end, body, names, held)


def _of_both(before: State, ends: list[State]) -> dict:
    """Return the contents of known objects in front, and of new ones behind."""
    new = {
        cell: contents
        for end in ends
        for cell, contents in end.contents.items()
        if not before.knows(cell)
    }
    return new | before.contents


def _joined(b: Builder, variable: str, values, ends: list[State], bodies) -> Value:
    """Return the phi of a variable; emit the copies into it at the end of each path."""
    target = _target(b, variable, values, ends)
    ownership_transfer.own(b, [variable] * 2, target, values, ends)
    for value, body, end in zip(values, bodies, ends):
        with b.at(end), b.into(body):
            operations.copy_into(b, variable, target, value)
    return target


def _target(b: Builder, variable: str, values: list, ends: list[State]) -> Value:
    """Return the phi of a variable behind two paths; it may be unbound on one."""
    base = base_name(variable)
    bound = [value for value in values if not isinstance(value, Unbound)]
    if len(bound) == 1 and optional_merge.may_be_absent(b, variable, bound[0]):
        first, second = values
        return optional_merge.merged(
            b, base, first, second, partial(operations.join_values, b, base)
        )
    target = join_values.either(b, base, values, ends)
    leaves = []
    for value, end in zip(values, ends):
        with b.at(end):
            leaves += [atom.name for atom in atoms(value)]
    unbound = b.phis.unbound.intersection(leaves)
    if UNBOUND in values or unbound:
        names = join_values.names_of_phis(target, *bound)
        b.phis.unbound.update(names)
        if UNBOUND not in values and unbound <= b.phis.certain:
            b.phis.certain.update(names)
    return target


def _merged_contents(b: Builder, before: State, ends: list[State], bodies) -> dict:
    """Return the merged contents of lists, dicts and objects behind two paths."""
    found = {}
    cells = dict.fromkeys([*ends[0].contents, *ends[1].contents])
    known = [cell for cell in cells if before.knows(cell)]
    if len(known) < len(cells):
        shared = set.intersection(*(_held(b, before, end) for end in ends))
        known = [cell for cell in cells if before.knows(cell) or cell in shared]
    for place, cell in enumerate(known):
        held = [join_values.contents_at(cell, end) for end in ends]
        if held[0] == held[1]:
            found[cell] = held[0]
            continue
        base = run_time_lists.name_of(b, cell)
        try:
            contents = join_values.either_contents(b, base, cell, ends)
        except Grown as grown:
            grown.cells += merge_errors.grown(b, known[place + 1 :], ends)
            raise
        found[cell] = contents
        ownership_transfer.own_items(b, [cell] * 2, contents[1], [cell] * 2, ends)
        for body, end in zip(bodies, ends):
            with b.at(end), b.into(body):
                phi_copies.copy_items(b, cell, contents, cell)
    return found


def _held(b: Builder, before: State, end: State) -> set[Cell]:
    """Return the objects that a path holds at its end.

    Both hold what a `try` body has made before one of them left for a handler.
    """
    known = [cell for cell in end.contents if before.knows(cell)]
    with b.at(end):
        return set(cells_in([*end.variables.values(), *known]))


def result_of(b: Builder, values: list, before: State, ends: list[State], bodies):
    """Return the merged result of two paths."""
    b.heap.contents = _of_both(before, ends)
    if join_values.is_same(*values):
        return values[0]
    target = join_values.either(b, "t", values, ends)
    ownership_transfer.own(b, [""] * 2, target, values, ends)
    # The rest of the expression may ask whether it is one of them.
    known = [part for value in values for part in parts(value)]
    new = (part for part in parts(target) if part not in known)
    b.heap.joined.update(part for part in new if isinstance(part, Cell))
    for body, value, end in zip(bodies, values, ends):
        with b.at(end), b.into(body):
            operations.copy_into(b, "", target, value)
    return target
