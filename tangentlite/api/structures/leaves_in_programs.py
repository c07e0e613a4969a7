"""The leaves of tuples, lists, dicts and objects in a program that is walked."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from tangentlite import operations
from tangentlite.api.structures.flatten import map as map_leaves
from tangentlite.api.structures.mapped_leaves import mapped
from tangentlite.handlers import builtin
from tangentlite.kinds.kind import (
    Array,
    ListOf,
    Scalar,
    is_differentiable,
    is_numeric,
    shape_of,
)
from tangentlite.values.base import Known
from tangentlite.values.literals import literal
from tangentlite.values.structure import parts


@builtin(map_leaves, none="kept")
def _map(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    function, *trees = arguments
    trees += [keywords.pop("tree")] if "tree" in keywords else []
    if "function" in keywords:
        function, trees = keywords.pop("function"), arguments + trees
    if keywords or not trees:
        raise b.error("tl.map takes a function and structures.", "Check it.", node)
    return mapped(b, partial(_called, b, function, node, base), trees, node)


def _called(b, function, node, base, *leaves: Any) -> Any:
    return operations.call(b, function, list(leaves), {}, node, base)


def map_below(function: Any, tree: Any, other: Any) -> Any:
    """Return `map` of both, where None stands for a structure of it: replaced."""
    return map_leaves(function, tree, other)


@builtin(map_below, none="kept")
def _map_below(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    function, *trees = arguments
    change = partial(_called, b, function, node, base)
    return mapped(b, change, trees, node, none_is_below=True)


def map_above(function: Any, tree: Any, *others: Any) -> Any:
    """Return `map`, where others may have structures at a leaf: replaced."""
    return map_leaves(function, tree, *others)


@builtin(map_above, none="kept")
def _map_above(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    function, *trees = arguments
    change = partial(_called, b, function, node, base)
    return mapped(b, change, trees, node, is_above=True)


def is_number(leaf: Any) -> bool:
    """Whether a leaf is a number or an array: replaced."""
    return leaf is not None


@builtin(is_number, none="kept")
def _is_number(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    return literal(is_numeric(arguments[0].kind))


def has_entries(leaf: Any) -> bool:
    """Whether a leaf has entries of a vector: replaced."""
    return leaf is not None


@builtin(has_entries, none="kept")
def _has_entries(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    kind = arguments[0].kind
    return literal(is_numeric(kind) and is_differentiable(kind))


def blank(leaf: Any) -> Any:
    """Return what tells the shape, dtype and class of a leaf: replaced."""
    return leaf


@builtin(blank, none="kept")
def _blank(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    (leaf,) = arguments
    if not isinstance(leaf.kind, Array) or is_differentiable(leaf.kind):
        return leaf
    return operations.call(b, Known(np.copy), [leaf], {}, node, base)


def are_alike(leaf: Any, given: Any) -> bool:
    """Whether two leaves have one shape: replaced."""
    return np.shape(leaf) == np.shape(given)


@builtin(are_alike)
def _are_alike(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    one, other = (shape_of(value.kind) for value in arguments)
    if one is not None and one == other:
        return literal(True)
    return operations.inline(b, _have_one_shape, arguments, {}, node, base)


def _have_one_shape(leaf, given):
    return np.shape(leaf) == np.shape(given)


def is_either(leaf: Any, like: Any) -> bool:
    """Whether a number's class is open, and matters: it is replaced.

    Python's numbers take the dtype of the arrays that they meet, NumPy's do not.
    """
    return leaf is like


@builtin(is_either, none="kept")
def _is_either(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    return literal(_is_open(*arguments))


def _is_open(leaf: Any, like: Any) -> bool:
    if not isinstance(leaf.kind, Scalar) or leaf.kind.weak is not None:
        return False
    wide = {"float64", "complex128"}
    return leaf.kind.dtype in wide and not {*_dtypes(like)} <= wide


def like_leaf(leaf: Any, entries: Any, like: Any) -> Any:
    """Return entries with the shape, dtype and class of a leaf: replaced."""
    return entries


@builtin(like_leaf)
def _like_leaf(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    leaf, entries, like = arguments
    dtype = leaf.kind.dtype
    is_same = dtype is None or dtype == entries.kind.dtype
    call = partial(operations.call, b)
    if isinstance(leaf.kind, Scalar):
        entry = operations.read_item(b, entries, literal(0), base)
        if leaf.kind.weak or _is_open(leaf, like):
            is_complex = np.dtype(dtype).kind == "c"
            return call(
                Known(complex if is_complex else float), [entry], {}, node, base
            )
        if is_same:
            return entry
        return call(Known(np.dtype(dtype).type), [entry], {}, node, base)
    shape = call(Known(np.shape), [leaf], {}, node, "shape")
    shaped = call(Known(np.reshape), [entries, shape], {}, node, base)
    if is_same:  # a copy, as all that stands in the structure
        return call(Known(np.copy), [shaped], {}, node, base)
    cast = Known(np.dtype(dtype))
    return operations.call_method(b, shaped, "astype", [cast], {}, node, base)


def in_dtype_of(leaf: Any, found: Any) -> Any:
    """Return an array with the dtype of a leaf: replaced."""
    return found


@builtin(in_dtype_of)
def _in_dtype_of(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    leaf, found = arguments
    dtype = leaf.kind.dtype
    if dtype is None or dtype == found.kind.dtype:
        return found
    cast = Known(np.dtype(dtype))
    return operations.call_method(b, found, "astype", [cast], {}, node, base)


def are_plain(x: Any, value: Any) -> bool:
    """Whether both an argument and a result are arrays or numbers: replaced."""
    return np.ndim(x) == np.ndim(value)


@builtin(are_plain, none="kept")
def _are_plain(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    x, value = arguments
    if "c" in {np.dtype(dtype).kind for dtype in _dtypes(x)}:
        what = "in a program, tl.jacobian and tl.hessian are by real arguments."
        raise b.error(what, "Use tl.jvp or tl.vjp, or the real part.", node)
    if not _dtypes(x):
        what = "tl.jacobian and tl.hessian are by floating numbers."
        raise b.error(what, "Convert the argument: astype(float).", node)
    return literal(is_numeric(x.kind) and is_numeric(value.kind))


def dtype_of(like: Any) -> Any:
    """Return the common dtype of the leaves with entries: replaced."""
    return np.result_type(like)


@builtin(dtype_of, none="kept")
def _dtype_of(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    found = [np.dtype(kind) for kind in _dtypes(arguments[0])]
    return Known(np.result_type(*found) if found else np.dtype(np.float64))


def _dtypes(value: Any) -> list[str]:
    found: list[Any] = [part.kind for part in parts(value) if part.kind is not None]
    return [one.dtype or "float64" for kind in found for one in _floating(kind)]


def _floating(kind: Any) -> list[Any]:
    """Return the kinds of the floating numbers and arrays in a kind."""
    if isinstance(kind, tuple):
        return [one for part in kind for one in _floating(part)]
    if isinstance(kind, ListOf):
        return _floating(kind.item)
    return [kind] if is_numeric(kind) and is_differentiable(kind) else []
