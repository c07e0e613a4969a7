"""`--watch`: run a command again whenever a file of the user's changes."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tangentlite.command.printing import print_text
from tangentlite.command.target import place_and_name
from tangentlite.command.user_modules import first_on_path, module_of

# Seconds between two looks at the files.
INTERVAL = 0.3


def add_watch(command: argparse.ArgumentParser) -> None:
    """Add --watch."""
    command.add_argument(
        "--watch",
        action="store_true",
        help="run again whenever a file beside the function's changes, until Ctrl-C",
    )


def watched(
    target: str,
    argv: Sequence[str],
    run: Callable[[Sequence[str]], int] | None = None,
    pause: Callable[[float], None] = time.sleep,
) -> int:
    """Run a command now and after each change; return the last exit status.

    Each run is a process of its own, which imports the user's modules anew. Ctrl-C, a
    KeyboardInterrupt of `pause`, ends it.
    """
    run, argv = run or _run, [one for one in argv if one != "--watch"]
    folder = _folder(target)
    status = 0
    try:
        while True:
            seen = _times(folder)
            print_text(f"# {time.strftime('%H:%M:%S')} {' '.join(argv)}\n")
            status = run(argv)
            while _times(folder) == seen:
                pause(INTERVAL)
    except KeyboardInterrupt:
        return status


def _run(argv: Sequence[str]) -> int:
    return subprocess.run([sys.executable, "-m", "tangentlite", *argv]).returncode


def _folder(target: str) -> Path:
    """Return the folder whose files count: that of the module or of its package."""
    place, _ = place_and_name(target)
    path = Path(place)
    if path.suffix == ".py":
        root, name = module_of(path)
        return root / name.partition(".")[0] if "." in name else path.resolve().parent
    with first_on_path(Path()):
        parts = place.split(".")
        for folder in map(Path, sys.path):
            if (folder / parts[0]).is_dir():
                return folder / parts[0]
    return Path().resolve()


def _times(folder: Path) -> dict[str, int]:
    """Return when the files of Python in a folder were written last."""
    found: dict[str, int] = {}
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "__"))]
        paths = [os.path.join(place, name) for name in files if name.endswith(".py")]
        found |= {path: _time(path) for path in paths}
    return found


def _time(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:  # an editor replaces it
        return 0
