"""Result kinds that follow from the arguments of a call, without a trial."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentlite import runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.inference.entrywise import broadcast_shape
from tangentlite.builder.sizes.size_constraints import (
    is_literal,
    relate_labels,
    summed_axes,
)
from tangentlite.kinds.kind import Array, Kind, Opaque, Scalar, shape_of
from tangentlite.kinds.sizes.dims import (
    Dim,
    Symbol,
    may_be_negative,
    resized,
    size_of,
    sum_of,
)


def known_kind(
    b: Builder, function: Callable, arguments: list, keywords: dict
) -> Kind | tuple[Kind, ...] | None:
    """Return the result kind of some functions, None of others.

    In a trial their results would be large, or take long; or trials would find less:
    not the kind of a scalar that is reshaped, nor how many axes or arrays there are,
    which depends on values and on the sizes of axes (`np.unravel_index`,
    `np.histogramdd`).
    """
    if function in (np.reshape, np.broadcast_to) and len(arguments) > 1:
        if not isinstance(arguments[0], (Array, Scalar)):
            return None
        found = _given_shape(b, arguments, function is np.reshape)
        of_numpy = isinstance(arguments[0], Scalar) and arguments[0].weak is False
        if of_numpy and found.shape == () and function is np.reshape:
            return Scalar(found.dtype, False)  # np.float64 has such a method
        return found
    if function is runtime.unbroadcast:
        value, like = arguments[:2]
        if not isinstance(like, (Scalar, Array)):
            like = _given_shape(b, [value, like], False)
        return _summed_like(b, value, like)
    if function is np.histogramdd:  # as many axes as there are columns
        return Array("float64", None), Opaque()
    if function is np.unravel_index:
        return _unravelled(b, *arguments, **keywords)
    if function is np.einsum and not isinstance(arguments[0], str):
        labels = [item for item in arguments if isinstance(item, (list, tuple))]
        if any(getattr(one, "value", 0) is None for label in labels for one in label):
            return Array(None, None)  # which labels are equal decides on the axes
    if function is np.einsum and keywords.keys() <= {"optimize"}:
        return _summed(b, arguments)
    if function is np.tensordot and len(arguments) > 1:
        return _contracted(b, *arguments, **keywords)
    if function in (np.matmul, operator.matmul) and not keywords:
        return _product(b, *arguments)
    if function is np.pad and len(arguments) > 1:
        return _padded(b, *arguments[:2])
    if function is np.outer and len(arguments) == 2 and not keywords:
        return _table(b, arguments)
    return None


def _padded(b: Builder, array: Any, widths: Any) -> Kind | None:
    """Return the kind of np.pad by a pair of widths for each axis, None of others."""
    shape = array.shape if isinstance(array, Array) else None
    if shape is None or array.dtype is None or not isinstance(widths, tuple):
        return None
    if len(widths) != len(shape) or not all(map(_is_pair, widths)):
        return None
    pairs = [[_size(b, width) for width in pair] for pair in widths]
    sizes = (_longer(b, size, pair) for size, pair in zip(shape, pairs))
    return Array(array.dtype, tuple(sizes))


def _is_pair(widths: object) -> bool:
    if not isinstance(widths, tuple) or len(widths) != 2:
        return False
    # Of negative widths a trial raises NumPy's error.
    return not any((getattr(w, "value", None) or 0) < 0 for w in widths)


def _longer(b: Builder, size: Dim, widths: list[Dim]) -> Dim:
    """Return a size plus some others."""
    size = resized(size, sum(width for width in widths if isinstance(width, int)))
    computed = [width for width in widths if isinstance(width, Symbol)]
    if not computed:
        return size
    total: Counter[str] = Counter()
    for part in (size, *computed):
        terms = sum_of(part)
        total.update({b.names.fresh("axis"): 1} if terms is None else terms)
    found = size_of(dict(total))
    return Symbol(b.names.fresh("axis")) if found is None else found


def _table(b: Builder, arguments: list) -> Kind:
    """Return the kind of np.outer: a row for each entry of the first."""
    dtype = _common_dtype(arguments)
    return Array(dtype, tuple(_entries(b, kind) for kind in arguments))


def _product(b: Builder, left: Any, right: Any) -> Kind | None:
    """Return the kind of a product of stacks of matrices, None of others."""
    if not (isinstance(left, Array) and isinstance(right, Array)):
        return None
    one, other, dtype = left.shape, right.shape, _common_dtype([left, right])
    if dtype is None or not one or not other or max(len(one), len(other)) < 3:
        return None
    inner = one[-1], other[-2] if len(other) > 1 else other[-1]
    if isinstance(inner[0], int) and isinstance(inner[1], int) and inner[0] != inner[1]:
        return None  # a trial raises NumPy's error
    stacks = broadcast_shape(b, [Array(dtype, one[:-2]), Array(dtype, other[:-2])])
    if stacks is None:
        return None
    return Array(dtype, (*stacks, *one[-2:-1], *(other[-1:] if len(other) > 1 else ())))


def _contracted(b: Builder, left: Any, right: Any, axes: object = 2) -> Kind | None:
    """Return the kind of np.tensordot: the axes that are not summed over."""
    pairs = summed_axes(left, right, axes)
    dtype = _common_dtype([left, right])
    if pairs is None and None not in (shape_of(left), shape_of(right)):
        if is_literal(axes):  # they do not fit: a trial raises NumPy's error
            return None
    if pairs is None or dtype is None:
        return Array(dtype, None)
    rest: list[Dim] = []
    for shape, summed in zip(
        (left.shape, right.shape), zip(*pairs) if pairs else ((), ())
    ):
        gone = {axis % len(shape) for axis in summed}
        rest += [size for axis, size in enumerate(shape) if axis not in gone]
    return Array(dtype, tuple(rest))


def _entries(b: Builder, kind: Kind) -> Dim:
    """Return the number of entries of an operand as a size."""
    shape = shape_of(kind)
    if shape is not None and len(shape) <= 1:
        return shape[0] if shape else 1
    return Symbol(b.names.fresh("axis"))


def _summed(b: Builder, arguments: list) -> Kind | None:
    """Return the kind of np.einsum with text, by the letters of its operands."""
    text, *operands = arguments
    if not isinstance(text, str) or "." in text:
        return None
    dtype = _common_dtype(operands)
    terms, arrow, result = text.replace(" ", "").partition("->")
    sizes = sizes_of_letters(b, terms.split(","), operands)
    if dtype is None or sizes is None:
        return None
    if not arrow:
        once = (letter for letter in sizes if terms.count(letter) == 1)
        result = "".join(sorted(once))
    elif len(set(result)) < len(result) or not sizes.keys() >= set(result):
        return None
    if not result:
        return Scalar(dtype, False)
    return Array(dtype, tuple(sizes[letter] for letter in result))


def sizes_of_letters(
    b: Builder, terms: list[str], operands: list
) -> dict[str, Dim] | None:
    """Return the sizes of the axes of np.einsum by their letters, None if it raises.

    Axes with one letter have one size, but for those of size 1.
    """
    found: dict[str, Dim] = {}
    if len(terms) != len(operands):
        return None
    for letters, kind in zip(terms, operands):
        shape = shape_of(kind)
        if shape is None:
            shape = tuple(Symbol(b.names.fresh("axis")) for _ in letters)
        if len(shape) != len(letters):
            return None
        relate_labels(b, found, letters, shape)
    return found


def _common_dtype(kinds: list) -> str | None:
    """Return the dtype of a product of arrays made of some operands."""
    dtypes = [getattr(kind, "dtype", None) for kind in kinds]
    return None if None in dtypes else np.result_type(*dtypes).name


def _given_shape(b: Builder, arguments: list, inferred: bool) -> Array:
    """Return the result kind of a function whose second argument is its shape."""
    array, shape = arguments[0], arguments[1]
    if isinstance(shape, Scalar) or isinstance(shape, int):
        shape = (shape,)
    if not isinstance(shape, (tuple, list)):
        return Array(array.dtype, None)
    sizes = tuple(_size(b, item) for item in shape)
    if inferred:  # -1 is the remaining size
        sizes = tuple(
            Symbol(b.names.fresh("axis")) if _may_be_negative(size) else size
            for size in sizes
        )
    return Array(array.dtype, sizes)


def _summed_like(b: Builder, value: Scalar | Array, like: Scalar | Array) -> Kind:
    """Return the kind of a value summed to the shape of another; axes of 1 stay."""
    if isinstance(like, Scalar):
        return Scalar(value.dtype, False)
    have = shape_of(value)
    if like.shape is None or have is None:
        return Array(value.dtype, None)
    have = (1,) * (len(like.shape) - len(have)) + have
    sizes: list[Dim] = []
    for size, wanted in zip(have[len(have) - len(like.shape) :], like.shape):
        if b.sizes.find(size) == 1:
            sizes.append(1)
        elif b.sizes.same(size, wanted) or not b.sizes.may_be_one(size):
            sizes.append(wanted)
        else:
            sizes.append(Symbol(b.names.fresh("axis")))
    return Array(value.dtype, tuple(sizes))


def _may_be_negative(size: Dim) -> bool:
    if not isinstance(size, Symbol):
        return False
    if any(factor < 0 for _, factor in size.terms) or size.terms and size.offset < 0:
        return True
    return any(map(may_be_negative, dict(size.terms or ((size.base, 1),))))


def _size(b: Builder, item: object) -> Dim:
    if isinstance(item, int):
        return item if item >= 0 else Symbol(b.names.fresh("axis"))
    if isinstance(item, Scalar) and item.size is not None:
        return b.sizes.find(item.size)
    if isinstance(item, Scalar) and isinstance(item.value, int) and item.value >= 0:
        return item.value
    return Symbol(b.names.fresh("axis"))


def _unravelled(
    b: Builder, indices: object, shape: object, order: object = None
) -> Kind | tuple[Kind, ...] | None:
    """Return the kinds of np.unravel_index: indices for each axis of a shape."""
    if not isinstance(indices, (Scalar, Array)):
        return None
    if isinstance(indices, Scalar) or indices.shape == ():
        item: Kind = Scalar("int64", False)
    else:
        item = Array("int64", indices.shape)
    if isinstance(shape, Scalar):
        return (item,)
    return (item,) * len(shape) if isinstance(shape, tuple) else Opaque(tuple)
