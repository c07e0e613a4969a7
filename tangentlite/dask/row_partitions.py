"""Partitions of collections of dask: their keys, and what is known of their rows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import dask
import dask.array as da
import numpy as np
from dask.core import flatten

from tangentlite.dask.shipped_steps import TESTED_ROWS
from tangentlite.errors import ArgumentError

Shape = tuple[int | float, ...]


class Partitions(NamedTuple):
    """The partitions of some collections, which all have the same rows.

    `keys` holds for each partition its keys in the graphs of the `collections`, and
    `shapes` those of its arrays, of which sizes that are not known are NaN; of what is
    to be read they are not known at all.
    """

    collections: tuple[Any, ...]
    keys: list[tuple[Any, ...]]
    dtypes: tuple[np.dtype, ...]
    shapes: list[tuple[Shape, ...]] | None


def of_arrays(arrays: Mapping[str, Any]) -> Partitions:
    """Return the partitions of dask arrays along their first axis.

    Chunks of other axes are joined, and rows divided as those of the first array; where
    all of its chunks have one row, some are joined.

    >>> x, y = da.ones((5, 2), chunks=(3, 1)), da.ones(5, chunks=2)
    >>> of_arrays({'x': x, 'y': y}).shapes
    [((3, 2), (3,)), ((2, 2), (2,))]
    """
    for name, array in arrays.items():
        _require_rows(name, array)
    first, *others = (_with_whole_rows(array) for array in arrays.values())
    _require_as_many(arrays)
    if first.shape[0] > 1 == max(first.chunks[0]):
        first = first.rechunk({0: TESTED_ROWS})
    if not any(math.isnan(one.shape[0]) for one in (first, *others)):
        others = [one.rechunk({0: first.chunks[0]}) for one in others]
    aligned = dask.optimize(first, *others)
    shapes = list(zip(*map(_shapes, aligned), strict=True))
    keys = list(zip(*(list(flatten(one.__dask_keys__())) for one in aligned)))
    return Partitions(aligned, keys, tuple(one.dtype for one in aligned), shapes)


def of_collection(name: str, collection: Any) -> Partitions:
    """Return the partitions of a bag, dataframe or array that is to be read."""
    if not dask.is_dask_collection(collection):
        raise ArgumentError(
            f"{name} is {_named(collection)}, which is no collection of dask.\n"
            "With read= give a bag, a dataframe or an array of dask."
        )
    if isinstance(collection, da.Array) and collection.ndim:
        collection = _with_whole_rows(collection)
    # Of a dataframe: dask.optimize leaves filters out of the graph, its own does not.
    own = getattr(collection, "optimize", None)
    collection = own() if own is not None else dask.optimize(collection)[0]
    keys = [(key,) for key in flatten(collection.__dask_keys__())]
    return Partitions((collection,), keys, (), None)


def _require_rows(name: str, array: Any) -> None:
    if not isinstance(array, da.Array):
        if not dask.is_dask_collection(array):
            advice = (
                "Make it one, dask.array.from_array(…, chunks=rows), or leave it out "
                "of over= if it has no rows."
            )
        else:
            advice = (
                "Give read=, a function from a partition of it to arrays, one for each "
                "name in over=."
            )
        raise ArgumentError(f"{name} is {_named(array)}, no dask array.\n{advice}")
    if array.ndim == 0:
        raise ArgumentError(
            f"{name} is a dask array without axes: it has no rows.\n"
            f"Leave {name!r} out of over=, and give it computed."
        )
    if type(array._meta) is not np.ndarray:
        raise ArgumentError(
            f"{name} has chunks that are {type(array._meta).__name__}, not arrays of "
            "NumPy.\nConvert them: map_blocks(np.asarray)."
        )
    if any(math.isnan(size) for size in array.shape[1:]):
        raise ArgumentError(
            f"{name} has rows of unknown size: its shape is {array.shape}.\n"
            f"Call {name}.compute_chunk_sizes() first."
        )


def _with_whole_rows(array: da.Array) -> da.Array:
    """Return an array of which no chunk ends within a row."""
    if all(len(sizes) == 1 for sizes in array.chunks[1:]):
        return array
    return array.rechunk(dict.fromkeys(range(1, array.ndim), -1))


def _require_as_many(arrays: Mapping[str, da.Array]) -> None:
    """Refuse arrays of different lengths, or unknown ones with as many partitions."""
    rows = {name: array.shape[0] for name, array in arrays.items()}
    known = {n for n in rows.values() if not math.isnan(n)}
    if len(known) > 1:
        listed = ", ".join(f"{name} has {n}" for name, n in rows.items())
        raise ArgumentError(
            f"the arrays of over= differ in their rows: {listed}.\n"
            "Each row of one belongs to a row of each other."
        )
    divided = {name: array.chunks[0] for name, array in arrays.items()}
    unknown = any(math.isnan(n) for n in rows.values())
    if unknown and len(set(map(len, divided.values()))) > 1:
        listed = ", ".join(f"{name} has {len(n)}" for name, n in divided.items())
        raise ArgumentError(
            f"the arrays of over= differ in their partitions: {listed}, and the number "
            "of rows is not known.\nCall compute_chunk_sizes() of each first."
        )


def _shapes(array: da.Array) -> list[Shape]:
    tail = tuple(sizes[0] for sizes in array.chunks[1:])
    return [(rows, *tail) for rows in array.chunks[0]]


def _named(value: object) -> str:
    cls = type(value)
    root = cls.__module__.partition(".")[0]
    return cls.__name__ if root == "builtins" else f"{root}.{cls.__name__}"
