"""What adjoints start from, in the order of the arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import gast
import numpy as np

from tangentlite.analysis.effects import is_pure
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.names import SUFFIXES
from tangentlite.ir.rewrite import map_blocks, names_in, reads


def order_starts(function: Function) -> Function:
    """Sort neighbouring lines that set adjoints to numbers or zeros.

    Those of arguments come first, in their order.

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

    def rank(node: gast.stmt) -> int:
        name = node.targets[0].id
        stem = next((name.removesuffix(s) for s in SUFFIXES if name.endswith(s)), "")
        return order.get(stem, len(order))

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

    return with_body(function, _results_in_order(function, block(function.body)))


def _results_in_order(function: Function, body: list[gast.stmt]) -> list[gast.stmt]:
    """Sort neighbouring results that one line gives as they are returned."""
    if not body or not isinstance(body[-1], gast.Return) or body[-1].value is None:
        return body
    order = {name: place for place, name in enumerate(names_in(body[-1].value))}

    def result(node: gast.stmt) -> str:
        name = _result(node, order)
        return name if name and is_pure(node.value, function.references) else ""

    found: list[gast.stmt] = []
    run: list[gast.stmt] = []
    for node in body:
        name = result(node)
        apart = run and (
            node.lineno != run[0].lineno
            or any(name in reads(other) for other in run)
            or not {result(other) for other in run}.isdisjoint({name, *reads(node)})
        )
        if apart or not name:
            found += sorted(run, key=lambda other: order[result(other)])
            run = []
        (run if name else found).append(node)
    return found


def _result(node: gast.stmt, order: Mapping[str, int]) -> str:
    """Return which result a statement computes, '' for none."""
    target = node.targets[0] if isinstance(node, gast.Assign) else None
    name = getattr(target, "id", "")
    return name if name in order and name.endswith("_bar") else ""


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
