"""What one line of the primal gives: results first, then what goes on."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from tangentlite.analysis.aliasing.memory import Memory, memory_in
from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.statement_effects import is_pure
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import map_blocks, names_in, reads
from tangentlite.pretty.quoted_line import quoted_line


def order_lines(function: Function) -> Function:
    """Put the results that a line gives in their order, before its other adjoints.

    What the line in front of it, or the iteration before, starts from comes last.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "h_bar = a_bar * w; w_bar = h * a_bar; b_bar += a_bar"
    >>> text += "; return (w_bar, b_bar, h_bar * h)"
    >>> names = dict.fromkeys(("w", "h", "a_bar", "b_bar"), "number")
    >>> shown(order_lines(function_of(text, **names)))
    w_bar = h * a_bar
    b_bar += a_bar
    h_bar = a_bar * w
    return (w_bar, b_bar, h_bar * h)
    """
    end = function.body[-1] if function.body else None
    if not isinstance(end, gast.Return) or end.value is None:
        return function
    order = {name: place for place, name in enumerate(names_in(end.value))}
    memory = memory_in(function)

    def block(statements: Sequence[gast.stmt]) -> list[gast.stmt]:
        found: list[gast.stmt] = []
        run: list[_Step] = []
        for node in statements:
            quoted = quoted_line(function, node.lineno)[1]
            line = quoted or node.lineno if _moves(node, function) else 0
            if run and not quoted and _is_pop(node):
                line = run[0].line
            if run and line != run[0].line:
                found += _scheduled(run)
                run = []
            if line:
                run.append(_Step(node, line, _rank(node, order), memory))
            else:
                found.append(map_blocks(node, block))
        return found + _scheduled(run)

    return with_body(function, block(function.body))


class _Step:
    """A statement that may change its place within a line, and what it depends on."""

    def __init__(
        self, node: gast.stmt, line: str | int, rank: int, memory: Memory
    ) -> None:
        self.node, self.line, self.rank = node, line, rank
        self.bound, self.writes = changes(node, memory)
        read = set(reads(node))
        self.touches = read | self.bound
        self.memory = set(map(memory.place, read))

    def depends_on(self, other: _Step) -> bool:
        """Whether they must stay in order."""
        return not (
            self.bound.isdisjoint(other.touches)
            and other.bound.isdisjoint(self.touches)
            and self.writes.isdisjoint(other.memory | other.writes)
            and other.writes.isdisjoint(self.memory)
        )


def _scheduled(steps: list[_Step]) -> list[gast.stmt]:
    """Choose from the end what may stand last: the highest rank, then the latest."""
    found: list[gast.stmt] = []
    left = list(steps)
    while left:
        free = [
            (step.rank, place)
            for place, step in enumerate(left)
            if not any(later.depends_on(step) for later in left[place + 1 :])
        ]
        found.append(left.pop(max(free)[1]).node)
    return found[::-1]


def _rank(node: gast.stmt, order: dict[str, int]) -> int:
    """Return the place of the result that a statement computes, behind all for none."""
    target = node.targets[0] if isinstance(node, gast.Assign) else node.target
    while isinstance(target, gast.Subscript):
        target = target.value
    name = getattr(target, "id", "")
    return order.get(name, len(order)) if name.endswith("_bar") else len(order)


def _moves(node: gast.stmt, function: Function) -> bool:
    if not isinstance(node, (gast.Assign, gast.AugAssign)):
        return False
    return is_pure(node.value, function.references) or _is_pop(node)


def _is_pop(node: gast.stmt) -> bool:
    called = getattr(getattr(node, "value", None), "func", None)
    return isinstance(node, gast.Assign) and getattr(called, "attr", "") == "pop"
