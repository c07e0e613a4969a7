"""Calls that have no form of loops, moved in front of those that have."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import gast

from tangentlite.analysis.statement_effects import is_pure
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import binds, blocks, bound_in, reads
from tangentlite.kinds.kind import Scalar


def calls_first(function: Function, refused: Collection[int]) -> Function:
    """Compute first what is refused and needs no more than numbers and arguments.

    The statements at the places `refused` have no form of loops. Between others they
    would part what is compiled.

    >>> from tangentlite.ir.example import function_of, shown
    >>> number = Scalar("float64", False)
    >>> text = "y = x * x; n = m + 1; t = len(n); z = y * t; return z"
    >>> names = dict.fromkeys("x y z m n t".split(), number)
    >>> shown(calls_first(function_of(text, **names), {2}))
    n = m + 1
    t = len(n)
    y = x * x
    z = y * t
    return z
    """
    moved: set[int] = set()
    made = _definitions(function)
    for place in refused:
        needed = _needed(function, place, made)
        if needed is not None:
            moved |= needed
    if not moved:
        return function
    body = function.body
    first = [body[place] for place in sorted(moved)]
    rest = [s for place, s in enumerate(body) if place not in moved]
    return with_body(function, (*first, *rest))


def _definitions(function: Function) -> Mapping[str, int]:
    """Return where names are bound at the top level, if nowhere else."""
    uses = uses_in(function)
    return {
        name: place
        for place, statement in enumerate(function.body)
        for name in binds(statement)
        if uses.bound[name] == 1 and not blocks(statement)
    }


def _needed(function: Function, place: int, made: Mapping[str, int]) -> set[int] | None:
    """Return the places of a statement and of all that it needs, None if that is much.

    Only numbers are computed for it, and nothing that it reads is ever written.
    """
    uses, found, pending = uses_in(function), {place}, [place]
    given = {parameter.name for parameter in function.parameters}
    bound = bound_in(function.body)
    while pending:
        at = pending.pop()
        statement = function.body[at]
        if not isinstance(statement, gast.Assign) or len(binds(statement)) != 1:
            return None
        if not is_pure(statement.value, function.references):
            return None
        kind = function.kinds.get(binds(statement)[0])
        if at != place and not isinstance(kind, Scalar):
            return None
        for name in reads(statement):
            if name in uses.changed:
                return None
            if name in made:
                if made[name] not in found:
                    found.add(made[name])
                    pending.append(made[name])
            elif name in bound or name not in given and name not in function.references:
                return None
    return found
