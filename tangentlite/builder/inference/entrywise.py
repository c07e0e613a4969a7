"""Result kinds of elementwise functions: broadcast shapes, and dtypes."""

from __future__ import annotations

import operator
from collections.abc import Callable
from collections.abc import Sequence as Items
from functools import lru_cache

import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes import required_sizes
from tangentlite.ir.leaves import BINARY, COMPARE
from tangentlite.kinds.kind import Array, Kind, Scalar, shape_of, without_value
from tangentlite.kinds.objects.libraries import is_known_library
from tangentlite.kinds.sizes.dims import Dim
from tangentlite.kinds.sizes.proofs import Sizes
from tangentlite.kinds.trials.probe import Unknown, probe

# A dtype, whether it is of Python's numbers (`Scalar.weak`), and whether of an array.
Found = tuple[str | None, bool | None, bool]


def is_elementwise(function: Callable) -> bool:
    """Whether a function is known to work on numbers and elementwise on arrays."""
    if isinstance(function, np.ufunc):
        return function.signature is None and function.nout == 1
    return function in _OPERATORS


_OPERATORS = frozenset(COMPARE.values()) | frozenset(
    function for function in BINARY.values() if function is not operator.matmul
)


def elementwise_kind(
    b: Builder, function: Callable, kinds: Items[Scalar | Array]
) -> Scalar | Array:
    """Return the result kind: the broadcast shape, and the dtype of a trial."""
    dtype, weak, is_array = _elementwise_dtype(b, function, kinds)
    shape = broadcast_shape(b, kinds)
    if shape is not None and (len(shape) == 0 and not is_array):
        return Scalar(dtype, weak)
    return Array(dtype, shape)


def broadcast_shape(b: Builder, kinds: Items[Kind]) -> tuple[Dim, ...] | None:
    """Return the shape that kinds broadcast to, None if a rank is unknown."""
    shapes = [shape_of(kind) for kind in kinds]
    with_axes = [shape for shape in shapes if shape]
    if None in shapes:
        if sum(shape != () for shape in shapes) > 1:
            required_sizes.unknown(b)
        return None
    if len(with_axes) < 2:
        return with_axes[0] if with_axes else ()
    result: list[Dim] = []
    for axis in range(max(len(shape) for shape in with_axes)):
        dims = [shape[-1 - axis] for shape in with_axes if axis < len(shape)]
        size: Dim = dims[0]
        for other in dims[1:]:
            size = required_sizes.broadcast(b, size, other)
        result.append(size)
    return tuple(reversed(result))


def _elementwise_dtype(
    b: Builder, function: Callable, kinds: Items[Scalar | Array]
) -> Found:
    if any(kind.dtype is None for kind in kinds):
        return ("bool" if _gives_flags(function) else None), None, False
    if any(map(_has_axes, kinds)) and is_elementwise(function):  # for all floats alike
        kinds = [without_value(k) if k.dtype == "float64" else k for k in kinds]
    key = (function, *map(_sample_key, kinds))
    found = b.functions.dtypes.get(key)
    if found is None:
        samples = [
            Array(kind.dtype, (1,)) if _has_axes(kind) else kind for kind in kinds
        ]
        # What is made while a program is walked, with captures, is not kept.
        has_captures = getattr(function, "__closure__", None)
        is_kept = is_known_library(function) and not has_captures
        of_any = _dtype_of_library if is_kept else _probe_dtype
        found = b.functions.dtypes[key] = of_any(function, tuple(samples))
    dtype, weak, is_array = found
    if any(isinstance(kind, Scalar) and kind.weak is None for kind in kinds):
        narrow = not NARROW.isdisjoint(kind.dtype for kind in kinds)
        if narrow and dtype in _FLOATS:
            # float32 with a Python float stays float32, with np.float64 it widens.
            return None, None, is_array
        if weak is True and function not in _OF_PYTHON:
            weak = None
    return dtype, weak, is_array


def _gives_flags(function: Callable) -> bool:
    """Whether a function returns booleans for all numbers."""
    if isinstance(function, np.ufunc):
        return all(loop.endswith("->?") or "O" in loop for loop in function.types)
    return function in COMPARE.values()


# They return numbers of Python for all arguments.
_OF_PYTHON = (bool, int, float, complex)


NARROW = frozenset({"float16", "float32", "complex64"})
_FLOATS = NARROW | {"float64", "complex128"}


def _has_axes(kind: Kind) -> bool:
    """Whether a kind is that of an array which has, or may have, axes."""
    return isinstance(kind, Array) and kind.shape != ()


def _sample_key(kind: Scalar | Array) -> tuple:
    if isinstance(kind, Scalar):
        value = None if kind.value is None else repr(kind.value)
        return (kind.dtype, kind.weak, value)
    return (kind.dtype, kind.shape == ())


def _probe_dtype(function: Callable, samples: Items) -> Found:
    try:
        result = probe(function, samples, {}, Sizes(), "t")
    except Unknown:
        unspecific = [without_value(sample) for sample in samples]
        if unspecific != list(samples):  # `1 / 0` raises, and would be a float
            return _probe_dtype(function, unspecific)
        # Some functions of NumPy's classes have no module.
        of_arrays = getattr(function, "__module__", None) != "math"
        return None, None, of_arrays and any(isinstance(s, Array) for s in samples)
    if isinstance(result, Array):
        return result.dtype, False, True
    unspecific = [without_value(sample) for sample in samples]
    if is_complex(result) and unspecific != list(samples):
        if not any(map(is_complex, samples)):  # (-2.0)**y, of whole numbers perhaps
            return _probe_dtype(function, unspecific)
    if isinstance(result, Scalar):
        return result.dtype, result.weak, False
    return None, None, False


# Functions of libraries do not change while a process runs. Scalars that differ only in
# the sign of a zero are one key: the dtype of no result depends on that.
_dtype_of_library = lru_cache(maxsize=4096)(_probe_dtype)


def is_complex(kind: object) -> bool:
    return "complex" in (getattr(kind, "dtype", None) or "")
