"""Is a contestant's result right? Without a hand-written one, differences tell."""

import types
from collections.abc import Callable

import numpy as np

from benchmarks.workload import Workload
from tests.support.measure import along, inner, random_like
from tests.support.numeric import copied

# Small, because what takes a minimum or a mask is smooth in a small neighbourhood only.
STEP = 1e-6
SLOPE_TOLERANCE = 1e-5
# How far off an array may be, as a part of its largest entry.
EXACT = 1e-8


class WrongGradient(Exception):
    """A contestant's value or gradient is not the one it is compared with."""


def judge(workload: Workload, args: tuple) -> Callable[..., None]:
    """Give the function that raises WrongGradient for a wrong result.

    It takes a result, and how far off its arrays may be if that is not `EXACT`.
    """
    if workload.by_hand is None:
        return judge_by_differences(workload, args)
    expected = leaves(workload.by_hand(*args))
    return lambda result, tolerance=EXACT: check(leaves(result), expected, tolerance)


def judge_by_differences(workload: Workload, args: tuple) -> Callable[..., None]:
    """Compare a derivative along one direction with a difference.

    A result may be that derivative alone, or a value and its gradient. The first of the
    right gradients is what later ones are compared with, entry by entry.
    """
    direction = direction_of(workload, args)
    expected = along(workload.primal, args, workload.wrt, direction, STEP)
    value = leaves(workload.primal(*copied(args)))
    right = []

    def check_result(result: object, tolerance: float = EXACT) -> None:
        found = leaves(result)
        check_slope(found, direction, expected.item())
        if len(found) == 1:
            return
        check(found[:1], value, tolerance)
        if right:
            check(found, right[0], tolerance)
        else:
            right.append(found)

    return check_result


def direction_of(workload: Workload, args: tuple) -> tuple:
    """Give a tangent of each argument by which the workload is differentiated."""
    differentiated = tuple(args[place] for place in workload.wrt)
    return random_like(np.random.default_rng(7), differentiated)


def check_slope(found: list[np.ndarray], direction: tuple, expected: float) -> None:
    """Raise WrongGradient where the derivative in the direction is not as expected."""
    slope = inner(found[1:], direction) if len(found) > 1 else found[0]
    error = abs(slope - expected)
    if not error <= SLOPE_TOLERANCE * abs(expected):
        raise WrongGradient(f"the slope is off by {error:.1e} of {abs(expected):.1e}")


def leaves(result) -> list[np.ndarray]:
    """Flatten nested containers and objects of numbers and arrays of any library."""
    if isinstance(result, types.SimpleNamespace):
        result = vars(result)
    if isinstance(result, dict):
        result = list(result.values())
    if isinstance(result, (tuple, list)):
        return [leaf for part in result for leaf in leaves(part)]
    return [np.asarray(result, dtype=float)]


def check(
    found: list[np.ndarray], expected: list[np.ndarray], tolerance: float = EXACT
) -> None:
    """Raise WrongGradient where an array is off by too large a part of its largest."""
    if [leaf.shape for leaf in found] != [leaf.shape for leaf in expected]:
        shapes = [leaf.shape for leaf in found]
        raise WrongGradient(f"shapes {shapes} instead of those expected")
    for position, (leaf, right) in enumerate(zip(found, expected, strict=True)):
        size = np.max(np.abs(right))
        error = np.max(np.abs(leaf - right))
        if not error <= tolerance * size:
            raise WrongGradient(
                f"result {position} is off by {error:.1e} of {size:.1e}"
            )
