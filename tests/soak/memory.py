"""What a process holds while it works, and whether that grows.

Of resident memory the allocators hand out a part; the other part is free, in pages that
they cannot give back. So both are measured: what is in use tells whether something is
kept, what is resident whether free places are used again. No measurement makes anything
large itself: a list of all objects (some megabytes, which malloc puts in its heap once
it has freed the like) leaves holes of several times its size.
"""

import ctypes
import gc
import linecache
import math
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import tangentlite as tl

# By how much figures may grow over the last two thirds, as a share of all.
MOST_GROWTH = {"in_use": 0.01, "resident": 0.02}
_BLOCKS = re.compile(rb"# bytes in allocated blocks *= *([\d,]+)")


@dataclass(frozen=True)
class Figures:
    """What was counted after some rounds and seconds; memory in megabytes."""

    rounds: int
    seconds: float
    resident: float
    in_use: float
    objects: int
    lines: int
    functions: int
    derivatives: int
    variants: int
    texts: int


def figures(rounds: int, seconds: float) -> Figures:
    """Count what is there now, without what the collector would free."""
    gc.collect()
    info = tl.cache_info()
    return Figures(
        rounds,
        seconds,
        resident(),
        in_use(),
        objects(),
        len(linecache.cache),
        info.functions,
        info.derivatives,
        info.variants,
        info.texts,
    )


def resident() -> float:
    """Return the megabytes of memory that the process has (Linux)."""
    with open("/proc/self/statm", encoding="ascii") as file:
        pages = int(file.read().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def in_use() -> float:
    """Return the megabytes that Python's allocator and malloc have handed out.

    NaN where one of them does not tell: without glibc, or without Python's allocator.
    """
    malloc = getattr(ctypes.CDLL(None), "mallinfo2", None)
    found = _BLOCKS.search(_allocator_says())
    if malloc is None or found is None:
        return math.nan
    malloc.restype = _Malloc
    told = malloc()
    return (int(found[1].replace(b",", b"")) + told.uordblks + told.hblkhd) / 1e6


class _Malloc(ctypes.Structure):
    """What `mallinfo2` of glibc returns; in use are `uordblks` and `hblkhd`."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]


def _allocator_says() -> bytes:
    """Return the statistics of Python's allocator, which it writes to stderr alone."""
    tell = getattr(sys, "_debugmallocstats", None)
    if tell is None:
        return b""
    sys.stderr.flush()
    kept = os.dup(2)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            tell()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        file.seek(0)
        return file.read()


def objects() -> int:
    """Return how many objects the collector knows, without a list of them.

    What has been frozen stays so, and the others are listed.
    """
    frozen = gc.get_freeze_count()
    if frozen:
        return frozen + len(gc.get_objects())
    gc.freeze()
    count = gc.get_freeze_count()
    gc.unfreeze()
    return count


def growth(found: Sequence[Figures], name: str) -> float:
    """Return by which share a figure grows over the last two thirds, by a fit.

    It is that at the same number of texts, as texts come and are dropped by the dozen.
    """
    last = found[len(found) // 3 :]
    values = np.array([getattr(one, name) for one in last], dtype=float)
    if np.isnan(values).any():
        return math.nan
    times = np.array([one.seconds for one in last])
    texts = np.array([one.texts for one in last], dtype=float)
    told = np.stack(
        [np.ones(len(last)), times - times.mean(), texts - texts.mean()], axis=1
    )
    slope = np.linalg.lstsq(told, values, rcond=None)[0][1]
    return float(slope * (times[-1] - times[0]) / values.mean())


def verdict(found: Sequence[Figures]) -> tuple[bool, str]:
    """Return whether memory is flat, and the sentence that says so."""
    shares = {name: growth(found, name) for name in MOST_GROWTH}
    flat = not any(share > MOST_GROWTH[name] for name, share in shares.items())
    told = [
        f"{name.replace('_', ' ')} {share:+.2%}, may be {MOST_GROWTH[name]:.0%}"
        for name, share in shares.items()
    ]
    last = found[-1]
    return flat, (
        f"memory {'is flat' if flat else 'GROWS'} over the last two thirds of "
        f"{last.rounds} rounds in {last.seconds / 60:.1f} minutes (as with one number "
        f"of texts): {'; '.join(told)}; objects {growth(found, 'objects'):+.2%}"
    )


def types_in_memory() -> Counter:
    """Return how many objects of each type the collector knows."""
    gc.collect()
    return Counter(type(one).__qualname__ for one in gc.get_objects())
