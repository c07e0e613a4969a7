"""Affine sums of loop counters and sizes, and proofs that they are not negative."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import gast

# Integer coefficients by name; the constant has the name "".
Affine = Mapping[str, int]


@dataclass(frozen=True)
class Counter:
    """A loop's counter with its least and greatest value and its direction.

    An unknown bound or direction is None. A quotient that is rounded down is known by
    the bounds of itself times its `divisor`.
    """

    name: str
    least: Affine | None = None
    greatest: Affine | None = None
    upwards: bool | None = None
    divisor: int = 1


def affine(node: gast.expr, resolve: Callable[[str], Affine | None]) -> Affine | None:
    """Return an expression as an affine sum, None if it is not affine.

    `resolve` returns the sum of a name.

    >>> node = gast.parse('2 * (i - 1) + n', mode='eval').body
    >>> affine(node, lambda name: {name: 1})
    {'i': 2, '': -2, 'n': 1}
    """
    if isinstance(node, gast.Constant):
        return {"": node.value} if type(node.value) is int else None
    if isinstance(node, gast.Name):
        return resolve(node.id)
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        return times(affine(node.operand, resolve), -1)
    if not isinstance(node, gast.BinOp):
        return None
    left, right = affine(node.left, resolve), affine(node.right, resolve)
    if isinstance(node.op, gast.Add):
        return plus(left, right)
    if isinstance(node.op, gast.Sub):
        return plus(left, times(right, -1))
    if isinstance(node.op, gast.Mult):
        for one, other in ((left, right), (right, left)):
            if one is not None and set(one) <= {""}:
                return times(other, one.get("", 0))
    return None


def plus(one: Affine | None, other: Affine | None) -> Affine | None:
    """Return the sum of two sums, None if one is unknown."""
    if one is None or other is None:
        return None
    total = dict(one)
    for name, factor in other.items():
        total[name] = total.get(name, 0) + factor
    return {name: factor for name, factor in total.items() if factor}


def times(one: Affine | None, factor: int) -> Affine | None:
    """Return a multiple of a sum, None if that is unknown."""
    if one is None:
        return None
    return {name: factor * own for name, own in one.items() if factor * own}


def renamed(one: Affine | None, names: Mapping[str, str]) -> Affine | None:
    """Return a sum with its names replaced."""
    if one is None:
        return None
    return {names.get(name, name): factor for name, factor in one.items()}


def is_never_negative(
    total: Affine | None,
    counters: Iterable[Counter],
    is_size: Callable[[str], bool | None],
) -> bool:
    """Whether a sum is provably 0 or more.

    `counters` are those in it, each before the ones that its bounds refer to.

    >>> i = Counter('i', {'': 1}, {'n': 1, '': -1})
    >>> is_never_negative({'i': 1, '': -1}, [i], {'n': True}.get)
    True
    >>> is_never_negative({'n': 1, 'i': -1, '': -2}, [i], {'n': True}.get)
    False
    >>> half = Counter('h', {'n': 1, '': -1}, {'n': 1}, divisor=2)
    >>> is_never_negative({'n': 1, 'h': -2}, [half], {'n': True}.get)
    True
    """
    for counter in counters:
        factor = total.get(counter.name, 0) if total is not None else 0
        times_it, rest = divmod(factor, counter.divisor)
        if factor and not rest:
            bound = counter.least if factor > 0 else counter.greatest
            total = plus(total, plus({counter.name: -factor}, times(bound, times_it)))
    if total is None:
        return False
    return all(
        factor >= 0 and (name == "" or is_size(name) is True)
        for name, factor in total.items()
    )
