"""The values of literals."""

from __future__ import annotations

from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.specialize.heap import Heap, List
from tangentlite.specialize.records import Atom, Known, Sequence


def literal(value: object) -> Atom | Known | Sequence:
    """The value of a literal.

    >>> literal(2).kind.value
    2
    """
    if type(value) in (tuple, list):
        items = tuple(literal(item) for item in value)
        return Sequence(items) if type(value) is tuple else List(Heap(), items)
    for type_, dtype in _NUMBERS:
        if type(value) is type_:
            return Atom(build.constant(value), Scalar(dtype, True, value))
    return Known(value)


_NUMBERS = (
    (bool, "bool"),
    (int, "int64"),
    (float, "float64"),
    (complex, "complex128"),
)
