"""Values as Python expressions that evaluate to equal values."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from tangentlite.kinds.objects.user_objects import is_record, own_new

# Returns the name of NumPy, a class or a function in the text, None if it has none.
Names = Callable[[object], str | None]

# An array with more entries is not written as a literal.
MOST_ENTRIES = 1000
DTYPES = frozenset("?bhilqBHILQefdFD")


def data_text(value: object, names: Names) -> str | None:
    """Return an expression for a value, None if there is none.

    Numbers, strings, containers of them, NumPy's scalars, dtypes and small arrays have
    one, and with the names of their classes members of enumerations and named tuples.
    `names` gives the name of NumPy, or of a class, where one is needed.

    >>> data_text([2.0, np.array([1.0, np.inf])], lambda wanted: 'np')
    "[2.0, np.array([1.0, np.inf], dtype='float64')]"
    """
    if type(value) in _WRITERS:
        return _WRITERS[type(value)](value, names)
    if isinstance(value, np.dtype) and value.char in DTYPES:
        return f"{names(np)}.dtype({value.name!r})"
    if isinstance(value, np.generic) and value.dtype.char in DTYPES:
        return f"{names(np)}.{value.dtype.name}({_number(value.item(), names)})"
    if isinstance(value, enum.Enum) or is_record(type(value)):
        return _of_class(value, names)
    if type(value) is np.ndarray and value.dtype.char in DTYPES:
        return _array(value, names) if value.size <= MOST_ENTRIES else None
    return None


def _of_class(value: Any, names: Names) -> str | None:
    class_ = names(type(value))
    if class_ is None:
        return None
    if isinstance(value, enum.Enum):
        is_one = value.name in type(value).__members__
        return f"{class_}.{value.name}" if is_one else f"{class_}({value.value!r})"
    texts = _texts(value, names)
    if texts is not None and own_new(type(value)) is not None:
        return f"{class_}._make([{', '.join(texts)}])"
    return None if texts is None else f"{class_}({', '.join(texts)})"


def _plain(value: object, names: Names) -> str:
    return repr(value)


def _float(value: float, names: Names) -> str:
    return repr(value) if math.isfinite(value) else f"float({str(value)!r})"


def _complex(value: complex, names: Names) -> str:
    # repr loses the sign of a zero.
    return f"complex({_float(value.real, names)}, {_float(value.imag, names)})"


def _items(value: Any, names: Names) -> str | None:
    texts = _texts(value, names)
    if texts is None:
        return None
    if type(value) is list:
        return f"[{', '.join(texts)}]"
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def _texts(values: Iterable, names: Names) -> list[str] | None:
    parts = [data_text(item, names) for item in values]
    texts = [part for part in parts if part is not None]
    return texts if len(texts) == len(parts) else None


def _set(value: set | frozenset, names: Names) -> str | None:
    texts = _texts(value, names)
    if texts is None:
        return None
    inner = f"{{{', '.join(sorted(texts))}}}" if texts else ""
    if texts and type(value) is set:
        return inner
    return f"{type(value).__name__}({inner})"


def _slice(value: slice, names: Names) -> str | None:
    texts = _texts((value.start, value.stop, value.step), names)
    return None if texts is None else f"slice({', '.join(texts)})"


def _dict(value: dict, names: Names) -> str | None:
    keys, items = _items(list(value), names), list(value.values())
    if keys is None or _items(items, names) is None:
        return None
    pairs = [f"{data_text(k, names)}: {data_text(v, names)}" for k, v in value.items()]
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
    type(...): lambda value, names: "...",
}


def _number(value: Any, names: Names) -> str:
    if isinstance(value, complex):
        return f"complex({_number(value.real, names)}, {_number(value.imag, names)})"
    if isinstance(value, float) and not math.isfinite(value):
        sign = "-" if value < 0 else ""
        return f"{sign}{names(np)}.{'nan' if math.isnan(value) else 'inf'}"
    return repr(value)


def _array(value: np.ndarray, names: Names) -> str:
    dtype = f"dtype={value.dtype.name!r}"
    if value.size == 0:
        return f"{names(np)}.zeros({value.shape!r}, {dtype})"
    if value.flags.f_contiguous and not value.flags.c_contiguous:
        dtype = f"{dtype}, order='F'"
    return f"{names(np)}.array({_nested(value.tolist(), names)}, {dtype})"


def _nested(value: object, names: Names) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_nested(item, names) for item in value)}]"
    return _number(value, names)
