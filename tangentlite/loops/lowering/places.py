"""Places in arrays: affine sums of integer names, and the expressions of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import gast

from tangentlite.ir import build
from tangentlite.kinds.sizes.affine import Affine, affine, plus, times

ZERO: Affine = MappingProxyType({})
ONE: Affine = {"": 1}

# A place in an array, a sum for each axis.
Place = tuple[Affine, ...]


def axis(number: int) -> str:
    """Return the name that stands for the counter of an axis of a view's own."""
    return f"#{number}"


def constant(number: int) -> Affine:
    """Return a number as a sum.

    >>> constant(3), constant(0)
    ({'': 3}, {})
    """
    return {"": number} if number else {}


def minus(one: Affine, other: Affine) -> Affine:
    """Return the difference of two sums.

    >>> minus({'n': 1}, {'n': 1, '': 2})
    {'': -2}
    """
    return plus(one, times(other, -1)) or {}


def sum_of(one: Affine, other: Affine) -> Affine:
    """Return the sum of two sums."""
    return plus(one, other) or {}


def number_in(total: Affine) -> int | None:
    """Return the value of a sum without names, None for others."""
    return total.get("", 0) if set(total) <= {""} else None


def key_of(total: Affine) -> tuple[tuple[str, int], ...]:
    """Return what is equal for equal sums, and can be hashed."""
    return tuple(sorted(total.items()))


def at_axes(total: Affine, place: Sequence[Affine]) -> Affine:
    """Return a sum with the counters of axes replaced by a place.

    >>> at_axes({'#0': 2, 'k': 1}, [{'i': 1, '': 1}])
    {'i': 2, '': 2, 'k': 1}
    """
    found: Affine = {}
    for name, factor in total.items():
        own = place[int(name[1:])] if name.startswith("#") else {name: 1}
        found = sum_of(found, times(own, factor) or {})
    return found


def expression(total: Affine) -> gast.expr:
    """Return the expression of a sum, the constant last.

    >>> import ast
    >>> for total in ({'i': 1, '': -1}, {'n': 1, 'i': -2}, {'i': -1, '': 3}, {}):
    ...     print(ast.unparse(gast.gast_to_ast(expression(total))))
    i - 1
    n - 2 * i
    3 - i
    0
    """
    names = sorted((n for n in total if n), key=lambda n: total[n] < 0)
    terms = [(total[name], build.name(name)) for name in names]
    number = total.get("", 0)
    if number or not terms:
        first = not terms or terms[0][0] < 0
        terms.insert(0 if first else len(terms), (number, None))
    found: gast.expr | None = None
    for factor, name in terms:
        if found is None:
            found = _term(factor, name)
        else:
            sign = "+" if factor > 0 else "-"
            found = build.binary(found, sign, _term(abs(factor), name))
    assert found is not None
    return found


def _term(factor: int, name: gast.expr | None) -> gast.expr:
    if name is None:
        return build.constant(factor)
    if factor == 1:
        return name
    if factor == -1:
        return build.negate(name)
    return build.binary(build.constant(factor), "*", name)


def moved_by(node: gast.expr, total: Affine) -> gast.expr:
    """Return the expression of a number and a sum together.

    >>> import ast
    >>> node = gast.parse("n - 2").body[0].value
    >>> ast.unparse(gast.gast_to_ast(moved_by(node, {"": 1})))
    'n - 1'
    """
    known = affine(node, lambda name: {name: 1})
    if known is not None:
        return expression(sum_of(known, total))
    return build.binary(node, "+", expression(total)) if any(total.values()) else node


def names_of(totals: Sequence[Mapping[str, int]]) -> set[str]:
    """Return the names that sums are made of."""
    return {name for total in totals for name in total if name}
