"""Dead-code elimination."""

from __future__ import annotations

from tangentlite.analysis.liveness.dead_code import prune
from tangentlite.ir.function import Function, with_body


def drop_dead(function: Function) -> Function:
    """Drop pure statements whose results are not used.

    Writes into parameters stay: the functions of a recursion pass lists down. So do
    operations that may raise, unless a test of the arguments covers that.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "t = x * 2.0; y = x + 1.0; seen[0] = y; return y"
    >>> shown(drop_dead(function_of(text, x="number", seen="list")))
    y = x + 1.0
    seen[0] = y
    return y
    """
    if drop_dead in function.facts:  # no pass has changed what was left
        return function
    handed = frozenset(parameter.name for parameter in function.parameters)
    known = function.references, function.views, function.raises
    body, _ = prune(function.body, handed, *known)
    found = with_body(function, body)
    found.facts[drop_dead] = True
    return found
