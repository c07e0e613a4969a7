"""The options of ufuncs that say how they compute: `np.add(x, y, dtype=np.float32)`."""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import Any

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import casts
from tangentlite.kinds.kind import Array, Scalar, required_numeric
from tangentlite.values.base import Atom, Known, Sequence, Value


def without_options(
    b: Builder, function: np.ufunc, arguments: Items, keywords: dict, node: gast.AST
) -> tuple[list, dict]:
    """Return the arguments of a ufunc as it computes with them, and other keywords.

    Before: `np.add(x, y, dtype=np.float32)`. After: `np.add(x.astype(np.float32),
    y.astype(np.float32))`.
    """
    given = {key: keywords[key] for key in _OPTIONS if key in keywords}
    rest = {key: value for key, value in keywords.items() if key not in given}
    if not given:
        return list(arguments), rest
    if not all(v.is_static for v in given.values()):
        raise b.error(
            f"{', '.join(given)} of {function.__name__} is computed, which is not "
            "supported.",
            "Write it out.",
            node,
        )
    known = {key: value.static_value() for key, value in given.items()}
    if known.get("order") not in (None, "K"):
        raise b.error(
            f"{function.__name__} with order={known['order']!r} is not supported.",
            "Leave it out, or use np.ascontiguousarray or np.asfortranarray.",
            node,
        )
    if known.get("dtype") is None:
        return list(arguments), rest
    operands = [_operand(b, value) for value in arguments[: function.nin]]
    casting = known.get("casting") or "same_kind"
    wanted = _wanted(b, function, operands, known["dtype"], casting, node)
    cast = [_cast(b, v, t, False, node) for v, t in zip(operands, wanted)]
    if _dtypes(function, cast) != wanted:  # Python's numbers alone do not suffice
        cast = [_cast(b, v, t, True, node) for v, t in zip(cast, wanted)]
    return [*cast, *arguments[function.nin :]], rest


_OPTIONS = ("dtype", "casting", "order", "subok")


def _operand(b: Builder, value: Value) -> Any:
    is_list = isinstance(value, Sequence)
    return operations.call_rule(b, np.array, [value], {}, "t") if is_list else value


def _wanted(
    b: Builder,
    function: np.ufunc,
    operands: Items[Value],
    dtype: Any,
    casting: str,
    node: gast.AST,
) -> tuple:
    """Return the dtypes to which NumPy casts operands so that a result has a dtype."""
    if any(getattr(value.kind, "dtype", None) is None for value in operands):
        raise b.error(
            f"dtype= of {function.__name__} needs operands whose dtypes are known.",
            "Convert them: x.astype(float).",
            node,
        )
    chosen = (None,) * function.nin + (np.dtype(dtype),) * function.nout
    try:
        return _dtypes(function, operands, signature=chosen, casting=casting)
    except TypeError as error:
        raise b.error(f"{error}.", "Give it another dtype.", node) from None


def _dtypes(function: np.ufunc, operands: Items, **options: Any) -> tuple:
    """Return the dtypes with which a ufunc computes."""
    given = [_dtype_of(value.kind) for value in operands]
    resolved = function.resolve_dtypes((*given, *[None] * function.nout), **options)
    return resolved[: function.nin]


def _dtype_of(kind: Array | Scalar) -> Any:
    """Return the dtype of a kind, or the type of a Python number."""
    if isinstance(kind, Scalar) and kind.weak and kind.dtype != "bool":
        return type(np.ones((), kind.dtype).item())
    return np.dtype(kind.dtype)


def _cast(
    b: Builder, value: Atom, dtype: np.dtype, even_weak: bool, node: gast.AST
) -> Atom:
    """Return an operand with a dtype; Python numbers are cast only if `even_weak`."""
    kind = required_numeric(value.kind)
    if isinstance(kind, Scalar) and kind.weak and not even_weak:
        return value
    if not (isinstance(kind, Scalar) and kind.weak) and kind.dtype == dtype.name:
        return value
    if isinstance(kind, Scalar):
        return operations.call_rule(b, dtype.type, [value], {}, "t")
    if kind.shape is None:  # it may be a number
        return operations.call_rule(b, np.asarray, [value, Known(dtype.type)], {}, "t")
    return casts.cast(b, value, [Known(dtype.type)], node, "t")
