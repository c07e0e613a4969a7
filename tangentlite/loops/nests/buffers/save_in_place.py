"""Temporary arrays that are saved, computed where they are saved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import (
    blocks,
    map_blocks,
    statements,
    substitute_in,
)
from tangentlite.loops.nests.facts.accesses import touched_by
from tangentlite.loops.nests.facts.element_maps import (
    base_of,
    element_at,
    map_elements,
    parts_of,
    target_of,
    texts_of,
)
from tangentlite.loops.nests.facts.new_arrays import (
    kept_arrays,
    maker_of,
    names_of,
    sizes_of,
    users_in,
)


def save_in_place(function: Function) -> Function:
    """Let an array that is copied into a larger one be that part of it.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... saved = np.empty((m, n))
    ... for step in range(m):
    ...     t = np.empty(n)
    ...     for i in range(n):
    ...         t[i] = 2.0 * x[i]
    ...     for j in range(n):
    ...         x[j] = t[n - 1 - j]
    ...         saved[step, j] = t[j]
    ... return x, saved'''
    >>> names = dict.fromkeys("saved m n step t i x j".split(), "kind")
    >>> shown(save_in_place(function_of(text, **names)))
    saved = np.empty((m, n))
    for step in range(m):
        for i in range(n):
            saved[step, i] = 2.0 * x[i]
        for j in range(n):
            x[j] = saved[step, n - 1 - j]
    return (x, saved)
    """
    return with_body(function, _Saving(function).block(function.body, ()))


@dataclass(frozen=True)
class _Copy:
    """A statement `saved[step, i, j] = array[i, j]` in loops of i and j."""

    statement: gast.Assign
    array: str
    saved: str
    step: list[gast.expr]
    index: list[gast.expr]


class _Saving:
    def __init__(self, function: Function) -> None:
        self._uses = uses_in(function)
        self._kept = kept_arrays(function)
        self._users = users_in(function.body)
        self._made = {
            statement.targets[0].id: statement.value
            for statement in statements(function.body)
            if maker_of(statement) and self._uses.bound[statement.targets[0].id] == 1
        }

    def block(
        self, block: Sequence[gast.stmt], counters: tuple[str, ...]
    ) -> list[gast.stmt]:
        """Return a block that loops with these counters are around."""
        found: list[gast.stmt] = []
        for statement in block:
            own = counters
            if isinstance(statement, gast.For):
                own = (*counters, statement.target.id)
                body = self._body(statement, own)
                statement = map_blocks(statement, partial(_same, body))
            inner = partial(self.block, counters=own)
            found.append(map_blocks(statement, inner))
        return found

    def _body(self, loop: gast.For, counters: tuple[str, ...]) -> list[gast.stmt]:
        body = list(loop.body)
        copied = _copied(body)
        for statement in loop.body:
            name = self._temporary(statement)
            copy = self._copy_of(body, name, counters) if name in copied else None
            if copy is not None:
                body = [s for s in body if s is not statement]
                body = _in_place(body, copy)
        return body

    def _temporary(self, statement: gast.stmt) -> str:
        """Return the name of a new array of which nothing but elements is kept."""
        if maker_of(statement) != "np.empty" or not isinstance(statement, gast.Assign):
            return ""
        name = statement.targets[0].id
        return name if name in self._made and name not in self._kept else ""

    def _copy_of(
        self, body: Sequence[gast.stmt], name: str, counters: tuple[str, ...]
    ) -> _Copy | None:
        """Return the statement that saves an array, if nothing changes it later."""
        if users_in(body)[name] != self._users[name]:
            return None
        order = [leaf for place, top in enumerate(body) for leaf in _leaves(top, place)]
        for position, leaf in enumerate(order):
            copy = self._copy(leaf.statement, name, counters)
            if copy is None or leaf.path != texts_of(copy.index):
                continue
            uses = [a.base for s in body for a in touched_by(s).accesses]
            if uses.count(copy.saved) > 1:
                continue
            if not any(_writes(other, name) for other in order[position + 1 :]) and all(
                _is_before(other, leaf)
                for other in order[:position]
                if _writes(other, name)
            ):
                return copy
        return None

    def _copy(
        self, statement: gast.stmt, name: str, counters: tuple[str, ...]
    ) -> _Copy | None:
        """Return a statement as a copy to a place that is this iteration's own."""
        target = statement.targets[0] if isinstance(statement, gast.Assign) else None
        if not isinstance(target, gast.Subscript):
            return None
        value = statement.value
        if not isinstance(value, gast.Subscript) or base_of(value) != name:
            return None
        array, saved = self._made[name], self._made.get(base_of(target))
        if saved is None or text_of(_dtype(array)) != text_of(_dtype(saved)):
            return None
        into, index = parts_of(target.slice), parts_of(value.slice)
        count = len(into) - len(index)
        step = [text_of(part) for part in into[:count]]
        if not set(step) <= set(counters) or counters[-1] not in step:
            return None
        if any(self._uses.bound[counter] != 1 for counter in step):
            return None
        if texts_of(into[count:]) != texts_of(index):
            return None
        if texts_of(sizes_of(saved)[count:]) != texts_of(sizes_of(array)):
            return None
        return _Copy(statement, name, base_of(target), into[:count], index)


@dataclass(frozen=True)
class _Leaf:
    """A statement without blocks, the place in the body of what it is in, and where.

    The path has the counters of the loops around it; '' stands for another block.
    """

    statement: gast.stmt
    place: int
    path: list[str]


def _leaves(
    statement: gast.stmt, place: int, path: tuple[str, ...] = ()
) -> Iterator[_Leaf]:
    """Yield the statements without blocks in a statement, in order."""
    inner = blocks(statement)
    if not inner:
        yield _Leaf(statement, place, list(path))
    counter = statement.target.id if isinstance(statement, gast.For) else ""
    for block in inner:
        for one in block:
            yield from _leaves(one, place, (*path, counter))


def _copied(body: Sequence[gast.stmt]) -> set[str]:
    """Return the names of arrays of which a statement copies an element."""
    return {
        base_of(statement.value)
        for statement in statements(body)
        if isinstance(statement, gast.Assign)
        and isinstance(statement.targets[0], gast.Subscript)
        and isinstance(statement.value, gast.Subscript)
    }


def _writes(leaf: _Leaf, name: str) -> bool:
    touched = touched_by(leaf.statement)
    return any(a.base == name and a.writes for a in touched.accesses)


def _is_before(write: _Leaf, copy: _Leaf) -> bool:
    """Whether an earlier write is over when its element is copied.

    In loops that are around both it writes at their counters.
    """
    if write.place != copy.place:
        return True
    pairs = zip(write.path, copy.path)
    common = [a for a, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    target = target_of(write.statement)
    if not isinstance(target, gast.Subscript) or not common:
        return False
    return texts_of(parts_of(target.slice))[: len(common)] == common


def _in_place(body: Sequence[gast.stmt], copy: _Copy) -> list[gast.stmt]:
    """Return a block that computes an array where a copy saves it."""

    def change(node: gast.Subscript) -> gast.expr:
        if base_of(node) != copy.array:
            return node
        return element_at(copy.saved, [*copy.step, *parts_of(node.slice)])

    def changed(block: Sequence[gast.stmt]) -> list[gast.stmt]:
        found = []
        for statement in block:
            if copy.array not in names_of(statement):
                found.append(statement)
            elif statement is not copy.statement:
                new = map_elements(statement, change, changed)
                found.append(substitute_in(new, {copy.array: row}))
        return [s for s in found if not isinstance(s, gast.For) or s.body]

    row = element_at(copy.saved, copy.step)
    return changed(body)


def _same(body: list[gast.stmt], _: Sequence[gast.stmt]) -> list[gast.stmt]:
    return body


def _dtype(call: gast.Call) -> gast.expr | None:
    return call.args[1] if len(call.args) > 1 else None
