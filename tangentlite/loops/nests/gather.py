"""Additions of a loop to neighbouring places, as one sum for each place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import gast

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.names import Names
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import blocks, map_blocks, statements
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.loops.lowering.places import moved_by
from tangentlite.loops.nests.facts.accesses import touched_by
from tangentlite.loops.nests.facts.element_maps import (
    base_of,
    binds_one,
    element_at,
    map_elements,
    parts_of,
    target_of,
)
from tangentlite.loops.nests.facts.new_arrays import (
    maker_of,
    names_of,
    only_elements,
    sizes_of,
    users_in,
)
from tangentlite.loops.nests.facts.scattered_terms import Run, Term

# Farther places are no neighbours: the zeros at the ends would be too many.
REACH = 4


def gather(function: Function) -> Function:
    """Add up what comes to a place from its neighbours, in place of scattering it.

    The terms get zeros at both ends, so that all places are alike; processors do
    several of them at once, as no iteration waits for another one.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... t = np.empty(m)
    ... for i in range(m):
    ...     t[i] = 2.0 * g[i]
    ... for j in range(m):
    ...     a[j] += t[j]
    ... for k in range(m):
    ...     a[k + 1] -= t[k]
    ... return a'''
    >>> kinds = dict.fromkeys("gat", Array("float64", (3,)))
    >>> kinds |= dict.fromkeys("ijkm", Scalar("int64", True))
    >>> shown(gather(function_of(text, **kinds)))
    t = np.empty(m + 2)
    for i in range(m):
        t[i + 1] = 2.0 * g[i]
    reach = m + 1 if m > 0 else 0
    t[0] = 0.0
    t[reach] = 0.0
    for i1 in range(reach):
        a[i1] += t[i1 + 1] - t[i1]
    return a
    """
    made = _Gathering(function)
    body = made.block(function.body)
    if not made.padded:
        return function
    body = [made.in_padded(statement) for statement in body]
    return replace(function, body=tuple(body), kinds=made.kinds, bases=made.bases)


class _Gathering:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._uses = uses_in(function)
        self._memory = memory_in(function)
        self._users = users_in(function.body)
        self._names = Names([*function.kinds, *self._uses.bound, *self._uses.read])
        self.kinds, self.bases = dict(function.kinds), dict(function.bases)
        self._definitions = {
            statement.targets[0].id: statement.value
            for statement in statements(function.body)
            if isinstance(statement, gast.Assign)
            and isinstance(statement.targets[0], gast.Name)
            and self._uses.bound[statement.targets[0].id] == 1
        }
        elements = only_elements(function)
        makers = [s for s in statements(function.body) if maker_of(s) == "np.empty"]
        own = {binds_one(s): len(sizes_of(s.value)) for s in makers}
        for access in (a for s in function.body for a in touched_by(s).accesses):
            if len(access.place or ()) != own.get(access.base, -1):
                own.pop(access.base, None)
        self._own = own.keys() & elements & self._definitions.keys()
        # How many zeros stand at both ends of the rows of an array.
        self.padded: dict[str, int] = {}

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        found = [map_blocks(statement, self.block) for statement in block]
        place = 0
        while place < len(found):
            end = place
            while end < len(found) and _goes_along(found[place], found[end]):
                end += 1
            new = self._gathered(found, place, end) if end > place else None
            found = new or found
            place = place if new else max(end, place + 1)
        return found

    def _gathered(
        self, block: list[gast.stmt], start: int, end: int
    ) -> list[gast.stmt] | None:
        """Return a block with one array gathered in some of its loops, None if none."""
        bases = {base for loop in block[start:end] for base in _updated(loop)}
        for base in sorted(bases - set(self._function.primal)):
            zeros = _zeros_before(block, start, end, base)
            for first, last in _segments(block, start, end, base, zeros):
                zero = base if first == zeros else ""
                run = Run(block[first:last], self._is_single, self._own, zero)
                for (other, _), updates in run.updates.items():
                    terms = run.terms(updates) if other == base else []
                    if terms and self._may_gather(run, base, terms):
                        new = self._in_sums(block, first, last, run, terms)
                        if new is not None:
                            return new
        return None

    def _may_gather(self, run: Run, base: str, terms: Sequence[Term]) -> bool:
        """Whether all that loops do with an array is to add one source to it."""
        offsets = {term.offset for term in terms}
        near = 1 < len(offsets) and max(offsets) - min(offsets) <= REACH
        if not near or len({term.source for term in terms}) > 1:
            return False
        others = {a.base for loop in run.loops for a in touched_by(loop).accesses}
        own = self._memory.place(base)
        return not any(
            isinstance(self.kinds.get(other), Array)
            and self._memory.place(other) == own
            for other in others - {base}
        )

    def _in_sums(
        self, block: list[gast.stmt], start: int, end: int, run: Run, terms
    ) -> list[gast.stmt] | None:
        """Return a block with a sum for each place in place of updates."""
        source, line = terms[0].source, block[start].lineno
        least = min(term.offset for term in terms)
        reach = max(term.offset for term in terms) - least
        array, made = source.name, list[gast.stmt]()
        if array in self._own:
            sizes = sizes_of(self._definitions[array])
            if not self._is_cut(sizes[-1], run.stop):
                return None
        else:
            kind = self.kinds.get(array)
            if not isinstance(kind, Scalar) or kind.dtype != "float64":
                return None
            array = self._fresh("t", Array("float64", (Symbol(f"{array}?"),)))
            cut = build.call("max", [run.stop, build.constant(0)])
            made.append(build.assign(array, build.call("np.empty", [cut]), line))
        self.padded[array] = max(self.padded.get(array, 0), reach)
        width = self._fresh("reach", Scalar("int64", True))
        made.append(build.assign(width, _count(run.stop, reach), line))
        row = run.row_of(terms[0])
        for place in range(reach):
            ends = (
                build.constant(place - reach),
                moved_by(build.name(width), {"": place - reach}),
            )
            for index in ends:
                zero = build.constant(0.0)
                made.append(build.assign(element_at(array, [*row, index]), zero, line))

        def renewed(body: Sequence[gast.stmt]) -> list[gast.stmt]:
            found: list[gast.stmt] = []
            for statement in body:
                if any(statement is term.statement for term in terms):
                    continue
                found.append(map_blocks(statement, renewed))
                if array != source.name and binds_one(statement) == source.name:
                    counter = build.name(run.counter_of(statement))
                    value = build.name(source.name)
                    element = element_at(array, [counter])
                    found.append(build.assign(element, value, line))
            return [s for s in found if not isinstance(s, gast.For) or s.body]

        loop = self._loop(run, terms, [build.name(array), *row], width, least)
        loops = renewed(block[start:end])
        found = [*block[:start], *made, *loops, loop, *block[end:]]
        return self._without_unread(found, run)

    def _without_unread(self, block: list[gast.stmt], run: Run) -> list[gast.stmt]:
        """Return a block without the arrays that terms were read from."""
        for source in run.elements:
            users = users_in(block)[source.name]
            if self._users[source.name] > users_in(run.loops)[source.name]:
                continue
            if users == 1:
                block = [_without_store(s, source.name) for s in block]
                block = [s for s in block if not isinstance(s, gast.For) or s.body]
        return block

    def in_padded(self, statement: gast.stmt) -> gast.stmt:
        """Return a statement with the places and sizes of arrays that got zeros."""
        if binds_one(statement) in self.padded:
            *rows, size = sizes_of(statement.value)
            size = moved_by(size, {"": 2 * self.padded[binds_one(statement)]})
            shape = build.display([*rows, size], tuple) if rows else size
            call = build.call("np.empty", [shape, *statement.value.args[1:]])
            return build.assign(binds_one(statement), call, statement.lineno)

        def shifted(node: gast.Subscript) -> gast.expr:
            reach = self.padded.get(base_of(node))
            if reach is None:
                return node
            *rows, last = parts_of(node.slice)
            return element_at(node.value.id, [*rows, moved_by(last, {"": reach})])

        inner = lambda body: [self.in_padded(one) for one in body]  # noqa: E731
        return map_elements(statement, shifted, inner)

    def _is_cut(self, size: gast.expr, stop: gast.expr) -> bool:
        """Whether a size is the count of a loop."""
        if isinstance(size, gast.Name) and text_of(size) != text_of(stop):
            size = self._definitions.get(size.id, size)
        cut = build.call("max", [stop, build.constant(0)])
        return text_of(size) in (text_of(stop), text_of(cut))

    def _loop(self, run: Run, terms, row, width: str, least: int) -> gast.For:
        """Return a loop that adds to each place what comes to it."""
        line = terms[0].statement.lineno
        counter = self._fresh("i", Scalar("int64", True))
        factors: dict[int, float] = {}
        for term in terms:
            offset = term.offset - least
            factors[offset] = factors.get(offset, 0.0) + term.factor
        sign = "+" if any(factor > 0 for factor in factors.values()) else "-"
        flip = 1.0 if sign == "+" else -1.0
        ordered = sorted(factors.items(), key=lambda f: (f[1] * flip < 0, -f[0]))
        total: gast.expr | None = None
        for offset, factor in ordered:
            index = moved_by(build.name(counter), {"": -offset})
            part: gast.expr = element_at(row[0].id, [*row[1:], index])
            if abs(factor) != 1.0:
                part = build.binary(build.constant(abs(factor)), "*", part)
            if total is None:
                total = part
            else:
                total = build.binary(total, "+" if factor * flip > 0 else "-", part)
        assert total is not None
        target = run.target_at(terms[0].statement, build.name(counter), least)
        body = [build.augment(target, sign, total, line)]
        head = build.call("range", [build.name(width)])
        return build.at(gast.For(build.stored(counter), head, body, [], None), line)

    def _is_single(self, name: str) -> bool:
        return self._uses.bound[name] == 1

    def _fresh(self, base: str, kind) -> str:
        name = self._names.fresh(base)
        self.bases[name], self.kinds[name] = base, kind
        return name


def _goes_along(one: gast.stmt, other: gast.stmt) -> bool:
    """Whether two statements are innermost loops over the same range from 0."""
    for loop in (one, other):
        if not isinstance(loop, gast.For) or any(blocks(s) for s in loop.body):
            return False
        if getattr(loop.iter.func, "id", "") != "range" or len(loop.iter.args) != 1:
            return False
        if not all(isinstance(s, (gast.Assign, gast.AugAssign)) for s in loop.body):
            return False
    return text_of(one.iter) == text_of(other.iter)


def _updated(loop: gast.stmt) -> set[str]:
    """Return the arrays whose elements a loop adds to."""
    return {a.base for a in touched_by(loop).accesses if a.update}


def _zeros_before(block: Sequence[gast.stmt], start: int, end: int, base: str) -> int:
    """Return the place of the loop that first writes into zeros, -1 if none does."""
    is_zero = False
    for place, statement in enumerate(block[:end]):
        if maker_of(statement) == "np.zeros" and binds_one(statement) == base:
            is_zero = True
        elif base in names_of(statement):
            return place if is_zero and place >= start else -1
    return -1


def _segments(
    block: Sequence[gast.stmt], start: int, end: int, base: str, zeros: int
) -> Iterator[tuple[int, int]]:
    """Yield where loops start and stop that do nothing with an array but add to it.

    The loop at the place `zeros` may store into it, too.
    """
    first = last = -1
    for place in range(start, end):
        uses = [a for a in touched_by(block[place]).accesses if a.base == base]
        stores = place == zeros and all(use.writes for use in uses) and len(uses) == 1
        if not stores and not all(use.update for use in uses):
            if first >= 0:
                yield first, last + 1
            first = -1
        elif uses:
            first, last = (place if first < 0 else first), place
    if first >= 0:
        yield first, last + 1


def _count(stop: gast.expr, reach: int) -> gast.expr:
    """Return how many places a loop comes to."""
    test = gast.Compare(stop, [gast.Gt()], [build.constant(0)])
    return gast.IfExp(test, moved_by(stop, {"": reach}), build.constant(0))


def _without_store(statement: gast.stmt, name: str) -> gast.stmt:
    """Return a loop without what writes an array that nothing reads."""

    def left(body: Sequence[gast.stmt]) -> list[gast.stmt]:
        return [
            map_blocks(inner, left)
            for inner in body
            if base_of(target_of(inner)) != name
        ]

    return map_blocks(statement, left)
