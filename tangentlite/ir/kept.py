"""Facts of nodes, found once and kept while derivatives are generated."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

Fact = TypeVar("Fact")

_FACTS: list = []
_RUNS = 0
_LOCK = threading.Lock()


def once(find: Callable[..., Fact]) -> Callable[..., Fact]:
    """Keep what a function finds of a node for all passes that ask.

    Passes make new nodes and change none: what one says of a node stays true.

    >>> @once
    ... def kind_of(node):
    ...     print("looking")
    ...     return type(node).__name__
    >>> with kept():
    ...     kind_of(1), kind_of(1)
    looking
    ('int', 'int')
    """
    found = cache(find)
    _FACTS.append(found)
    return found


@contextmanager
def kept() -> Iterator[None]:
    """Keep facts until the last derivative that is being generated is done."""
    global _RUNS
    with _LOCK:
        _RUNS += 1
    try:
        yield
    finally:
        with _LOCK:
            _RUNS -= 1
            if not _RUNS:
                for found in _FACTS:
                    found.cache_clear()
