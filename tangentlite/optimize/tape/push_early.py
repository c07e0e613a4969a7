"""Push saved values right behind their definitions, before they are rebound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import gast

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.statement_effects import written
from tangentlite.ir.function import Function, same_items
from tangentlite.ir.rewrite import (
    bound_in,
    leaves_loop,
    map_blocks,
    may_leave,
    names_in,
    read_in,
)
from tangentlite.kinds.kind import Scalar


def push_early(function: Function) -> Function:
    """Move `saved.append(...)` up to the last definition of what it saves.

    A value that is bound behind it may then have the name of the saved one.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... for i in range(n):
    ...     e = y - x
    ...     x1 = x + h * e
    ...     saved.append((x, e))
    ...     x = x1
    ... return x'''
    >>> known = dict.fromkeys("n i x y e h x1 saved".split(), Scalar("float64"))
    >>> shown(push_early(function_of(text, **known)))
    for i in range(n):
        e = y - x
        saved.append((x, e))
        x1 = x + h * e
        x = x1
    return x
    """
    body = _Mover(function).block(function.body)
    if same_items(body, function.body):
        return function
    return replace(function, body=tuple(body))


class _Mover:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._memory = memory_in(function)

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            statement = map_blocks(statement, self.block)
            place = len(result)
            names = self._pushed(statement)
            if names is not None:
                owner = statement.value.func.value.id
                while place and not self._stops(result[place - 1], names, owner):
                    place -= 1
            result.insert(place, statement)
        return result

    def _pushed(self, node: gast.stmt) -> set[str] | None:
        """Return the names that a push reads, None for other statements."""
        call = node.value if isinstance(node, gast.Expr) else None
        if not isinstance(call, gast.Call) or not isinstance(call.func, gast.Attribute):
            return None
        if call.func.attr != "append" or not isinstance(call.func.value, gast.Name):
            return None
        if call.func.value.id in self._function.primal:
            return None
        items = call.args[0]
        parts = items.elts if isinstance(items, gast.Tuple) else [items]
        # A name may be written in between, a value computed from it may not.
        computed = [p for p in parts if not isinstance(p, (gast.Name, gast.Constant))]
        kinds = self._function.kinds
        for part in computed:
            if not all(isinstance(kinds.get(n), Scalar) for n in names_in(part)):
                return None
        return {call.func.value.id, *names_in(items)}

    def _stops(self, node: gast.stmt, names: set[str], owner: str) -> bool:
        if isinstance(node, (gast.FunctionDef, gast.Return)) or leaves_loop(node):
            return True
        if owner in read_in([node]):
            return True
        if may_leave(node) or not names.isdisjoint(bound_in([node])):
            return True
        if isinstance(node, gast.Expr) and written(node) is None:
            return True
        # The list holds the array itself, so later writes would be seen in it.
        places = changes(node, self._memory)[1]
        return not places.isdisjoint(map(self._memory.place, names - {owner}))
