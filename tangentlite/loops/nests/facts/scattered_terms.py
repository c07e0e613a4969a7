"""What loops over one range add to the elements of arrays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import gast

from tangentlite.ir.leaves import number_of
from tangentlite.ir.nodes import nodes_in, text_of
from tangentlite.ir.rewrite import names_in
from tangentlite.kinds.sizes.affine import Affine, affine
from tangentlite.loops.lowering.places import expression, key_of, minus, sum_of
from tangentlite.loops.nests.facts.element_maps import (
    base_of,
    binds_one,
    element_at,
    parts_of,
    target_of,
    texts_of,
)


@dataclass(frozen=True)
class Source:
    """What an iteration computes: a number, or the element of an array in a row."""

    name: str
    row: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Known:
    """What a number or an element is computed by, at which counter, and where."""

    value: gast.expr
    counter: str
    position: int


@dataclass(frozen=True)
class Term:
    """An update of a place by a multiple of a source."""

    statement: gast.stmt
    offset: int
    factor: float
    source: Source


class Run:
    """Loops one after the other over one range, and what they compute."""

    def __init__(
        self,
        loops: Sequence[gast.For],
        is_single: Callable[[str], bool],
        own: Collection[str],
        zero: str,
    ) -> None:
        """Read loops; `own` are temporary arrays, `zero` one without entries yet."""
        self.loops = loops
        self.stop: gast.expr = loops[0].iter.args[0]
        self.updates: dict[tuple[str, str], list[tuple[gast.stmt, Affine]]] = {}
        self.elements: dict[Source, _Known] = {}
        self._numbers: dict[str, _Known] = {}
        self._written: set[str] = set()
        self._own, self._zero = own, zero
        self._order = [(s, loop.target.id) for loop in loops for s in loop.body]
        self._changing = {binds_one(s) for s, _ in self._order}
        self._changing |= {loop.target.id for loop in loops}
        for position, (statement, counter) in enumerate(self._order):
            self._read(statement, counter, position, is_single)

    def _read(
        self, statement: gast.stmt, counter: str, position: int, is_single
    ) -> None:
        name = binds_one(statement)
        if name:
            if is_single(name):
                self._numbers[name] = _Known(statement.value, counter, position)
            return
        target = target_of(statement)
        if not isinstance(target, gast.Subscript):
            return
        base, parts = target.value.id, parts_of(target.slice)
        last = affine(parts[-1], lambda name: {name: 1})
        rest = None if last is None else minus(last, {counter: 1})
        is_row = self._is_row(parts) and not self._changing & {*_named(rest or {})}
        first = base == self._zero and isinstance(statement, gast.Assign)
        if is_row and (first or _adds(statement)):
            if rest is not None:
                key = f"{texts_of(parts[:-1])} {key_of(_named(rest))}"
                self.updates.setdefault((base, key), []).append((statement, rest))
                return
        source = Source(base, tuple(texts_of(parts[:-1])))
        is_here = is_row and text_of(parts[-1]) == counter
        others = self._written | {known.name for known in self.elements}
        if isinstance(statement, gast.Assign) and is_here and base in self._own:
            if base not in others:
                self.elements[source] = _Known(statement.value, counter, position)
                return
        self._written.add(base)

    def _is_row(self, parts: Sequence[gast.expr]) -> bool:
        """Whether an index is of one row in all iterations."""
        names = {name for part in parts[:-1] for name in names_in(part)}
        return not names & self._changing

    def terms(self, updates: Sequence[tuple[gast.stmt, Affine]]) -> list[Term]:
        """Return updates as terms, none if one is no multiple of one number."""
        found = []
        for statement, rest in updates:
            op = getattr(statement, "op", None)
            sign = -1.0 if isinstance(op, gast.Sub) else 1.0
            known = self._source(statement.value, *self._where(statement))
            if known is None:
                return []
            factor, source = known
            found.append(Term(statement, rest.get("", 0), sign * factor, source))
        return found

    def _source(
        self, node: gast.expr, counter: str, position: int
    ) -> tuple[float, Source] | None:
        """Return a factor and what it multiplies: a number, or an element here.

        None if that is computed behind the position of the expression.
        """
        if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
            return _times(-1.0, self._source(node.operand, counter, position))
        if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                factor = number_of(one)
                if isinstance(factor, int | float):
                    found = self._source(other, counter, position)
                    return _times(float(factor), found)
            return None
        if isinstance(node, gast.Name):
            return self._through(self._numbers.get(node.id), Source(node.id), position)
        if not isinstance(node, gast.Subscript):
            return None
        name, parts = base_of(node), parts_of(node.slice)
        if name in self._written or name not in self._own:
            return None
        if text_of(parts[-1]) != counter or not self._is_row(parts):
            return None
        source = Source(name, tuple(texts_of(parts[:-1])))
        rows = {known for known in self.elements if known.name == name}
        if not rows:
            return 1.0, source
        # Another row of the array that is computed here may be the same one.
        return self._through(self.elements.get(source), source, position)

    def _through(
        self, known: _Known | None, source: Source, position: int
    ) -> tuple[float, Source] | None:
        """Return what a source is a multiple of, if it was computed before."""
        if known is None or known.position >= position:
            return None
        found = self._source(known.value, known.counter, known.position)
        return found or (1.0, source)

    def counter_of(self, statement: gast.stmt) -> str:
        """Return the counter of the loop that a statement is in."""
        return self._where(statement)[0]

    def _where(self, statement: gast.stmt) -> tuple[str, int]:
        """Return the counter of the loop that a statement is in, and its position."""
        place = next(k for k, (s, _) in enumerate(self._order) if s is statement)
        return self._order[place][1], place

    def row_of(self, term: Term) -> list[gast.expr]:
        """Return the index of the row that a term's source is in."""
        for loop in self.loops:
            for statement in loop.body:
                for node in nodes_in(statement):
                    if isinstance(node, gast.Subscript):
                        parts = parts_of(node.slice)[:-1]
                        here = tuple(texts_of(parts)) == term.source.row
                        if here and getattr(node.value, "id", "") == term.source.name:
                            return parts
        return []

    def target_at(
        self, update: gast.stmt, counter: gast.expr, least: int
    ) -> gast.Subscript:
        """Return the place of an update for a counter from the least offset on."""
        target = target_of(update)
        assert isinstance(target, gast.Subscript)
        parts = parts_of(target.slice)
        last = affine(parts[-1], lambda name: {name: 1}) or {}
        rest = _named(minus(last, {self.counter_of(update): 1}))
        start = sum_of({counter.id: 1}, sum_of(rest, {"": least}))
        return element_at(target.value.id, [*parts[:-1], expression(start)])


def _named(rest: Affine) -> Affine:
    """Return a sum without its constant."""
    return {name: factor for name, factor in rest.items() if name and factor}


def _adds(statement: gast.stmt) -> bool:
    op = getattr(statement, "op", None)
    return isinstance(statement, gast.AugAssign) and isinstance(
        op, (gast.Add, gast.Sub)
    )


def _times(
    factor: float, known: tuple[float, Source] | None
) -> tuple[float, Source] | None:
    return None if known is None else (factor * known[0], known[1])
