"""The files of kept texts, in a folder that nobody but the user can write."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from tangentlite.emit.compiled.files import cache_folder, is_own, write_whole

# The variable that turns the cache off, and what it is set to then.
SWITCH, OFF = "TANGENTLITE_CACHE", ("0", "off", "no", "false")
# With more files than this the oldest are removed.
MOST_FILES = 2000


def folder() -> Path | None:
    """Return the folder of texts, None if the user wants none or has no home."""
    if os.environ.get(SWITCH, "").strip().lower() in OFF:
        return None
    try:
        return cache_folder() / "texts"
    except RuntimeError:  # nobody knows where it would be
        return None


def read(name: str) -> bytes | None:
    """Return the contents of a file, None if there is none that is the user's alone.

    What it holds is executed, so another user must not have written it.
    """
    place = folder()
    if place is None:
        return None
    try:
        if not is_own(place):
            return None
        path = place / name
        return path.read_bytes() if is_own(path) else None
    except OSError:
        return None


def write(name: str, data: bytes) -> None:
    """Write a file as a whole, if the folder can be written; the oldest may go."""
    place = folder()
    if place is None:
        return
    with contextlib.suppress(OSError):  # the text is generated again
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        place.mkdir(mode=0o700, exist_ok=True)
        if not is_own(place):
            return
        write_whole(place / name, data)
        _forget_oldest(place)


def clear() -> None:
    """Remove all texts."""
    place = folder()
    if place is not None:
        for path in place.glob("*"):
            path.unlink(missing_ok=True)


def _forget_oldest(place: Path) -> None:
    paths = list(place.iterdir())
    if len(paths) <= MOST_FILES:
        return
    ages = []
    for path in paths:
        with contextlib.suppress(OSError):
            ages.append((path.stat().st_mtime, path))
    for _, path in sorted(ages)[: len(ages) - MOST_FILES // 2]:
        path.unlink(missing_ok=True)
