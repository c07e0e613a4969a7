"""Array-kinded names that may hold a scalar 0.0 in place of an array of zeros."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import gast
import numpy as np

from tangentlite.ir.rewrite import binds, names_in, statements
from tangentlite.kinds.kind import Array, ListOf


def scalar_zero_names(
    body: Sequence[gast.stmt],
    kinds: Mapping[str, object],
    references: Mapping[str, object],
) -> frozenset[str]:
    """Return the array-kinded names that may hold a scalar zero.

    Adjoints that an iteration leaves without a contribution are such zeros. They
    broadcast like arrays, but have no axes.

    >>> from tangentlite.ir.example import function_of
    >>> vector, number = Array("float64", (3,)), "number"
    >>> text = "r = 0.0; saved.append(r); t = saved.pop(); u = t * s; v = t * x"
    >>> f = function_of(text + "; return v", **dict.fromkeys("rtuvx", vector), s=number,
    ...                 saved=ListOf(vector))
    >>> sorted(scalar_zero_names(f.body, f.kinds, f.references))
    ['r', 't', 'u']
    """
    found: set[str] = set()
    lists = {name for name, kind in kinds.items() if isinstance(kind, ListOf)}
    lists -= {name for statement in statements(body) for name in binds(statement)}
    size = -1
    while size != len(found) + len(lists):
        size = len(found) + len(lists)
        for statement in statements(body):
            value = getattr(statement, "value", None)
            owner = _list_of(value, "append")
            if owner and found.intersection(names_in(value)):
                lists.add(owner)
            if isinstance(statement, gast.Assign):
                if _may_be_scalar_zero(value, found, lists, kinds, references):
                    names = binds(statement)
                    found.update(n for n in names if isinstance(kinds.get(n), Array))
    return frozenset(found)


def _may_be_scalar_zero(value: gast.expr, found, lists, kinds, references) -> bool:
    if isinstance(value, gast.Constant):
        return True
    if isinstance(value, gast.Call):
        if _list_of(value, "pop") in lists:
            return True
        function = references.get(getattr(value.func, "id", ""))
        return function is not np.broadcast_to and _may_be_number(value, found, kinds)
    if isinstance(value, (gast.Name, gast.BinOp, gast.UnaryOp)):
        return _may_be_number(value, found, kinds)
    return False


def _may_be_number(value: gast.expr, found: set[str], kinds) -> bool:
    arrays = [n for n in names_in(value) if isinstance(kinds.get(n), Array)]
    return bool(arrays) and found.issuperset(arrays)


def _list_of(node: object, method: str) -> str:
    """Return the list that a method is called on, '' for other nodes."""
    func = getattr(node, "func", None)
    if isinstance(func, gast.Attribute) and func.attr == method:
        return getattr(func.value, "id", "")
    return ""
