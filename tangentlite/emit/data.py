"""Values as Python expressions that give equal values again."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

# An array with more entries is no literal any more.
MOST_ENTRIES = 1000
DTYPES = frozenset("?bhilqBHILQefdFD")


def data_text(value: object, numpy: Callable[[], str]) -> str | None:
    """Return an expression for a value, None if there is none.

    Numbers, strings, containers of them, NumPy's scalars, dtypes and small arrays have
    one. `numpy` is asked for the name of NumPy if that is needed.

    >>> data_text([2.0, np.array([1.0, np.inf])], lambda: 'np')
    "[2.0, np.array([1.0, np.inf], dtype='float64')]"
    """
    if type(value) in _WRITERS:
        return _WRITERS[type(value)](value, numpy)
    if isinstance(value, np.dtype) and value.char in DTYPES:
        return f"{numpy()}.dtype({value.name!r})"
    if isinstance(value, np.generic) and value.dtype.char in DTYPES:
        return f"{numpy()}.{value.dtype.name}({_number(value.item(), numpy)})"
    if type(value) is np.ndarray and value.dtype.char in DTYPES:
        return _array(value, numpy) if value.size <= MOST_ENTRIES else None
    return None


def _plain(value: object, numpy: Callable[[], str]) -> str:
    return repr(value)


def _float(value: float, numpy: Callable[[], str]) -> str:
    return repr(value) if math.isfinite(value) else f"float({str(value)!r})"


def _complex(value: complex, numpy: Callable[[], str]) -> str:
    # Not repr: it loses the sign of a zero.
    return f"complex({_float(value.real, numpy)}, {_float(value.imag, numpy)})"


def _items(value: Any, numpy: Callable[[], str]) -> str | None:
    texts = _texts(value, numpy)
    if texts is None:
        return None
    if type(value) is list:
        return f"[{', '.join(texts)}]"
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def _texts(values: Iterable, numpy: Callable[[], str]) -> list[str] | None:
    parts = [data_text(item, numpy) for item in values]
    texts = [part for part in parts if part is not None]
    return texts if len(texts) == len(parts) else None


def _set(value: set | frozenset, numpy: Callable[[], str]) -> str | None:
    texts = _texts(value, numpy)
    if texts is None:
        return None
    inner = f"{{{', '.join(sorted(texts))}}}" if texts else ""
    if texts and type(value) is set:
        return inner
    return f"{type(value).__name__}({inner})"


def _slice(value: slice, numpy: Callable[[], str]) -> str | None:
    texts = _texts((value.start, value.stop, value.step), numpy)
    return None if texts is None else f"slice({', '.join(texts)})"


def _dict(value: dict, numpy: Callable[[], str]) -> str | None:
    keys, items = _items(list(value), numpy), list(value.values())
    if keys is None or _items(items, numpy) is None:
        return None
    pairs = [f"{data_text(k, numpy)}: {data_text(v, numpy)}" for k, v in value.items()]
    return f"{{{', '.join(pairs)}}}"


_WRITERS: dict[type, Callable[..., str | None]] = {
    type(None): _plain,
    bool: _plain,
    int: _plain,
    str: _plain,
    bytes: _plain,
    float: _float,
    complex: _complex,
    tuple: _items,
    list: _items,
    dict: _dict,
    set: _set,
    frozenset: _set,
    slice: _slice,
    range: _plain,
    type(...): lambda value, numpy: "...",
}


def _number(value: Any, numpy: Callable[[], str]) -> str:
    if isinstance(value, complex):
        return f"complex({_number(value.real, numpy)}, {_number(value.imag, numpy)})"
    if isinstance(value, float) and not math.isfinite(value):
        sign = "-" if value < 0 else ""
        return f"{sign}{numpy()}.{'nan' if math.isnan(value) else 'inf'}"
    return repr(value)


def _array(value: np.ndarray, numpy: Callable[[], str]) -> str:
    dtype = f"dtype={value.dtype.name!r}"
    if value.size == 0:
        return f"{numpy()}.zeros({value.shape!r}, {dtype})"
    if value.flags.f_contiguous and not value.flags.c_contiguous:
        dtype = f"{dtype}, order='F'"
    return f"{numpy()}.array({_nested(value.tolist(), numpy)}, {dtype})"


def _nested(value: object, numpy: Callable[[], str]) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_nested(item, numpy) for item in value)}]"
    return _number(value, numpy)
