"""Whether an element or slice that is read may be overwritten later, and vice versa."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

import gast

from tangentlite.analysis.aliasing.memory import Memory, Path, shared_loops
from tangentlite.analysis.dependence.dependence import Dependence
from tangentlite.analysis.dependence.integer_names import Integers
from tangentlite.analysis.statement_effects import all_written
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import own_expressions


@dataclass(frozen=True)
class _Part:
    """The last access with some index text within some loops."""

    piece: gast.Subscript | None  # None if any element may be accessed
    text: str
    loops: Path
    place: int


# The accesses of an array by its name, and by the first index where that is a number:
# those with other numbers there are disjoint, and there may be many.
_Parts = dict[str, dict[int | None, dict[tuple[str, Path], _Part]]]


class Pieces:
    """Overwrites as `Memory` has them of arrays, of their elements and slices.

    In this loop `t` is the element that the previous iteration has written, and no
    later iteration writes it:

    >>> from tangentlite.analysis.aliasing.memory import memory_of
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

    Downwards the next iteration writes it:

    >>> body[0].iter = gast.parse('reversed(range(1, n))').body[0].value
    >>> pieces = Pieces(memory_of(body, {}), integers)
    >>> pieces.is_overwritten_after(read, read.value)
    True
    """

    def __init__(self, memory: Memory, integers: Integers) -> None:
        self._memory = memory
        self._integers = integers
        self._dependence = Dependence(memory, integers)
        self._written: dict[str, _Parts] = {}  # by memory
        self._read: dict[str, _Parts] = {}
        self._disjoint: dict[tuple, bool] = {}
        for statement in memory.order:
            piece = _written_piece(statement)
            for name in all_written(statement):
                self._note(self._written, name, piece, statement)

    def is_overwritten_after(self, read: gast.stmt, piece: gast.Subscript) -> bool:
        """Whether the elements that a statement reads may be written after it."""
        return self._may_overlap(read, piece, self._written)

    def is_read_after(self, write: gast.stmt, piece: gast.Subscript) -> bool:
        """Whether the elements that a statement writes may be read after it."""
        if not self._read:
            for reader in self._memory.order:
                for name, other in self._pieces_read(reader):
                    self._note(self._read, name, other, reader)
        return self._may_overlap(write, piece, self._read)

    def _note(
        self,
        table: dict[str, _Parts],
        name: str,
        piece: gast.Subscript | None,
        statement: gast.stmt,
    ) -> None:
        """Record an access of a statement."""
        owner = name if piece is None else getattr(piece.value, "id", name)
        first = None if piece is None else _first_number(piece.slice)
        text = "" if piece is None else text_of(piece.slice)
        place, loops = self._memory.order[statement]
        parts = table.setdefault(self._memory.place(name), {})
        found = parts.setdefault(owner, {}).setdefault(first, {})
        found[text, loops] = _Part(piece, text, loops, place)

    def _pieces_read(self, reader: gast.stmt) -> Iterator:
        """Yield the arrays that a statement reads, and the subscript of each read."""
        pending = list(own_expressions(reader))
        if isinstance(reader, gast.AugAssign):
            pending.append(reader.target)
        while pending:
            node = pending.pop()
            if isinstance(node, gast.Name):
                yield node.id, self._view(node.id)
            elif isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name):
                yield node.value.id, node
                pending.append(node.slice)
            elif not (isinstance(node, gast.Attribute) and node.attr == "shape"):
                pending += gast.iter_child_nodes(node)

    def _view(self, name: str) -> gast.Subscript | None:
        """Return the subscript of which a name is the view, None if unknown."""
        rhs = self._integers.define(name)
        known = isinstance(rhs, gast.Subscript) and isinstance(rhs.value, gast.Name)
        return rhs if known else None

    def _may_overlap(
        self, first: gast.stmt, piece: gast.Subscript, table: Mapping[str, _Parts]
    ) -> bool:
        """Whether an access may overlap with one of a table that comes after it."""
        owner = piece.value.id
        group = self._memory.place(owner)
        number, text = _first_number(piece.slice), text_of(piece.slice)
        single = self._dependence.is_fixed(owner)
        for other, by_number in table.get(group, {}).items():
            near: Iterable = by_number.values()
            if single and other == owner and number is not None:
                near = [by_number.get(number, {}), by_number.get(None, {})]
            for part in chain.from_iterable(found.values() for found in near):
                for level in self._levels_behind(first, part, group):
                    if not single or other != owner or part.piece is None:
                        return True
                    if not self._is_disjoint_from(first, piece, text, part, level):
                        return True
        return False

    def _levels_behind(self, first: gast.stmt, part: _Part, group: str) -> Iterable:
        """Return how many loops may be in the same iteration when a part comes later.

        In a later iteration of a loop that makes the array it is another array.
        """
        place, around = self._memory.order[first]
        together = shared_loops(around, part.loops)
        made = len(self._memory.made.get(group, ()))
        return [*range(made, together), *([together] if part.place > place else ())]

    def _is_disjoint_from(
        self, first, piece, text: str, part: _Part, level: int
    ) -> bool:
        assert part.piece is not None, "anything of the array may be touched"
        around = self._memory.order[first][1]
        key = (text, around, part.text, part.loops, level)
        found = self._disjoint.get(key)
        if found is None:
            found = self._dependence.are_disjoint(
                piece.slice, part.piece.slice, around, part.loops, level
            )
            self._disjoint[key] = found
        return found


def _written_piece(writer: gast.stmt) -> gast.Subscript | None:
    target = getattr(writer, "target", None)
    if isinstance(writer, gast.Assign):
        target = writer.targets[0]
    if isinstance(target, gast.Subscript) and isinstance(target.value, gast.Name):
        return target
    return None


def _first_number(index: gast.expr) -> int | None:
    """Return the first index if it is a number from 0 on, else None."""
    first = index.elts[0] if isinstance(index, gast.Tuple) and index.elts else index
    known = isinstance(first, gast.Constant) and type(first.value) is int
    return first.value if known and first.value >= 0 else None
