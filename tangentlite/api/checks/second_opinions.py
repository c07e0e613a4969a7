"""What other differences say where a derivative and central differences disagree."""

from __future__ import annotations

import warnings

import numpy as np

from tangentlite.api.checks.points import (
    Point,
    central,
    moved_aside,
    moved_by,
    step_at,
)

# Slopes on both sides that differ by more than this part of their size are a kink, if
# they differ as much for a tenth of the step.
_KINK = 1e-3


def second_opinion(
    point: Point, direction: np.ndarray, got: complex, wanted: complex
) -> str:
    """Return a sentence about a derivative that is not what differences give.

    Slopes of both sides tell a kink, another step tells differences that are not
    accurate; a complex step is exact, where the function takes complex numbers.
    """
    step = step_at(point, direction)
    if not np.isfinite(wanted):
        return _domain(point, direction, step)
    if not np.isfinite(got):
        return "tl.find_nan names the line that makes it"
    if found := _sides(point, direction, step, abs(got - wanted)):
        return found
    other = _overall(central(point, direction * 16.0)[0] / 16.0)
    this = _overall(central(point, direction)[0])
    if abs(other - this) > 0.1 * abs(got - wanted):
        return (
            f"With a step of {16 * step:.1e} in place of {step:.1e} differences change "
            "by much: they are not accurate here"
        )
    exact = _by_complex_step(point, direction)
    if exact is not None and abs(exact - this) < 1e-4 * max(1.0, abs(this)):
        return "A complex step agrees with the differences: the derivative is wrong"
    return ""


def _domain(point: Point, direction: np.ndarray, step: float) -> str:
    """Return which side of a point is outside of the function's domain."""
    for where, sign in (("above", 1.0), ("below", -1.0)):
        with np.errstate(all="ignore"):
            moved = moved_by(point, direction, sign * step)
        if not np.all(np.isfinite(moved)):
            return (
                f"The function is not finite at a point {where} it, at a distance of "
                f"{step:.1e}. Check inside of its domain"
            )
    return ""


def _sides(point: Point, direction: np.ndarray, step: float, error: float) -> str:
    """Return a sentence about a kink or a jump, nothing if none explains an error."""
    middle = moved_by(point, direction, 0.0)
    found = []
    for size in (16.0 * step, step):
        right = (moved_by(point, direction, size) - middle) / size
        left = (middle - moved_by(point, direction, -size)) / size
        worst = int(np.argmax(np.abs(right - left))) if right.size else 0
        found.append((np.real(left.flat[worst]), np.real(right.flat[worst])))
    (left, right), (before, behind) = found
    fine, coarse = abs(behind - before), abs(right - left)
    scale = max(1e-3, abs(before), abs(behind))
    # Of a smooth function the slopes differ by the step times the curvature; weights of
    # results are of the size of one.
    if not fine > max(_KINK * scale, 0.5 * coarse, 0.05 * error):
        return ""
    if fine > 8.0 * coarse:  # a slope through a jump is that divided by the step
        return f"There is a jump of about {fine * step:.6g}. Check at a point beside it"
    if max(abs(before - left), abs(behind - right)) > 0.5 * fine:
        return ""  # neither side has a slope: the function is not smooth at this scale
    return (
        f"There is a kink: the slopes are {before:.6g} and {behind:.6g} on its sides. "
        "Check at a point beside it"
    )


def _by_complex_step(point: Point, direction: np.ndarray) -> float | None:
    """Return the slope by a complex step, None if complex numbers do not go through."""
    if np.iscomplexobj(direction):
        return None
    tiny = 1e-30
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # as where the imaginary part is dropped
            moved = moved_aside(point, direction, tiny)
    except Exception:  # the function is the user's: it may raise anything
        return None
    slope = float(np.sum(np.imag(moved)) / tiny)
    return slope if slope != 0.0 and np.isfinite(slope) else None


def _overall(vector: np.ndarray) -> float:
    return float(np.real(np.sum(vector)))
