"""Which names of a program differ from example to example of a block."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.aliasing.memory import Memory, memory_in
from tangentlite.analysis.invalidation import changes
from tangentlite.ir.function import Function
from tangentlite.ir.names import owner_of
from tangentlite.ir.rewrite import binds, own_expressions, statements
from tangentlite.runtime import count_of_series, first_of_series


def batched_names(function: Function, given: Collection[str]) -> frozenset[str]:
    """Return the names that depend on some parameters by more than their shapes.

    What such a value is written into is one of them, and what shares memory with that.
    Of lists of rows each column counts for itself, as "list[0]".

    >>> from tangentlite.ir.example import function_of
    >>> text = "n = v.shape[0]; y = np.zeros(n); z = np.ones(n); y[0] = v; return y"
    >>> example = function_of(text, **dict.fromkeys("nvyz", "an array"))
    >>> sorted(batched_names(example, {"v"}))
    ['v', 'y']
    """
    memory = memory_in(function)
    members: dict[str, set[str]] = {}
    for name in (*function.kinds, *given):
        members.setdefault(memory.place(name), set()).add(name)
    found = set(given)
    body = statements(function.body)
    while True:
        before = len(found)
        for node in body:
            if (row := row_of(node)) is not None:
                found |= _columns(row, memory, found)
                continue
            if called_of(function, getattr(node, "value", None)) is not None:
                found.add(column(binds(node)[0], 1))
                continue
            if (taken := taken_row(node, memory)) is not None:
                found |= _passed_on(taken, binds(node)[0], found)
            if found.isdisjoint(values_read(node, function.references)):
                continue
            if _reads_one(node, function.references):
                continue
            found.update(binds(node))
            for place in changes(node, memory)[1]:
                found |= members.get(place, {place})
        if len(found) == before:
            return frozenset(found)


def series_parameters(callee: Function) -> list[str]:
    """Return the parameters of a recursive function that are series."""
    names = [parameter.name for parameter in callee.parameters]
    return [name for name in names if owner_of(name, callee.bases)[1] == "_series"]


def called_of(function: Function, value: gast.expr | None) -> Function | None:
    """Return the recursive function that a call asks for a value and its series."""
    name = getattr(value.func, "id", "") if isinstance(value, gast.Call) else ""
    found = [callee for callee in function.callees if callee.name == name]
    return found[0] if found and series_parameters(found[0]) else None


def _reads_one(statement: gast.stmt, references: Mapping[str, object]) -> bool:
    """Whether a statement reads of a block what is the same for all examples."""
    call = getattr(statement, "value", None)
    if not isinstance(call, gast.Call):
        return False
    function = references.get(getattr(call.func, "id", ""))
    return function is first_of_series or function is count_of_series


def row_of(statement: gast.stmt) -> tuple[str, list[gast.expr], bool] | None:
    """Return the list that a row is appended to or taken from, and the row.

    >>> name, row, taken = row_of(gast.parse("a, b = saved.pop()").body[0])
    >>> name, len(row), taken
    ('saved', 2, True)
    """
    call: Any = getattr(statement, "value", None)
    method = call.func if isinstance(call, gast.Call) else None
    if not isinstance(method, gast.Attribute) or not isinstance(
        method.value, gast.Name
    ):
        return None
    if isinstance(statement, gast.Expr) and method.attr == "append":
        row = call.args[0]
        is_row = isinstance(row, gast.Tuple) and all(
            isinstance(part, (gast.Name, gast.Constant, gast.UnaryOp))
            for part in row.elts
        )
        return (method.value.id, row.elts, False) if is_row else None
    if isinstance(statement, gast.Assign) and method.attr == "pop":
        target = statement.targets[0]
        is_row = isinstance(target, gast.Tuple)
        return (method.value.id, target.elts, True) if is_row else None
    return None


def taken_row(statement: gast.stmt, memory: Memory) -> tuple[str, int | None] | None:
    """Return the list that a whole row is taken from; or a row, and an item's place."""
    value = getattr(statement, "value", None)
    if not isinstance(statement, gast.Assign) or len(binds(statement)) != 1:
        return None
    if isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name):
        place = getattr(value.slice, "value", None)
        return (value.value.id, place) if isinstance(place, int) else None
    method = value.func if isinstance(value, gast.Call) else None
    if not isinstance(method, gast.Attribute) or method.attr != "pop":
        return None
    if not isinstance(method.value, gast.Name):
        return None
    return memory.place(method.value.id), None


def _passed_on(taken: tuple[str, int | None], name: str, known: set[str]) -> set[str]:
    """Return the columns of a row, or its item, that are among those of its list."""
    owner, place = taken
    if place is not None:
        return {name} if column(owner, place) in known else set()
    marks = [mark for mark in known if mark.startswith(f"{owner}[")]
    return {name + mark.removeprefix(owner) for mark in marks}


def column(place: str, number: int) -> str:
    """Return what stands for a column of a list of rows.

    >>> column("saved", 1)
    'saved[1]'
    """
    return f"{place}[{number}]"


def _columns(
    row: tuple[str, list[gast.expr], bool], memory: Memory, known: set[str]
) -> set[str]:
    """Return the columns, or names, that a row adds to those that are known."""
    name, parts, taken = row
    found: set[str] = set()
    for number, part in enumerate(parts):
        mark = column(memory.place(name), number)
        if taken and (mark in known or name in known):  # rows may hold rows
            found.add(part.id)
        elif not taken and isinstance(part, gast.Name) and part.id in known:
            found.add(mark)
    return found


def values_read(
    statement: gast.stmt, references: Mapping[str, object]
) -> frozenset[str]:
    """Return the names of which a statement reads more than the shape."""
    found: set[str] = set()
    for expression in own_expressions(statement):
        found.update(_read(expression, references))
    if isinstance(statement, gast.AugAssign):
        target = statement.target
        owner = target.value if isinstance(target, gast.Subscript) else target
        found.update(_read(owner, references))
    return frozenset(found)


def _read(node: gast.AST, references: Mapping[str, object]) -> Iterator[str]:
    if isinstance(node, gast.Name):
        yield node.id
        return
    if (
        shape_owner(node, references) is not None
        or counted(node, references) is not None
    ):
        return
    for field in node._fields:
        value = getattr(node, field, None)
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, gast.AST):
                yield from _read(part, references)


def shape_owner(node: gast.AST, references: Mapping[str, object]) -> str | None:
    """Return whose shape an expression is, None for any other.

    >>> shape_owner(gast.parse("x.shape").body[0].value, {})
    'x'
    """
    owner = None
    if isinstance(node, gast.Attribute) and node.attr == "shape":
        owner = node.value
    elif isinstance(node, gast.Call) and len(node.args) == 1 and not node.keywords:
        if references.get(getattr(node.func, "id", "")) is np.shape:
            owner = node.args[0]
    return owner.id if isinstance(owner, gast.Name) else None


def counted(node: gast.AST, references: Mapping[str, object]) -> str | None:
    """Return whose length an expression is, None for any other.

    >>> counted(gast.parse("len(x)").body[0].value, {"len": len})
    'x'
    """
    if not isinstance(node, gast.Call) or len(node.args) != 1:
        return None
    owner = node.args[0]
    is_length = references.get(getattr(node.func, "id", "")) is len
    return owner.id if is_length and isinstance(owner, gast.Name) else None
