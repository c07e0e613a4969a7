"""Try every rule at points that nobody chose: at zeros, ties and whole numbers.

    python -m tests.rules.special_points [--library numpy] [--part 1/2]

The samples of each rule are changed: to an entry that is 0, to two equal ones, to whole
numbers, to zeros alone. First and second derivatives are compared with differences
where those of both sides and of two steps agree, and derivatives with themselves where
cotangents and tangents, in which they are linear, are 0, huge or tiny. What differs is
printed, to be judged: a median of equal entries has a difference quotient, but no
derivative.
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
    beside_zero,
    leaves,
    like,
    module_of_programs,
)
from tests.rules.trying import numbers, one_point, run

STEP = 1e-5


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the rules, print what differs and how often; nonzero if one is not linear."""
    count = run("special_points", arguments, found)
    return int(count["slope at zero"] > 0)


def found(k: int, count: Counter) -> Iterator[tuple[str, str, object, object]]:
    """What differs of a sample at its own point and at others."""
    program = getattr(module_of_programs(), f"program_{k}")
    weighted = getattr(module_of_programs(), f"weighted_{k}")
    inputs = tuple(as_double(x) for x in leaves(DIFFERENTIATED[k]))
    cotangent = like(program(*inputs), 33)
    gradient = tl.grad(weighted, wrt=tuple(range(len(inputs))))
    jvp = tl.autodiff(program, wrt=tuple(range(len(inputs))), mode="forward")
    tangents = [like(x, 40 + 7 * i) for i, x in enumerate(inputs)]
    for linear, last in ((gradient, [cotangent]), (jvp, tangents)):
        got, want = beside_zero(linear, inputs, last)
        expected = numbers(want), True
        yield from different("slope at zero", "its own", got, expected, count)
    yield from of_other_sizes(gradient, inputs, cotangent, tangents, count)
    for name, point in points_near(inputs):
        with one_point(count):
            change = [like(x, 40 + 7 * i) for i, x in enumerate(point)]
            if np.shape(program(*point)) != np.shape(cotangent):
                continue
            first = along(program, point, change)
            pushed = tl.jvp(program, point, change)[1]
            yield from different("first", name, pushed, first, count)
            second = along(lambda *x: gradient(*x, cotangent), point, change)
            _, pushed = tl.jvp(gradient, (*point, cotangent), (*change, None))
            yield from different("second", name, pushed, second, count)


def of_other_sizes(
    gradient: Callable, inputs: tuple, cotangent: object, tangents: list, count: Counter
) -> Iterator[tuple]:
    """Derivatives of a huge and of a tiny loss that are no multiples of its own."""

    def derivatives(scale: float) -> tuple[np.ndarray, np.ndarray]:
        point = (*inputs, cotangent * scale)
        _, second = tl.jvp(gradient, point, (*tangents, None))
        return numbers(gradient(*point)) / scale, numbers(second) / scale

    own = derivatives(1.0)
    for scale in (2.0**40, 2.0**-40):
        for order, got, want in zip((1, 2), derivatives(scale), own):
            room = 1e-9 * np.max(np.abs(want), initial=1e-3)
            bad = np.isfinite(want) & ~(np.abs(got - want) <= room)
            count["compared"] += want.size
            if np.any(bad):
                yield "size", f"order {order}, {scale:g}", got[bad][:4], want[bad][:4]


def points_near(inputs: tuple) -> Iterator[tuple[str, tuple]]:
    """Other inputs: of one entry 0, of equal ones, of whole numbers, and of zeros."""

    def each(change: Callable) -> tuple:
        return tuple(_changed(x, change) for x in inputs)

    yield "one zero", each(lambda x: np.where(np.arange(x.size) == 0, 0.0, x))
    yield "two equal", each(lambda x: np.where(np.arange(x.size) == 1, x[:1], x))
    yield "whole", each(np.round)
    yield "zeros", each(np.zeros_like)
    for k, x in enumerate(inputs if len(inputs) > 1 else ()):
        zero = _changed(x, lambda x: np.where(np.arange(x.size) == 0, 0.0, x))
        yield f"one zero in argument {k}", (*inputs[:k], zero, *inputs[k + 1 :])


def _changed(x: object, change: Callable) -> object:
    whole = np.asarray(x, dtype=float)
    other = change(whole.ravel()).reshape(whole.shape)
    return other if isinstance(x, np.ndarray) else float(other)


def along(function: Callable, point: tuple, change: list) -> tuple:
    """Differences along a change, and which of them are those of a derivative."""

    def at(step: float) -> np.ndarray:
        return numbers(function(*(x + step * y for x, y in zip(point, change))))

    here, ahead, behind, far, back = map(at, (0, STEP, -STEP, 2 * STEP, -2 * STEP))
    if not here.shape == ahead.shape == behind.shape == far.shape == back.shape:
        return np.zeros(0), False
    want = (ahead - behind) / (2 * STEP)
    room = 2e-3 * (1.0 + np.abs(want))
    is_smooth = np.isfinite(want) & np.isfinite(here)
    is_smooth &= np.abs(ahead + behind - 2.0 * here) <= room * STEP
    is_smooth &= np.abs(far - back - 4.0 * STEP * want) <= room * STEP
    return want, is_smooth


def different(what, name, got, expected, count) -> Iterator[tuple]:
    """What was found beside what is expected, where the two differ."""
    want, is_smooth = expected
    if not np.any(is_smooth):
        return
    got = numbers(got)
    count["compared"] += int(np.sum(np.broadcast_to(is_smooth, want.shape)))
    bad = is_smooth & ~(np.abs(got - want) <= 5e-3 * (1.0 + np.abs(want)))
    if np.any(bad):
        yield what, name, got[bad][:4], want[bad][:4]


if __name__ == "__main__":
    sys.exit(main())
