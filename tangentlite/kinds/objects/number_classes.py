"""The run-time classes of numbers of a kind."""

from __future__ import annotations

import numpy as np

from tangentlite.kinds.kind import REAL, Array, ListOf, Scalar


def scalar_types(kind: Scalar) -> list[type]:
    """Return the types that a scalar of a kind may have at run time."""
    if kind.dtype is None:
        return [float, np.float16, np.float32, np.float64]
    python = {"float64": float, "int64": int, "bool": bool, "complex128": complex}
    found = [] if kind.weak is True else [np.dtype(kind.dtype).type]
    own = kind.weak is not False and kind.dtype in python
    return [*found, python[kind.dtype]] if own else found


def is_of_other_class(one: object, other: object) -> bool:
    """Whether a value may have a class or dtype that none of another kind has.

    Lists and rows are compared by their items. A number and an array are not compared.

    >>> is_of_other_class(Scalar("bool", True), Scalar("int64", True))
    True
    """
    if isinstance(one, ListOf) and isinstance(other, ListOf):
        return is_of_other_class(one.item, other.item)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return any(map(is_of_other_class, one, other))
    if isinstance(one, Array) and isinstance(other, Array):
        dtypes = REAL if other.dtype is None else {other.dtype}
        return one.dtype is not None and one.dtype not in dtypes
    if not isinstance(one, Scalar) or not isinstance(other, Scalar):
        return False
    return not set(scalar_types(other)).issuperset(scalar_types(one))


def is_number_for_array(one: object, other: object) -> bool:
    """Whether a value, or a part of a row, is a number where another is an array.

    >>> number, vector = Scalar("float64"), Array("float64", (3,))
    >>> is_number_for_array((vector, number), (vector, vector))
    True
    """
    if isinstance(one, tuple) and isinstance(other, tuple):
        return any(map(is_number_for_array, one, other))
    return isinstance(one, Scalar) and isinstance(other, Array)


# The classes of all numbers and arrays.
NUMERIC = (
    bool, int, float, complex, np.ndarray,
    *(np.dtype(code).type for code in "?" + np.typecodes["AllInteger"]),
    *(np.dtype(code).type for code in np.typecodes["AllFloat"]),
)  # fmt: skip
