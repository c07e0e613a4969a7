"""One line that says what a long generation is at, on a terminal or in a notebook.

No thread watches the time: the compiler says what it is at, and only that looks at the
clock. How much is left is not known, so that there is no bar, and no library for one.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

# Seconds before the line is shown, and between two that differ.
AFTER, BETWEEN = 2.0, 0.2


class Display(Protocol):
    """Where the line is shown."""

    def show(self, text: str) -> None:
        """Show a text in place of the one before."""

    def clear(self) -> None:
        """Leave nothing of it."""


class Progress:
    """What one generation is at, shown when it takes long."""

    def __init__(
        self,
        title: str,
        display: Callable[[], Display | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin; `display` is asked for a display when there is something to show."""
        self._title, self._find, self._clock = title, display, clock
        self._begun = clock()
        self._next = self._begun + AFTER
        self._display: Display | None = None

    def at(self, stage: str, *details: object) -> None:
        """Note the stage and, if it is time, show it."""
        now = self._clock()
        if now < self._next:
            return
        self._next = now + BETWEEN
        self._display = self._display or self._find()
        if self._display is None:
            self._next = float("inf")
            return
        words = " ".join(map(str, (stage, *details)))
        took = f"{now - self._begun:.0f} s"
        self._display.show(f"tangentlite: {self._title}: {words} ({took})")

    def end(self) -> None:
        """Clear what is shown."""
        if self._display is not None:
            self._display.clear()


class Line:
    """The last line of a terminal, which is written over."""

    def __init__(self, stream: Any) -> None:
        self._stream, self._width = stream, 0

    def show(self, text: str) -> None:
        """Show a text, shortened to what fits."""
        text = text[: shutil.get_terminal_size().columns - 1]
        self._stream.write("\r" + text.ljust(self._width))
        self._stream.flush()
        self._width = len(text)

    def clear(self) -> None:
        """Write blanks over the text."""
        self._stream.write("\r" + " " * self._width + "\r")
        self._stream.flush()


class Output:
    """An output of a notebook's cell, which is updated, and empty at the end."""

    def __init__(self, display: Callable[..., Any]) -> None:
        """Take `IPython.display.display`."""
        self._display = display
        self._handle: Any = None

    def show(self, text: str) -> None:
        """Show a text in the place of the one before."""
        data = {"text/plain": text}
        if self._handle is None:
            self._handle = self._display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)

    def clear(self) -> None:
        """Leave an empty output."""
        self.show("")


def display() -> Display | None:
    """Return where errors go, if a person looks at it: a terminal or a notebook."""
    stream = sys.stderr
    if type(stream).__module__.partition(".")[0] == "ipykernel":
        from IPython.display import display as shown  # this process is its kernel

        return Output(shown)
    # What stands in for it need not be a file; one of None or closed is none.
    if getattr(stream, "closed", True) or os.environ.get("TERM") == "dumb":
        return None
    is_terminal = getattr(stream, "isatty", None)
    return Line(stream) if is_terminal is not None and is_terminal() else None


_CURRENT: ContextVar[Progress | None] = ContextVar("progress", default=None)


@contextmanager
def going_on(title: str) -> Iterator[None]:
    """Show what a generation is at while it goes on, for the outermost one."""
    if _CURRENT.get() is not None:
        yield
        return
    progress = Progress(title, display)
    token = _CURRENT.set(progress)
    try:
        yield
    finally:
        _CURRENT.reset(token)
        progress.end()


def at(stage: str, *details: object) -> None:
    """Say what this thread's generation is at."""
    progress = _CURRENT.get()
    if progress is not None:
        progress.at(stage, *details)
