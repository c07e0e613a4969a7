"""Settings that hold for a stretch of code."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass


@dataclass(frozen=True, eq=False)
class Options:
    """How derivatives are generated: `optimize` runs the passes of `optimize/`.

    There is one object for each choice, so that looking one up is fast.
    """

    optimize: bool = True


@functools.cache
def chosen(**fields: bool) -> Options:
    """Return the one object for a choice of settings.

    >>> chosen(optimize=False) is chosen(optimize=False)
    True
    """
    return Options(**fields)


DEFAULT = chosen(optimize=True)
CURRENT: ContextVar[Options] = ContextVar("options", default=DEFAULT)


@contextmanager
def options(**changes: bool) -> Iterator[Options]:
    """Change settings for the derivatives that are called inside a `with` block.

    >>> with options(optimize=False) as current:
    ...     current.optimize
    False
    """
    token = CURRENT.set(chosen(**{**asdict(CURRENT.get()), **changes}))
    try:
        yield CURRENT.get()
    finally:
        CURRENT.reset(token)
