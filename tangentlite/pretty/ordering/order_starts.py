"""What adjoints start from, in the order of the arguments."""

from __future__ import annotations

from collections.abc import Sequence

import gast
import numpy as np

from tangentlite.ir.function import Function, with_body
from tangentlite.ir.names import SUFFIXES
from tangentlite.ir.rewrite import map_blocks, names_in


def order_starts(function: Function) -> Function:
    """Sort neighbouring lines that set adjoints to numbers or zeros.

    Results come first, as they are returned, then those of other arguments.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "s_bar = 1.0; w_bar = np.zeros_like(w); v_bar = 0.0; return v_bar"
    >>> known = dict.fromkeys(("v", "w", "s_bar", "w_bar", "v_bar"), "number")
    >>> shown(order_starts(function_of(text, **known)))
    v_bar = 0.0
    w_bar = np.zeros_like(w)
    s_bar = 1.0
    return v_bar
    """
    order = {p.name: place for place, p in enumerate(function.parameters)}
    results = _results(function)

    def rank(node: gast.stmt) -> tuple[int, int]:
        name = node.targets[0].id
        stem = next((name.removesuffix(s) for s in SUFFIXES if name.endswith(s)), "")
        return results.get(name, len(results)), order.get(stem, len(order))

    def block(statements: Sequence[gast.stmt]) -> list[gast.stmt]:
        found = [map_blocks(statement, block) for statement in statements]
        start = 0
        while start < len(found):
            stop = start
            while stop < len(found) and _starts(
                found[stop], found[start:stop], function
            ):
                stop += 1
            found[start:stop] = sorted(found[start:stop], key=rank)
            start = max(stop, start + 1)
        return found

    return with_body(function, block(function.body))


def _results(function: Function) -> dict[str, int]:
    """Return the places of the results of a function that ends with them."""
    end = function.body[-1] if function.body else None
    if not isinstance(end, gast.Return) or end.value is None:
        return {}
    return {name: place for place, name in enumerate(names_in(end.value))}


def _starts(node: gast.stmt, before: Sequence[gast.stmt], function: Function) -> bool:
    """Whether a statement makes what others before it do not have to do with."""
    target = node.targets[0] if isinstance(node, gast.Assign) else None
    if not isinstance(target, gast.Name) or not target.id.endswith(SUFFIXES):
        return False
    value = node.value
    if isinstance(value, gast.Call):
        called = function.references.get(getattr(value.func, "id", ""))
        if called not in (np.zeros_like, np.zeros, np.ones_like):
            return False
    elif not isinstance(value, gast.Constant):
        return False
    bound = {other.targets[0].id for other in before}
    earlier = {name for other in before for name in names_in(other.value)}
    return target.id not in bound | earlier and bound.isdisjoint(names_in(value))
