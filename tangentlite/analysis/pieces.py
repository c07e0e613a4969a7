"""Pieces of arrays that a program reads, and whether they are written again later."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, replace

import gast

from tangentlite.analysis.affine import (
    Affine,
    Counter,
    affine,
    is_never_negative,
    plus,
    renamed,
    times,
)
from tangentlite.analysis.effects import all_written
from tangentlite.analysis.memory import Memory, Path
from tangentlite.ir.rewrite import binds, own_expressions

# The first and the last place of a piece on an axis; None where it is not known.
Range = tuple[Affine | None, Affine | None]


@dataclass(frozen=True)
class Integers:
    """What is known of names: the expression that one stands for, and its sign.

    `define` gives None for a name that is bound on several paths or comes from outside,
    `is_size` tells integers that are not negative from others, which get None.
    """

    define: Callable[[str], gast.expr | None]
    is_size: Callable[[str], bool | None]


class Pieces:
    """What `Memory` says of arrays, said of their parts.

    In this loop `t` is the element that the round before has written, and no later
    round writes it:

    >>> from tangentlite.analysis.memory import memory_of
    >>> text = '''
    ... for i in range(1, n):
    ...     k = i - 1
    ...     t = y[k]
    ...     y[i] = t'''
    >>> body = gast.parse(text).body
    >>> define = {'k': body[0].body[0].value}.get
    >>> integers = Integers(define, {'n': True, 'i': False, 'k': False}.get)
    >>> read = body[0].body[1]
    >>> pieces = Pieces(memory_of(body, {}), integers)
    >>> pieces.is_overwritten_after(read, read.value)
    False

    Downwards the next round writes it:

    >>> body[0].iter = gast.parse('reversed(range(1, n))').body[0].value
    >>> pieces = Pieces(memory_of(body, {}), integers)
    >>> pieces.is_overwritten_after(read, read.value)
    True
    """

    def __init__(self, memory: Memory, integers: Integers) -> None:
        self._memory = memory
        self._integers = integers
        self._counters: dict[gast.stmt, Counter] = {}
        self._names: set[str] = set()  # of all counters
        self._bound: dict[str, Path | None] = {}  # None if bound more than once
        self._writers: dict[str, list[gast.stmt]] = {}
        for statement, (_, loops) in memory.order.items():
            for name in binds(statement):
                self._bound[name] = None if name in self._bound else loops
            for name in all_written(statement):
                group = memory.place(name)
                self._writers.setdefault(group, []).append(statement)
        for statement in memory.order:
            if isinstance(statement, gast.For) and isinstance(
                statement.target, gast.Name
            ):
                self._counters[statement] = self._counter(statement)
                self._names.add(statement.target.id)

    def is_overwritten_after(self, read: gast.stmt, piece: gast.Subscript) -> bool:
        """Whether what a statement reads of an array may be written behind it."""
        if not self._memory.is_overwritten_after(read, piece.value.id):
            return False
        group = self._memory.place(piece.value.id)
        return any(
            self._may_meet(read, piece, writer, _written_piece(writer))
            for writer in self._writers[group]
        )

    def is_read_after(self, write: gast.stmt, piece: gast.Subscript) -> bool:
        """Whether what a statement writes into an array may be read behind it."""
        group = self._memory.place(piece.value.id)
        return any(
            self._may_meet(write, piece, reader, other)
            for reader in self._memory.order
            for other in self._read_pieces(reader, group)
        )

    def _read_pieces(self, reader: gast.stmt, group: str) -> Iterator:
        """Yield what a statement reads of some memory, None for all of it."""
        pending = list(own_expressions(reader))
        if isinstance(reader, gast.AugAssign):
            pending.append(reader.target)
        while pending:
            node = pending.pop()
            if isinstance(node, gast.Attribute) and node.attr == "shape":
                continue
            name = node.value if isinstance(node, gast.Subscript) else node
            if isinstance(name, gast.Name) and self._memory.place(name.id) == group:
                yield node if isinstance(node, gast.Subscript) else self._view(name.id)
                pending += [node.slice] if isinstance(node, gast.Subscript) else []
            else:
                pending += gast.iter_child_nodes(node)

    def _view(self, name: str) -> gast.Subscript | None:
        """Return the piece that a name looks into, None if it is not known."""
        rhs = self._integers.define(name)
        known = isinstance(rhs, gast.Subscript) and isinstance(rhs.value, gast.Name)
        return rhs if known else None

    def _may_meet(self, first: gast.stmt, piece: gast.Subscript, second, other) -> bool:
        """Whether a piece may have to do with another one that comes behind it."""
        owner = piece.value.id
        if other is None or getattr(other.value, "id", None) != owner:
            return True
        if self._bound.get(owner, ()) != ():  # it is not one array throughout
            return True
        place, around = self._memory.order[first]
        later, loops = self._memory.order[second]
        together = _common(around, loops)
        levels = [*range(together), *([together] if later > place else ())]
        return not all(
            self._are_apart(piece, other, around, loops, level) for level in levels
        )

    def _are_apart(self, piece, target, around: Path, loops: Path, level: int) -> bool:
        """Whether a write behind a read touches nothing of what was read.

        It is in the same round of so many loops around both as `level` says, and in a
        later round of the next one if that is around both as well.
        """
        own = [self._counters[loop] for loop in around if loop in self._counters]
        shared = [
            self._counters[loop] for loop in loops[:level] if loop in self._counters
        ]
        other = [
            self._counters[loop] for loop in loops[level:] if loop in self._counters
        ]
        names = {counter.name: f"{counter.name}'" for counter in other}
        other = [_of_other_rounds(counter, names) for counter in other]
        if level < _common(around, loops) and loops[level] in self._counters:
            other[0] = _of_later_rounds(other[0], self._counters[loops[level]])
        counters = [*reversed(other), *reversed(own)]
        reads = self._ranges(piece.slice, {counter.name for counter in own})
        writes = self._ranges(target.slice, {c.name for c in shared} | set(names))
        for one, another in zip(reads, writes):
            if one is None or another is None:
                return False  # an index that moves the axes behind it
            another = (renamed(another[0], names), renamed(another[1], names))
            one, another = (
                self._counted(one, counters),
                self._counted(another, counters),
            )
            if self._ends_before(one, another, counters):
                return True
            if self._ends_before(another, one, counters):
                return True
        return False

    def _counted(self, found: Range, counters: list[Counter]) -> Range:
        """Drop bounds that may be negative, which count from the end of the axis."""
        first, last = found
        is_size = self._integers.is_size
        if not is_never_negative(plus(last, {"": 1}), counters, is_size):
            last = None
        if not is_never_negative(first, counters, is_size):
            # a slice may still end in front of something; an element may be anywhere
            return None, None if first == last else last
        return first, last

    def _ends_before(self, one: Range, other: Range, counters: list[Counter]) -> bool:
        gap = plus(plus(other[0], times(one[1], -1)), {"": -1})
        return is_never_negative(gap, counters, self._integers.is_size)

    def _ranges(
        self, index: gast.expr, counters: Container[str]
    ) -> Iterator[Range | None]:
        """Yield which places on each axis an index takes, None for other indices."""
        for item in index.elts if isinstance(index, gast.Tuple) else [index]:
            if isinstance(item, gast.Slice):
                first = self._bound_of(item.lower, counters, {"": 0})
                stop = self._bound_of(item.upper, counters, None)
                plain = _is_none(item.step) or _is_positive(item.step)
                yield (first, plus(stop, {"": -1})) if plain else (None, None)
            else:
                place = self._sum(item, counters)
                yield None if place is None else (place, place)

    def _bound_of(self, node, counters: Container[str], missing) -> Affine | None:
        return missing if _is_none(node) else self._sum(node, counters)

    def _sum(self, node: gast.expr, counters: Container[str]) -> Affine | None:
        """Return an integer as a sum of some counters and of what no loop binds."""

        def resolve(name: str) -> Affine | None:
            if name in counters and self._bound[name] is not None:
                return {name: 1}
            if name in self._names or self._integers.is_size(name) is None:
                return None
            rhs = self._integers.define(name)
            if isinstance(rhs, (gast.BinOp, gast.Constant, gast.UnaryOp)):
                return affine(rhs, resolve)
            return {name: 1} if self._bound.get(name, ()) == () else None

        return affine(node, resolve)

    def _counter(self, loop: gast.For) -> Counter:
        name, call, upwards = loop.target.id, loop.iter, True
        if _calls(call, "reversed"):
            call, upwards = call.args[0], False
        if not _calls(call, "range"):
            return Counter(name)
        outer = {
            self._counters[other].name
            for other in self._memory.order[loop][1]
            if other in self._counters
        }
        first, stop, step = [
            self._sum(argument, outer)
            for argument in (
                [gast.Constant(0, None)] * (len(call.args) == 1)
                + list(call.args)
                + [gast.Constant(1, None)] * (len(call.args) < 3)
            )
        ]
        if step is None or set(step) != {""}:
            return Counter(name)
        if step[""] > 0:
            return Counter(name, first, plus(stop, {"": -1}), upwards)
        return Counter(name, plus(stop, {"": 1}), first, not upwards)


def _of_other_rounds(counter: Counter, names) -> Counter:
    """Return a counter in other rounds of its loop, and of some loops around it."""
    least, greatest = renamed(counter.least, names), renamed(counter.greatest, names)
    return Counter(names[counter.name], least, greatest, counter.upwards)


def _of_later_rounds(other: Counter, counter: Counter) -> Counter:
    """Return a counter with what is known of it in later rounds of its loop."""
    if counter.upwards is None:
        return other
    if counter.upwards:
        return replace(other, least={counter.name: 1, "": 1})
    return replace(other, greatest={counter.name: 1, "": -1})


def _written_piece(writer: gast.stmt) -> gast.Subscript | None:
    target = getattr(writer, "target", None)
    if isinstance(writer, gast.Assign):
        target = writer.targets[0]
    if isinstance(target, gast.Subscript) and isinstance(target.value, gast.Name):
        return target
    return None


def _calls(node: gast.expr, name: str) -> bool:
    called = node.func if isinstance(node, gast.Call) else None
    return isinstance(called, gast.Name) and called.id == name and bool(node.args)


def _is_none(node: gast.expr | None) -> bool:
    return node is None or (isinstance(node, gast.Constant) and node.value is None)


def _is_positive(node: gast.expr) -> bool:
    return (
        isinstance(node, gast.Constant) and type(node.value) is int and node.value > 0
    )


def _common(one: Path, other: Path) -> int:
    count = 0
    for loop, another in zip(one, other):
        if loop is not another:
            break
        count += 1
    return count
