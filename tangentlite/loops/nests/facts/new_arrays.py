"""New arrays, and which of them nothing but their own statements use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

import gast

from tangentlite.analysis.aliasing.memory import Memory, memory_of
from tangentlite.ir.function import Function
from tangentlite.ir.nodes import children, nodes_in
from tangentlite.ir.rewrite import (
    binds,
    blocks,
    names_in,
    own_expressions,
    statements,
)
from tangentlite.loops.nests.facts.accesses import touched_by


def maker_of(statement: gast.stmt) -> str:
    """Return the function that makes a new array, '' for other statements."""
    value = statement.value if isinstance(statement, gast.Assign) else None
    if not isinstance(value, gast.Call):
        return ""
    called = str(getattr(value.func, "id", ""))
    return called if called in ("np.empty", "np.zeros") else ""


def memory_of_loops(function: Function) -> Memory:
    """Group names by the memory that they may share, where loops have made copies.

    What the program had as a view may be a new array now, with memory of its own.
    """
    bound = Counter(name for one in statements(function.body) for name in binds(one))
    new = {
        name
        for one in statements(function.body)
        if maker_of(one)
        for name in binds(one)
        if bound[name] == 1
    }
    views = {n: owners for n, owners in function.views.items() if n not in new}
    return memory_of(function.body, views)


def sizes_of(call: gast.Call) -> list[gast.expr]:
    """Return the sizes of the array that a call of `np.empty` or the like makes."""
    shape = call.args[0]
    return list(shape.elts) if isinstance(shape, gast.Tuple) else [shape]


def only_elements(function: Function) -> set[str]:
    """Return the names that are used by element alone."""
    whole: set[str] = set()
    used: set[str] = set()
    pending = list(function.body)
    while pending:
        statement = pending.pop()
        for access in touched_by(statement).accesses:
            used.add(access.base)
            if access.place is None:
                whole.add(access.base)
        whole |= _shapes_read(statement)
        pending += [inner for block in blocks(statement) for inner in block]
    return used - whole


def _shapes_read(statement: gast.stmt) -> set[str]:
    return {
        node.value.id
        for node in nodes_in(statement)
        if isinstance(node, gast.Attribute) and isinstance(node.value, gast.Name)
    }


def users_in(block: Sequence[gast.stmt]) -> Counter[str]:
    """Count the statements of a block and its blocks that use each name themselves."""
    found: Counter[str] = Counter()
    for inner in statements(block):
        if blocks(inner):
            found.update({n for node in own_expressions(inner) for n in names_in(node)})
        else:
            found.update(names_of(inner))
    return found


def names_of(statement: gast.stmt) -> Set[str]:
    """Return the names that a statement and its blocks read or write elements of."""
    return touched_by(statement).names


# Functions that keep nothing that they are given.
_FORGET = ("np.dot", "dot_of_rows", "pairwise_sum")


def kept_arrays(function: Function) -> set[str]:
    """Return the names of arrays that more than elements are used of.

    Functions that keep nothing may be given them.

    >>> from tangentlite.ir.example import function_of
    >>> text = "y[0] = x[1]; np.dot(a, y, z); b = z; return b"
    >>> program = function_of(text, **dict.fromkeys("xyzab", "kind"))
    >>> sorted(kept_arrays(program))
    ['b', 'z']
    """
    found: set[str] = set()
    for statement in statements(function.body):
        for node in own_expressions(statement):
            _gather(node, found)
        if isinstance(statement, gast.Return) and statement.value is not None:
            _gather(statement.value, found)
    return found


def _gather(node: gast.expr, found: set[str]) -> None:
    if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name):
        _gather(node.slice, found)
        return
    if isinstance(node, gast.Attribute) and node.attr in ("shape", "flags"):
        return
    if isinstance(node, gast.Call) and getattr(node.func, "id", "") in _FORGET:
        for argument in node.args:
            inner = argument.value if isinstance(argument, gast.Attribute) else argument
            if not isinstance(inner, gast.Name):
                _gather(argument, found)
        return
    if isinstance(node, gast.Name):
        found.add(node.id)
        return
    for child in children(node):
        _gather(child, found)
