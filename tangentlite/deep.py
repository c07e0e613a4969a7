"""Room for walks that go deep."""

from __future__ import annotations

import sys
import threading


class Deep:
    """Room for the frames of the walk, as long as one goes on in any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._walks = 0
        self._limit = 0

    def __enter__(self) -> None:
        with self._lock:
            self._walks += 1
            if self._walks == 1:
                self._limit = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self._limit, _FRAMES))

    def __exit__(self, *found: object) -> None:
        with self._lock:
            self._walks -= 1
            if not self._walks:
                sys.setrecursionlimit(self._limit)


# Python's own limit is reached by calls that are 50 deep.
_FRAMES = 20_000
DEEP = Deep()
