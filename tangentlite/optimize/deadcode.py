"""Drop statements that nothing depends on."""

from __future__ import annotations

from dataclasses import replace

from tangentlite.analysis.liveness import prune
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import read_in


def drop_dead(function: Function) -> Function:
    """Drop pure statements whose results are not used.

    Writes into parameters stay: the functions of a recursion hand lists down.
    Before: `t = x * 2; y = x + 1; return y`. After: `y = x + 1; return y`.
    """
    handed = frozenset(parameter.name for parameter in function.parameters)
    body, _ = prune(function.body, handed, function.references)
    return replace(function, body=tuple(body))


def names_used(function: Function) -> set[str]:
    """Return the names that a function's body reads."""
    return read_in(function.body)
