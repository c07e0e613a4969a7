"""The gradient that every program has without a derivative: forward differences."""

from collections.abc import Callable

import numpy as np

from benchmarks.fresh import LeftOut
from benchmarks.workload import Workload

# One call of the program for each number; more of them would take too long.
MOST_NUMBERS = 1000
STEP = np.sqrt(np.finfo(float).eps)
# How far off they may be, as a part of the largest entry.
TOLERANCE = 1e-3


def differences(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare the value and forward differences of it, by arrays and numbers."""
    places = workload.wrt if isinstance(workload.wrt, tuple) else (workload.wrt,)
    inputs = [args[place] for place in places]
    plain = all(isinstance(one, (float, np.ndarray)) for one in inputs)
    if not plain or sum(map(np.size, inputs)) > MOST_NUMBERS:
        raise LeftOut

    def value_and_differences(*args):
        value = workload.primal(*args)
        slopes = [by(workload.primal, args, place, value) for place in places]
        return value, tuple(slopes) if isinstance(workload.wrt, tuple) else slopes[0]

    return value_and_differences, args


def by(primal: Callable, args: tuple, place: int, value: float) -> np.ndarray:
    """Return the slopes of the value by the entries of an argument, in its shape."""
    moved = np.array(args[place], dtype=float)
    slopes = np.empty_like(moved)
    for index in np.ndindex(moved.shape):
        start = moved[index]
        moved[index] = start + STEP * max(1.0, abs(start))
        along = moved if moved.ndim else moved.item()
        found = primal(*args[:place], along, *args[place + 1 :])
        slopes[index] = (found - value) / (moved[index] - start)
        moved[index] = start
    return slopes
