"""Pop saved values where they are read, not at the top of a loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import gast

from tangentlite.ir.function import Function, same_items
from tangentlite.ir.rewrite import (
    bound_in,
    leaves_loop,
    map_blocks,
    may_leave,
    read_in,
)


def pop_late(function: Function) -> Function:
    """Move `h = saved.pop()` down to the first statement that needs it.

    The value that the user's variable held until there may then have its name as well.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... for i in range(n):
    ...     h1 = saved.pop()
    ...     a_bar = h_bar * h
    ...     h_bar = a_bar * w
    ...     w_bar += h1 * a_bar
    ...     h = h1
    ... return w_bar'''
    >>> names = ("n", "i", "saved", "h", "h1", "a_bar", "h_bar", "w", "w_bar")
    >>> shown(pop_late(function_of(text, **dict.fromkeys(names, "number"))))
    for i in range(n):
        a_bar = h_bar * h
        h_bar = a_bar * w
        h1 = saved.pop()
        w_bar += h1 * a_bar
        h = h1
    return w_bar
    """
    body = _moved(function.body)
    if same_items(body, function.body):
        return function
    return replace(function, body=tuple(body))


def _moved(block: Sequence[gast.stmt]) -> list[gast.stmt]:
    block = [map_blocks(statement, _moved) for statement in block]
    if not any(map(_popped, block)):
        return block
    result: list[gast.stmt] = []
    for statement in reversed(block):
        place = 0
        source = _popped(statement)
        if source:
            touched = {source, *bound_in([statement])}
            place = _first(result, touched)
        result.insert(len(result) - place, statement)
    result.reverse()
    return result


def _first(behind: list[gast.stmt], names: set[str]) -> int:
    """Return past how many statements (the last is the next) a pop may move."""
    for place, statement in enumerate(reversed(behind)):
        stops = isinstance(statement, (gast.Return, gast.FunctionDef))
        if stops or leaves_loop(statement) or may_leave(statement):
            return 0
        if names & (read_in([statement]) | bound_in([statement])):
            return place
    return 0


def _popped(node: gast.stmt) -> str:
    """Return the list that a statement pops from, '' for others."""
    value = node.value if isinstance(node, gast.Assign) else None
    if not isinstance(value, gast.Call) or value.args:
        return ""
    method = value.func
    if not isinstance(method, gast.Attribute) or method.attr != "pop":
        return ""
    return method.value.id if isinstance(method.value, gast.Name) else ""
