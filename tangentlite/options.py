"""Settings that hold for a stretch of code."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass

from tangentlite.errors import ArgumentError
from tangentlite.tracebacks.frames import surface


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


@surface
def options(**changes: bool) -> AbstractContextManager[Options]:
    """Change settings for the derivatives that are called inside a `with` block.

    Raises ArgumentError for a setting that there is not.

    >>> with options(optimize=False) as current:
    ...     current.optimize
    False
    """
    known = asdict(DEFAULT)
    for name in changes:
        if name not in known:
            raise ArgumentError(
                f"there is no setting {name!r}; the settings are {', '.join(known)}."
            )
    return _changed(changes)


@contextmanager
def _changed(changes: dict[str, bool]) -> Iterator[Options]:
    token = CURRENT.set(chosen(**{**asdict(CURRENT.get()), **changes}))
    try:
        yield CURRENT.get()
    finally:
        CURRENT.reset(token)
