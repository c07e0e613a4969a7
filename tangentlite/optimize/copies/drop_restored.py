"""Drop attribute stores that store the value that is there already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import statements

# An attribute's owner and name.
Location = tuple[str, str]


def drop_restored(function: Function) -> Function:
    """Drop `model.w = w` where w is `model.w` and nothing else sets the attribute.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "w = model.w; s = w * w; setattr(model, 'w', w); return s"
    >>> shown(drop_restored(function_of(text, model=None, w="number", s="number")))
    w = model.w
    s = w * w
    return s
    """
    found = [place for s in function.body for place in _set(s)]
    if not found:
        return function
    everywhere = (p[:1] for s in statements(function.body) for p in _set(s))
    counts = Counter(place[0] for place in everywhere)
    uses = uses_in(function)
    read: dict[str, Location] = {}
    body: list[gast.stmt] = []
    for statement in function.body:
        if isinstance(statement, gast.Assign):
            target, value = statement.targets[0], statement.value
            if isinstance(value, gast.Attribute) and isinstance(target, gast.Name):
                owner = getattr(value.value, "id", "")
                if uses.is_single(target.id) and owner:
                    read[target.id] = owner, value.attr
        same = [
            read.get(value) == place and counts[place] == 1
            for place, value in _set(statement)
        ]
        if not any(same):
            body.append(statement)
    return with_body(function, body)


def _set(node: gast.stmt) -> Iterator[tuple[Location, str]]:
    """Yield the attribute that a statement sets, and the name that is stored."""
    call = node.value if isinstance(node, gast.Expr) else None
    if isinstance(call, gast.Call) and getattr(call.func, "id", "") == "setattr":
        owner, name, value = call.args
        if isinstance(owner, gast.Name) and isinstance(name, gast.Constant):
            yield (owner.id, name.value), getattr(value, "id", "")
