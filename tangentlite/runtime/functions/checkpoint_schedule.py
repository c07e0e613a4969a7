"""How checkpointed loops are cut into segments; numba compiles this too."""

from __future__ import annotations

import numpy as np


def segment_size(count):
    """Return how many of so many steps a checkpointed loop runs between snapshots.

    >>> segment_size(100), segment_size(0)
    (11, 1)
    """
    return int(np.sqrt(max(count, 0))) + 1


def segment_end(start, size, count):
    """Return where a segment ends of a checkpointed loop of so many steps.

    >>> segment_end(20, 10, 100), segment_end(99, 11, 100)
    (30, 100)
    """
    return min(start + size, count)


def snapshot_count(count, slots, leaf):
    """Return how many of its slots a checkpointed loop of so many steps needs.

    >>> snapshot_count(100, 5, 1), snapshot_count(100, 5, 40)
    (5, 3)
    """
    return max(0, min(slots, -(-count // leaf)))


def next_snapshot(start, stop, free, leaf):
    """Return where the forward sweep takes the next snapshot, `stop` if nowhere.

    >>> next_snapshot(0, 10, 1, 1), next_snapshot(0, 10, 3, 1)
    (10, 4)
    """
    if free <= 1 or stop - start <= leaf:
        return stop
    return middle_of(start, stop, free, leaf)


def middle_of(start, stop, free, leaf):
    """Return up to where steps run, to be reversed from there, with free snapshots.

    One of them is at the start, and `leaf` steps are reversed at once. With this choice
    as few steps are run as can be (Griewank & Walther, Algorithm 799, 2000).

    >>> middle_of(0, 10, 1, 1), middle_of(0, 10, 2, 1)
    (9, 6)
    """
    units = -(-(stop - start) // leaf)
    repeats = 1
    while combinations(free + repeats, free) < units:
        repeats += 1
    least = combinations(free + repeats - 2, free - 1)
    return start + leaf * min(combinations(free + repeats - 1, free), units - least)


def combinations(count, chosen):
    """Return a binomial coefficient.

    >>> combinations(5, 2), combinations(2, 3)
    (10, 0)
    """
    result = 1
    for k in range(chosen):
        result = result * (count - k) // (k + 1)
    return result
