"""Escape analysis: which names may hold memory that a function returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import gast

from tangentlite.ir.fact_cache import fact
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import binds, names_in, statements
from tangentlite.rules.call_effects import effects_of


@fact
def escaping_in(function: Function) -> frozenset[str]:
    """Return the names whose arrays a function may return, itself or as a view."""
    return escaping(function.body, function.views, function.references)


def escaping(
    body: Sequence[gast.stmt],
    views: Mapping[str, set[str]],
    references: Mapping[str, object],
) -> frozenset[str]:
    """Return the names whose arrays a function may return, itself or as a view.

    Results share memory with nothing else, so such a name must not be merged with the
    name of another array.

    >>> body = gast.parse('def f():\\n    t = a + b\\n    u = t\\n    return u').body
    >>> sorted(escaping(body[0].body, {}, {}))
    ['t', 'u']
    """
    sources: dict[str, set[str]] = {name: set(owners) for name, owners in views.items()}
    pending: list[str] = []
    for statement in statements(body):
        if isinstance(statement, gast.Assign):
            if isinstance(statement.value, gast.Name):
                for name in binds(statement):
                    sources.setdefault(name, set()).add(statement.value.id)
        elif isinstance(statement, gast.Return) and statement.value is not None:
            pending.extend(names_in(statement.value))
        elif _is_held_by_call(statement, references):
            pending.extend(names_in(statement.value))
    found: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending.extend(sources.get(name, ()))
    return frozenset(found)


def _is_held_by_call(statement: gast.stmt, references: Mapping[str, object]) -> bool:
    """Whether a call holds its arguments, in an object from outside, after it."""
    call = statement.value if isinstance(statement, gast.Expr) else None
    name = getattr(call.func, "id", "") if isinstance(call, gast.Call) else ""
    return name == "setattr" or effects_of(references.get(name)).keeps
