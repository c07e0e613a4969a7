"""What holds while code is generated: facts are kept, and nothing is collected.

Nearly all objects that are made then are in use to the end, so that the garbage
collector would walk them again and again, for nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from tangentlite import errors
from tangentlite.ir.fact_cache import KEPT
from tangentlite.modes.request import Request
from tangentlite.process.progress import going_on
from tangentlite.process.together import DEEP, Together


@contextmanager
def one_run(request: Request) -> Iterator[None]:
    """Keep facts, and the garbage collector from walking trees that are in use.

    Raises UnsupportedError for a program that nests deeper than there is room for.
    """
    try:
        with _UNCOLLECTED, KEPT, DEEP, going_on(_title(request)):
            yield
    except RecursionError:
        raise errors.UnsupportedError(errors.TOO_DEEP) from None


def _title(request: Request) -> str:
    return f"{request.mode} of {getattr(request.primal, '__qualname__', 'a function')}"


def _stop_collecting() -> bool:
    """Stop the garbage collector; return whether it ran."""
    enabled = gc.isenabled()
    gc.disable()
    return enabled


def _collect_again(enabled: bool) -> None:
    if enabled:
        gc.enable()


_UNCOLLECTED = Together(_stop_collecting, _collect_again, gc.collect)
