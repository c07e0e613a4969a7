"""Settings that hold for a stretch of code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypedDict

import numpy as np

from tangentlite.errors import ArgumentError
from tangentlite.tracebacks.frames import surface

BACKENDS = ("numpy", "numba")


@dataclass(frozen=True, eq=False)
class Options:
    """How derivatives are generated: `optimize` runs the passes of `optimize/`.

    The `backend` is "numpy", or "numba" for loops that are compiled; with `fallback`
    what cannot be compiled is left to NumPy, with a warning. With `parallel` several
    threads run compiled loops whose iterations do not depend on each other.

    There is one object for each choice, so that looking one up is fast.
    """

    optimize: bool = True
    backend: str = "numpy"
    fallback: bool = False
    parallel: bool = False

    def __post_init__(self) -> None:
        for name in ("optimize", "fallback", "parallel"):
            if not isinstance(value := getattr(self, name), (bool, np.bool_)):
                raise ArgumentError(f"{name} is {value!r}; it must be True or False.")
        if self.backend not in BACKENDS:
            raise ArgumentError(
                f"the backend is {self.backend!r}; it must be 'numpy' or 'numba'."
            )
        if self.parallel and self.backend != "numba":
            raise ArgumentError(
                "NumPy has no loops for threads. Use it with backend='numba'."
            )


class BackendSettings(TypedDict, total=False):
    """The keywords of all functions that give a derivative with settings of its own."""

    backend: Literal["numpy", "numba"] | None
    fallback: bool | None
    parallel: bool | None


def chosen(**fields: Any) -> Options:
    """Return the one object for a choice of settings.

    >>> chosen(optimize=False) is chosen(optimize=False, backend="numpy")
    True
    """
    own = Options(**fields)
    return _CHOSEN.setdefault(tuple(asdict(own).values()), own)


def changed(current: Options, settings: Settings) -> Options:
    """Return settings with some of them replaced.

    >>> changed(DEFAULT, (("backend", "numba"),)).backend
    'numba'
    """
    return chosen(**{**asdict(current), **dict(settings)}) if settings else current


def by_numpy(current: Options) -> Options:
    """Return settings for a derivative that NumPy computes."""
    return changed(current, (("backend", "numpy"), ("parallel", False)))


# What is set for one derivative, by name.
Settings = tuple[tuple[str, Any], ...]
_CHOSEN: dict[tuple, Options] = {}
DEFAULT = chosen()
# How many generated texts stay in memory, unless a block says another number.
CACHE_SIZE = 4096
# The numbers of the blocks that any thread is in.
_SIZES: list[int] = []
CURRENT: ContextVar[Options] = ContextVar("options", default=DEFAULT)


@surface
def options(**changes: Any) -> AbstractContextManager[Options]:
    """Change settings for the derivatives that are called inside a `with` block.

    Of generated texts at most `cache_size` stay in memory (4096 without it): those that
    were used longest ago are dropped when another one is generated, and read from the
    disk or generated again at their next call. It holds for all threads; of several
    blocks the smallest one does. Raises ArgumentError for a setting that there is not,
    or a size that is no whole number from 1 on.

    >>> with options(optimize=False) as current:
    ...     current.optimize
    False
    """
    known = [*asdict(DEFAULT), "cache_size"]
    for name in changes:
        if name not in known:
            raise ArgumentError(
                f"there is no setting {name!r}; the settings are {', '.join(known)}."
            )
    if "cache_size" not in changes:
        return _changed(changes)
    size = changes.pop("cache_size")
    if isinstance(size, bool) or not isinstance(size, (int, np.integer)) or size < 1:
        raise ArgumentError(
            f"cache_size is {size!r}; it must be a whole number from 1 on.\n"
            "It is how many generated texts stay in memory."
        )
    return _bounded(changes, int(size))


def cache_size() -> int:
    """Return how many generated texts stay in memory."""
    return min(_SIZES, default=CACHE_SIZE)


def in_force(settings: Settings) -> AbstractContextManager[Options]:
    """Change settings for a block, to some that are known to be right."""
    return _changed(dict(settings))


@contextmanager
def _bounded(changes: dict[str, Any], size: int) -> Iterator[Options]:
    _SIZES.append(size)
    try:
        with _changed(changes) as current:
            yield current
    finally:
        _SIZES.remove(size)


@contextmanager
def _changed(changes: dict[str, Any]) -> Iterator[Options]:
    token = CURRENT.set(chosen(**{**asdict(CURRENT.get()), **changes}))
    try:
        yield CURRENT.get()
    finally:
        CURRENT.reset(token)
