"""Walks through what values are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeGuard

from tangentlite.kinds.kind import Opaque
from tangentlite.kinds.objects.defined_classes import container_in
from tangentlite.kinds.objects.user_objects import is_record
from tangentlite.values.base import Atom, Maybe, Sequence, Value
from tangentlite.values.callable_values import LocalFunction
from tangentlite.values.heap import Cell, Dictionary, Instance
from tangentlite.values.iterables import Enumerate, Reversed, View, Zip

if TYPE_CHECKING:
    from typing_extensions import TypeIs


def plain_container(value: Value) -> Value:
    """Return the dict or list in an object whose class extends one of these."""
    if isinstance(value, Instance) and container_in(value.type) is not None:
        return value.as_dict()["_contents"]
    return value


def atoms(value: Value, around: tuple = ()) -> Iterator[Atom]:
    """Yield the atoms that a value is made of."""
    if isinstance(value, Atom):
        yield value
        return
    if isinstance(value, Cell):
        if value in around:
            return
        around = (*around, value)
    for part in value.inside:
        yield from atoms(part, around)


def parts(value: Value, around: tuple = ()) -> Iterator[Value]:
    """Yield a value, and what it holds if it is a container, outer before inner."""
    yield value
    if isinstance(value, Cell):
        if value in around:
            return
        around = (*around, value)
    for item in value.held:
        yield from parts(item, around)


def cells_in(values: Iterable[Value]) -> dict[Cell, None]:
    """Return the lists, dicts and objects in some values, outer before inner."""
    found: dict[Cell, None] = {}
    pending = list(values)[::-1]
    while pending:
        value = pending.pop()
        if isinstance(value, Cell):
            if value in found:
                continue
            found[value] = None
        pending.extend(value.held[::-1])
    return found


# What grows by a tree holds twice as much in each round of a walk.
MANY = 500


def holds_many(value: Value) -> bool:
    """Whether a value holds so many others that it will hold ever more."""
    return next(islice(parts(value), MANY, None), None) is not None


def iterated_cells(value: Value) -> Iterator[Cell]:
    """Yield the lists and dicts that a loop over a value iterates over."""
    if isinstance(value, Cell):
        yield value
    elif isinstance(value, View):
        yield value.owner
    elif isinstance(value, (Enumerate, Reversed, Zip)):
        for part in value.inside:
            yield from iterated_cells(part)


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


def keys_of(value: Sequence | Cell) -> tuple:
    """Return the keys of a dict, the names of an object's attributes, or positions."""
    if isinstance(value, (Dictionary, Instance)):
        return value.keys
    if is_record(value.type):
        return value.type._fields
    return tuple(range(len(value.items)))


def owner_of(value: Value) -> Value:
    """Return what holds the attributes of a value; a local function has others."""
    if isinstance(value, LocalFunction) and value.attributes is not None:
        return value.attributes
    return value


def are_flags(first: Value, second: Value) -> bool:
    """Whether two values are text, or members of one enumeration, known now or not."""
    return first.flag_type is not None and first.flag_type is second.flag_type


def is_text(value: Value) -> bool:
    """Whether a value is a string, known or made at run time."""
    return value.flag_type is str


def is_tuple(value: object) -> TypeGuard[Atom]:
    """Whether a value is a run-time tuple, whose items are not known one by one."""
    kind = getattr(value, "kind", None)
    return isinstance(kind, Opaque) and kind.type is tuple


def item_of(value: Value) -> Any:
    """Return the kind of the items of a run-time tuple, None if it is not known."""
    kind = value.kind
    return kind.item if isinstance(kind, Opaque) and kind.type is tuple else None
