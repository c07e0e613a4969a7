"""The cache of derivatives, which is stored with their functions and dies with them."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

from tangentlite.calls.derivative import Derivative
from tangentlite.calls.generated import bounded
from tangentlite.options import cache_size
from tangentlite.process.locks import LOADING, shared_lock

Value = TypeVar("Value")
# The attribute of a function that holds its derivatives.
_ATTRIBUTE = "__tangentlite_derivatives__"
# References in a set, as other threads may add some while one looks at all: its copy is
# made at once, that of a WeakSet one by one.
_ALIVE: set[weakref.ref[Derivative]] = set()
_STORES = shared_lock()


class _Store(dict):
    """The cache of one function, which is not pickled with it."""

    def __reduce__(self) -> tuple:
        return _Store, ()


@dataclass(frozen=True)
class CacheInfo:
    """The numbers of live functions, derivatives, variants and texts.

    `functions` have `derivatives` (one for each mode and `wrt`), for which `variants`
    were generated (one for each combination of kinds of arguments). Variants of
    closures of one definition share their `texts`, of which at most `cache_size` stay
    in memory.
    """

    functions: int
    derivatives: int
    variants: int
    texts: int
    cache_size: int


def cache_info() -> CacheInfo:
    """Return the numbers of live functions, derivatives, variants and texts.

    >>> import tangentlite as tl
    >>> def cube(x):
    ...     return x * x * x
    >>> before = tl.cache_info()
    >>> derivative = tl.grad(cube)
    >>> tl.cache_info().derivatives - before.derivatives
    1
    """
    alive = derivatives()
    return CacheInfo(
        functions=len({id(derivative.primal) for derivative in alive}),
        derivatives=len(alive),
        variants=sum(derivative.count_variants() for derivative in alive),
        texts=bounded.texts_in_memory(),
        cache_size=cache_size(),
    )


def cache_clear(disk: bool = False) -> None:
    """Drop all generated code.

    Derivatives that are still in use generate theirs again at the next call; the
    others are freed. With `disk` the texts that earlier processes have generated, and
    what `backend="numba"` has compiled, are removed from the user's cache as well.

    >>> import tangentlite as tl
    >>> tl.cache_clear()
    >>> tl.cache_info().variants
    0
    """
    with LOADING:  # part of the compiler, which may not be loaded
        from tangentlite.calls.generated import closure_cache

    closure_cache.clear()
    if disk:
        from tangentlite.calls.kept import text_files
        from tangentlite.emit.compiled.files import clear_folder

        clear_folder()
        text_files.clear()
    for derivative in derivatives():
        derivative.drop_variants()
        # A derivative has a copy of its function's attributes.
        for holder in (derivative, derivative.primal):
            vars(holder).pop(_ATTRIBUTE, None)


def drop_generated() -> None:
    """Drop generated code, if there is any, as a rule has changed."""
    if _ALIVE:
        cache_clear()


def cached(f: Callable, key: Hashable, make: Callable[[], Value]) -> Value:
    """Return the value cached with a function under a key, made if it is missing."""
    store = vars(f).setdefault(_ATTRIBUTE, _Store(of=f))
    # functools.wraps copies attributes: a wrapper must not get its function's store.
    if store.get("of") is not f:
        with _STORES:  # of two threads one makes it
            store = vars(f).get(_ATTRIBUTE, {})
            if store.get("of") is not f:
                store = vars(f)[_ATTRIBUTE] = _Store(of=f)
    if key in store:
        return store[key]
    return store.setdefault(key, make())  # another thread may have made it meanwhile


def watched(derivative: Derivative) -> Derivative:
    """Register a live derivative, by a weak reference."""
    _ALIVE.add(weakref.ref(derivative, _ALIVE.discard))
    return derivative


def derivatives() -> list[Derivative]:
    """Return all derivatives that are alive."""
    found = (reference() for reference in _ALIVE.copy())
    return [derivative for derivative in found if derivative is not None]


def _renew_locks() -> None:
    for derivative in derivatives():
        derivative.renew_lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_locks)
