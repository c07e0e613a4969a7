"""Facts of nodes, found once and kept while derivatives are generated."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from tangentlite.process.together import Together

Fact = TypeVar("Fact")

_FACTS: list = []


def once(find: Callable[..., Fact]) -> Callable[..., Fact]:
    """Keep what a function finds of a node for all passes that ask.

    Passes make new nodes and change none: what one says of a node stays true.

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


# Facts are kept until the last derivative that is being generated is done.
KEPT = Together(lambda: None, _forget)
