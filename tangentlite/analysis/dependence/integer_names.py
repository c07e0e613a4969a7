"""Integer names of a program: their definitions, and which are sizes (not negative)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import gast
import numpy as np

from tangentlite.ir.rewrite import binds, statements
from tangentlite.kinds.kind import Kind, Scalar

Define = Callable[[str], gast.expr | None]


@dataclass(frozen=True)
class Integers:
    """What is known of integer names: their definition, and their sign.

    `define` gives the expression of a name, None if it is bound on several paths or
    comes from outside; `is_size` whether it cannot be negative, None for no integer.
    """

    define: Define
    is_size: Callable[[str], bool | None]


def integers_of(kinds: Mapping[str, Kind], define: Define) -> Integers:
    """Return the integers of a program; entries of shapes and `len` are sizes.

    >>> size = gast.parse('x.shape[0]', mode='eval').body
    >>> integer = Scalar('int64', True)
    >>> found = integers_of({'n': integer, 'k': integer}, {'n': size}.get)
    >>> found.is_size('n'), found.is_size('k'), found.is_size('x')
    (True, False, None)
    """

    def is_size(name: str) -> bool | None:
        kind, rhs = kinds.get(name), define(name)
        if not isinstance(kind, Scalar) or "int" not in (kind.dtype or ""):
            return None
        if isinstance(rhs, gast.Subscript):
            return isinstance(rhs.value, gast.Attribute) and rhs.value.attr == "shape"
        called = rhs.func if isinstance(rhs, gast.Call) else None
        return isinstance(called, gast.Name) and called.id == "len"

    return Integers(define, is_size)


def counting_arrays(
    body: Sequence[gast.stmt], objects: Mapping[str, object]
) -> Iterator[str]:
    """Yield the names that are bound to `np.arange(n)`.

    They hold that until they are bound or written again.

    >>> body = gast.parse("rows = np.arange(n); others = np.arange(1, n)").body
    >>> for statement in body:
    ...     statement.value.func = gast.Name("np.arange", gast.Load(), None, None)
    >>> list(counting_arrays(body, {"np.arange": np.arange}))
    ['rows']
    """
    for statement in statements(body):
        call = statement.value if isinstance(statement, gast.Assign) else None
        if isinstance(call, gast.Call) and isinstance(call.func, gast.Name):
            counts = len(call.args) == 1 and not call.keywords
            if counts and objects.get(call.func.id) is np.arange:
                yield from binds(statement)
