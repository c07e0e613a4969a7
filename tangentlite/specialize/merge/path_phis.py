"""Phis for values that only one of two paths has made, if they are read behind both."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import base_name, item_names
from tangentlite.ir.rewrite import Block, bound_in
from tangentlite.specialize.merge import ownership_transfer
from tangentlite.specialize.state.frame import State
from tangentlite.specialize.state.paths import Caught
from tangentlite.values.base import Atom, Maybe, Sequence, Value
from tangentlite.values.callable_values import UNBOUND, Chosen, LocalFunction, Partial
from tangentlite.values.heap import Cell, Contents
from tangentlite.values.structure import atoms, cells_in


def names_made(block: Block) -> frozenset[str]:
    """Return the names that the statements of a block assign.

    >>> import gast
    >>> sorted(names_made(gast.parse('if a:\\n  x = y\\nz = x').body))
    ['x', 'z']
    """
    return frozenset(bound_in(block))


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
    if isinstance(value, Sequence) and not isinstance(value, Cell):
        items = tuple(_lifted(b, base, item, made) for item in value.items)
        same = all(one is other for one, other in zip(items, value.items))
        return value if same else value.with_items(items)
    if isinstance(value, Maybe):
        parts_ = (_lifted(b, base, part, made) for part in value.held)
        lifted = value.with_items(tuple(parts_))
        return value if lifted == value else lifted
    if isinstance(value, Partial):
        arguments = tuple(_lifted(b, base, item, made) for item in value.arguments)
        keywords = tuple((k, _lifted(b, k, v, made)) for k, v in value.keywords)
        if arguments == value.arguments and keywords == value.keywords:
            return value
        return replace(value, arguments=arguments, keywords=keywords)
    if isinstance(value, LocalFunction):
        own = tuple(_lifted(b, base, item, made) for item in value.defaults)
        named = tuple(_lifted(b, base, item, made) for item in value.keyword_defaults)
        if own == value.defaults and named == value.keyword_defaults:
            return value
        return replace(value, defaults=own, keyword_defaults=named)
    if isinstance(value, Chosen):
        ways = [_lifted(b, base, way, made) for way in (value.first, value.second)]
        if ways[0] is value.first and ways[1] is value.second:
            return value
        return replace(value, first=ways[0], second=ways[1])
    if not isinstance(value, Cell) and any(a.name in made for a in atoms(value)):
        raise b.error(
            f"{base} is made on one path and used behind it, which is not supported.",
            "Make it where it is used.",
        )
    return value


def _copy(b: Builder, end: State, body: list, holder, targets, values) -> None:
    with b.at(end), b.into(body):
        for target, value in zip(targets, values):
            _copy_into(b, holder, target, value)


def _copy_into(b: Builder, holder, target: Value, value: Any) -> None:
    """Emit the copies of a value into phis, which have the structure of the value."""
    if isinstance(target, Partial):
        _copy_all(b, holder, target.arguments, value.arguments)
        _copy_all(
            b, holder, (v for _, v in target.keywords), (v for _, v in value.keywords)
        )
    elif isinstance(target, Chosen):
        _copy_into(b, holder, target.first, value.first)
        _copy_into(b, holder, target.second, value.second)
    elif isinstance(target, LocalFunction):
        _copy_all(b, holder, target.defaults, value.defaults)
        _copy_all(b, holder, target.keyword_defaults, value.keyword_defaults)
    else:
        operations.copy_into(b, holder, target, value)


def _copy_all(b: Builder, holder, targets, values) -> None:
    for target, value in zip(targets, values):
        _copy_into(b, holder, target, value)
