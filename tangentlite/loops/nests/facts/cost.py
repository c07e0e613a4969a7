"""What an element is computed of, and how many operations that takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import gast

from tangentlite.loops.nests.facts.accesses import place_of
from tangentlite.loops.nests.facts.element_maps import base_of


def operations_in(value: gast.expr) -> int | None:
    """Return how many operations a value takes but signs, None for costly ones.

    >>> def value(text):
    ...     return gast.parse(text).body[0].value
    >>> [operations_in(value(text)) for text in ("-x[i]", "2.0 * x[i + 1]", "x[i] / y")]
    [0, 1, None]
    """
    if isinstance(value, (gast.Name, gast.Constant)):
        return 0
    if isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name):
        known = all(part is not None for part in place_of(value.slice))
        return 0 if known else None
    if isinstance(value, gast.UnaryOp) and isinstance(value.op, gast.USub):
        return operations_in(value.operand)
    if not isinstance(value, gast.BinOp):
        return None
    if not isinstance(value.op, (gast.Add, gast.Sub, gast.Mult)):
        return None
    parts = [operations_in(value.left), operations_in(value.right)]
    return None if None in parts else 1 + sum(filter(None, parts))


def keeps_exactly(kinds: Mapping[str, object], array: str, value: gast.expr) -> bool:
    """Whether an array keeps a value as it is computed, of its dtype."""
    dtypes = {getattr(kinds.get(n), "dtype", None) for n in _names_of_terms(value)}
    kept = getattr(kinds.get(array), "dtype", None)
    return dtypes == {kept} <= {"float64", "complex128"}


def _names_of_terms(value: gast.expr) -> Iterator[str]:
    """Yield the names of the numbers, and of the arrays of entries, in a value."""
    if isinstance(value, gast.BinOp):
        yield from _names_of_terms(value.left)
        yield from _names_of_terms(value.right)
    elif isinstance(value, gast.UnaryOp):
        yield from _names_of_terms(value.operand)
    elif isinstance(value, (gast.Name, gast.Subscript)):
        yield value.id if isinstance(value, gast.Name) else base_of(value)
