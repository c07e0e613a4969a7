"""Try every rule on a grid of each argument, of ten orders of magnitude.

    python -m tests.rules.argument_grids [--library scipy.special] [--part 1/2]

The first entry of each argument of the samples is set to one number after the other,
from 1e-7 to 1e3 and below zero. First and second derivatives by it are compared with
differences of the fourth order, with steps of a thousandth, relative to their size:
a formula that loses its digits where a function is small is seen. What differs is
printed, to be judged: many a function of SciPy's has fewer digits than the derivative.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np

import tangentlite as tl
from tests.rules.test_rules import (
    DIFFERENTIATED,
    as_double,
    leaves,
    like,
    module_of_programs,
)
from tests.rules.trying import numbers, one_point, run

# No whole numbers: many functions have poles or corners there.
MAGNITUDES = (
    1.1e-7, 1.2e-5, 1.3e-3, 0.033, 0.104, 0.27, 0.61, 0.92, 1.3, 2.2, 4.15, 9.3, 31.4,
    98.6, 997.3,
)  # fmt: skip
GRID = (*MAGNITUDES, *(-x for x in MAGNITUDES))
STEP = 1e-3


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the rules, print what differs and how often."""
    run("argument_grids", arguments, found)
    return 0


def found(k: int, count: Counter) -> Iterator[tuple]:
    """What differs of a sample, where any argument is one of the numbers."""
    program = getattr(module_of_programs(), f"program_{k}")
    weighted = getattr(module_of_programs(), f"weighted_{k}")
    inputs = tuple(as_double(x) for x in leaves(DIFFERENTIATED[k]))
    cotangent = like(program(*inputs), 33)
    gradient = tl.grad(weighted, wrt=tuple(range(len(inputs))))

    def loss(*point: object) -> object:
        return weighted(*point, cotangent)

    def gradients(*point: object) -> object:
        return gradient(*point, cotangent)

    for x in GRID:
        for argument in (k for k, one in enumerate(inputs) if np.size(one)):
            point, unit = changed(inputs, argument, x)
            place = f"argument {argument} at {x:g}:"
            with one_point(count):
                value = program(*point)
                if np.shape(value) != np.shape(cotangent):
                    continue
                if not np.all(np.isfinite(numbers(value))):
                    count["points without a value"] += 1
                    continue
                along = differences(program, point, unit, x)
                _, pushed = tl.jvp(program, point, unit)
                for got, want in different(pushed, along, count):
                    yield "first", place, got, want
                along = differences(loss, point, unit, x)
                pulled = leaf(gradients(*point), argument)
                for got, want in different(pulled, along, count):
                    yield "reverse", place, got, want
                along = differences(gradients, point, unit, x)
                _, pushed = tl.jvp(gradient, (*point, cotangent), (*unit, None))
                for got, want in different(pushed, along, count):
                    yield "second", place, got, want


def leaf(gradient: object, argument: int) -> object:
    """The first entry of a gradient by one argument."""
    return np.ravel(gradient[argument])[0]


def changed(inputs: tuple, argument: int, x: float) -> tuple[tuple, list]:
    """The inputs with a number as first entry of one, and the tangent of it alone."""
    unit: list = [None] * len(inputs)
    if np.ndim(inputs[argument]) == 0:
        unit[argument] = 1.0
        return (*inputs[:argument], x, *inputs[argument + 1 :]), unit
    whole = inputs[argument].copy()
    unit[argument] = np.zeros_like(whole)
    first = (0,) * whole.ndim
    whole[first], unit[argument][first] = x, 1.0
    return (*inputs[:argument], whole, *inputs[argument + 1 :]), unit


def differences(function: Callable, point: tuple, unit: list, x: float) -> tuple:
    """Differences of the fourth order, and how far from the derivative they may be.

    Those of steps twice as large, and the digits that a function has, say how far.
    """

    def at(step: float) -> np.ndarray:
        moved = (a if u is None else a + step * u for a, u in zip(point, unit))
        return numbers(function(*moved))

    h = STEP * min(abs(x), 3.0)
    here = at(0.0)
    each = [(at(c * h) - at(-c * h)) / (2.0 * c * h) for c in (1, 2, 4)]
    near, far = ((4.0 * a - b) / 3.0 for a, b in zip(each, each[1:]))
    digits = 1e-10 * np.abs(here) / h
    most = np.max(np.abs(near), initial=0.0, where=np.isfinite(near))
    noise = 1e-13 * most + 1e-300
    return near, 1e-5 * np.abs(near) + 4.0 * np.abs(near - far) + digits + noise


def different(got: object, along: tuple, count: Counter) -> Iterator[tuple]:
    """What was found beside the differences, where the two differ."""
    want, room = along
    got = numbers(got)
    is_sure = np.isfinite(want) & np.isfinite(room)
    is_sure &= room <= 1e-2 * np.abs(want) + 1e-12
    count["compared"] += int(np.sum(is_sure))
    bad = is_sure & ~(np.abs(got - want) <= room)
    if np.any(bad):
        yield got[bad][:3], want[bad][:3]


if __name__ == "__main__":
    sys.exit(main())
