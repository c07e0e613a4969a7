"""Sums of neighbouring terms computed where they are added, with the ends apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import map_blocks, names_in, statements, substitute
from tangentlite.kinds.kind import Scalar
from tangentlite.kinds.sizes.affine import Affine, affine
from tangentlite.loops.lowering.places import expression, moved_by
from tangentlite.loops.nests.facts.accesses import touched_by
from tangentlite.loops.nests.facts.cost import keeps_exactly, operations_in
from tangentlite.loops.nests.facts.element_maps import (
    base_of,
    binds_one,
    element_at,
    map_elements,
    parts_of,
    target_of,
    texts_of,
)
from tangentlite.loops.nests.facts.new_arrays import (
    memory_of_loops,
    names_of,
    users_in,
)

# A term that takes longer is read from the array that keeps it.
MOST_OPERATIONS = 1


def ends_apart(function: Function) -> Function:
    """Compute terms of `gather` again in place of reading an array with zeros.

    A processor waits for what it has just stored if it reads it at another place. The
    first and the last place get one term, each in a statement of its own. A term must
    be a product or a sum, of entries and numbers that stay.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... reach = m + 1 if m > 0 else 0
    ... t[0] = 0.0
    ... t[reach] = 0.0
    ... for i in range(m):
    ...     t[i + 1] = 2.0 * g[i]
    ... for k in range(reach):
    ...     a[k] += t[k + 1] - t[k]
    ... return a'''
    >>> from tangentlite.kinds.kind import Array
    >>> kinds = dict.fromkeys("gat", Array("float64", (3,)))
    >>> kinds |= dict.fromkeys("ikm", Scalar("int64", True))
    >>> kinds["reach"] = Scalar("int64", True)
    >>> shown(ends_apart(function_of(text, **kinds)))
    reach = m + 1 if m > 0 else 0
    for i in range(m):
        t[i + 1] = 2.0 * g[i]
    if m > 0:
        a[0] += 2.0 * g[0]
        for k in range(1, m):
            a[k] += 2.0 * g[k] - 2.0 * g[k - 1]
        a[m] -= 2.0 * g[m - 1]
    return a
    """
    made = _Ends(function)
    body = made.block(function.body)
    return with_body(function, body) if made.found else function


@dataclass(frozen=True)
class _Part:
    """An element `term` of the array, or a multiple of one, that is added or not.

    It is the term of the place where it is added, or `before` that.
    """

    value: gast.expr
    term: gast.Subscript
    sign: type[gast.operator]
    before: bool


@dataclass(frozen=True)
class _Sum:
    """A loop over `width` places that adds two parts of an array to each of them."""

    loop: gast.For
    width: str
    parts: tuple[_Part, _Part]

    @property
    def array(self) -> str:
        """The array of the terms."""
        return base_of(self.parts[0].term)

    @property
    def row(self) -> tuple[str, list[str]]:
        """That array and its row, as texts."""
        return _row_of(self.parts[0].term)


class _Ends:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._uses = uses_in(function)
        self._users = users_in(function.body)
        self._place = memory_of_loops(function).place
        self._stops = {
            binds_one(s): s.value.test.left
            for s in statements(function.body)
            if binds_one(s)
            and self._uses.bound[binds_one(s)] == 1
            and _is_one_more(s.value)
        }
        self.found = False

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        found = [map_blocks(statement, self.block) for statement in block]
        place = 0
        while place < len(found):
            added = self._sum(found[place])
            new = None if added is None else self._apart(found, place, added)
            found, place = (found, place + 1) if new is None else (new, 0)
        return found

    def _sum(self, loop: gast.stmt) -> _Sum | None:
        """Return a loop that adds a difference of neighbours to each place."""
        if not isinstance(loop, gast.For) or len(loop.body) != 1:
            return None
        width = getattr(loop.iter.args[0], "id", "") if len(loop.iter.args) == 1 else ""
        update = loop.body[0]
        if width not in self._stops:
            return None
        if not isinstance(update, gast.AugAssign) or _flipped(update.op, False) is None:
            return None
        value = update.value
        if not isinstance(value, gast.BinOp) or _flipped(value.op, False) is None:
            return None
        signs = type(update.op), _flipped(update.op, isinstance(value.op, gast.Sub))
        sides = zip((value.left, value.right), signs)
        parts = [_part(side, sign, loop.target.id) for side, sign in sides]
        one, other = parts
        if one is None or other is None or one.before == other.before:
            return None
        first, second = _row_of(one.term), _row_of(other.term)
        return _Sum(loop, width, (one, other)) if first == second else None

    def _apart(
        self, block: Sequence[gast.stmt], place: int, added: _Sum
    ) -> list[gast.stmt] | None:
        """Return a block with the ends of a sum apart, None if that is not possible."""
        stop = self._stops[added.width]
        zeros = [k for k in range(place) if self._is_zero(block[k], added)]
        makers = [k for k in range(place) if self._definition(block[k], added, stop)]
        users = [k for k, one in enumerate(block) if added.array in names_of(one)]
        if len(zeros) != 2 or len(makers) != 1 or makers[0] < max(zeros):
            return None
        elsewhere = self._users[added.array] - users_in(block)[added.array]
        if elsewhere > (added.array not in map(binds_one, block)):
            return None  # of other rows, or of what is between the zeros
        if any(self._reads_zeros(block[k], added, stop) for k in users if k != place):
            return None
        loop = block[makers[0]]
        value = self._definition(loop, added, stop)
        assert value is not None and isinstance(loop, gast.For)
        counter = loop.target.id
        behind = [*block[makers[0] : place], added.loop]
        if not self._stays(added.array, value, counter, behind):
            return None
        self.found = True
        new = _with_ends(added, stop, counter, value)
        kept = [one for k, one in enumerate(block[:place]) if k not in zeros]
        return [*kept, new, *block[place + 1 :]]

    def _is_zero(self, statement: gast.stmt, added: _Sum) -> bool:
        """Whether a statement sets the first or the last entry of the row to zero."""
        target = target_of(statement)
        if not isinstance(target, gast.Subscript) or base_of(target) != added.array:
            return False
        if not isinstance(statement, gast.Assign) or _row_of(target) != added.row:
            return False
        is_end = _sum_of(parts_of(target.slice)[-1]) in ({}, {added.width: 1})
        return is_end and getattr(statement.value, "value", None) == 0.0

    def _definition(
        self, loop: gast.stmt, added: _Sum, stop: gast.expr
    ) -> gast.expr | None:
        """Return what a loop that computes all terms of the row computes one by."""
        if not isinstance(loop, gast.For) or not _counts_to(loop, stop):
            return None
        known: dict[str, gast.expr] = {}
        for statement in loop.body:
            target, name = target_of(statement), binds_one(statement)
            if name and self._uses.bound[name] == 1:
                known[name] = substitute(statement.value, known)
            if not isinstance(target, gast.Subscript) or base_of(target) != added.array:
                continue
            if not isinstance(statement, gast.Assign):
                return None
            last = _sum_of(parts_of(target.slice)[-1])
            if _row_of(target) == added.row and last == {loop.target.id: 1, "": 1}:
                return substitute(statement.value, known)
        return None

    def _reads_zeros(self, statement: gast.stmt, added: _Sum, stop: gast.expr) -> bool:
        """Whether a statement may need the zeros at the ends of the array."""
        if self._is_zero(statement, added) or binds_one(statement) == added.array:
            return False
        if not isinstance(statement, gast.For) or not _counts_to(statement, stop):
            return True
        own = [a for a in touched_by(statement).accesses if a.base == added.array]
        inside = {statement.target.id: 1, "": 1}
        return any(a.place is None or a.place[-1] != inside for a in own)

    def _stays(
        self, array: str, value: gast.expr, counter: str, behind: Sequence[gast.stmt]
    ) -> bool:
        """Whether a term is cheap, and the same until it is added."""
        operations = operations_in(value)
        if operations is None or operations > MOST_OPERATIONS:
            return False
        kinds = self._function.kinds
        if not keeps_exactly(kinds, array, value):
            return False
        names = set(names_in(value)) - {counter}
        arrays = {n for n in names if not isinstance(kinds.get(n), Scalar)}
        touched = [touched_by(one) for one in behind]
        if names & set().union(*(one.bound for one in touched)):
            return False
        written = {
            self._place(a.base) for one in touched for a in one.accesses if a.writes
        }
        return not written & set(map(self._place, arrays))


def _with_ends(
    added: _Sum, stop: gast.expr, counter: str, value: gast.expr
) -> gast.stmt:
    """Return the sums of all places, with the index of each term in `value`."""
    line, loop = added.loop.lineno, added.loop
    target = target_of(loop.body[0])

    def at(place: gast.expr, *parts: _Part) -> gast.stmt:
        """Return the update of a place by parts."""
        terms = []
        for part in parts:
            index = moved_by(place, {"": -1}) if part.before else place
            terms.append(_with_term(part, _moved(value, {counter: index})))
        total, sign = terms[0], parts[0].sign
        for part, term in zip(parts[1:], terms[1:]):
            total = build.binary(total, "+" if part.sign is sign else "-", term)
        where = _moved(target, {loop.target.id: place})
        return build.at(gast.AugAssign(where, sign(), total), line)

    zero, one = build.constant(0), build.constant(1)
    inner = at(build.name(loop.target.id), *added.parts)
    head = build.call("range", [one, stop])
    between = build.at(gast.For(loop.target, head, [inner], [], None), line)
    first = at(zero, *(part for part in added.parts if not part.before))
    last = at(stop, *(part for part in added.parts if part.before))
    test = gast.Compare(stop, [gast.Gt()], [zero])
    return build.at(gast.If(test, [first, between, last], []), line)


def _row_of(element: gast.Subscript) -> tuple[str, list[str]]:
    """Return the array and the row of an element, as texts."""
    return base_of(element), texts_of(parts_of(element.slice)[:-1])


def _part(side: gast.expr, sign: type | None, counter: str) -> _Part | None:
    """Return a side of a sum as a part: what is 0 where the element is."""
    term = side
    if isinstance(side, gast.BinOp) and isinstance(side.op, gast.Mult):
        if isinstance(side.left, gast.Constant):
            term = side.right
    if not isinstance(term, gast.Subscript) or sign is None:
        return None
    index = _sum_of(parts_of(term.slice)[-1])
    if index not in ({counter: 1}, {counter: 1, "": 1}):
        return None
    return _Part(side, term, sign, before=index == {counter: 1})


def _is_one_more(value: gast.expr) -> bool:
    """Whether a value is `n + 1 if n > 0 else 0`."""
    if not isinstance(value, gast.IfExp) or not isinstance(value.test, gast.Compare):
        return False
    stop, (op,), (least,) = value.test.left, value.test.ops, value.test.comparators
    if not isinstance(op, gast.Gt) or _sum_of(least) or _sum_of(value.orelse):
        return False
    return text_of(value.body) == text_of(moved_by(stop, {"": 1}))


def _sum_of(node: gast.expr) -> Affine:
    """Return the terms of an index or a size that are not 0."""
    known = affine(node, lambda name: {name: 1})
    if known is None:
        return {text_of(node): 1}
    return {name: factor for name, factor in known.items() if factor}


def _counts_to(loop: gast.For, stop: gast.expr) -> bool:
    return [text_of(one) for one in loop.iter.args] == [text_of(stop)]


def _flipped(op: gast.operator, minus: bool) -> type[gast.operator] | None:
    """Return the sign of a part that is added, or subtracted, None for no sign."""
    signs: dict[type, type] = {gast.Add: gast.Sub, gast.Sub: gast.Add}
    return signs.get(type(op)) if minus else type(op) if type(op) in signs else None


def _moved(node: gast.expr, index: dict[str, gast.expr]) -> gast.expr:
    """Return an expression with other counters, its indices as plain sums."""
    holder = build.assign("value", substitute(node, index), 1)

    def plain(node: gast.Subscript) -> gast.expr:
        parts = []
        for part in parts_of(node.slice):
            known = affine(part, lambda name: {name: 1})
            parts.append(part if known is None else expression(known))
        return element_at(node.value.id, parts)

    return map_elements(holder, plain).value


def _with_term(part: _Part, term: gast.expr) -> gast.expr:
    """Return a part with another expression in the place of its element."""
    holder = build.assign("value", part.value, 1)
    return map_elements(holder, lambda node: term).value
