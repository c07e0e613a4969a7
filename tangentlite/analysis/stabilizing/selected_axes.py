"""Which axes of an array an index keeps, where only some of them matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import gast

from tangentlite.kinds.kind import Array
from tangentlite.kinds.sizes.dims import Dim, may_be_one

Axes = tuple[int | None, ...]


def selected_axes(
    index: gast.expr, axes: Axes, kinds: Callable, is_count: Callable, shape
) -> Axes | None:
    """Return the axes of `array[index]`, None if only a part of an axis is selected.

    An axis of the array is None where nothing varies along it: any part of it will do.
    Any other must be selected whole, by `:` or by `np.arange` (`is_count` of a name);
    a part of it would not broadcast with the rest. `kinds` gives the kind of a name,
    `shape` that of the array.

    >>> index = gast.parse("z[..., None, 0]").body[0].value.slice
    >>> selected_axes(index, (0, None), {}.get, bool, (3, 1))
    (0, None)
    >>> index = gast.parse("z[rows, labels]").body[0].value.slice
    >>> kinds = dict.fromkeys(("rows", "labels"), Array("int64", (3,)))
    >>> selected_axes(index, (0, None), kinds.get, lambda name: name == "rows", (3, 4))
    (0,)
    """
    found: list[int | None] = []
    arrays = False
    advanced: list[int] = []  # positions of advanced indices and integers beside them
    chosen: set[int] = set()
    place = 0
    for selector in _expanded(index, len(axes)):
        if _is_constant(selector, None):
            found.append(None)
            continue
        axis, dim = axes[place], shape[place]
        place += 1
        if _is_whole(selector) or (axis is None and isinstance(selector, gast.Slice)):
            found.append(axis)
        elif isinstance(selector, gast.Constant) and type(selector.value) is int:
            if axis is not None:
                return None
            advanced.append(len(found))
        elif (size := _length(selector, kinds)) is None:
            return None
        else:
            if axis is not None:
                counts = isinstance(selector, gast.Name) and is_count(selector.id)
                if not counts or not _is_same(size, dim):
                    return None
                chosen.add(axis)
            advanced.append(len(found))
            arrays = True
    if arrays:
        # NumPy puts their axes in front if something stands between them.
        if len(set(advanced)) > 1 or len(chosen) > 1:
            return None
        found.insert(advanced[0], next(iter(chosen), None))
    return (*found, *axes[place:])


def _expanded(index: gast.expr, count: int) -> Sequence[gast.expr]:
    """Return the selectors of an index, `:` for each axis that `...` stands for."""
    items = list(index.elts) if isinstance(index, gast.Tuple) else [index]
    dots = [k for k, item in enumerate(items) if _is_constant(item, ...)]
    if not dots:
        return items
    named = sum(1 for item in items if not _is_constant(item, None)) - 1
    whole = [gast.Slice(None, None, None)] * (count - named)
    return [*items[: dots[0]], *whole, *items[dots[0] + 1 :]]


def _is_constant(node: gast.expr, value: object) -> bool:
    return isinstance(node, gast.Constant) and node.value is value


def _is_whole(selector: gast.expr) -> bool:
    parts = ("lower", "upper", "step")
    return isinstance(selector, gast.Slice) and not any(
        getattr(selector, part) for part in parts
    )


def _length(selector: gast.expr, kinds: Callable) -> Dim | None:
    """Return how many elements an array or list of integers selects."""
    if isinstance(selector, gast.List):
        return len(selector.elts)
    kind = kinds(selector.id) if isinstance(selector, gast.Name) else None
    if not isinstance(kind, Array) or kind.shape is None or len(kind.shape) != 1:
        return None
    return kind.shape[0] if str(kind.dtype).startswith("int") else None


def _is_same(size: Dim, dim: Dim) -> bool:
    """Whether sizes are equal wherever arrays of both broadcast."""
    return size == dim or not (may_be_one(size) or may_be_one(dim))
