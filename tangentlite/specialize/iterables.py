"""What a loop can go over, and iterators: what a Python variable may stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gast

from tangentlite.specialize.heap import Box, Cell, Dictionary, Heap
from tangentlite.specialize.literals import literal
from tangentlite.specialize.records import Atom, Sequence


@dataclass(frozen=True)
class Range:
    """`range(start, stop, step)`, and reversed."""

    start: Atom
    stop: Atom
    step: Atom


@dataclass(frozen=True)
class Zip:
    """`zip(...)`."""

    parts: tuple


@dataclass(frozen=True)
class Enumerate:
    """`enumerate(items, start)`."""

    items: object
    start: Atom


@dataclass(frozen=True)
class Reversed:
    """`reversed(items)`."""

    items: object


@dataclass(frozen=True)
class View:
    """`d.items()`, `d.keys()` or `d.values()`: what `owner` holds when it is read."""

    owner: Dictionary
    what: str

    @property
    def items(self) -> tuple:
        """What a loop over it gives."""
        keys = tuple(literal(key) for key in self.owner.keys)
        if self.what == "items":
            return tuple(map(Sequence, zip(keys, self.owner.items)))
        return keys if self.what == "keys" else self.owner.items


@dataclass(frozen=True, eq=False)
class Generator:
    """What a generator function gives: its body, and the frame in which it will run."""

    tree: gast.FunctionDef
    frame: Any
    arguments: dict[str, object]
    used: Box


class Stream(Cell):
    """An iterator over `source`; it holds how many items were taken.

    `shown` is its class when the program runs, if that is known.
    """

    type = object

    def __init__(self, heap: Heap, source: object, shown: Any = None) -> None:
        """Make an iterator that stands at the first item."""
        super().__init__(heap, (), (literal(0),))
        self.source, self.shown = source, shown
