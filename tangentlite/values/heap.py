"""The heap: lists, dicts and objects, whose contents change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from tangentlite import errors
from tangentlite.kinds.objects.user_objects import made_of
from tangentlite.values.base import Atom, Sequence, Value

# keys and items, or the list of the core program that a list is
Contents = Any


@dataclass
class Heap:
    """What lists, dicts and objects hold on the path that is walked.

    A cell is one object of the program: whoever holds it sees what is written through
    others. `contents` maps each one that changed to its keys and items, and is
    exchanged as a whole where paths part and meet; `count` is how many were made, and
    `classes` are those of the objects. What is `fixed` may be one of several objects
    of the program, or be held where nothing is known of it: it must not change.
    """

    contents: dict[Cell, Contents] = field(default_factory=dict)
    fixed: set[Cell] = field(default_factory=set)
    count: int = 0
    classes: dict[type, None] = field(default_factory=dict)
    # what stands for one of several objects of the program
    joined: set[Cell] = field(default_factory=set)
    # what loops have found (`found_inside`): in this walk of the body around them, and
    # in an earlier one
    found: list[Any] = field(default_factory=list)
    earlier: list[Any] = field(default_factory=list)


class Cell(Value):
    """A list, a dict or an object: one thing, whose contents change."""

    type: type
    # how the generated code reaches it, if it is from outside
    origin: gast.expr | None = None
    first: Contents
    heap: Heap
    number: int

    def __init__(self, heap: Heap, keys: tuple, items: tuple) -> None:
        """Make a new one on the path that is walked."""
        heap.count += 1
        vars(self).update(heap=heap, number=heap.count, first=(keys, items))

    @property
    def is_from_outside(self) -> bool:
        """Whether it was there before the call."""
        return self.origin is not None

    @property
    def contents(self) -> Contents:
        """The keys and items, or the list of the core program that it is."""
        return self.heap.contents.get(self, self.first)

    @property
    def is_at_run_time(self) -> bool:
        """Whether it is a list of the core program."""
        return isinstance(self.contents, Atom)

    @property
    def phi_parts(self) -> tuple:
        """None: merges give phis to the contents, for all that hold it."""
        return ()

    @property
    def keys(self) -> tuple:
        """The keys, or names of the attributes, in order; none of a list."""
        return self.contents[0]

    @property
    def items(self) -> tuple:
        """The items in order."""
        contents = self.contents
        if isinstance(contents, Atom):
            raise errors.UnplacedError(
                "a list is changed, in a branch or loop, while it is in use.\n"
                "Use it in another statement than the one that changes it."
            )
        return contents[1]

    @property
    def held(self) -> tuple:
        """The items, or the list of the core program that it is."""
        return (self.contents,) if self.is_at_run_time else self.items

    def with_items(self, items: tuple) -> Any:
        """Return a new one of the same class with other items."""
        raise NotImplementedError

    def describe(self) -> str:
        """Say of which class it is."""
        return f"a {self.type.__name__}"

    def as_dict(self) -> dict:
        """Return the items by their keys."""
        return dict(zip(self.keys, self.items))

    def put(self, items: tuple, keys: Any = ()) -> None:
        """Change the contents, for all who hold it."""
        self.heap.contents[self] = (keys, items)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class List(Cell, Sequence):
    """A list whose items are told apart by position."""

    type = list

    def __init__(self, heap: Heap, items: tuple) -> None:
        """Make a new list."""
        super().__init__(heap, (), items)

    def with_items(self, items: tuple) -> List:
        """Return a new list of other items."""
        return List(self.heap, items)

    @classmethod
    def at_run_time(cls, heap: Heap, atom: Atom) -> List:
        """Return a list that is one of the core program."""
        made = cls(heap, ())
        made.first = heap.contents[made] = atom
        return made


class Set(Cell):
    """A set or frozenset of what is known, in the order in which it is gone through.

    That depends on how it was made and changed, which is its history, not on the items
    alone; it is None where that is not known.
    """

    def __init__(self, heap: Heap, items: tuple, type_: type, history: Any) -> None:
        """Make a new set."""
        super().__init__(heap, history, items)
        self.type = type_

    @property
    def keys(self) -> tuple:
        """None: a set has only items."""
        return ()

    @property
    def history(self) -> Any:
        """How it was made and changed."""
        return self.contents[0]

    def with_items(self, items: tuple) -> Set:
        """Return a new set of other items, with the same history."""
        return Set(self.heap, items, self.type, self.history)

    @property
    def is_static(self) -> bool:
        """Whether all items are."""
        return all(item.is_static for item in self.held)

    def static_value(self) -> Any:
        """Return the set, in the order in which Python goes through it."""
        if self.history is not None:
            return self.history.replayed()
        return made_of(self.type, (item.static_value() for item in self.items))


class Dictionary(Cell):
    """A dict with known keys; `factory` makes what a defaultdict lacks.

    `shown` is its class when the program runs.
    """

    type = dict
    shown: Any = dict
    factory: Value | None = None

    def with_items(self, items: tuple) -> Dictionary:
        """Return a new dict of the same class with other items."""
        copy = Dictionary(self.heap, self.keys, items)
        copy.factory, copy.shown = self.factory, self.shown
        return copy

    @property
    def is_static(self) -> bool:
        """Whether all that is held under its keys is."""
        return all(item.is_static for item in self.held)

    def static_value(self) -> Any:
        """Return the dict."""
        return {key: item.static_value() for key, item in self.as_dict().items()}


class Attributes(Dictionary):
    """`owner.__dict__`: a view of the attributes of its owner."""

    owner: Instance

    def __init__(self, owner: Instance) -> None:
        """Make what `of` gives."""
        vars(self).update(heap=owner.heap, number=owner.number, owner=owner)

    @classmethod
    def of(cls, owner: Instance) -> Attributes:
        """Return the one that an object has."""
        if owner.attributes is None:
            owner.attributes = cls(owner)
        return owner.attributes

    @property
    def contents(self) -> Contents:
        """The names of the attributes, and what they are.

        Raises if it depends on the path which there are: one stands for another then.
        """
        if self.owner.keys_differ:
            raise errors.UnplacedError(
                "paths set others of the attributes of an object, or in another order, "
                "and its __dict__ is used.\nSet them on all paths in one order, or "
                "name them: getattr(x, 'name', default)."
            )
        return self.owner.contents

    @property
    def is_at_run_time(self) -> bool:
        """No: it is no list."""
        return False

    @property
    def held(self) -> tuple:
        """The object whose attributes it shows."""
        return (self.owner,)


class Box(Cell):
    """A variable that functions inside bind, too."""

    type = object

    def __init__(self, heap: Heap, value: object) -> None:
        """Make a variable with a value."""
        super().__init__(heap, (), (value,))


class Global(Cell):
    """A variable of a module, or of a class, that the function binds.

    It is there before anything is walked.
    """

    type = object
    owner: Any  # a class, module or function, or the cell of a captured variable
    name: str

    @property
    def is_from_outside(self) -> bool:
        """Whether it was there before the call: always."""
        return True

    def __init__(self, heap: Heap, owner: object, name: str, value: object) -> None:
        """Stand for a variable that holds a value."""
        super().__init__(heap, (), (value,))
        heap.count -= 1
        vars(self).update(number=0, owner=owner, name=name)


class Instance(Cell):
    """An object of a class of the user's; the keys are its attributes."""

    attributes: Attributes | None = None
    # Paths have set others of its attributes, or set them in another order.
    keys_differ: bool = False
    # of an exception: the arguments and keywords of the call that made it, if it is one
    made_of: tuple[tuple, tuple] | None = None

    def __init__(self, heap: Heap, type_: type, keys: tuple, items: tuple) -> None:
        """Make a new object."""
        super().__init__(heap, keys, items)
        self.type = type_
        heap.classes[type_] = None

    def with_items(self, items: tuple) -> Instance:
        """Return a new object with other attributes of the same names."""
        same = Instance(self.heap, self.type, self.keys, items)
        same.keys_differ = self.keys_differ
        return same


@dataclass(frozen=True)
class Appended(Value):
    """A list of objects that the program appends to, and does not read therefore.

    One that is `kept` is changed; an argument is not.
    """

    source: Atom
    kept: bool

    def describe(self) -> str:
        """Say what is known of it."""
        return "a long list of objects that is appended to"
