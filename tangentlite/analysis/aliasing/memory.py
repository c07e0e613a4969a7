"""Flow-insensitive alias classes, and where the memory of each is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import gast

from tangentlite.analysis.aliasing.groups import Groups
from tangentlite.analysis.statement_effects import all_written
from tangentlite.ir.fact_cache import fact
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import binds, blocks, statements
from tangentlite.process.computed_once import computed_once

Path = tuple[gast.stmt, ...]


@dataclass(frozen=True)
class Memory:
    """Alias classes: names that may hold the same array, and where each is written.

    A class that nothing writes is a value; one that is written is a buffer. Names that
    alias no other are missing in `classes`: each is a class by itself.
    """

    body: tuple[gast.stmt, ...]
    classes: Mapping[str, str]
    written: frozenset[str]

    @computed_once
    def order(self) -> Mapping[gast.stmt, tuple[int, Path]]:
        """The position of each statement in the program, and the loops around it."""
        order: dict[gast.stmt, tuple[int, Path]] = {}
        _number(self.body, (), order)
        return order

    @computed_once
    def writes(self) -> Mapping[str, Mapping[Path, int]]:
        """The position of the last write to each class, within each loop."""
        writes: dict[str, dict[Path, int]] = {}
        for statement, (place, loops) in self.order.items():
            for changed in all_written(statement):
                writes.setdefault(self.place(changed), {})[loops] = place
        return writes

    @computed_once
    def made(self) -> Mapping[str, Path]:
        """The loops around all definitions of each class."""
        made: dict[str, Path] = {}
        for statement, (_, loops) in self.order.items():
            for target in binds(statement):
                group = self.place(target)
                known = made.get(group, loops)
                made[group] = known[: shared_loops(known, loops)]
        return made

    def place(self, name: str) -> str:
        """Return the alias class of a name."""
        return self.classes.get(name, name)

    def is_written(self, name: str) -> bool:
        """Whether anything writes into the memory that a name may hold."""
        return self.classes.get(name, name) in self.written

    def is_overwritten_after(self, statement: gast.stmt, name: str) -> bool:
        """Whether the memory of a name may be written after a statement has run."""
        group = self.classes.get(name, name)
        if group not in self.written:
            return False
        place, loops = self.order[statement]
        made = len(self.made.get(group, ()))
        return any(
            last > place or shared_loops(loops, path) > made
            for path, last in self.writes.get(group, {}).items()
        )


@fact
def memory_in(function: Function) -> Memory:
    """Group the names of a function by the memory that they may share."""
    return memory_of(function.body, function.views)


def memory_of(body: Sequence[gast.stmt], views: Mapping[str, set[str]]) -> Memory:
    """Group names by views and plain copies, and record all writes in place."""
    groups = Groups()
    changed: set[str] = set()
    for statement in statements(body):
        changed.update(all_written(statement))
        if isinstance(statement, gast.Assign):
            if isinstance(statement.value, gast.Name):
                for target in binds(statement):
                    groups.unite(target, statement.value.id)
    for name, owners in views.items():
        for owner in sorted(owners):  # the representative must be deterministic
            groups.unite(name, owner)
    classes = groups.roots()
    written = frozenset(classes.get(name, name) for name in changed)
    return Memory(tuple(body), classes, written)


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
