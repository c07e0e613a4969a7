"""Indices of arrays that have got a leading axis."""

from __future__ import annotations

from typing import Any

import gast

from tangentlite.batching.block_program import WHOLE, BlockProgram
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Scalar


def block_index(program: BlockProgram, kind: Array, index: gast.expr) -> gast.expr:
    """Return the index of a block for one of an example.

    Raises NotBatchedError for what is no slice, number or array, and for index arrays
    apart from each other, whose axis would come first.
    """
    if kind.shape is None:
        raise program.refuse("the number of axes of an array is not known")
    items = _items(index)
    advanced = [
        place for place, item in enumerate(items) if _rank(program, item) is not None
    ]
    arrays = [place for place in advanced if _rank(program, items[place])]
    if arrays and advanced[-1] - advanced[0] + 1 != len(advanced):
        raise program.refuse("index arrays stand apart from each other")
    return build.display([WHOLE, *items], tuple)


def part_rank(program: BlockProgram, kind: Array, index: gast.expr) -> int:
    """Return the number of axes of a part of an array, for one example."""
    assert kind.shape is not None
    left, made, arrays = len(kind.shape), 0, []
    for item in _items(index):
        if isinstance(item, gast.Constant) and item.value is None:
            made += 1
        elif isinstance(item, gast.Constant) and item.value is Ellipsis:
            continue
        elif isinstance(item, gast.Slice) or _is_slice(item):
            continue
        else:
            found = _rank(program, item)
            left -= _axes_of(program, item)
            if found:
                arrays.append(1 if _is_mask(program, item) else found)
    return left + made + max(arrays, default=0)


def _items(index: gast.expr) -> list[gast.expr]:
    return list(index.elts) if isinstance(index, gast.Tuple) else [index]


def _rank(program: BlockProgram, item: gast.expr) -> int | None:
    """Return the number of axes of an index array or number, None for a slice."""
    if isinstance(item, gast.Slice) or _is_slice(item):
        return None
    if isinstance(item, gast.Constant) and (
        item.value is None or item.value is Ellipsis
    ):
        return None
    kind: Any = program.kind(item)
    if isinstance(kind, Scalar):
        if kind.dtype == "bool":
            raise program.refuse("a flag is an index")
        return 0
    if isinstance(kind, Array) and kind.shape is not None:
        return len(kind.shape)
    raise program.refuse("an index is not known")


def _is_slice(item: gast.expr) -> bool:
    called = item.func if isinstance(item, gast.Call) else None
    return isinstance(called, gast.Name) and called.id.split(".")[-1] == "slice"


def _is_mask(program: BlockProgram, item: gast.expr) -> bool:
    return getattr(program.kind(item), "dtype", None) == "bool"


def _axes_of(program: BlockProgram, item: gast.expr) -> int:
    """Return of how many axes an index chooses."""
    return (_rank(program, item) or 0) if _is_mask(program, item) else 1
