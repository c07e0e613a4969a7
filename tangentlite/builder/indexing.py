"""Reads of elements and slices."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.inference import selectors
from tangentlite.builder.sizes import required_sizes, symbolic_slices
from tangentlite.ir import build
from tangentlite.kinds.kind import (
    Array,
    Kind,
    ListOf,
    Opaque,
    Scalar,
    entry,
    rank,
    required_numeric,
    same_shape,
)
from tangentlite.kinds.sizes.dims import Dim, computed
from tangentlite.values import structure
from tangentlite.values.base import Atom, Known, Range, Sequence, Value
from tangentlite.values.callable_values import Slice


@operations.item.of(Array)
def of_given(b: Builder, owner: Atom, index: Value, base: str) -> Atom:
    """Emit a read of an array at an index of the program."""
    return read_array(b, owner, of_array(b, index), base)


def read_array(b: Builder, owner: Atom, index: Value, base: str) -> Atom:
    """Emit a read of an array; a basic index of some axes gives a view."""
    node = build.subscript(owner.node, index_expression(b, index))
    kind = index_kind(b, required_numeric(owner.kind), index)
    atom = b.emit(b, node, kind, base)
    if isinstance(kind, Array) and not is_advanced(index):
        b.note_view(atom.name, owner.name)
    return atom


def static_index(index: Value) -> Any:
    """Return a position, or a slice, that is known now; None for others."""
    if not isinstance(index, Slice):
        return index.static_value() if index.is_static else None
    parts = (index.start, index.stop, index.step)
    if not all(part.is_static for part in parts):
        return None
    return slice(*(part.static_value() for part in parts))


def of_array(b: Builder, index: Value) -> Value:
    """Return the index of an array, in which a range stands for its numbers."""
    index = operations.present(b, index)
    if isinstance(index, Sequence) and index.type is tuple:
        return index.with_items(tuple(of_array(b, item) for item in index.items))
    if not isinstance(index, Range):
        return index
    bounds = [index.start, index.stop, index.step]
    return operations.call_rule(b, np.arange, bounds, {}, "t")


def index_expression(b: Builder, index: Value) -> gast.expr:
    """Return an index as core expression: atoms, slices of atoms, tuples of these."""
    return operations.as_expression(b, index)


def index_items(index: Value) -> tuple:
    """Return the items of an index that addresses several axes."""
    if isinstance(index, Sequence) and index.type is tuple:
        return index.items
    return (index,)


def is_advanced(index: Value) -> bool:
    """Whether an index holds an array or a list, so that reading it copies."""
    return any(_is_selector(item) for item in index_items(index))


def _is_selector(item: Value) -> bool:
    """Whether an item of an index selects several entries, in any order."""
    if isinstance(item, Sequence):
        return True
    if not isinstance(item, Atom):
        return False
    kind = item.kind
    if structure.is_tuple(item):  # of arrays, one for each axis: np.nonzero(x)
        return structure.item_of(item) is None
    return isinstance(kind, (Array, ListOf)) or getattr(kind, "dtype", "") == "bool"


def may_repeat(index: Value) -> bool:
    """Whether an index can address one element twice (an array of integers can)."""
    return any(
        _is_selector(item) and getattr(item.kind, "dtype", None) != "bool"
        if isinstance(item, Atom)
        else isinstance(item, Sequence)
        for item in index_items(index)
    )


def index_kind(b: Builder, kind: Array | Scalar, index: Value) -> Kind:
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
    places: list[int | None] = []  # of selectors and integers; None for slices
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
                note_size(b, kind.shape[axis], item)
            axis += 1
            places.append(len(shape))
    if axis > len(kind.shape):
        rank = len(kind.shape)
        what = f"array is {rank}-dimensional, but {axis} were indexed"
        error = IndexError(f"too many indices for array: {what}")
        raise operations.certain_error(b, error, "Check the index.", None)
    shape.extend(kind.shape[axis:])
    sizes: tuple[Dim, ...] | None = tuple(shape)
    if chosen_axes:
        sizes = selectors.inserted(b, shape, chosen_axes, places)
    if sizes == () and not any(_is_ellipsis(i) for i in index_items(index)):
        return entry(kind.dtype)
    return Array(kind.dtype, sizes)


def note_size(b: Builder, size: Dim, position: Value) -> None:
    """Require an axis to have an entry at a position."""
    place = position.static_value() if position.is_static else None
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


def _is_ellipsis(item: Value) -> bool:
    return isinstance(item, Known) and item.value is Ellipsis


def _slice_size(b: Builder, size: Dim, item: Slice) -> Dim:
    size = b.sizes.find(size)
    parts = (item.start, item.stop, item.step)
    if item.step.is_static and item.step.static_value() == 0:
        operations.raise_at_once(b, ValueError("slice step cannot be zero"))
    if not all(part.is_static for part in parts):
        window = symbolic_slices.window_size(b, size, item)
        return _between(b, size, item) if window is None else window
    return b.sizes.part(size, slice(*(part.static_value() for part in parts)))


def _between(b: Builder, size: Dim, item: Slice) -> Dim:
    """Return a new size for a slice, the same for slices with the same bounds."""
    texts = []
    for part in (item.start, item.stop, item.step):
        if isinstance(part, Atom) and part.name is not None:
            texts.append(symbolic_slices.spelled(b, part.node))
        elif part.is_static:
            texts.append(str(part.static_value()))
        else:
            texts.append(b.names.fresh("axis"))
    base = f"{size}" if isinstance(size, int) else f"{size.base}{size.offset:+}"
    return computed(f"{base}[{':'.join(texts)}]")


def require_known_slice(b: Builder, owner: Value, index: Value) -> None:
    """Raise where a slice object that is known at run time indexes no array.

    It gives several items, not one. With exact kinds of arguments it is known.
    """
    kind = index.kind
    of_array = isinstance(owner.kind, (Array, Scalar))
    if isinstance(kind, Opaque) and kind.type is slice and not of_array:
        raise b.error(
            f"{owner.describe()} is indexed by a slice that is not known here.",
            "Write the slice where it is used, or make the list an array.",
        )


def added_at(b: Builder, target: Atom, index: Value, value: Atom) -> Atom:
    """Return what `np.add.at` adds at an array of indices, in the shape of the array.

    NumPy (2.4 at least) reads beyond the end of a smaller array there.
    """
    if isinstance(index, Sequence) and len(index.items) == 1:
        index = index.items[0]
    if rank(target.kind) not in (None, 1) or rank(value.kind) == 0:
        return value
    if not isinstance(index, Atom) or not isinstance(index.kind, Array):
        return value
    if rank(index.kind) == 1 or same_shape(index.kind, value.kind, b.sizes):
        return value
    # On a vector, what an index without a mask selects has the shape of the index.
    is_plain = rank(target.kind) == 1 and index.kind.dtype not in (None, "bool")
    part = index if is_plain else read_array(b, target, index, "t")
    shape = operations.read_attribute(b, part, "shape", "t")
    return operations.call_rule(b, np.broadcast_to, [value, shape], {}, "t")
