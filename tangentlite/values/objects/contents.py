"""Creation of tuples, lists and dicts, and changes of objects of the heap."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from tangentlite.builder.builder import Builder
from tangentlite.frontend.reading import is_read_once
from tangentlite.kinds.kind import ListOf
from tangentlite.specialize.state import restart
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.heap import Attributes, Cell, Dictionary, List, Set
from tangentlite.values.iterables import as_iterator
from tangentlite.values.structure import parts


def sequence(b: Builder, items, type_: type) -> Sequence:
    """Return a tuple of some values, or a new list."""
    items = tuple(as_iterator(b.heap, as_held(b, item)) for item in items)
    return List(b.heap, items) if type_ is list else Sequence(items, type_)


def dictionary(b: Builder, items: dict) -> Dictionary:
    """Return a new dict."""
    values = tuple(as_iterator(b.heap, as_held(b, item)) for item in items.values())
    return Dictionary(b.heap, tuple(items), values)


def share(b: Builder, value: Value) -> None:
    """Freeze the objects in a value, which are held where nothing is tracked."""
    b.heap.fixed.update(part for part in parts(value) if isinstance(part, Cell))


def change(b: Builder, cell: Cell, items, keys=(), node=None) -> None:
    """Replace the contents of a list, dict, set or object, for all who hold it.

    `keys` are the history of a set.
    """
    if isinstance(cell, Attributes):
        cell = cell.owner
    require_changeable(b, cell, node)
    held = tuple(as_held(b, item) for item in items)
    cell.put(held, keys if isinstance(cell, Set) else tuple(keys))


def require_changeable(b: Builder, cell: Cell, node: gast.AST | None) -> None:
    """Raise unless a list, dict or object is known to be the one that changes."""
    if cell.heap is not b.heap:
        raise b.error(
            f"this statement changes a {cell.type.__name__} that the function did not "
            "make itself, which is not supported yet.",
            "Copy it first.",
            node,
        )
    if cell in b.heap.fixed:
        restart.unroll_if_possible(b, exact=True)
        raise b.error(
            f"this statement changes a {cell.type.__name__} that may be one of "
            "several, or that a function which calls itself was given; that is not "
            "supported yet.",
            "Change each of them in a branch of its own, or copy it first.",
            node,
        )


def as_held(b: Builder, value: Value) -> Value:
    """Return the list object of a run-time list, for another holder of it."""
    if b.control.frames and b.source.generated:
        return value
    if isinstance(value, Atom) and isinstance(value.kind, ListOf):
        for cell, contents in b.heap.contents.items():
            if isinstance(contents, Atom) and contents.name == value.name:
                return cell
    return value


def as_given(b: Builder, tree: gast.FunctionDef, values: Mapping) -> dict[str, Value]:
    """Return the arguments of a function as its parameters hold them."""
    return {
        name: as_held(b, value)
        if is_read_once(tree, name)
        else as_iterator(b.heap, as_held(b, value))
        for name, value in values.items()
    }
