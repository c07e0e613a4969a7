"""What a process holds while it works, and whether that grows."""

import gc
import linecache
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import tangentlite as tl

# By how much memory may grow over the last two thirds, as a share of all.
MOST_GROWTH = 0.02


@dataclass(frozen=True)
class Figures:
    """What was counted after some rounds and seconds."""

    rounds: int
    seconds: float
    megabytes: float
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
        len(gc.get_objects()),
        len(linecache.cache),
        info.functions,
        info.derivatives,
        info.variants,
        info.texts,
    )


def resident() -> float:
    """Return the megabytes of memory that the process has (Linux)."""
    with open('/proc/self/statm', encoding='ascii') as file:
        pages = int(file.read().split()[1])
    return pages * os.sysconf('SC_PAGE_SIZE') / 1e6


def growth(found: Sequence[Figures], name: str = 'megabytes') -> float:
    """Return by which share a figure grows over the last two thirds, by a fit."""
    last = found[len(found) // 3 :]
    times = np.array([one.seconds for one in last])
    values = np.array([getattr(one, name) for one in last], dtype=float)
    slope = np.polyfit(times - times[0], values, 1)[0] if len(last) > 1 else 0.0
    return float(slope * (times[-1] - times[0]) / values.mean())


def verdict(found: Sequence[Figures]) -> tuple[bool, str]:
    """Return whether memory is flat, and the sentence that says so."""
    share = growth(found)
    flat = share <= MOST_GROWTH
    return flat, (
        f"memory {'is flat' if flat else 'GROWS'}: {share:+.2%} over the last two "
        f"thirds of {found[-1].rounds} rounds in {found[-1].seconds / 60:.1f} minutes, "
        f"at most {MOST_GROWTH:.0%} is allowed; objects {growth(found, 'objects'):+.2%}"
    )


def types_in_memory() -> Counter:
    """Return how many objects of each type the collector knows."""
    gc.collect()
    return Counter(type(one).__qualname__ for one in gc.get_objects())
