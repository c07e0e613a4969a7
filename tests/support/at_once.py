"""Calls that many threads begin at once, switched as often as possible."""

import faulthandler
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Seconds after which threads that wait for each other are shown, and all ends.
TIMEOUT = 100.0


@contextmanager
def switching(seconds: float = 1e-6) -> Iterator[None]:
    """Switch threads after so many seconds; show where they are if they hang."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(seconds)
    faulthandler.dump_traceback_later(TIMEOUT, exit=True, file=sys.__stderr__)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        sys.setswitchinterval(before)


def at_once(*calls: Callable) -> list:
    """Return what the calls return, or the exceptions that they raise.

    Each has a thread of its own, and all begin together.
    """
    found: list = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(place: int) -> None:
        barrier.wait()
        try:
            found[place] = calls[place]()
        except BaseException as error:
            found[place] = error

    threads = [
        threading.Thread(target=run, args=(place,), daemon=True)
        for place in range(len(calls))
    ]
    with switching():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return found


def results(*calls: Callable) -> list:
    """Return what the calls return; raises the first exception of one."""
    found = at_once(*calls)
    for one in found:
        if isinstance(one, BaseException):
            raise one
    return found
