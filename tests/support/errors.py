"""What a user sees of an exception: its frames, and whether they are few."""

import traceback
from collections.abc import Callable
from pathlib import Path

import tangentlite as tl
from tangentlite.tracebacks.frames import DISPATCH

PACKAGE = Path(tl.__file__).parent


def raised(call: Callable[[], object]) -> Exception:
    """Return what a call raises."""
    try:
        call()
    except Exception as error:
        return error
    raise AssertionError('nothing is raised')


def frames_of(error: BaseException) -> list[tuple[str, str | None]]:
    """Return the functions that a traceback shows, and the text of each line."""
    entries = traceback.extract_tb(error.__traceback__)
    return [(entry.name, entry.line) for entry in entries]


def shown(error: BaseException) -> str:
    """Return what Python prints of an exception that nobody catches."""
    return ''.join(traceback.format_exception(error))


def assert_short(error: BaseException) -> None:
    """Raise AssertionError if a traceback shows frames of ours, or other exceptions."""
    files = [entry.filename for entry in traceback.extract_tb(error.__traceback__)]
    own = [name for name in files if Path(name).is_relative_to(PACKAGE)]
    assert not own and DISPATCH not in files, shown(error)
    text = shown(error)
    assert text.count('Traceback (most recent call last)') == 1, text
    assert len(files) <= 12 and len(text.splitlines()) <= 40, text
