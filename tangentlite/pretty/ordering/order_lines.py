"""Order the adjoints of one line: results first, then adjoints of earlier lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import gast
import numpy as np

from tangentlite.analysis.aliasing.memory import Memory, memory_in
from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.statement_effects import is_pure
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import map_blocks, names_in, reads
from tangentlite.pretty.printed_lines import quoted_line


def order_lines(function: Function) -> Function:
    """Put results that a line computes in their order, before its other adjoints.

    Adjoints with which the previous line or iteration starts come last. Neighbouring
    lines that initialise adjoints are as one line, where adjoints of arguments stand
    before others.

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
    rank, memory = _rank(function), memory_in(function)

    def block(statements: Sequence[gast.stmt]) -> list[gast.stmt]:
        found: list[gast.stmt] = []
        run: list[_Step] = []
        for node in statements:
            if not _moves(node, function):
                found += [*_scheduled(run), map_blocks(node, block)]
                run = []
                continue
            step = _Step(node, function, rank(node), memory)
            if run and not step.goes_with(run[-1]):
                found += _scheduled(run)
                run = []
            run.append(step)
        return found + _scheduled(run)

    return with_body(function, block(function.body))


class _Step:
    """A statement that can move within a line, and its dependences."""

    def __init__(
        self, node: gast.stmt, function: Function, rank: tuple, memory: Memory
    ) -> None:
        self.node, self.rank = node, rank
        self.line = quoted_line(function, node.lineno)[1] or node.lineno
        self.starts = _starts(node, function)
        self.bound, self.writes = changes(node, memory)
        read = set(reads(node))
        self.touches = read | self.bound
        self.memory = set(map(memory.place, read))

    def goes_with(self, before: _Step) -> bool:
        """Whether it belongs to the line of the statement before it.

        A pop from the tape has no line of its own and takes that one.
        """
        if _is_pop(self.node) and isinstance(self.line, int):
            self.line = before.line
        return self.line == before.line or (self.starts and before.starts)

    def depends_on(self, other: _Step) -> bool:
        """Whether two statements must stay in order."""
        return not (
            self.bound.isdisjoint(other.touches)
            and other.bound.isdisjoint(self.touches)
            and self.writes.isdisjoint(other.memory | other.writes)
            and other.writes.isdisjoint(self.memory)
        )


def _scheduled(steps: list[_Step]) -> list[gast.stmt]:
    """Schedule from the end: the highest rank that is free, then the latest."""
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


def _rank(function: Function) -> Callable[[gast.stmt], tuple[int, int]]:
    """Return the rank of statements: by result, then initial adjoints by argument."""
    end = function.body[-1] if function.body else None
    value = end.value if isinstance(end, gast.Return) else None
    returned = [] if value is None else names_in(value)
    results = {name: place for place, name in enumerate(returned)}
    arguments = {p.name: place for place, p in enumerate(function.parameters)}

    def rank(node: gast.stmt) -> tuple[int, int]:
        target = node.targets[0] if isinstance(node, gast.Assign) else node.target
        while isinstance(target, gast.Subscript):
            target = target.value
        name = getattr(target, "id", "")
        if not name.endswith("_bar"):  # a tangent follows its primal
            return len(results), len(arguments)
        stem = name.removesuffix("_bar") if _starts(node, function) else ""
        return results.get(name, len(results)), arguments.get(stem, len(arguments))

    return rank


def _starts(node: gast.stmt, function: Function) -> bool:
    """Whether a statement initialises an adjoint by a number, zeros or ones."""
    target = node.targets[0] if isinstance(node, gast.Assign) else None
    if not isinstance(target, gast.Name) or not target.id.endswith("_bar"):
        return False
    if isinstance(node.value, gast.Call):
        called = function.references.get(getattr(node.value.func, "id", ""))
        return called in (np.zeros_like, np.zeros, np.ones_like)
    return isinstance(node.value, gast.Constant)


def _moves(node: gast.stmt, function: Function) -> bool:
    if not isinstance(node, (gast.Assign, gast.AugAssign)):
        return False
    if function.typed and _makes_array(node, function):
        return False  # their order is that of the heap
    return is_pure(node.value, function.references) or _is_pop(node)


def _makes_array(node: gast.stmt, function: Function) -> bool:
    called = getattr(getattr(getattr(node, "value", None), "func", None), "id", "")
    return function.references.get(called) in (np.zeros, np.empty)


def _is_pop(node: gast.stmt) -> bool:
    called = getattr(getattr(node, "value", None), "func", None)
    return isinstance(node, gast.Assign) and getattr(called, "attr", "") == "pop"
