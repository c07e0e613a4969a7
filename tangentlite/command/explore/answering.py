"""Answers to what is typed, each from a process that was started in advance."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from typing import Any

# Seconds that a program may take to define its functions and its arguments.
LIMIT = 20.0
_PROGRAM = "tangentlite.command.explore.typed_program"


class Answering:
    """Answers requests about one file, the latest only: others are given up."""

    def __init__(self, file: str, limit: float = LIMIT) -> None:
        """Start the first process; a program may take `limit` seconds."""
        self._file = file
        self._limit = limit
        self._lock = threading.Lock()
        self._running: subprocess.Popen | None = None
        self._next = _started()

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return what `typed_program.answer` says, or why it said nothing."""
        with self._lock:
            if self._running is not None:
                self._running.kill()
            process, self._next = self._next, _started()
            self._running = process
        given = json.dumps({**request, "file": self._file, "limit": self._limit})
        assert process.stdout is not None  # a pipe
        process.stdout.readline()  # everything is imported: now the time counts
        try:
            out, said = process.communicate(given, timeout=self._limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return _no_page(f"It takes longer than {self._limit:g} seconds.")
        except BrokenPipeError:  # given up before it has read the request
            process.communicate()
            return {"outdated": True}
        with self._lock:
            is_latest = self._running is process
            if is_latest:
                self._running = None
        if not is_latest:
            return {"outdated": True}
        try:
            return json.loads(out)
        except ValueError:
            last = said.strip().splitlines()[-1:] or ["it ended its process"]
            return _no_page(f"No answer: {last[0]}")

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            for process in (self._running, self._next):
                if process is not None:
                    process.kill()
                    process.communicate()
            self._running = None


def _no_page(error: str) -> dict[str, Any]:
    return {"error": error, "line": None}


def _started() -> subprocess.Popen:
    """Start a process that imports the compiler and waits for a request."""
    return subprocess.Popen(
        [sys.executable, "-m", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
