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
    sides = _sides(point, direction, step)
    if sides is not None:
        left, right = sides
        return (
            f"There is a kink: the slopes are {left:.6g} and {right:.6g} on its sides. "
            "Check at a point beside it"
        )
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


def _sides(
    point: Point, direction: np.ndarray, step: float
) -> tuple[float, float] | None:
    """Return the slopes on both sides of a kink, None if there is none."""
    middle = moved_by(point, direction, 0.0)
    gaps = []
    for size in (16.0 * step, step):
        right = (moved_by(point, direction, size) - middle) / size
        left = (middle - moved_by(point, direction, -size)) / size
        worst = int(np.argmax(np.abs(right - left))) if right.size else 0
        slopes = np.real(left.flat[worst]), np.real(right.flat[worst])
        gaps.append((abs(slopes[1] - slopes[0]), slopes))
    (coarse, _), (fine, (before, behind)) = gaps
    scale = max(1e-3, abs(before), abs(behind))
    # Of a smooth function the slopes differ by the step times the curvature.
    if fine > _KINK * scale and fine > 0.5 * coarse:
        return float(before), float(behind)
    return None


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
