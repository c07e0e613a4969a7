"""Result kinds of operations and calls: broadcasting, and trying the function."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from collections.abc import Sequence as Items
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.polynomial import (
    chebyshev,
    hermite,
    hermite_e,
    laguerre,
    legendre,
    polynomial,
)

from tangentlite.kinds.affine import Affine, plus
from tangentlite.kinds.dims import Dim, Symbol
from tangentlite.kinds.kept_trials import result_kind
from tangentlite.kinds.kind import (
    Array,
    Kind,
    Opaque,
    Scalar,
    shape_of,
    without_value,
)
from tangentlite.kinds.libraries import is_known_library
from tangentlite.kinds.objects import made_of
from tangentlite.kinds.probe import Unknown, probe
from tangentlite.kinds.sizes import Sizes
from tangentlite.rules.operators import BINARY, COMPARE
from tangentlite.rules.registry import rule_of
from tangentlite.specialize import (
    dtypes,
    equal_sizes,
    ranks,
    requirements,
    result_shapes,
    whole_sums,
)
from tangentlite.specialize.builder import Builder


def operation_kind(b: Builder, function: Callable, kinds: Items[Kind]) -> Kind:
    """Return the result kind of a function on numbers."""
    rule = rule_of(function)
    if rule is not None and rule.kind == "elementwise" or function in _BROADCASTING:
        return elementwise_kind(b, function, kinds)
    return call_kind(b, function, list(kinds), {})


_BROADCASTING = frozenset(COMPARE.values()) | frozenset(
    function for function in BINARY.values() if function is not operator.matmul
)


def elementwise_kind(b: Builder, function: Callable, kinds: Items[Kind]) -> Kind:
    """Broadcast shapes, and ask the function itself for the dtype."""
    dtype, weak, is_array = _elementwise_dtype(b, function, kinds)
    shape = broadcast_shape(b, kinds)
    if shape is not None and (len(shape) == 0 and not is_array):
        return Scalar(dtype, weak)
    return Array(dtype, shape)


def broadcast_shape(b: Builder, kinds: Items[Kind]) -> tuple[Dim, ...] | None:
    """Return the shape that kinds broadcast to, None if a rank is unknown."""
    shapes = [shape_of(kind) for kind in kinds]
    if any(shape is None for shape in shapes):
        if sum(shape != () for shape in shapes) > 1:
            requirements.unknown(b)
        return None
    with_axes = [shape for shape in shapes if shape]
    if len(with_axes) < 2:
        return with_axes[0] if with_axes else ()
    result: list[Dim] = []
    for axis in range(max(len(shape) for shape in shapes)):
        dims = [shape[-1 - axis] for shape in shapes if axis < len(shape)]
        size: Dim = dims[0]
        for other in dims[1:]:
            size = requirements.fitting(b, size, other)
        result.append(size)
    return tuple(reversed(result))


def _elementwise_dtype(b: Builder, function: Callable, kinds: Items[Kind]):
    if any(kind.dtype is None for kind in kinds):
        return ("bool" if _gives_flags(function) else None), None, False
    if any(map(_has_axes, kinds)) and _is_of_entries(function):
        kinds = [without_value(k) if k.dtype == "float64" else k for k in kinds]
    key = (function, *map(_sample_key, kinds))
    found = b.dtypes.get(key)
    if found is None:
        samples = [
            Array(kind.dtype, (1,)) if _has_axes(kind) else kind for kind in kinds
        ]
        of_any = _dtype_of_library if is_known_library(function) else _probe_dtype
        found = b.dtypes[key] = of_any(function, tuple(samples))
    dtype, weak, is_array = found
    if any(isinstance(kind, Scalar) and kind.weak is None for kind in kinds):
        if dtype in _FLOATS and any(kind.dtype in _NARROW for kind in kinds):
            # float32 with a Python float stays float32, with np.float64 it widens.
            return None, None, is_array
        if weak is True and function not in _OF_PYTHON:
            weak = None
    return dtype, weak, is_array


def _gives_flags(function: Callable) -> bool:
    """Whether a function gives flags, whatever numbers it is given."""
    if isinstance(function, np.ufunc):
        return all(loop.endswith("->?") or "O" in loop for loop in function.types)
    return function in COMPARE.values()


def _is_of_entries(function: Callable) -> bool:
    """Whether beside arrays no value of a float decides about the dtype of a result."""
    return isinstance(function, np.ufunc) or function in _BROADCASTING


# They make numbers of Python, whatever they are given.
_OF_PYTHON = (bool, int, float, complex)


_NARROW = frozenset({"float16", "float32", "complex64"})
_FLOATS = _NARROW | {"float64", "complex128"}


def _has_axes(kind: Kind) -> bool:
    """Whether a kind is that of an array, of unknown rank perhaps."""
    return isinstance(kind, Array) and kind.shape != ()


def _sample_key(kind: Kind) -> tuple:
    if isinstance(kind, Scalar):
        value = None if kind.value is None else repr(kind.value)
        return (kind.dtype, kind.weak, value)
    return (kind.dtype, kind.shape == ())


def _probe_dtype(function: Callable, samples: Items):
    try:
        result = probe(function, samples, {}, Sizes(), "t")
    except Unknown:
        unspecific = [without_value(sample) for sample in samples]
        if unspecific != list(samples):  # `1 / 0` raises, and would be a float
            return _probe_dtype(function, unspecific)
        of_arrays = function.__module__ != "math"
        return None, None, of_arrays and any(isinstance(s, Array) for s in samples)
    if isinstance(result, Array):
        return result.dtype, False, True
    unspecific = [without_value(sample) for sample in samples]
    if _is_complex(result) and unspecific != list(samples):
        if not any(map(_is_complex, samples)):  # (-2.0)**y, of whole numbers perhaps
            return _probe_dtype(function, unspecific)
    if isinstance(result, Scalar):
        return result.dtype, result.weak, False
    return None, None, False


# What libraries give does not change while a process runs. Scalars that differ only in
# the sign of a zero are one key: the dtype of no result depends on that.
_dtype_of_library = lru_cache(maxsize=4096)(_probe_dtype)


def call_kind(b: Builder, function: Callable, arguments: list, keywords: dict):
    """Return the result kind of a registered function by trying it."""
    every = [*arguments, *keywords.values()]
    if dtypes.is_open(every):
        each = [
            call_kind(b, function, *dtypes.given(dtype, arguments, keywords))
            for dtype in dtypes.CANDIDATES
        ]
        # It may fail for complex numbers, of which nothing can be said then.
        known = [kind for kind in each if kind != Array(None, None)]
        return dtypes.common(known or each, b.names.fresh("axis"))
    if ranks.is_open(every):
        ranks.require_known(b, function, len(every))
    found = _call_kind(b, function, arguments, keywords)
    if function is np.einsum:
        found = whole_sums.number_or_array(found, arguments, keywords)
    if found != Array(None, None) or not ranks.is_open(every):
        return found
    each = [
        _call_kind(b, function, *ranks.given(rank, arguments, keywords))
        for rank in ranks.CANDIDATES
    ]
    works = [kind for kind in each if kind != found]
    name = b.names.fresh("axis")
    if works and all(isinstance(kind, tuple) for kind in works):  # eigh of matrices
        if len({len(kind) for kind in works}) > 1:  # diag_indices_from: one an axis
            return Opaque(tuple)
        each = [ranks.of_some_ranks(kind, every, name) for kind in works]
    return found if found in each else dtypes.common(each, name)


def _call_kind(b: Builder, function: Callable, arguments: list, keywords: dict):
    equal_sizes.note(b, function, arguments, keywords)
    if function is np.arange and any(_is_float(item) for item in arguments):
        return Array("float64", (Symbol(b.names.fresh("axis")),))
    if function in _FILLED and len(arguments) > 1 and _is_array(arguments[1]):
        one = [arguments[0], Scalar(arguments[1].dtype), *arguments[2:]]
        found = _call_kind(b, function, one, keywords)
        requirements.goes_into_place(b, arguments[1], found)
        return found
    if function is np.polyfit and (fitted := _fitted(b, arguments, keywords)):
        return fitted
    if function in _CROSS and not keywords and len(arguments) == 2:
        return _of_vectors(b, arguments)
    if found := result_shapes.known_kind(b, function, arguments, keywords):
        return found
    if function is np.einsum:  # in one sum over all letters a trial takes long
        keywords = {**keywords, "optimize": True}
    name = b.names.fresh("axis")
    try:
        found = result_kind(function, arguments, keywords, b.sizes, name)
    except Unknown:
        if function is np.nonzero:  # one array for each of who knows how many axes
            return Opaque(tuple)
        found = ranks.of_equal_sizes(function, arguments, keywords, name)
    if function in _BY_CONTENTS:  # of short operands they are made another way
        narrow = any(getattr(kind, "dtype", None) in _NARROW for kind in arguments)
        found = _of_any_dtype(found) if narrow else found
    # Of what a user registers, three trials may agree by chance; tests hold the rest.
    if function in _BY_CONTENTS or not is_known_library(function):
        return ranks.of_any_sizes(found, name)
    if function is np.concatenate and isinstance(found, Array) and found.shape:
        return _concatenated(b, found, *arguments[:2], **keywords)
    if function in (np.nonzero, np.flatnonzero, np.argwhere):
        return _counted(found, name)
    rule = rule_of(function)
    first = next(iter((*arguments, *keywords.values())), None)
    if rule and rule.real_or_complex and not _is_complex(first):
        return _of_any_dtype(found)
    return found


# Sizes of their results depend on what is zero, or of full rank.
_BY_CONTENTS = frozenset({
    np.polydiv, np.linalg.lstsq, polynomial.polydiv, chebyshev.chebdiv,
    legendre.legdiv, hermite.hermdiv, hermite_e.hermediv, laguerre.lagdiv,
    hermite.hermcompanion, hermite_e.hermecompanion, polynomial.polycompanion,
    chebyshev.chebcompanion, legendre.legcompanion, laguerre.lagcompanion,
})  # fmt: skip
_FILLED = (np.full, np.full_like)
_CROSS = (np.cross, np.linalg.cross)


def _of_vectors(b: Builder, kinds: list) -> Kind:
    """Return the kind of a cross product, of components if vectors have three."""
    shapes = [getattr(kind, "shape", None) or () for kind in kinds]
    dtype = elementwise_kind(b, np.multiply, [_flat(kind) for kind in kinds]).dtype
    lengths = [b.sizes.find(shape[-1]) if shape else None for shape in shapes]
    if not all(length in (2, 3) for length in lengths):
        return Array(dtype, None)  # those of two and of three go together
    if lengths == [3, 3]:
        return Array(dtype, broadcast_shape(b, kinds))
    rows = broadcast_shape(b, [Array(dtype, shape[:-1]) for shape in shapes])
    if 3 in lengths:
        return Array(dtype, (*(rows or ()), 3))
    return Array(dtype, rows or ())


def _flat(kind: Kind) -> Kind:
    return Array(kind.dtype, (1,)) if isinstance(kind, Array) else kind


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


def _is_complex(kind: object) -> bool:
    return "complex" in (getattr(kind, "dtype", None) or "")


def _of_any_dtype(found: object) -> object:
    if isinstance(found, tuple):
        return made_of(type(found), map(_of_any_dtype, found))
    return replace(found, dtype=None) if isinstance(found, Array) else found


def _is_array(kind: object) -> bool:
    return isinstance(kind, Array)


def _counted(found: object, name: str) -> object:
    """Let the first axis be as long as the program counts, whatever trials found."""
    if isinstance(found, tuple):
        return tuple(_counted(item, name) for item in found)
    if not isinstance(found, Array) or not found.shape:
        return found
    return replace(found, shape=(Symbol(name), *found.shape[1:]))


def _concatenated(b: Builder, found: Array, items, axis=0, **_) -> Array:
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
