"""Subscripts: `owner[index]`, dispatched by the owner."""

from __future__ import annotations

from typing import NoReturn

from tangentlite import operations
from tangentlite.builder import indexing
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes import required_sizes
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf, Scalar, required_numeric
from tangentlite.operations import implements
from tangentlite.specialize.state import restart
from tangentlite.values.alternatives import select
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.callable_values import Chosen, Slice
from tangentlite.values.heap import Cell, Instance, List
from tangentlite.values.objects import instances
from tangentlite.values.structure import is_container, same_structure


@implements(operations.read_item)
def read_item(b: Builder, owner: Value, index: Value, base: str) -> Value:
    """Emit `owner[index]`, or pick the item where both are known."""
    owner, index = operations.present(b, owner), operations.present(b, index)
    if isinstance(owner, Instance):
        return instances.call_special(b, owner, "__getitem__", [index], None, base)
    if isinstance(index, Chosen):
        return select.of_each(b, index, lambda i: read_item(b, owner, i, base), base)
    indexing.require_known_slice(b, owner, index)
    return operations.item(b, owner, index, base)


@operations.item.otherwise
def refuse(b: Builder, owner: Value, index: Value, base: str) -> NoReturn:
    """Raise the error for a value without items."""
    raise b.error("this object cannot be indexed yet.", "Make it a list first.")


@operations.item.of(Scalar)
def of_number(b: Builder, owner: Atom, index: Value, base: str) -> Atom:
    """Emit an item of a number: of Python's no index is one."""
    node = build.subscript(owner.node, indexing.index_expression(b, index))
    required_sizes.unknown(b)
    kind = indexing.index_kind(b, required_numeric(owner.kind), index)
    return b.emit(b, node, kind, base)


@operations.item.of(Sequence)
def of_items(b: Builder, owner: Sequence, index: Value, base: str) -> Value:
    """Return an item, or a slice, of a list or tuple of known items."""
    if isinstance(index, Slice):
        if (known := indexing.static_index(index)) is not None:
            items = owner.items[known]
            return List(b.heap, items) if owner.type is list else Sequence(items)
    elif index.is_static:
        items = list(owner.items) if owner.type is list else owner.items
        try:
            return items[index.static_value()]
        except (IndexError, TypeError) as error:
            raise operations.certain_error(b, error, "Check the index.", None) from None
    restart.unroll_if_possible(b)
    return _chosen(b, owner, index, base)


def _chosen(b: Builder, owner: Sequence, index: Value, base: str) -> Value:
    """Return the item at a run-time index.

    Of containers of one structure each component is selected.
    """
    first = owner.items[0] if owner.items else None
    if is_container(first):
        if all(same_structure(first, item) for item in owner.items):
            if not first.items and isinstance(index, Atom):
                select.place_of(b, len(owner.items), index)
            columns = zip(*(item.items for item in owner.items))
            items = tuple(_chosen(b, Sequence(c), index, base) for c in columns)
            made = first.with_items(items)
            if isinstance(made, Cell):
                b.heap.joined.add(made)
            for item in (*owner.items, made):  # it is one of them: none may change
                b.heap.fixed.update(part for part in (item,) if isinstance(part, Cell))
            return made
    known = select.can_be_selected(owner.items) or select.are_one(owner.items)
    if known and isinstance(index, Atom):
        return select.select(b, owner.items, index)
    lists = any(isinstance(getattr(i, "kind", 0), ListOf) for i in owner.items)
    if not isinstance(first, Atom) or not isinstance(index, Atom) or lists:
        raise b.error(
            "a tuple or list of items of several kinds is indexed by what is computed.",
            "Write the index as a number, or make one array of the items: np.stack.",
        )
    whole = operations.as_list(b, owner, "t")
    if owner.items:
        indexing.note_size(b, len(owner.items), index)
    return read_item(b, whole, index, base)
