"""Memory that a call frees stays with the process while contestants take turns.

The C library gives the end of its heap back to the system when enough of it is free.
Which contestant has to fetch it again, page by page, depends on what ran before it: one
derivative took 2.1 or 1.1 times as long as that by hand. In a process of its own it
took 1.5 times as long, as it holds twice the memory: the column of peaks has that.
"""

import ctypes

# The parameters of mallopt in glibc's malloc.h, and a size that no array here has.
M_TRIM_THRESHOLD = -1
M_MMAP_THRESHOLD = -3
LARGE = 1 << 30


def keep_freed_memory() -> bool:
    """Keep what is freed for what is allocated next; False without glibc.

    >>> keep_freed_memory() in (True, False)
    True
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    return all([mallopt(M_TRIM_THRESHOLD, LARGE), mallopt(M_MMAP_THRESHOLD, LARGE)])
