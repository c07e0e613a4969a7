"""Caches of facts: about syntax nodes, for one compilation, and about programs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import TypeVar

from tangentlite.ir.function import Function
from tangentlite.process.together import Together

Fact = TypeVar("Fact")

_FACTS: list = []


def once(find: Callable[..., Fact]) -> Callable[..., Fact]:
    """Cache the results of a function of a node, for all passes.

    Passes make new nodes and change none, so that the results remain valid.

    >>> @once
    ... def kind_of(node):
    ...     print("looking")
    ...     return type(node).__name__
    >>> with KEPT:
    ...     kind_of(1), kind_of(1)
    looking
    ('int', 'int')
    """
    found = cache(find)
    _FACTS.append(found)
    return found


def fact(find: Callable[[Function], Fact]) -> Callable[[Function], Fact]:
    """Keep what an analysis finds in the program that it looked at, as long as that is.

    >>> from tangentlite.ir.example import function_of
    >>> @fact
    ... def length(function):
    ...     print("counting")
    ...     return len(function.body)
    >>> program = function_of("y = x * x; return y", x="number")
    >>> length(program), length(program)
    counting
    (2, 2)
    """

    @wraps(find)
    def kept(function: Function) -> Fact:
        if find not in function.facts:
            function.facts[find] = find(function)
        return function.facts[find]

    return kept


def _forget(_: object = None) -> None:
    for found in _FACTS:
        found.cache_clear()


# The cache is emptied when the last derivative in progress is finished. Where threads
# always have one in progress, what is forgotten meanwhile is found again.
KEPT = Together(lambda: None, _forget, _forget)
