"""Result kinds of operations and calls, by broadcasting or by trial calls."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from collections.abc import Sequence as Items
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.polynomial import (
    chebyshev,
    hermite,
    hermite_e,
    laguerre,
    legendre,
    polynomial,
)

from tangentlite.builder.builder import Builder
from tangentlite.builder.inference import (
    cross_products,
    open_dtypes,
    open_ranks,
    result_shapes,
    whole_sums,
)
from tangentlite.builder.inference.entrywise import (
    NARROW,
    broadcast_shape,
    elementwise_kind,
    is_complex,
    is_elementwise,
)
from tangentlite.builder.sizes import required_sizes, size_constraints
from tangentlite.kinds.kind import (
    Array,
    Kind,
    Opaque,
    Scalar,
    is_differentiable,
    required_numeric,
)
from tangentlite.kinds.objects import libraries
from tangentlite.kinds.objects.libraries import is_known_library
from tangentlite.kinds.objects.user_objects import made_of
from tangentlite.kinds.sizes.affine import Affine, plus
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.kinds.trials.probe import CountedByFlag, Unknown, one_trial
from tangentlite.kinds.trials.trial_cache import result_kind
from tangentlite.rules.registry import rule_of
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import Slice


def operation_kind(b: Builder, function: Callable, kinds: Items[Kind]) -> Kind:
    """Return the result kind of a function on numbers."""
    rule = rule_of(function)
    if rule is not None and rule.kind == "elementwise" or is_elementwise(function):
        return elementwise_kind(b, function, list(map(required_numeric, kinds)))
    return call_kind(b, function, list(kinds), {})


# Of several results it is a tuple of kinds: callers know which functions have several.
def call_kind(b: Builder, function: Callable, arguments: list, keywords: dict) -> Any:
    """Return the result kind of a function with a rule, mostly by trial calls."""
    every = [*arguments, *keywords.values()]
    if open_dtypes.is_open(every):
        each = [
            call_kind(b, function, *open_dtypes.with_dtype(dtype, arguments, keywords))
            for dtype in open_dtypes.CANDIDATES
        ]
        # It may fail for complex numbers, which are no candidates then.
        known = [kind for kind in each if kind != Array(None, None)]
        return open_dtypes.common(known or each, b.names.fresh("axis"))
    if open_ranks.is_open(every):
        open_ranks.require_known(b, function, len(every))
    found = _of_known_options(b, function, arguments, keywords)
    if function is np.einsum:
        found = whole_sums.number_or_array(found, arguments, keywords)
    if found != Array(None, None) or not open_ranks.is_open(every):
        return found
    each = [
        _call_kind(b, function, *open_ranks.with_rank(rank, arguments, keywords))
        for rank in open_ranks.CANDIDATES
    ]
    works = [kind for kind in each if kind != found]
    name = b.names.fresh("axis")
    if works and all(isinstance(kind, tuple) for kind in works):  # eigh of matrices
        if len({len(kind) for kind in works}) > 1:  # diag_indices_from: one an axis
            return Opaque(tuple)
        each = [open_ranks.of_some_ranks(kind, every, name) for kind in works]
    if found not in each:
        return open_dtypes.common(each, name)
    dtypes = {getattr(kind, "dtype", None) for kind in works}
    if len(dtypes) == 1 and not is_differentiable(works[0]):
        return Array(dtypes.pop(), None)  # for a rank that works, as others may
    return found


def _of_known_options(
    b: Builder, function: Callable, arguments: list, keywords: dict
) -> Any:
    """Return the kind of a result; refuse options on which it depends and that vary."""
    name, every = libraries.called(function), [*arguments, *keywords.values()]
    instead = "Write it as a constant, or a call for each case."
    try:
        found = _call_kind(b, function, arguments, keywords)
    except CountedByFlag:
        if not any(map(is_differentiable, every)):
            return Opaque(None)
        what = f"a flag that is not known here decides what {name} returns."
        raise b.error(what, instead) from None
    if found == Array(None, None) and Opaque(str) in every:
        if any(map(is_differentiable, every)):
            what = f"{name} has an option that is text, which is not known here."
            raise b.error(what, instead)
    return found


def _call_kind(b: Builder, function: Callable, arguments: list, keywords: dict) -> Any:
    size_constraints.note(b, function, arguments, keywords)
    if function is np.arange and any(_is_float(item) for item in arguments):
        return Array("float64", (Symbol(b.names.fresh("axis")),))
    if function in _FILLED and len(arguments) > 1 and _is_array(arguments[1]):
        one = [arguments[0], Scalar(arguments[1].dtype), *arguments[2:]]
        found = _call_kind(b, function, one, keywords)
        required_sizes.goes_into_place(b, arguments[1], found)
        return found
    if function is np.polyfit and (fitted := _fitted(b, arguments, keywords)):
        return fitted
    if found := cross_products.kind_of_cross(b, function, arguments, keywords):
        return found
    if found := _broadcast(b, function, arguments, keywords):
        return found
    if found := result_shapes.known_kind(b, function, arguments, keywords):
        return found
    if found := _shaped_alike(b, function, arguments, keywords):
        return found
    every = [*arguments, *keywords.values()]
    if function is np.einsum:  # in one sum over all letters a trial takes long
        keywords = {**keywords, "optimize": True}
    name = b.names.fresh("axis")
    rule = rule_of(function)
    if rule and rule.trial is not None:
        try:
            return result_kind(rule.trial, arguments, keywords, b.sizes, name)
        except Unknown as error:
            reason = str(error).strip().rstrip(".")
            what = f"this call fails for arguments of such kinds: {reason}."
            instead = "Call the function itself, to see what fails."
            raise b.error(what, instead) from error
    try:
        found = result_kind(function, arguments, keywords, b.sizes, name)
    except Unknown:
        if function is np.nonzero:  # one array for each axis of an array of open rank
            return Opaque(tuple)
        found = open_ranks.of_equal_sizes(function, arguments, keywords, name)
    if function in _BY_CONTENTS:  # short operands take another way
        narrow = any(getattr(kind, "dtype", None) in NARROW for kind in arguments)
        found = _of_any_dtype(found) if narrow else found
    # For a user's function three trials may agree by chance; ours have tests.
    if function in _BY_CONTENTS or not is_known_library(function):
        return open_ranks.of_any_sizes(found, name)
    if function is np.concatenate and isinstance(found, Array) and found.shape:
        return _concatenated(b, found, *arguments[:2], **keywords)
    if function in (np.nonzero, np.flatnonzero, np.argwhere):
        return _counted(found, name)
    if rule and rule.counts and not all(map(size_constraints.is_known, every)):
        return _of_counts(found, rule.counts, name)
    first = next(iter((*arguments, *keywords.values())), None)
    if rule and rule.real_or_complex and not is_complex(first):
        return _of_any_dtype(found)
    return found


# Sizes of their results depend on zeros, or on the rank of a matrix.
_BY_CONTENTS = frozenset({
    np.polydiv, np.linalg.lstsq, polynomial.polydiv, chebyshev.chebdiv,
    legendre.legdiv, hermite.hermdiv, hermite_e.hermediv, laguerre.lagdiv,
    hermite.hermcompanion, hermite_e.hermecompanion, polynomial.polycompanion,
    chebyshev.chebcompanion, legendre.legcompanion, laguerre.lagcompanion,
})  # fmt: skip
_FILLED = (np.full, np.full_like)


def _broadcast(
    b: Builder, function: Callable, arguments: list, keywords: dict
) -> Kind | tuple[Kind, ...] | None:
    """Return the result kind of a function that only broadcasts; None of others.

    Trials would not show the broadcasting of an axis that has one entry by chance.
    """
    if keywords or not all(isinstance(kind, (Scalar, Array)) for kind in arguments):
        return None
    if is_elementwise(function) and len(arguments) == getattr(function, "nin", 2):
        return elementwise_kind(b, function, arguments)
    if function is not np.broadcast_arrays:
        return None
    shape = broadcast_shape(b, arguments)
    return tuple(Array(kind.dtype, shape) for kind in arguments)


def _shaped_alike(
    b: Builder, function: Callable, arguments: list, keywords: dict
) -> Kind | None:
    """Return the result kind of a function that keeps a shape; None of others.

    One trial gives the dtype. For images and kernels of many sizes all trials of one
    filter take as long as the derivative of a program.
    """
    rule = rule_of(function)
    if rule is None or not rule.shaped_like:
        return None
    bound = {p.name: kind for p, kind in rule.with_parameters(arguments)} | keywords
    like = bound.get(rule.shaped_like)
    found = one_trial(function, arguments, keywords, b.sizes)
    if not isinstance(like, Array) or not isinstance(found, Array):
        return None
    if like.shape is None or len(like.shape) != len(found.shape or ()):
        return None
    return replace(found, shape=like.shape)


def _fitted(b: Builder, arguments: list, keywords: dict) -> tuple | None:
    """Return the kinds of coefficients and their covariance, if that is asked for.

    A trial fails: its points are not enough.
    """
    given = inspect.signature(np.polyfit).bind(*arguments, **keywords).arguments
    asked, full = (given.get(key, False) for key in ("cov", "full"))
    if not getattr(asked, "value", asked) or getattr(full, "value", full):
        return None
    found = _call_kind(b, np.polyfit, list(given.values())[:3], {"w": given.get("w")})
    if not isinstance(found, Array) or not found.shape:
        return None
    count, *columns = found.shape
    each = (1,) * len(columns) if asked == "unscaled" else columns
    return found, Array(found.dtype, (count, count, *each))


def _of_any_dtype(found: object) -> object:
    if isinstance(found, tuple):
        return made_of(type(found), map(_of_any_dtype, found))
    return replace(found, dtype=None) if isinstance(found, Array) else found


def _is_array(kind: object) -> bool:
    return isinstance(kind, Array)


def _counted(found: object, name: str) -> object:
    """Give the first axis a new size: it depends on how many entries are not zero."""
    if isinstance(found, tuple):
        return tuple(_counted(item, name) for item in found)
    if not isinstance(found, Array) or not found.shape:
        return found
    return replace(found, shape=(Symbol(name), *found.shape[1:]))


def _of_counts(found: object, counts: Items[str | None], name: str) -> object:
    """Give new sizes to results whose sizes depend on contents: `Rule.counts`.

    Arguments of sizes that are numbers may give results of one size in all trials.
    """
    if not isinstance(found, tuple):
        return _of_count(found, counts[0], name)
    return tuple(_of_count(kind, count, name) for kind, count in zip(found, counts))


def _of_count(kind: object, count: str | None, name: str) -> object:
    if count is None:
        return kind
    size = Symbol(f"{name}.{count}")
    if isinstance(kind, Array) and kind.shape:
        return replace(kind, shape=(size, *kind.shape[1:]))
    return replace(kind, size=size) if isinstance(kind, Scalar) else kind


def _concatenated(
    b: Builder, found: Array, items: object, axis: object = 0, **_: object
) -> Array:
    """Return the kind of a concatenation, whose size is the sum of the items'."""
    if not isinstance(items, (tuple, list)) or type(axis) is not int:
        return found
    total: Affine | None = {}
    for item in items:
        total = plus(total, b.sizes.sum_of(item.shape[axis]))
    size = b.sizes.size_of(total)
    if size is None:
        return found
    shape = list(found.shape or ())
    shape[axis] = size
    return replace(found, shape=tuple(shape))


def _is_float(kind: object) -> bool:
    return isinstance(kind, float) or "float" in str(getattr(kind, "dtype", ""))


def sample(value: Value) -> object:
    """Return the kind of an atom, or the Python object that is known, for `probe`."""
    if isinstance(value, Atom):
        return value.kind
    if isinstance(value, Known):
        return value.value
    if isinstance(value, Slice):
        parts = value.start, value.stop, value.step
        if all(v.is_static for v in parts):
            return slice(*(part.static_value() for part in parts))
    if isinstance(value, Sequence):
        return made_of(value.type, map(sample, value.items))
    return Opaque(type(value))
