"""Phis for values that only one of two paths has made, if they are read behind both."""

from __future__ import annotations

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import base_name, item_names
from tangentlite.ir.rewrite import Block, binds, blocks, bound_in
from tangentlite.specialize.merge import ownership_transfer
from tangentlite.specialize.state.frame import State
from tangentlite.specialize.state.paths import Caught
from tangentlite.values.base import Atom, Value
from tangentlite.values.callable_values import UNBOUND, Chosen, LocalFunction
from tangentlite.values.heap import Cell, Contents
from tangentlite.values.structure import atoms, cells_in


def names_made(block: Block) -> frozenset[str]:
    """Return the names that the statements of a block assign.

    >>> import gast
    >>> sorted(names_made(gast.parse('if a:\\n  x = y\\nz = x').body))
    ['x', 'z']
    """
    return frozenset(bound_in(block))


def made_for_others(b: Builder, block: Block) -> frozenset[str]:
    """Return the names that a block assigns and that may be read behind it.

    What an iteration makes ends with it, but for the phis of its loop: functions that
    it has defined, and that nobody holds any more, may still know of it.
    """
    found: set[str] = set()
    for statement in block:
        found.update(binds(statement))
        if isinstance(statement, (gast.For, gast.While)):
            found |= bound_in(statement.body) & b.phis.joined
        elif isinstance(statement, gast.If):
            for part in blocks(statement):
                found |= made_for_others(b, part)
    return frozenset(found)


def lift(b: Builder, before: State, end: State, body, made: frozenset[str], held=()):
    """Give phis to the values that a path has made and that are held behind it.

    They are held by variables, by `held`, and by lists, dicts and objects; `made` are
    the names that the path assigns.
    """
    for cell in _cells(b, before, held):
        contents = cell.contents
        if isinstance(contents, Atom):
            target = _lifted(b, "t", contents, made)
            items: tuple = (contents,)
            lifted: tuple = (target,)
            new: Contents = target
        else:
            keys, items = contents
            names = item_names("t", keys, items)
            lifted = tuple(_lifted(b, n, v, made) for n, v in zip(names, items))
            new = keys, lifted
        if all(one is other for one, other in zip(items, lifted)):
            continue
        b.heap.contents[cell] = new
        if not before.knows(cell):
            b.phis.made_on_paths.add(cell)
        if isinstance(new, tuple):
            ownership_transfer.own_items(b, (cell,), lifted, [cell], [end])
        _copy(b, end, body, cell, lifted, items)
    for variable, value in b.frame.variables.items():
        target = _lifted(b, base_name(variable), value, made)
        if target is not value:
            b.frame.variables[variable] = target
            _copy(b, end, body, variable, (target,), (value,))
    ended = [frame for frame in b.control.captured if frame not in b.control.frames]
    for frame in ended:  # functions that are left may read them
        for variable, value in frame.variables.items():
            target = _lifted(b, base_name(variable), value, made)
            if target is not value:
                frame.variables[variable] = target
                _copy(b, end, body, variable, (target,), (value,))
    target = _lifted(b, "t", b.frame.result, made)
    if target is not b.frame.result:
        _copy(b, end, body, "", (target,), (b.frame.result,))
        b.frame.result = target


def lift_value(b: Builder, caught: Caught, body, made: frozenset[str]) -> Value:
    """Return an exception as a phi, for the handler that catches it.

    The contents of an exception object have got theirs already.
    """
    target = caught.value
    if isinstance(caught.value, Atom):
        target = _lifted(b, "failure", caught.value, made)
        if target is not caught.value:
            _copy(b, caught.end, body, "", (target,), (caught.value,))
    return target


def _cells(b: Builder, before: State, held: tuple) -> list[Cell]:
    """Return the lists, dicts and objects that changed, or are new and held."""
    known = [cell for cell in b.heap.contents if before.knows(cell)]
    if b.heap.count == before.count:  # nothing is new
        return known
    roots = (*b.frame.variables.values(), b.frame.result, *held, *known)
    values = [value for root in roots for value in (root, *_defaults(root))]
    new = (cell for cell in cells_in(values) if not before.knows(cell))
    return list(dict.fromkeys([*known, *new]))


def _defaults(value: Value) -> tuple:
    if isinstance(value, Chosen):
        return (*_defaults(value.first), *_defaults(value.second))
    if not isinstance(value, LocalFunction):
        return ()
    return (*value.defaults, *value.keyword_defaults)


def _lifted(b: Builder, base: str, value: Value, made: frozenset[str]) -> Value:
    """Return a value with phis in place of the names that a path has made."""
    if isinstance(value, Atom):
        return (
            operations.join_values(b, base, value, UNBOUND)
            if value.name in made
            else value
        )
    known = [part for _, part in value.phi_parts]
    found = [_lifted(b, own or base, part, made) for own, part in value.phi_parts]
    if any(one is not other for one, other in zip(known, found)):
        return value.with_phi_parts(tuple(found))
    if known:
        return value
    if not isinstance(value, Cell) and any(a.name in made for a in atoms(value)):
        raise b.error(
            f"{base} is made on one path and used behind it, which is not supported.",
            "Make it where it is used.",
        )
    return value


def _copy(b: Builder, end: State, body: list, holder, targets, values) -> None:
    with b.at(end), b.into(body):
        for target, value in zip(targets, values):
            operations.copy_into(b, holder, target, value)
