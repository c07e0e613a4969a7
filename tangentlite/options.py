"""Settings that hold for a stretch of code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Options:
    """How derivatives are generated: `optimize` runs the passes of `optimize/`."""

    optimize: bool = True


CURRENT: ContextVar[Options] = ContextVar("options", default=Options())  # noqa: B039


@contextmanager
def options(**changes: bool) -> Iterator[Options]:
    """Change settings for the derivatives that are called inside a `with` block.

    >>> with options(optimize=False) as chosen:
    ...     chosen.optimize
    False
    """
    token = CURRENT.set(replace(CURRENT.get(), **changes))
    try:
        yield CURRENT.get()
    finally:
        CURRENT.reset(token)
