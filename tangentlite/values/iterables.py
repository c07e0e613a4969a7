"""What a loop can go over, and iterators: what a Python variable may stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import gast

from tangentlite.ir.marked_names import Hidden
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.heap import Cell, Dictionary, Heap, List
from tangentlite.values.literals import literal


@dataclass(frozen=True)
class Zip(Value):
    """`zip(...)`; with a value to fill in, `zip_longest` of iterators.

    `strict` says that iterators must end together.
    """

    parts: tuple
    fill: object = None
    strict: bool = False

    @property
    def held(self) -> tuple:
        """What it takes its items from."""
        return self.parts


@dataclass(frozen=True)
class Enumerate(Value):
    """`enumerate(items, start)`."""

    items: Value
    start: Atom

    @property
    def inside(self) -> tuple:
        """What it numbers."""
        return (self.items,)


@dataclass(frozen=True)
class Reversed(Value):
    """`reversed(items)`."""

    items: Value

    @property
    def inside(self) -> tuple:
        """What it goes through."""
        return (self.items,)


@dataclass(frozen=True)
class Checkpointed(Value):
    """`tl.checkpointed(items)`; with so many `slots`, and steps in a `leaf`."""

    items: Value
    slots: Atom | None = None
    leaf: Atom = literal(1)

    @property
    def inside(self) -> tuple:
        """What it goes through, and its options."""
        return self.items, *([] if self.slots is None else [self.slots, self.leaf])

    def describe(self) -> str:
        """Say which function gave it."""
        return "tl.checkpointed(...)"


@dataclass(frozen=True)
class View(Value):
    """`d.items()`, `d.keys()` or `d.values()`: what `owner` holds when it is read."""

    owner: Dictionary
    what: str

    def describe(self) -> str:
        """Say of which method it is the result."""
        return f"the {self.what}() of a dict"

    @property
    def items(self) -> tuple:
        """What a loop over it gives."""
        keys = tuple(literal(key) for key in self.owner.keys)
        if self.what == "items":
            return tuple(map(Sequence, zip(keys, self.owner.items)))
        return keys if self.what == "keys" else self.owner.items


@dataclass(frozen=True, eq=False)
class Generator(Value):
    """What a generator function gives: its body, and the frame in which it will run."""

    tree: gast.FunctionDef
    frame: Any
    arguments: dict[str, object]
    progress: Progress

    @classmethod
    def made(cls, heap: Heap, tree: gast.FunctionDef, frame: Any) -> Generator:
        """Return what a call of a generator function gives: nothing has run yet."""
        return cls(tree, frame, dict(frame.variables), Progress(heap))

    @property
    def held(self) -> tuple:
        """How far it has run."""
        return (self.progress,)

    @property
    def inside(self) -> tuple:
        """Its arguments, variables, and how far it has run."""
        return (*self.arguments.values(), *self.frame.variables.values(), self.progress)


# Where a generator stands that has not run, that has ended, and whose loop may have
# been left; other places are the yields at which it waits.
START, ENDED, LEFT = 0, 1, 2


class Progress(Cell):
    """How far a generator has run: a place, and the variables that are read behind it.

    `places` says what is left to do at each place.
    """

    type = object
    # what it holds where it is not known how far the generator has run
    lost = ((Hidden("place", 1),), (Known(None),))

    def __init__(self, heap: Heap) -> None:
        """Stand for a generator that has not run."""
        super().__init__(heap, self.lost[0], (Known(START),))
        self.places: list[tuple | None] = [None, None, None]

    @property
    def place(self) -> int | None:
        """Where it stands; None if that is not known."""
        return self.items[0].value

    def stand_at(self, place: int, variables: Mapping[str, object]) -> None:
        """Note where it stands, and the variables that are read behind it."""
        self.put((Known(place), *variables.values()), (*self.lost[0], *variables))


class Stream(Cell):
    """An iterator over `source`; it holds how many items were taken.

    Of a `Zip`, which takes an item of each of its iterators, it holds nothing.
    `shown` is its class when the program runs, if that is known.
    """

    type = object
    ENDED = -1  # holds it when it has given all items

    def __init__(self, heap: Heap, source: Value, shown: Any = None) -> None:
        """Make an iterator that stands at the first item."""
        super().__init__(heap, (), (literal(0),))
        self.source, self.shown = source, shown
        # what must be as long as it was: dicts, sets, and lists from their ends
        self.sizes = {c: len(c.items) for c in _of_one_size(source, False)}

    @property
    def held(self) -> tuple:
        """How many items were taken, and of what."""
        return (*self.items, self.source)

    def describe(self) -> str:
        """Say that it is one."""
        return "an iterator"

    def with_items(self, items: tuple) -> Stream:
        """Return a new one over the same source that stands elsewhere."""
        made = Stream(self.heap, self.source, self.shown)
        made.sizes = self.sizes
        made.put(items)
        return made


def _of_one_size(source: Value, backwards: bool) -> Iterator[Cell]:
    if isinstance(source, View):
        yield source.owner
    elif isinstance(source, Cell) and not source.is_at_run_time:
        if backwards or not isinstance(source, List):
            yield source
    elif isinstance(source, (Reversed, Enumerate)):
        yield from _of_one_size(source.items, isinstance(source, Reversed))
    elif isinstance(source, Zip):
        for part in source.parts:
            yield from _of_one_size(part, False)


def as_iterator(heap: Heap, value: Value) -> Value:
    """Return what gives its items once, wherever it is held, as one iterator."""
    once = isinstance(value, (Zip, Enumerate, Reversed))
    return Stream(heap, value) if once else value
