"""Arrays of text and bytes: the names of their dtypes, and the kinds of their entries.

NumPy calls the dtype of `np.array(["ab"])` str64, which it does not take for a name.
"""

from __future__ import annotations

import numpy as np


def dtype_name(dtype: np.dtype) -> str:
    """Return what a dtype is called, so that NumPy finds it by that.

    >>> [dtype_name(np.dtype(text)) for text in ("float", "U2", "S1")]
    ['float64', 'U2', 'S1']
    """
    return dtype.str[1:] if dtype.kind in "SU" else dtype.name


def text_type(dtype: str | None) -> type | None:
    """Return str or bytes, of which the entries of an array are, None of others.

    >>> text_type("U2"), text_type("uint8")
    (<class 'str'>, None)
    """
    return _TYPES.get((dtype or "")[:1])


_TYPES = {"U": str, "S": bytes}
