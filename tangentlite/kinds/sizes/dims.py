"""Sizes of array axes: numbers, or symbols."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import gcd

from tangentlite.kinds.sizes.affine import Affine

# The prefix of the base of an integer argument's value, which may be negative.
INTEGER = "int "


@dataclass(frozen=True)
class Symbol:
    """An axis of unknown size: `max(base + offset, 0)`.

    `plural` says that the base is known not to be 1 (variants of a derivative are
    selected by the arguments' pattern of ones, so an axis of an argument is plural).

    `terms` are the bases of an affine sum with their factors; `base` is its text and
    `plural` refers to all of them. Such a size is the sum itself, not cut off at 0.
    """

    base: str
    offset: int = 0
    plural: bool = False
    terms: tuple[tuple[str, int], ...] = ()


Dim = int | Symbol


def computed(text: str) -> Symbol:
    """Return a symbol for a computed size, the same one for the same text.

    A long text is hashed: it contains the texts of other sizes, and could double with
    every computation.

    >>> computed('n+0[1:k]').base, len(computed(200 * '(n+1)').base)
    ('n+0[1:k]', 34)
    """
    if len(text) <= _LONG:
        return Symbol(text)
    return Symbol(f"<{blake2b(text.encode(), digest_size=16).hexdigest()}>")


_LONG = 400


def may_be_one(dim: Dim) -> bool:
    """Whether an axis may have size 1 at run time.

    >>> may_be_one(Symbol('4*n', 0, True, (('n', 4),)))
    False
    """
    if isinstance(dim, int):
        return dim == 1
    if not dim.terms:
        return not (dim.plural and dim.offset == 0)
    rest, factors = 1 - dim.offset, [factor for _, factor in dim.terms]
    if rest % gcd(*factors):
        return False
    if min(factors) < 0 or any(may_be_negative(base) for base, _ in dim.terms):
        return True
    return rest == 0 or rest > 0 and not (rest == 1 and dim.plural)


def may_be_negative(base: str) -> bool:
    """Whether a base is the value of an integer from outside, not an axis's size."""
    return base.startswith(INTEGER)


def sum_of(dim: Dim, least: Callable[[str], int] = lambda base: 0) -> Affine | None:
    """Return a size as a sum of bases, None if it may be cut off at 0.

    `least` returns a lower bound of a base.

    >>> sum_of(Symbol('n', 2)), sum_of(Symbol('n', -2)), sum_of(3)
    ({'n': 1, '': 2}, None, {'': 3})
    """
    if isinstance(dim, int):
        return {"": dim} if dim else {}
    if not dim.terms and dim.offset < 0 and least(dim.base) + dim.offset < 0:
        return None
    total = dict(dim.terms or ((dim.base, 1),))
    return {**total, "": dim.offset} if dim.offset else total


def size_of(total: Affine | None, plural: bool = False) -> Dim | None:
    """Return a sum of bases as a size, None if it is unknown.

    >>> size_of({'n': 1, '': 2}), size_of({'n': 4, 'm': -1}).base
    (Symbol(base='n', offset=2, plural=False, terms=()), '-m+4*n')
    """
    if total is None:
        return None
    terms = tuple(sorted((base, total[base]) for base in total if base))
    offset = total.get("", 0)
    if not terms:
        return offset if offset >= 0 else None
    if len(terms) == 1 and terms[0][1] == 1:
        return Symbol(terms[0][0], offset, plural)
    text = "".join(f"{_factor(factor)}{base}" for base, factor in terms)
    return Symbol(text.removeprefix("+"), offset, plural, terms)


def _factor(number: int) -> str:
    if abs(number) == 1:
        return "+" if number > 0 else "-"
    return f"{number:+}*"


def text_of_size(dim: Dim) -> str:
    """Return the canonical text of a size.

    >>> text_of_size(Symbol('n', -1)), text_of_size(3)
    ('n-1', '3')
    """
    return str(dim) if isinstance(dim, int) else f"{dim.base}{dim.offset:+}"


def resized(dim: Dim, change: int) -> Dim:
    """Return a size plus a constant, cut off at 0.

    >>> resized(5, -2), resized(Symbol('n'), -1).offset
    (3, -1)
    """
    if isinstance(dim, int):
        return max(dim + change, 0)
    if dim.terms and change < 0:
        return replace(computed(f"({text_of_size(dim)})"), offset=change)
    if dim.offset < 0 < change and not dim.terms:
        # max(n - 1, 0) + 1 is not n for n = 0.
        return computed(f"({dim.base}{dim.offset}{change:+})")
    return Symbol(dim.base, dim.offset + change, dim.plural, dim.terms)


def entries_needed(piece: slice) -> int | None:
    """Return the size from which on a slice of an axis has one size, None if never.

    >>> [entries_needed(slice(*ends)) for ends in ((2, 5), (-3, None), (4, -1))]
    [5, 3, None]
    """
    step = piece.step or 1
    start, stop = piece.start, piece.stop
    from_start = start >= 0 if start is not None else step > 0
    to_start = stop >= 0 if stop is not None else step < 0
    if from_start is not to_start:
        return None
    given = [bound for bound in (start, stop) if bound is not None]
    if from_start:
        return max(given, default=0) + (step < 0)
    return -min(given, default=0)


def varies(dim: Dim) -> bool:
    """Whether a symbol stands for different sizes at different points.

    It does if its array may be absent, or if it changes between iterations.

    >>> varies(Symbol('y.0??')), varies(Symbol('y.0'))
    (True, False)
    """
    return isinstance(dim, Symbol) and dim.base.endswith("??")
