"""Pairs of a forward and a backward loop that can be fused, iteration by iteration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import gast

from tangentlite.analysis.aliasing.memory import Memory, memory_in
from tangentlite.analysis.statement_effects import all_written, is_pure, written
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import (
    binds,
    blocks,
    bound_in,
    names_in,
    read_in,
    reads,
    statements,
)
from tangentlite.kinds.kind import ListOf, Scalar

Block = Sequence[gast.stmt]


@dataclass(frozen=True)
class LoopPair:
    """Positions of two loops in a block, and of statements that the second needs.

    Those of `made` can move in front of the first loop. Those of `late` give a number
    to which the second loop adds its first value, which depends on the first loop.
    """

    forward: int
    backward: int
    made: frozenset[int]
    late: frozenset[int]


def independent_loops(function: Function) -> Iterator[LoopPair]:
    """Yield pairs of loops of which the second only adds to what nothing else reads.

    The first fills lists that the second empties, counting backwards. Statements
    between them that the second needs (`made`) are pure and independent of the first.
    """
    changing: dict[str, list[int]] = {}
    for place, statement in enumerate(function.body):
        if isinstance(statement, gast.For):
            for name in _lists_changed(statement, function.kinds):
                changing.setdefault(name, []).append(place)
    for places in dict.fromkeys(map(tuple, changing.values())):
        if len(places) == 2:
            pair = _Candidate(function, *places).pair()
            if pair is not None:
                yield pair


def _lists_changed(loop: gast.For, kinds: Mapping[str, object]) -> set[str]:
    changed = {name for s in statements([loop]) for name in all_written(s)}
    return {name for name in changed if isinstance(kinds.get(name), ListOf)}


class _Candidate:
    """A forward and a backward loop, and what must hold for them to become one."""

    def __init__(self, function: Function, one: int, other: int) -> None:
        self._function = function
        self._body = body = function.body
        self._places = (one, other)
        self._forward, self._backward = body[one], body[other]
        self._between = body[one + 1 : other]
        self._local = {
            name
            for statement in statements([self._backward])
            if not isinstance(statement, gast.AugAssign)
            for name in binds(statement)
        }

    @property
    def _memory(self) -> Memory:
        return memory_in(self._function)

    def pair(self) -> LoopPair | None:
        one, other = self._forward, self._backward
        if not is_reversed(other.iter, one.iter):
            return None
        lists = _lists_changed(one, self._function.kinds)
        if not self._are_private(lists):
            return None
        exits = (gast.Break, gast.While)
        if any(isinstance(s, exits) for s in statements([one, other])):
            return None
        added = self._added(lists)
        if added is None:
            return None
        carried = self._carried(other.body)
        if carried is None:
            return None
        late = self._late(carried)
        made = self._made(carried, late)
        if made is None or not self._is_independent(
            added, carried, {*made, *late}, lists
        ):
            return None
        first = self._places[0] + 1
        places = (frozenset(first + k for k in found) for found in (made, late))
        return LoopPair(*self._places, *places)

    def _are_private(self, lists: set[str]) -> bool:
        """Whether the first loop only fills the lists and the second empties them."""
        if _lists_changed(self._backward, self._function.kinds) != lists:
            return False
        if self._are_read_outside(lists, self._forward, self._backward):
            return False
        return all(
            method_called(statement) == wanted
            for loop, wanted in ((self._forward, "append"), (self._backward, "pop"))
            for statement in statements([loop])
            if lists & {*all_written(statement), *reads(statement)}
        )

    def _added(self, lists: set[str]) -> set[str] | None:
        """Return the arrays that the second loop adds to, None if it does more."""
        added: set[str] = set()
        for statement in statements(self._backward.body):
            target = written(statement)
            if target in lists or isinstance(statement, (gast.For, gast.If)):
                continue
            if isinstance(statement, gast.Expr) and target is None:
                return None
            if isinstance(statement, gast.Assign) and target is None:
                if not is_pure(statement.value, self._function.references):
                    return None
            elif target in self._local and self._is_made_there(target):
                continue
            elif not _adds(statement):
                return None
            else:
                added.add(str(target))
        return added

    def _is_made_there(self, name: str) -> bool:
        """Whether an array is local to an iteration of the second loop."""
        group = self._place(name)
        classes = self._memory.classes
        return all(n in self._local for n in classes if classes[n] == group)

    def _carried(self, block: Block) -> set[str] | None:
        """Return the numbers to which a loop adds, None if it carries anything else.

        Carried is what an iteration reads of an earlier one or leaves behind the loop.
        """
        if self._local & bound_in([self._forward]):
            return None
        early: set[str] = set()
        _read_early(block, set(binds(self._backward)), self._local, early)
        if not all(self._is_sum(name, block) for name in early):
            return None
        left = self._local - early
        return None if self._are_read_outside(left, self._backward) else early

    def _are_read_outside(self, names: set[str], *loops: gast.For) -> bool:
        """Whether anything but some loops reads any of the names."""
        inside = Counter(name for s in statements(loops) for name in reads(s))
        read = uses_in(self._function).read
        return any(read[name] != inside[name] for name in names)

    def _is_sum(self, name: str, block: Block) -> bool:
        """Whether an iteration adds to a number and reads it for nothing else."""
        counts: dict[str, int] = {}
        for statement in statements(block):
            for read in reads(statement):
                counts[read] = counts.get(read, 0) + 1
        latest, total = name, 0
        for statement in block:
            if latest not in reads(statement):
                continue
            target = next(iter(binds(statement)), None)
            if not isinstance(statement, gast.Assign) or counts[latest] != 1:
                return False
            value = statement.value
            if isinstance(value, gast.Name) and target == name:
                return total > 0
            if not _is_added_to(value, latest):
                return False
            latest, total = str(target), total + 1
        return False

    def _late(self, carried: set[str]) -> set[int]:
        """Return where sums of the second loop get their initial values."""
        return {
            place
            for place, statement in enumerate(self._between)
            if isinstance(statement, gast.Assign)
            and carried.intersection(binds(statement))
            and isinstance(statement.value, gast.Name)
            and isinstance(self._function.kinds.get(statement.value.id), Scalar)
        }

    def _made(self, carried: set[str], late: set[int]) -> set[int] | None:
        """Return the statements in between that the second loop depends on."""
        wanted = (read_in([self._backward]) | carried) - (self._local - carried)
        made: set[int] = set()
        for place in reversed(range(len(self._between))):
            statement = self._between[place]
            targets = bound_in([statement]) & wanted
            if not targets or isinstance(statement, gast.AugAssign) or place in late:
                continue
            if not isinstance(statement, gast.Assign) or written(statement) is not None:
                return None
            if not is_pure(statement.value, self._function.references):
                return None
            made.add(place)
            wanted.update(reads(statement))
        moved = [*made, *late]
        fresh = [name for k in moved for name in binds(self._between[k])]
        others = [s for k, s in enumerate(self._between) if k not in moved]
        later = bound_in([self._forward]) | bound_in(others)
        if (wanted & later) - set(fresh) or later.intersection(fresh):
            return None
        return made if len(fresh) == len(set(fresh)) else None

    def _is_independent(
        self, added: set[str], carried: set[str], made: set[int], lists: set[str]
    ) -> bool:
        """Whether moving the second loop up crosses no dependence."""
        sums = set(map(self._place, added)) | carried
        others = [s for k, s in enumerate(self._between) if k not in made]
        early = [self._between[k] for k in sorted(made)]
        for statement in statements([*self._forward.body, *others]):
            if _adds(statement) and self._place(str(written(statement))) in sums:
                touched = names_in(statement.value)
            else:
                touched = (
                    *reads(statement),
                    *binds(statement),
                    *all_written(statement),
                )
            if any(self._place(name) in sums for name in touched):
                return False
        for statement in statements(self._backward.body):
            touched = reads(statement)
            if _adds(statement):
                touched = names_in(statement.value)
            if any(self._place(name) in sums - carried for name in touched):
                return False
        copies = gast.Name, gast.Constant
        for statement in early:
            if not isinstance(statement.value, copies):
                if any(self._place(name) in sums for name in reads(statement)):
                    return False
        read_later = read_in([*early, self._backward]) - lists
        moved = set(map(self._place, read_later))
        changing = {
            self._place(name)
            for statement in statements([self._forward, *others])
            for name in all_written(statement)
        }
        return not (moved - sums) & changing

    def _place(self, name: str) -> str:
        return self._memory.classes.get(name, name)


def _read_early(block: Block, seen: set[str], local: set[str], early: set[str]) -> None:
    """Add upward-exposed reads of a block to `early`, names that it binds to `seen`."""
    for statement in block:
        early.update(n for n in reads(statement) if n in local and n not in seen)
        if isinstance(statement, gast.If):
            sides = [set(seen), set(seen)]
            for side, inner in zip(sides, blocks(statement)):
                _read_early(inner, side, local, early)
            seen |= sides[0] & sides[1]
        elif isinstance(statement, gast.For):  # it may have no iteration
            _read_early(statement.body, {*seen, *binds(statement)}, local, early)
        else:
            seen.update(binds(statement))


def method_called(statement: gast.stmt) -> str | None:
    """Return the name of the method of a list that a statement calls."""
    call = getattr(statement, "value", None)
    if isinstance(call, gast.Call) and isinstance(call.func, gast.Attribute):
        return call.func.attr
    return None


def _adds(statement: gast.stmt) -> bool:
    """Whether a statement adds to an array, so that its order does not matter."""
    if isinstance(statement, gast.AugAssign):
        return isinstance(statement.op, (gast.Add, gast.Sub))
    return False


def _is_added_to(value: gast.expr, name: str) -> bool:
    if not isinstance(value, gast.BinOp):
        return False
    left = isinstance(value.left, gast.Name) and value.left.id == name
    right = isinstance(value.right, gast.Name) and value.right.id == name
    if isinstance(value.op, gast.Add):
        return left != right
    return isinstance(value.op, gast.Sub) and left and not right


def is_reversed(header: gast.expr, plain: gast.expr) -> bool:
    """Whether one loop header is the other one reversed.

    >>> one, other = gast.parse("reversed(range(n)); range(n)").body
    >>> is_reversed(one.value, other.value)
    True
    """
    if not isinstance(header, gast.Call) or len(header.args) != 1:
        return False
    name = getattr(header.func, "id", "").split(".")[-1]
    return name == "reversed" and gast.dump(header.args[0]) == gast.dump(plain)
