"""What several pullbacks at one point may share: nothing changes between them.

Each row of a Jacobian is a pullback of its own. What does not depend on the cotangent,
as the sensitivities of a differential equation, is found for the first row and kept
for the others. Nothing is kept longer: a function may read what has changed by the next
call.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

Value = TypeVar("Value")

_KEPT: ContextVar[dict[Hashable, Any] | None] = ContextVar("kept", default=None)


@contextmanager
def same_point() -> Iterator[None]:
    """Let `shared` keep what it makes within this block.

    >>> with same_point():
    ...     shared("list", list) is shared("list", list)
    True
    >>> shared("list", list) is shared("list", list)
    False
    """
    token = _KEPT.set({})
    try:
        yield
    finally:
        _KEPT.reset(token)


def is_same_point() -> bool:
    """Whether `shared` keeps what it makes."""
    return _KEPT.get() is not None


def shared(key: Hashable, make: Callable[[], Value]) -> Value:
    """Return what was made for a key at this point, made anew outside of one."""
    kept = _KEPT.get()
    if kept is None:
        return make()
    if key not in kept:
        kept[key] = make()
    return kept[key]
