"""Room for walks that go deep."""

from __future__ import annotations

import sys

from tangentlite.process.together import Together

# Python's own limit is reached by calls that are 50 deep.
_FRAMES = 20_000


def _make_room() -> int:
    """Raise the limit of frames; return what it was."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _FRAMES))
    return limit


# Room for the frames of the walk, as long as one goes on in any thread.
DEEP = Together(_make_room, sys.setrecursionlimit)
