"""Abstract values of callables and slices, and walks over all abstract values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import gast

from tangentlite import errors
from tangentlite.kinds.kind import Scalar
from tangentlite.kinds.objects.user_objects import is_record, made_of
from tangentlite.values.base import Atom, Known, Maybe, Range, Sequence
from tangentlite.values.heap import Attributes, Cell, Dictionary, Instance, List, Set
from tangentlite.values.iterables import (
    Enumerate,
    Generator,
    Reversed,
    Stream,
    View,
    Zip,
)

if TYPE_CHECKING:
    from typing_extensions import TypeIs


@dataclass(frozen=True)
class Method:
    """An attribute of a run-time value that is about to be called."""

    owner: object
    name: str


@dataclass(frozen=True)
class Partial:
    """A function with its first arguments, as a method of an object is."""

    function: object
    arguments: tuple
    keywords: tuple = ()
    # its class when the program runs, if that is known
    shown: type | None = None


@dataclass(frozen=True)
class Super:
    """`super()`: an object, whose attributes are those of the classes behind one."""

    behind: type
    owner: object


@dataclass(frozen=True, eq=False)
class LocalFunction:
    """A function defined inside the walked one; it sees the variables of `frame`.

    Two that one definition makes in one frame are the same, if defaults are: what
    they read is looked up when they are called.
    """

    tree: gast.FunctionDef
    definition: gast.AST
    frame: object
    defaults: tuple
    keyword_defaults: tuple
    attributes: Instance | None = None

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, LocalFunction)
            and self.definition is other.definition
            and self.frame is other.frame
            and self.defaults == other.defaults
            and self.keyword_defaults == other.keyword_defaults
            and (self.attributes is other.attributes or not _are_set(self, other))
        )

    def __hash__(self) -> int:
        return hash(id(self.definition))


def _are_set(*functions: LocalFunction) -> bool:
    """Whether one of some functions has attributes."""
    return any(f.attributes is not None and f.attributes.keys for f in functions)


@dataclass(frozen=True)
class Chosen:
    """One of two functions, or of two known things.

    It is the first where a flag is true when the program runs.
    """

    flag: Atom
    first: object
    second: object


@dataclass(frozen=True)
class Slice:
    """A slice in a subscript."""

    start: object
    stop: object
    step: object


@dataclass(frozen=True)
class Unbound:
    """A variable that may have no value here."""


UNBOUND = Unbound()
NONE = Known(None)


def with_items(value: Any, items: tuple) -> Any:
    """Return a tuple, or a new list, dict or object like one, with other items."""
    if isinstance(value, List):
        return List(value.heap, items)
    if isinstance(value, Set):
        return Set(value.heap, items, value.type, value.history)
    if isinstance(value, Dictionary):
        copy = Dictionary(value.heap, value.keys, items)
        copy.factory, copy.shown = value.factory, value.shown
        return copy
    if isinstance(value, Instance):
        same = Instance(value.heap, value.type, value.keys, items)
        same.keys_differ = value.keys_differ
        return same
    if isinstance(value, Stream):
        made = Stream(value.heap, value.source, value.shown)
        made.sizes = value.sizes
        made.put(items)
        return made
    if isinstance(value, Maybe):
        flag, inner = items
        return Maybe(flag, inner, value.absent)
    return replace(value, items=items)


def keys_of(value: Sequence | Cell) -> tuple:
    """Return the keys of a dict, the names of an object's attributes, or positions."""
    if isinstance(value, (Dictionary, Instance)):
        return value.keys
    if is_record(value.type):
        return value.type._fields
    return tuple(range(len(value.items)))


def is_container(value: object) -> TypeIs[Sequence | Cell]:
    """Whether a value holds others that are told apart."""
    return isinstance(value, (Sequence, Cell))


def required_items(value: object) -> tuple:
    """Return the items of a container; raises TypeError for other values."""
    if is_container(value):
        return value.items
    raise TypeError(f"{value} holds no items")


def is_made_of_others(value: object) -> TypeIs[Sequence | Cell | Maybe]:
    """Whether a value is a container, or such a thing or None."""
    return is_container(value) or isinstance(value, Maybe)


def parts(value: object, around: tuple = ()) -> Iterator[object]:
    """Yield a value, and what it holds if it is a container, outer before inner."""
    yield value
    if isinstance(value, Cell):
        if value in around:
            return
        around = (*around, value)
    for item in held_by(value):
        yield from parts(item, around)


def cells_in(values: Iterable[object]) -> dict[Cell, None]:
    """Return the lists, dicts and objects in some values, outer before inner."""
    found: dict[Cell, None] = {}
    pending = list(values)[::-1]
    while pending:
        value = pending.pop()
        if isinstance(value, Cell):
            if value in found:
                continue
            found[value] = None
        pending.extend(held_by(value)[::-1])
    return found


# What grows by a tree holds twice as much in each round of a walk.
MANY = 500


def holds_many(value: object) -> bool:
    """Whether a value holds so many others that it will hold ever more."""
    return next(islice(parts(value), MANY, None), None) is not None


def held_by(value: object) -> tuple:
    """Return what a container holds itself."""
    if isinstance(value, Cell) and value.is_at_run_time:
        return (value.contents,)
    if isinstance(value, Stream):
        return (*value.items, value.source)
    if isinstance(value, Attributes):
        return (value.owner,)
    if isinstance(value, Zip):
        return value.parts
    if isinstance(value, Generator):
        return (value.progress,)
    if isinstance(value, LocalFunction) and value.attributes is not None:
        return (value.attributes,)
    return value.items if is_made_of_others(value) else ()


def iterated(value: Any) -> tuple:
    """Return what an iterator, or a method, takes its values from."""
    if isinstance(value, Zip):
        return value.parts
    if isinstance(value, Generator):
        given = (*value.arguments.values(), *value.frame.variables.values())
        return (*given, value.progress)
    if isinstance(value, Partial):
        return (value.function, *value.arguments, *(v for _, v in value.keywords))
    return (value.owner if isinstance(value, (Method, Super)) else value.items,)


def iterated_cells(value: object) -> Iterator[Cell]:
    """Yield the lists and dicts that a loop over a value iterates over."""
    if isinstance(value, Cell):
        yield value
    elif isinstance(value, View):
        yield value.owner
    elif isinstance(value, (Enumerate, Reversed, Zip)):
        for part in iterated(value):
            yield from iterated_cells(part)


def same_structure(a: object, b: object) -> bool:
    """Whether two values are containers of one type, with the same keys.

    >>> same_structure(Sequence((1, 2)), Sequence((3, 4)))
    True
    """
    if not is_container(a) or not is_container(b) or a.type is not b.type:
        return False
    if isinstance(a, Sequence) and isinstance(b, Sequence):
        return len(a.items) == len(b.items)
    return isinstance(a, Cell) and isinstance(b, Cell) and a.keys == b.keys


def is_static(value: object) -> bool:
    """Whether a value is a literal or a known object."""
    if isinstance(value, Atom):
        return isinstance(value.kind, Scalar) and value.kind.value is not None
    if isinstance(value, (Sequence, Dictionary, Set)):
        return all(is_static(item) for item in held_by(value))
    return isinstance(value, Known)


def static_value(value: object) -> Any:
    """Return the Python object of a static value; raises if it is none."""
    if isinstance(value, Atom):
        if not isinstance(value.kind, Scalar) or value.kind.value is None:
            raise errors.UnplacedError(
                "an option is computed, which must be known when the derivative is "
                "made.\nWrite it out, or pass it as an integer or flag argument."
            )
        return value.kind.value
    if isinstance(value, Set) and value.history is not None:
        return value.history.replayed()
    if isinstance(value, (Sequence, Set)):
        return made_of(value.type, map(static_value, value.items))
    if isinstance(value, Dictionary):
        return {key: static_value(item) for key, item in value.as_dict().items()}
    assert isinstance(value, Known)
    return value.value


def is_function(value: object) -> bool:
    """Whether a value can be called."""
    if isinstance(value, Chosen):
        return is_function(value.first) and is_function(value.second)
    known = isinstance(value, Known) and callable(value.value)
    return known or isinstance(value, (LocalFunction, Partial))


def atoms(value: object, around: tuple = ()) -> Iterator[Atom]:
    """Yield the atoms that a value is made of."""
    if isinstance(value, Atom):
        yield value
    elif isinstance(value, (Sequence, Cell)):
        if isinstance(value, Cell):
            if value in around:
                return
            around = (*around, value)
        for item in held_by(value):
            yield from atoms(item, around)
    elif isinstance(value, LocalFunction) and value.attributes is not None:
        yield from atoms(value.attributes, around)
    elif isinstance(value, Maybe):
        for part in held_by(value):
            yield from atoms(part, around)
    elif isinstance(value, Chosen):
        for part in (value.flag, value.first, value.second):
            yield from atoms(part, around)
    elif isinstance(
        value, (Method, Enumerate, Reversed, Zip, Partial, Super, Generator)
    ):
        for part in iterated(value):
            yield from atoms(part, around)
    elif isinstance(value, (Range, Slice)):
        for part in (value.start, value.stop, value.step):
            yield from atoms(part, around)


def owner_of(value: object) -> object:
    """Return what holds the attributes of a value; a local function has others."""
    if isinstance(value, LocalFunction) and value.attributes is not None:
        return value.attributes
    return value


def known_range(value: Range) -> range | None:
    """Return a range whose bounds are known now, None for others."""
    parts = (value.start, value.stop, value.step)
    if not all(is_static(part) for part in parts):
        return None
    return range(*(static_value(part) for part in parts))
