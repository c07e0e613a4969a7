"""What holds while any thread is at something, and ends with the last of them.

Of this kind is the room for walks that go deep.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import Any

from tangentlite.process.locks import shared_lock

# So many leave before something is done meanwhile.
MOST_LEFT = 100


class Together:
    """A context that is begun by the first thread in it, and ended by the last.

    In a child process, which has one thread alone, it is ended for the others.
    """

    def __init__(
        self,
        begin: Callable[[], Any],
        end: Callable[[Any], object],
        meanwhile: Callable[[], object] = lambda: None,
    ) -> None:
        """Call `begin`, and `end` with what that has returned.

        Threads that relieve each other would put the end off for ever: `meanwhile` is
        called when `MOST_LEFT` have left and somebody has always been inside.

        >>> with Together(lambda: print('begins'), lambda _: print('ends')) as _:
        ...     print('goes on')
        begins
        goes on
        ends
        """
        self._begin, self._end = begin, end
        self._lock = shared_lock()  # nobody is half in or half out in a child process
        self._meanwhile = meanwhile
        self._inside: dict[int, int] = {}  # how often each thread has entered
        self._left = 0  # how many have left since the beginning
        self._before: Any = None
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._go_on_alone)

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._before = self._begin()
            thread = threading.get_ident()
            self._inside[thread] = self._inside.get(thread, 0) + 1

    def __exit__(self, *found: object) -> None:
        with self._lock:
            thread = threading.get_ident()
            self._inside[thread] -= 1
            if self._inside[thread]:
                return
            del self._inside[thread]
            self._left += 1
            self._end_if_empty()
            is_due = self._left >= MOST_LEFT
            if is_due:
                self._left = 0
        if is_due:
            self._meanwhile()

    def _end_if_empty(self) -> None:
        if not self._inside:
            self._left = 0
            self._end(self._before)

    def _go_on_alone(self) -> None:
        own = threading.get_ident()
        others = [thread for thread in self._inside if thread != own]
        for thread in others:
            del self._inside[thread]
        if others:
            self._end_if_empty()


# Python's own limit is reached by calls that are 50 deep.
_FRAMES = 20_000


def _make_room() -> int:
    """Raise the limit of frames; return what it was."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _FRAMES))
    return limit


# Room for the frames of the walk, as long as one goes on in any thread.
DEEP = Together(_make_room, sys.setrecursionlimit)
