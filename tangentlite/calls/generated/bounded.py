"""The bound on generated texts in memory: those that were used longest ago are dropped.

A text is what one `Binder` loads. Variants of several closures share it, and the cache
of closures holds it as well; all of them let go of it together. A call then finds it
on the disk, or generates it again. Calls do not look at a clock: dispatchers mark what
they call, and in which order that was between two looks is not known.
"""

from __future__ import annotations

import itertools
import sys
import weakref
from collections.abc import Callable, Container, Iterable
from typing import Any

from tangentlite.emit.loadable import Binder
from tangentlite.options import cache_size
from tangentlite.process.locks import LOADING, shared_lock

# Variants beyond this number are found in the table, not by the dispatcher.
MAX_TESTED = 8


class Table:
    """Variants by the kinds of arguments, of which some may be dropped.

    `_used` has the variants that the dispatcher has called since somebody looked, by
    its numbers, `_called` those that were called and generated last.
    """

    _found: list[tuple[tuple, Any]]
    _used: list[Any]
    _called: list
    _lock: Callable[[], Any]
    _install: Callable[[Callable], None]
    _is_tested: bool
    _slow: Any
    call: Callable

    def watch(self) -> None:
        """Note the table, for as long as it is alive."""
        _TABLES.add(weakref.ref(self, _TABLES.discard))

    def texts(self) -> list[Binder]:
        """Return the texts of all variants."""
        return [generated.bind for _, generated in self._found]

    def texts_used(self) -> list[Binder]:
        """Return the texts that were called since this was asked last."""
        used, self._used[:] = list(self._used), [None] * MAX_TESTED
        return [generated.bind for generated in used if generated is not None]

    def drop(self, texts: Container[int]) -> None:
        """Drop the variants of texts, by their identities, unless one is being made."""
        lock = self._lock()
        if not lock.acquire(blocking=False):
            return
        try:
            self._found = [one for one in self._found if id(one[1].bind) not in texts]
            for place, generated in enumerate(self._called):
                if generated is not None and id(generated.bind) in texts:
                    self._called[place] = None
            self._used[:] = [None] * MAX_TESTED
            # The dispatcher holds them as well; the next call makes another one.
            self._is_tested, self.call = False, self._slow
            self._install(self.call)
        finally:
            lock.release()


# When each text was used, in ticks of the clock, by its identity; some that are gone.
_USED: dict[int, int] = {}
_CLOCK = itertools.count(1)
_TABLES: set[weakref.ref[Table]] = set()
_TRIMMING = shared_lock()


def note(text: Binder) -> None:
    """Note that a text is used now; drop others if there are too many."""
    _USED[id(text)] = next(_CLOCK)
    if len(_USED) > cache_size() and _TRIMMING.acquire(blocking=False):
        try:
            _trim(cache_size(), text)
        finally:
            _TRIMMING.release()


def texts_in_memory() -> int:
    """Return the number of texts that are in memory."""
    return len(_alive(_tables()))


def _trim(most: int, latest: Binder) -> None:
    start, tables = next(_CLOCK), _tables()
    for table in tables:
        for text in table.texts_used():
            _USED[id(text)] = next(_CLOCK)
    _USED[id(latest)] = next(_CLOCK)  # what others have called was before
    alive = _alive(tables)
    for known, when in list(_USED.items()):
        if known not in alive and when < start:
            _USED.pop(known, None)
    if len(alive) <= most:
        return
    # Somewhat fewer are left, so that not every new text looks at all others.
    count = len(alive) - most + most // 16
    oldest = sorted(alive, key=lambda text: _USED.get(text, start))[:count]
    dropped = frozenset(oldest)
    for table in tables:
        if any(id(text) in dropped for text in table.texts()):
            table.drop(dropped)
    if (shared := _closure_cache()) is not None:
        shared.drop(dropped)
    for known in oldest:
        _USED.pop(known, None)


def _tables() -> list[Table]:
    found = (reference() for reference in _TABLES.copy())
    return [table for table in found if table is not None]


def _alive(tables: Iterable[Table]) -> dict[int, Binder]:
    """Return the texts in memory by their identities."""
    found = [text for table in tables for text in table.texts()]
    if (shared := _closure_cache()) is not None:
        found += shared.texts()
    return {id(text): text for text in found}


def _closure_cache() -> Any:
    """Return the cache of closures, None unless the compiler is loaded."""
    with LOADING:
        return sys.modules.get("tangentlite.calls.generated.closure_cache")
