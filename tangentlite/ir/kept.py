"""A cache of facts about syntax nodes, for the duration of a compilation."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

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


def _forget(_: object) -> None:
    for found in _FACTS:
        found.cache_clear()


# The cache is emptied when the last derivative in progress is finished.
KEPT = Together(lambda: None, _forget)
