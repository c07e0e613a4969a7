"""Names for the variables of several scopes in one function.

A function of the program may see two variables of one name, through a function that
another scope has given it. In the function that is made of it the second one gets a
name of its own; functions that see it under the old one are defined where it has that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import gast

from tangentlite.ir.nodes import nodes_in
from tangentlite.specialize.functions.lifted import (
    Captured,
    Closure,
    Composed,
    Lifted,
)

# For a scope and a variable of it, the name that it has in the function that is made.
Names = Mapping[tuple[int, str], str]


def distinct_names(known: Lifted, scopes: Sequence[int]) -> Names:
    """Return a name for each variable of some scopes, one for variables that agree."""
    parts: dict[str, Any] = {name: Captured(name) for name in known.captured}
    parts |= {parameter.name: None for parameter in known.parameters} | parts
    found: dict[tuple[int, str], str] = {}
    for number in scopes:
        for name, part in known.scopes[number].variables:
            count, fresh = 0, name
            while fresh in parts and parts[fresh] != part:
                count += 1
                fresh = f"{name}_{count}"
            parts[fresh] = part
            found[number, name] = fresh
    return found


def in_order(known: Lifted, names: Names) -> list[tuple[str, Any]]:
    """Return variables and what they are, functions behind what they are given."""
    parts = {}
    for (number, name), fresh in names.items():
        parts[fresh] = dict(known.scopes[number].variables)[name]
    ordered: dict[str, Any] = {}

    def add(name: str) -> None:
        if name in ordered:
            return
        if name not in waiting:
            waiting.add(name)
            for other in _given(known, names, parts[name]):
                if other in parts:
                    add(other)
            ordered[name] = parts[name]

    waiting: set[str] = set()
    for name in sorted(parts, key=lambda one: _is_made(parts[one])):
        add(name)
    return list(ordered.items())


def seen(known: Lifted, names: Names, part: Closure) -> dict[str, str]:
    """Return the variables that a function sees under another name than they have."""
    used = {node.id for node in nodes_in(part.tree) if isinstance(node, gast.Name)}
    found: dict[str, str] = {}
    number: int | None = part.scope
    while number is not None:
        for name, _ in known.scopes[number].variables:
            if name in used and name not in found:
                found[name] = names.get((number, name), name)
        number = known.scopes[number].outer
    return {name: fresh for name, fresh in found.items() if name != fresh}


def _given(known: Lifted, names: Names, part: Any) -> Iterator[str]:
    """Yield the names that have to be bound before a part is."""
    if isinstance(part, Closure):
        yield from seen(known, names, part).values()
        if part.wrapped is not None:
            yield from _given(known, names, part.wrapped)
    elif isinstance(part, Composed):
        for one in part.parts:
            yield from _given(known, names, one)


def _is_made(part: object) -> bool:
    """Whether a part is a function, which is defined behind what it reads."""
    return isinstance(part, (Closure, Composed))
