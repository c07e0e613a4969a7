"""Relations of sizes that a call of a NumPy function requires of its arguments."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Any

import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes import required_sizes
from tangentlite.kinds.kind import Array, Kind, ListOf
from tangentlite.kinds.sizes.dims import Dim, Symbol
from tangentlite.rules.registry import rule_of


def note(b: Builder, function: Callable, arguments: list, keywords: dict) -> None:
    """Require the sizes for which a function does not raise."""
    if function in _CONTRACTIONS and len(arguments) > 1:
        _contract(b, arguments)
    if function in _OF_SQUARE and arguments:
        _equal_sides(b, arguments[0])
    if function in _OF_LAST and len(arguments) > 1 and not keywords:
        _equal_last(b, arguments)
    if (rule := rule_of(function)) and rule.equal_rows:
        given = rule.with_parameters(arguments)
        rows = [_first_axis(kind) for p, kind in given if p.name in rule.equal_rows]
        _equal_items(b, rows, required_sizes.equal)
    if function is np.tensordot and len(arguments) > 1:
        _equal_summed(b, *arguments, **keywords)
    if function is np.einsum:
        _equal_labels(b, arguments)
    if function in _STACKING and arguments:
        _equal_items(b, list(_leaves(arguments[0])), required_sizes.equal)
    if function is sum and arguments:
        _fitting_addends(b, *arguments, **keywords)
    if function in _OF_ENTRIES and arguments:
        _require_entries(b, function, arguments, keywords)
    known = getattr(function, "takes_all_sizes", False) is True  # by who made it
    if not known and _may_raise(function, arguments, keywords):
        required_sizes.unknown(b)


_CONTRACTIONS = frozenset({operator.matmul, np.matmul, np.dot})
_OF_LAST = frozenset({np.inner, np.vecdot, np.linalg.vecdot})
_OF_SQUARE = frozenset({
    np.linalg.cholesky, np.linalg.det, np.linalg.eig, np.linalg.eigh,
    np.linalg.eigvals, np.linalg.eigvalsh, np.linalg.inv, np.linalg.matrix_power,
    np.linalg.slogdet, np.linalg.solve,
})  # fmt: skip
_OF_ENTRIES = frozenset({
    np.max, np.min, np.amax, np.amin, np.argmax, np.argmin, np.ptp, max, min,
})  # fmt: skip
# They take one array, of any sizes.
_OF_ALL_SIZES = frozenset({
    np.sum, np.mean, np.prod, np.std, np.var, np.cumsum, np.cumprod, np.transpose,
    np.swapaxes, np.moveaxis, np.ravel, np.copy, np.asarray, np.zeros_like,
    np.ones_like, np.full_like, np.empty_like, np.shape, np.ndim, np.size, np.array,
    np.expand_dims, np.diag, np.tril, np.triu, np.flip, np.roll, np.sort, np.argsort,
    np.real, np.imag, np.nonzero, np.flatnonzero, np.count_nonzero, np.any, np.all,
    np.zeros, np.ones, np.full, np.empty, np.arange, np.linspace, np.outer, np.diff,
    np.linalg.norm, np.nan_to_num, np.nansum, np.einsum, np.stack, len, sum, abs,
})  # fmt: skip
# Their requirements of several arrays are noted here, or with the kind of the result.
_OF_SEVERAL = frozenset({np.outer, np.einsum, np.full, np.full_like, len})
_STACKING = frozenset({np.array, np.stack, np.asarray})


def _may_raise(function: Callable, arguments: list, keywords: dict) -> bool:
    """Whether a call may raise for sizes of which nothing was required."""
    kinds = [*arguments, *keywords.values()]
    arrays = [kind for kind in kinds if isinstance(kind, Array) and kind.shape != ()]
    if function in _STACKING and any(map(_is_of_some_sizes, arguments)):
        return True
    if function is np.linalg.norm and _is_least(*arguments[1:2], **keywords):
        return True
    of_one = function in _OF_ALL_SIZES or function in _OF_ENTRIES
    if function in _OF_SEVERAL or of_one and len(arrays) < 2:
        return False
    if rule := rule_of(function):
        options = [kind for kind in kinds if not isinstance(kind, Array)]
        by_options = len(arrays) > 1 or not all(map(is_known, options))
        if rule.is_ours or rule.shaped_like and not by_options:
            return False
    if function in _CONTRACTIONS and len(arrays) == 2:
        return any(kind.shape is None or len(kind.shape) > 2 for kind in arrays)
    held = (item for kind in kinds if isinstance(kind, (tuple, list)) for item in kind)
    return bool(arrays) or any(isinstance(item, Array) for item in held)


def _is_of_some_sizes(kind: object) -> bool:
    """Whether a list holds arrays that may be of different sizes at run time."""
    item = kind.item if isinstance(kind, ListOf) else None
    if not isinstance(item, Array):
        return False
    return item.shape is None or any(isinstance(size, Symbol) for size in item.shape)


def _is_least(ord: object = None, **_: object) -> bool:
    """Whether a norm is the least of some numbers, so that an empty array raises."""
    known = _literal(ord)
    return known is not None and not (isinstance(known, str) or _is_positive(known))


def _is_positive(number: object) -> bool:
    return isinstance(number, (int, float)) and number >= 0


def _require_entries(
    b: Builder, function: Callable, arguments: list, keywords: dict
) -> None:
    """Require entries along the axes over which an extremum is taken."""
    shape = getattr(arguments[0], "shape", ())
    if keywords.keys() & {"initial", "default"} or shape == ():
        return
    if function in (max, min):
        if len(arguments) == 1 and shape:
            required_sizes.at_least(b, shape[0], 1)
        return
    given = arguments[1] if len(arguments) > 1 else keywords.get("axis")
    axis = _literal(given)
    axes = axis if isinstance(axis, tuple) else (axis,)
    if len(arguments) > 4:  # `initial` may be a positional argument
        return
    are_known = given is None or all(type(one) is int for one in axes)
    if shape is None or not are_known:
        required_sizes.unknown(b)
    else:
        chosen = range(-len(shape), len(shape)) if given is None else axes
        for one in chosen:
            if -len(shape) <= one < len(shape):
                required_sizes.at_least(b, shape[one], 1)


def _contract(b: Builder, arguments: list) -> None:
    """Record that the axes a product sums over have one size."""
    x, y = (getattr(kind, "shape", None) for kind in arguments[:2])
    if x and y:
        required_sizes.equal(b, x[-1], y[-2] if len(y) > 1 else y[0])


def _equal_sides(b: Builder, kind: object) -> None:
    """Record that matrices are square."""
    shape = getattr(kind, "shape", None)
    if shape and len(shape) > 1:
        required_sizes.equal(b, shape[-1], shape[-2])


def _equal_last(b: Builder, arguments: list) -> None:
    """Record that the last axes of two operands have one size."""
    x, y = (getattr(kind, "shape", None) for kind in arguments[:2])
    if x and y:
        required_sizes.equal(b, x[-1], y[-1])


def _equal_summed(b: Builder, left: object, right: object, axes: object = 2) -> None:
    """Record that axes that np.tensordot sums over have one size."""
    x, y = (getattr(kind, "shape", None) for kind in (left, right))
    pairs = summed_axes(left, right, axes)
    if x is not None and y is not None:
        for i, j in pairs or ():
            required_sizes.equal(b, x[i], y[j])


def summed_axes(
    left: object, right: object, axes: object
) -> list[tuple[int, int]] | None:
    """Return the pairs of axes that np.tensordot sums over, None if not known."""
    x, y = (getattr(kind, "shape", None) for kind in (left, right))
    if x is None or y is None:
        return None
    axes = _literal(axes)
    if isinstance(axes, int):
        pairs = list(zip(range(len(x) - axes, len(x)), range(axes)))
    elif isinstance(axes, tuple) and len(axes) == 2:
        one, other = ((one,) if isinstance(one, int) else one for one in axes)
        if not isinstance(one, tuple) or not isinstance(other, tuple):
            return None
        pairs = list(zip(one, other))
    else:
        return None
    for i, j in pairs:
        if not (isinstance(i, int) and -len(x) <= i < len(x)):
            return None
        if not (isinstance(j, int) and -len(y) <= j < len(y)):
            return None
    return pairs


def is_literal(axes: object) -> bool:
    """Whether axes are numbers that are known."""
    found = _literal(axes)
    if isinstance(found, tuple):
        return all(map(is_literal, found))
    return isinstance(found, int)


def is_known(kind: object) -> bool:
    """Whether an argument is a literal, an object that is known, or made of these."""
    if isinstance(kind, (tuple, list)):
        return all(map(is_known, kind))
    if isinstance(kind, Kind):
        return getattr(kind, "value", None) is not None
    return True


def _literal(value: object) -> object:
    """Return the integers that kinds of literals hold."""
    if isinstance(value, (tuple, list)):
        return tuple(map(_literal, value))
    return getattr(value, "value", value)


def _equal_labels(b: Builder, arguments: list) -> None:
    """Record that axes of einsum with one letter have one size, if none is 1.

    So have those that `...` stands for, counted from the last one.
    """
    subscripts = arguments[0] if arguments else None
    if not isinstance(subscripts, str):
        return
    found: dict[str | int, Dim] = {}
    terms = subscripts.replace(" ", "").split("->")[0].split(",")
    for letters, kind in zip(terms, arguments[1:]):
        shape = getattr(kind, "shape", None) or ()
        first, dots, last = letters.partition("...")
        if dots and len(shape) >= len(first + last):
            between = range(len(first + last) - len(shape), 0)
            relate_labels(b, found, (*first, *between, *last), shape)


def relate_labels(b: Builder, found: dict, labels: Sequence, sizes: Sequence) -> None:
    """Require axes of an operand to fit together, and those `found`, by their labels.

    Axes of one operand with one label have one size, those of several broadcast.
    """
    own: dict[str | int, Dim] = {}
    for label, size in zip(labels, sizes):
        if label in own:
            required_sizes.equal(b, own[label], size)
        own.setdefault(label, size)
        found[label] = required_sizes.broadcast(b, found.get(label, size), size)


def _fitting_addends(b: Builder, items: object, start: object = 0) -> None:
    """Require the items of a list, and the start of their sum, to broadcast."""
    given = items if isinstance(items, (tuple, list)) else (_row(items),)
    addends = [kind for kind in (start, *given) if isinstance(kind, Array)]
    if len(addends) > 1 and any(kind.shape is None for kind in addends):
        return required_sizes.unknown(b)
    total: list[Dim] = []  # from the last axis on
    for kind in addends:
        sizes = list(reversed(kind.shape or ()))
        both = map(required_sizes.broadcast, repeat(b), total, sizes)
        longer = total if len(total) > len(sizes) else sizes
        total = [*both, *longer[min(len(total), len(sizes)) :]]


def _row(kind: Any) -> Any:
    """Return the kind of an item of an array, along its first axis."""
    shape = getattr(kind, "shape", None)
    return replace(kind, shape=shape[1:]) if shape else kind


def _first_axis(kind: object) -> object:
    shape = getattr(kind, "shape", None)
    return Array("float64", shape[:1]) if shape else kind


def _leaves(items: object) -> Iterator[object]:
    """Yield the items of nested lists."""
    for item in items if isinstance(items, (tuple, list)) else ():
        if isinstance(item, (tuple, list)):
            yield from _leaves(item)
        else:
            yield item


def _equal_items(b: Builder, items: object, relate: Callable) -> None:
    """Record how the sizes of arrays that are put together are related."""
    arrays = [item for item in items if isinstance(item, Array)] if isinstance(
        items, (tuple, list)
    ) else []  # fmt: skip
    for one, other in zip(arrays, arrays[1:]):
        if one.shape and other.shape and len(one.shape) == len(other.shape):
            for a, c in zip(one.shape, other.shape):
                relate(b, a, c)
