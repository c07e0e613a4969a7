"""Elements that cost little are computed again where they are read, not kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.nodes import nodes_in
from tangentlite.ir.rewrite import blocks, map_blocks, names_in, statements, substitute
from tangentlite.kinds.kind import Scalar
from tangentlite.loops.nests.facts.accesses import (
    Access,
    Sums,
    place_of,
    touched_by,
)
from tangentlite.loops.nests.facts.conflicts import same_place
from tangentlite.loops.nests.facts.cost import keeps_exactly, operations_in
from tangentlite.loops.nests.facts.element_maps import (
    base_of,
    binds_one,
    map_elements,
    parts_of,
    target_of,
)
from tangentlite.loops.nests.facts.new_arrays import (
    maker_of,
    memory_of_loops,
    names_of,
    only_elements,
    users_in,
)

# Operations, other than signs, times reads: as much as reading memory costs.
MOST_OPERATIONS = 2


def recompute_elements(function: Function) -> Function:
    """Read what a new array is made of instead of the array, if that costs no more.

    Each entry must be a sign, a sum or a product of entries and numbers that stay until
    it is read, in loops of the same depth behind the one that makes it.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... t = np.empty(n)
    ... for i in range(n):
    ...     a = 2.0 * x[i]
    ...     y[i] += a
    ...     t[i] = -a
    ... for j in range(n):
    ...     y[j + 1] += t[j]
    ... return y'''
    >>> kind = Scalar("float64")
    >>> names = dict.fromkeys(("t", "x", "y", "a", "n", "i", "j"), kind)
    >>> shown(recompute_elements(function_of(text, **names)))
    for i in range(n):
        a = 2.0 * x[i]
        y[i] += a
    for j in range(n):
        y[j + 1] -= 2.0 * x[j]
    return y
    """
    made = _Recomputation(function)
    body = made.block(function.body)
    if not made.dropped:
        return function
    return recompute_elements(with_body(function, _without(body, made.dropped)))


@dataclass(frozen=True)
class _Definition:
    """A statement `array[i, j] = value` in loops over i and j, and the loops' counters.

    `value` has no names that the loops bind but the counters.
    """

    statement: gast.Assign
    array: str
    counters: tuple[str, ...]
    value: gast.expr


class _Recomputation:
    def __init__(self, function: Function) -> None:
        self._uses = uses_in(function)
        self._users = users_in(function.body)
        self._place = memory_of_loops(function).place
        self._kinds = function.kinds
        elements = only_elements(function)
        made = [one for one in statements(function.body) if maker_of(one) == "np.empty"]
        writes = Counter(base_of(target_of(one)) for one in statements(function.body))
        self._arrays = {
            name
            for name in map(binds_one, made)
            if name in elements and writes[name] == self._uses.bound[name] == 1
        }
        self.dropped: set[str] = set()
        # What is counted of these is no longer so; another run looks at them.
        self._read_elsewhere: set[str] = set()

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        found = list(block)
        for place in range(len(found)):
            loop = found[place]
            if not isinstance(loop, gast.For):
                continue
            for definition in self._definitions(loop):
                readers = found[place + 1 :]
                if self._is_free(definition, loop, readers):
                    found[place + 1 :] = _recomputed(readers, definition)
                    self.dropped.add(definition.array)
                    self._read_elsewhere.update(names_in(definition.value))
        return [map_blocks(statement, self.block) for statement in found]

    def _definitions(
        self, loop: gast.For, counters: tuple[str, ...] = ()
    ) -> Iterator[_Definition]:
        """Yield what loops define by element for all of their counters."""
        counters = (*counters, loop.target.id)
        known: dict[str, gast.expr] = {}
        for statement in loop.body:
            if isinstance(statement, gast.For):
                yield from self._definitions(statement, counters)
            known = {n: v for n, v in known.items() if not self._changes(statement, v)}
            name = binds_one(statement)
            if name and self._uses.bound[name] == 1:
                known[name] = substitute(statement.value, known)
            target = target_of(statement)
            if not isinstance(target, gast.Subscript):
                continue
            if base_of(target) not in self._arrays:
                continue
            index = [getattr(part, "id", "") for part in parts_of(target.slice)]
            if isinstance(statement, gast.Assign) and set(index) == set(counters):
                value = substitute(statement.value, known)
                yield _Definition(statement, base_of(target), tuple(index), value)

    def _changes(self, statement: gast.stmt, value: gast.expr) -> bool:
        """Whether a statement binds or writes what a value is made of."""
        touched, names = touched_by(statement), set(names_in(value))
        written = {self._place(one.base) for one in touched.accesses if one.writes}
        return bool(names & touched.bound or set(map(self._place, names)) & written)

    def _is_free(
        self, found: _Definition, loop: gast.For, readers: Sequence[gast.stmt]
    ) -> bool:
        """Whether all reads may be replaced, and cost no more than the array."""
        users = [k for k, one in enumerate(readers) if found.array in names_of(one)]
        if found.array in self._read_elsewhere or not users:
            return False
        if any(self._uses.bound[name] != 1 for name in found.counters):
            return False
        behind = readers[: users[-1] + 1]
        if 1 + users_in(behind)[found.array] != self._users[found.array]:
            return False
        count = sum(_reads(readers[k], found.array) for k in users)
        depths = {d for k in users for d in _depths(readers[k], found.array)}
        if depths != {len(found.counters)}:
            return False
        operations = operations_in(found.value)
        if operations is None or operations * count > MOST_OPERATIONS:
            return False
        is_exact = keeps_exactly(self._kinds, found.array, found.value)
        return is_exact and self._stays(found, loop, behind)

    def _stays(
        self, found: _Definition, loop: gast.For, behind: Sequence[gast.stmt]
    ) -> bool:
        """Whether the value is the same until the last read."""
        names = set(names_in(found.value))
        bound = set().union(*(touched_by(one).bound for one in (loop, *behind)))
        if names & (bound - set(found.counters)):
            return False
        written = {
            self._place(access.base)
            for one in behind
            for access in touched_by(one).accesses
            if access.writes
        }
        if any(self._is_array(n) and self._place(n) in written for n in names):
            return False
        earlier = _before(loop, found.statement)
        own = {id(access) for one in earlier for access in touched_by(one).accesses}
        read = [
            (base_of(node), place_of(node.slice))
            for node in nodes_in(found.value)
            if isinstance(node, gast.Subscript)
        ]
        return all(
            id(access) in own and self._is_read_here(access, base, place, found)
            for access in touched_by(loop).accesses
            for base, place in read
            if access.writes and self._place(access.base) == self._place(base)
        )

    def _is_read_here(
        self, write: Access, base: str, place: Sums, found: _Definition
    ) -> bool:
        """Whether a place is just what a write writes, in each iteration another."""
        if write.base != base or write.place is None:
            return False
        return same_place(place, write.place) and _is_own(place, found.counters)

    def _is_array(self, name: str) -> bool:
        return name in self._kinds and not isinstance(self._kinds[name], Scalar)


def _recomputed(block: Sequence[gast.stmt], found: _Definition) -> list[gast.stmt]:
    """Return statements that compute the elements of an array where they read them."""

    def change(node: gast.Subscript) -> gast.expr:
        if base_of(node) != found.array:
            return node
        index = dict(zip(found.counters, parts_of(node.slice)))
        return substitute(found.value, index)

    def changed(block: Sequence[gast.stmt]) -> list[gast.stmt]:
        return [
            _plain(map_elements(one, change, changed))
            if found.array in names_of(one)
            else one
            for one in block
        ]

    return changed(block)


def _plain(statement: gast.stmt) -> gast.stmt:
    """Return an addition of a negative value as a subtraction."""
    if not isinstance(statement, gast.AugAssign):
        return statement
    value, signs = statement.value, {gast.Add: gast.Sub, gast.Sub: gast.Add}
    if not isinstance(value, gast.UnaryOp) or type(statement.op) not in signs:
        return statement
    if not isinstance(value.op, gast.USub):
        return statement
    operation = signs[type(statement.op)]()
    new = gast.AugAssign(statement.target, operation, value.operand)
    return build.at(new, statement.lineno)


def _without(block: Sequence[gast.stmt], names: set[str]) -> list[gast.stmt]:
    """Return a block that does not make some arrays."""
    found = []
    for statement in block:
        if binds_one(statement) in names or base_of(target_of(statement)) in names:
            continue
        new = map_blocks(statement, lambda inner: _without(inner, names))
        if not isinstance(new, gast.For) or new.body:
            found.append(new)
    return found


def _reads(statement: gast.stmt, name: str) -> int:
    return sum(access.base == name for access in touched_by(statement).accesses)


def _depths(statement: gast.stmt, name: str, depth: int = 0) -> Iterator[int]:
    """Yield how many loops are around each statement that reads an array."""
    if name not in names_of(statement):
        return
    inner = [one for one in _parts(statement) if name in names_of(one)]
    deeper = depth + isinstance(statement, (gast.For, gast.While))
    if not inner:
        yield depth
    for one in inner:
        yield from _depths(one, name, deeper)


def _parts(statement: gast.stmt) -> list[gast.stmt]:
    return [one for block in blocks(statement) for one in block]


def _before(loop: gast.For, statement: gast.stmt) -> list[gast.stmt]:
    """Return the statements without blocks in front of one, in the same iteration."""
    found: list[gast.stmt] = []
    for one in loop.body:
        if one is statement:
            return found
        if isinstance(one, gast.For) and statement in statements([one]):
            return [*found, *_before(one, statement)]
        if not _parts(one):
            found.append(one)
    return found


def _is_own(place: Sums, counters: Sequence[str]) -> bool:
    """Whether no two iterations are at the same place."""
    alone = [set(part) - {""} for part in place if part is not None]
    return all({counter} in alone for counter in counters)
