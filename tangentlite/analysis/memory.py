"""Which names may share memory, and where that memory is written again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import gast

from tangentlite.analysis.effects import all_written
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import binds, blocks

Path = tuple[gast.stmt, ...]


@dataclass(frozen=True)
class Memory:
    """Classes of names that may hold the same array, and where each is written.

    A class that nothing writes is a value; one that is written is a buffer.
    """

    classes: Mapping[str, str]
    writes: Mapping[str, Mapping[Path, int]]  # the last place within each loop
    made: Mapping[str, Path]  # the loops around all definitions of a class
    order: Mapping[gast.stmt, tuple[int, Path]]

    def place(self, name: str) -> str:
        """Return the class of names that may share memory with a name."""
        return self.classes.get(name, name)

    def is_written(self, name: str) -> bool:
        """Whether anything writes into the memory that a name may hold."""
        return self.classes.get(name, name) in self.writes

    def is_overwritten_after(self, statement: gast.stmt, name: str) -> bool:
        """Whether the memory of a name may be written after a statement has run."""
        group = self.classes.get(name, name)
        if group not in self.writes:
            return False
        place, loops = self.order[statement]
        made = len(self.made.get(group, ()))
        return any(
            last > place or shared_loops(loops, path) > made
            for path, last in self.writes[group].items()
        )


def memory_in(function: Function) -> Memory:
    """Group the names of a function by the memory that they may share."""
    found = function.facts.get("memory")
    if found is None:
        found = function.facts["memory"] = memory_of(function.body, function.views)
    return found


def memory_of(body: Sequence[gast.stmt], views: Mapping[str, set[str]]) -> Memory:
    """Group names by views and plain copies, and record all writes in place."""
    parent: dict[str, str] = {}

    def find(name: str) -> str:
        while name in parent:
            above = parent[name]
            if above in parent:  # shorten the way for the next search
                parent[name] = parent[above]
            name = above
        return name

    def unite(a: str, c: str) -> None:
        a, c = find(a), find(c)
        if a != c:
            parent[a] = c

    order: dict[gast.stmt, tuple[int, Path]] = {}
    _number(body, (), order)
    for statement in order:
        if isinstance(statement, gast.Assign) and isinstance(
            statement.value, gast.Name
        ):
            for target in binds(statement):
                unite(target, statement.value.id)
    for name, owners in views.items():
        for owner in owners:
            unite(name, owner)
    writes: dict[str, dict[Path, int]] = {}
    made: dict[str, Path] = {}
    names: set[str] = set(parent) | set(views)
    names.update(owner for owners in views.values() for owner in owners)
    for statement, (place, loops) in order.items():
        for changed in all_written(statement):
            writes.setdefault(find(changed), {})[loops] = place
            names.add(changed)
        for target in binds(statement):
            names.add(target)
            group = find(target)
            known = made.get(group)
            made[group] = (
                loops if known is None else known[: shared_loops(known, loops)]
            )
    return Memory({name: find(name) for name in names}, writes, made, order)


def shared_loops(one: Path, other: Path) -> int:
    """Return how many loops are around both of two statements."""
    count = 0
    for loop, another in zip(one, other):
        if loop is not another:
            break
        count += 1
    return count


def _number(body: Sequence[gast.stmt], loops: Path, order: dict) -> None:
    for statement in body:
        order[statement] = (len(order), loops)
        inner = loops
        if isinstance(statement, (gast.For, gast.While)):
            inner = (*loops, statement)
        for block in blocks(statement):
            _number(block, inner, order)
