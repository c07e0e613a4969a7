"""Locks of the whole process, which a child process never finds held."""

from __future__ import annotations

import os
import threading
from typing import Any


def shared_lock() -> threading.RLock:
    """Return a lock that a process waits for before it forks.

    So no thread is half way through what it guards, and the child, which has the
    thread alone that has forked, can take it. What is done under it must end by
    itself: it waits for no other thread.

    >>> lock = shared_lock()
    >>> with lock, lock:
    ...     print("once more")
    once more
    """
    lock: Any = threading.RLock()
    forking: set[int] = set()  # the threads that hold it as they fork

    def acquire() -> None:
        lock.acquire()
        forking.add(threading.get_ident())

    def release() -> None:
        # What is made while another thread is about to fork has not been acquired.
        if threading.get_ident() in forking:
            forking.discard(threading.get_ident())
            lock.release()

    def release_in_child() -> None:
        if threading.get_ident() in forking:
            release()
        else:
            lock._at_fork_reinit()

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(
            before=acquire, after_in_parent=release, after_in_child=release_in_child
        )
    found: threading.RLock = lock
    return found


# Held while a part of the compiler, a library or a module of compiled functions is
# imported at its first use. Nobody sees half of it; and the import locks of Python,
# which a child process inherits as they are, are free when a process forks.
LOADING = shared_lock()
