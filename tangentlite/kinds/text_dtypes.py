"""Dtypes of text and bytes: their names, and the types of their entries.

NumPy calls the dtype of `np.array(["ab"])` str64, a name that it does not accept.
"""

from __future__ import annotations

import numpy as np


def dtype_name(dtype: np.dtype) -> str:
    """Return a name of a dtype that `np.dtype` accepts.

    >>> [dtype_name(np.dtype(text)) for text in ("float", "U2", "S1")]
    ['float64', 'U2', 'S1']
    """
    return dtype.str[1:] if dtype.kind in "SU" else dtype.name


def text_type(dtype: str | None) -> type | None:
    """Return the type of an array's entries if it is str or bytes, else None.

    >>> text_type("U2"), text_type("uint8")
    (<class 'str'>, None)
    """
    return _TYPES.get((dtype or "")[:1])


_TYPES = {"U": str, "S": bytes}
