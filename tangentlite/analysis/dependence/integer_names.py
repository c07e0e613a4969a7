"""Which names of a program are integers, and which of them are sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import gast

from tangentlite.kinds.kind import Kind, Scalar

Define = Callable[[str], gast.expr | None]


@dataclass(frozen=True)
class Integers:
    """What is known of names: the expression that one stands for, and its sign.

    `define` gives None for a name that is bound on several paths or comes from outside,
    `is_size` tells integers that are not negative from others, which get None.
    """

    define: Define
    is_size: Callable[[str], bool | None]


def integers_of(kinds: Mapping[str, Kind], define: Define) -> Integers:
    """Take for sizes what is read from a shape or given by `len`.

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
