"""Reads of elements and slices."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder import selectors
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes import lasting_sizes, required_sizes, symbolic_slices
from tangentlite.builder.writes import flat
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Kind, ListOf, Opaque, Scalar, entry
from tangentlite.kinds.sizes.dims import Dim, computed
from tangentlite.operations import implements
from tangentlite.specialize.outside import known_slices
from tangentlite.specialize.state.restart import NeedsUnrolling
from tangentlite.values.alternatives import select
from tangentlite.values.base import Atom, Known, Sequence
from tangentlite.values.callable_values import (
    Chosen,
    Slice,
    is_container,
    is_static,
    same_structure,
    static_value,
    with_items,
)
from tangentlite.values.containers import (
    dynamic_lists,
    fixed_items,
    item_kinds,
    keys,
    tuples,
)
from tangentlite.values.heap import Cell, Dictionary, Instance, List
from tangentlite.values.iterables import Range
from tangentlite.values.iterators import ranges
from tangentlite.values.objects import instances


@implements(operations.read_item)
def read_item(b: Builder, owner: object, index: object, base: str) -> object:
    """Emit `owner[index]`, or pick the item where both are known."""
    owner, index = operations.present(b, owner), operations.present(b, index)
    if isinstance(owner, Instance):
        return instances.call_special(b, owner, "__getitem__", [index], None, base)
    if isinstance(index, Chosen):
        return select.of_each(b, index, lambda i: read_item(b, owner, i, base), base)
    known_slices.require(b, owner, index)
    if isinstance(owner, (Sequence, Dictionary)):
        return _pick(b, owner, index, base)
    if isinstance(owner, Range):
        return ranges.read(b, owner, static_index(index))
    if isinstance(owner, Known):
        return fixed_items.read(b, owner, index, base)
    if (flattened := flat.flat_owner(owner)) is not None:
        return flat.read_flat(b, flattened, index, base)
    if not isinstance(owner, Atom):
        raise b.error("this object cannot be indexed yet.", "Make it a list first.")
    if isinstance(owner.kind, Opaque):
        fixed_items.require_fixed(b, owner, index)
    node = build.subscript(owner.node, index_expression(b, index))
    if isinstance(owner.kind, ListOf):
        if isinstance(index, Slice):
            return dynamic_lists.part(b, owner, index, base)
        item = b.kinds[owner.name].item if owner.name in b.kinds else owner.kind.item
        return item_kinds.unpacked(b, node, lasting_sizes.of_one_item(b, item), base)
    if isinstance(owner.kind, Array):
        return read_array(b, owner, of_array(b, index), base)
    if isinstance(owner.kind, Scalar):
        required_sizes.unknown(b)  # of Python's numbers no index is one
        return b.emit(b, node, index_kind(b, owner.kind, index), base)
    if (known := tuples.item_of(owner)) is not None:
        return b.emit(b, node, owner.kind if isinstance(index, Slice) else known, base)
    is_text = isinstance(owner.kind, Opaque) and owner.kind.type is str
    return b.emit(b, node, Opaque(str if is_text else None), base)


def read_array(b: Builder, owner: Atom, index: object, base: str) -> Atom:
    """Emit a read of an array; a basic index of some axes gives a view."""
    node = build.subscript(owner.node, index_expression(b, index))
    kind = index_kind(b, owner.kind, index)
    atom = b.emit(b, node, kind, base)
    if isinstance(kind, Array) and not is_advanced(index):
        b.note_view(atom.name, owner.name)
    return atom


def _pick(b: Builder, owner, index: object, base: str) -> object:
    if isinstance(owner, Dictionary):
        return keys.look_up(b, owner, index)
    if isinstance(index, Slice):
        if (known := static_index(index)) is not None:
            items = owner.items[known]
            return List(b.heap, items) if owner.type is list else Sequence(items)
    elif is_static(index):
        items = list(owner.items) if owner.type is list else owner.items
        try:
            return items[static_value(index)]
        except (IndexError, TypeError) as error:
            raise operations.certain_error(b, error, "Check the index.", None) from None
    if b.unrollable:
        raise NeedsUnrolling
    return _chosen(b, owner, index, base)


def _chosen(b: Builder, owner: Sequence, index: object, base: str) -> object:
    """Return the item at a place that is known when the program runs.

    Items with structure give one list for each of their own items.
    """
    first = owner.items[0] if owner.items else None
    if is_container(first):
        if all(same_structure(first, item) for item in owner.items):
            if not first.items and isinstance(index, Atom):
                select.place_of(b, len(owner.items), index)
            columns = zip(*(item.items for item in owner.items))
            items = tuple(_chosen(b, Sequence(c), index, base) for c in columns)
            made = with_items(first, items)
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
            "a tuple or list whose items are told apart needs a constant index here.",
            "Use np.array or np.stack to make it an array.",
        )
    whole = operations.as_list(b, owner, "t")
    if owner.items:
        _note_size(b, len(owner.items), index)
    return read_item(b, whole, index, base)


def static_index(index: object) -> Any:
    """Return a place, or a slice, that is known now; None for others."""
    if not isinstance(index, Slice):
        return static_value(index) if is_static(index) else None
    parts = (index.start, index.stop, index.step)
    if not all(is_static(part) for part in parts):
        return None
    return slice(*(static_value(part) for part in parts))


def of_array(b: Builder, index: object) -> object:
    """Return the index of an array, in which a range means its numbers."""
    index = operations.present(b, index)
    if isinstance(index, Sequence) and index.type is tuple:
        return with_items(index, tuple(of_array(b, item) for item in index.items))
    if not isinstance(index, Range):
        return index
    parts_ = [index.start, index.stop, index.step]
    return operations.call_rule(b, np.arange, parts_, {}, "t")


def index_expression(b: Builder, index: object) -> gast.expr:
    """Return an index as core expression: atoms, slices of atoms, tuples of these."""
    return operations.as_expression(b, index)


def index_items(index: object) -> tuple:
    """Return the items of an index that addresses several axes."""
    if isinstance(index, Sequence) and index.type is tuple:
        return index.items
    return (index,)


def is_advanced(index: object) -> bool:
    """Whether an index holds an array or a list, so that reading it copies."""
    return any(_is_selector(item) for item in index_items(index))


def _is_selector(item: object) -> bool:
    if isinstance(item, Sequence):
        return True
    if not isinstance(item, Atom):
        return False
    kind = item.kind
    if tuples.is_tuple(item):  # of arrays, one for each axis: np.nonzero(x)
        return tuples.item_of(item) is None
    return isinstance(kind, (Array, ListOf)) or getattr(kind, "dtype", "") == "bool"


def may_repeat(index: object) -> bool:
    """Whether an index can address one element twice (an array of integers can)."""
    return any(
        _is_selector(item) and getattr(item.kind, "dtype", None) != "bool"
        if isinstance(item, Atom)
        else isinstance(item, Sequence)
        for item in index_items(index)
    )


def index_kind(b: Builder, kind: Array | Scalar, index: object) -> Kind:
    """Return the kind of `array[index]`; of a scalar, `[()]` is the scalar."""
    if isinstance(kind, Scalar):
        given = index_items(index)
        adds = (isinstance(i, Known) and i.value in (None, ...) for i in given)
        if not given or not all(adds):
            return Scalar(kind.dtype, False)  # it is an error, but for x[()]
        return index_kind(b, Array(kind.dtype, ()), index)
    if kind.shape is None:
        if any(isinstance(getattr(i, "value", 0), str) for i in index_items(index)):
            what = "an item is read by its name, of what is taken to be a number here."
            raise b.error(what, "Give an example of it: --arg, or arguments.")
        required_sizes.unknown_place(b)
        return Array(kind.dtype, None)
    items = _without_ellipsis(b, index_items(index), len(kind.shape))
    if items is None:
        required_sizes.unknown_place(b)
        return Array(kind.dtype, None)
    shape: list[Dim] = []
    chosen_axes: list[tuple[Dim, ...]] = []
    places: list[int | None] = []  # where what selects stands; None: what lies between
    axis = 0
    for item in items:
        if _is_ellipsis(item):
            places.append(None)
        elif isinstance(item, Known) and item.value is None:
            shape.append(1)
            places.append(None)
        elif isinstance(item, Slice):
            if axis < len(kind.shape):
                shape.append(_slice_size(b, kind.shape[axis], item))
            axis += 1
            places.append(None)
        elif _is_selector(item):
            chosen = selectors.selected(b, item)
            if chosen is None:
                return Array(kind.dtype, None)
            used = selectors.axes_used(b, item)
            selectors.require_mask(b, item, kind.shape[axis : axis + used])
            axis += used
            chosen_axes.append(chosen)
            places.append(len(shape))
        else:
            if axis < len(kind.shape):
                _note_size(b, kind.shape[axis], item)
            axis += 1
            places.append(len(shape))
    if axis > len(kind.shape):
        rank = len(kind.shape)
        what = f"array is {rank}-dimensional, but {axis} were indexed"
        error = IndexError(f"too many indices for array: {what}")
        raise operations.certain_error(b, error, "Check the index.", None)
    shape.extend(kind.shape[axis:])
    sizes = tuple(shape)
    if chosen_axes:
        sizes = selectors.inserted(b, shape, chosen_axes, places)
    if sizes == () and not any(_is_ellipsis(i) for i in index_items(index)):
        return entry(kind.dtype)
    return Array(kind.dtype, sizes)


def _note_size(b: Builder, size: Dim, position: object) -> None:
    """Note that an axis which has an entry at a place is so long."""
    place = static_value(position) if is_static(position) else None
    if type(place) is int:
        required_sizes.at_least(b, size, place + 1 if place >= 0 else -place)
    elif isinstance(position, Atom) and not b.primal:
        required_sizes.has_place(b, size, symbolic_slices.sum_of(b, position.node))


def _without_ellipsis(b: Builder, items: tuple, rank: int) -> list | None:
    used = sum(
        selectors.axes_used(b, item)
        for item in items
        if not _is_ellipsis(item) and not (isinstance(item, Known))
    )
    result: list = []
    for item in items:
        if _is_ellipsis(item):
            whole = Slice(Known(None), Known(None), Known(None))
            result.extend([whole] * (rank - used) if used < rank else [item])
        elif isinstance(item, Atom) and isinstance(item.kind, Opaque):
            return None
        else:
            result.append(item)
    return result


def _is_ellipsis(item: object) -> bool:
    return isinstance(item, Known) and item.value is Ellipsis


def _slice_size(b: Builder, size: Dim, item: Slice) -> Dim:
    size = b.sizes.find(size)
    parts = (item.start, item.stop, item.step)
    if is_static(item.step) and static_value(item.step) == 0:
        operations.raise_at_once(b, ValueError("slice step cannot be zero"))
    if not all(is_static(part) for part in parts):
        window = symbolic_slices.window_size(b, size, item)
        return _between(b, size, item) if window is None else window
    return b.sizes.part(size, slice(*(static_value(part) for part in parts)))


def _between(b: Builder, size: Dim, item: Slice) -> Dim:
    texts = []
    for part in (item.start, item.stop, item.step):
        if isinstance(part, Atom) and part.name is not None:
            texts.append(symbolic_slices.spelled(b, part.node))
        elif is_static(part):
            texts.append(str(static_value(part)))
        else:
            texts.append(b.names.fresh("axis"))
    base = f"{size}" if isinstance(size, int) else f"{size.base}{size.offset:+}"
    return computed(f"{base}[{':'.join(texts)}]")
