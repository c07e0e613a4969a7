"""Comparison of a derivative's numbers with central differences."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from tangentlite.api.checks.dot_products import dot_products
from tangentlite.api.checks.points import (
    Comparison,
    Point,
    central,
    gradient_of,
    is_complex,
    points,
    random_directions,
    tangent_of,
)
from tangentlite.api.checks.second_opinions import second_opinion
from tangentlite.calls.arguments.pytree import entry, written

# Beyond this many entries an array is moved along random directions, and so are the
# smaller leaves of an argument together.
MAX_ENTRIES = 200


def comparisons(
    f: Callable,
    args: tuple,
    chosen: Sequence[str],
    modes: Sequence[str],
    rtol: float,
    atol: float,
) -> Iterator[Comparison]:
    """Yield the worst comparison of each mode, argument and direction.

    Both modes are also compared with each other, which tells smaller errors. The
    relative tolerance `rtol` is of the largest entry of the result; both are
    widened where float32 is involved, and by the rounding error of the differences.
    """
    for point in points(f, args, chosen):
        if point.precision > 1e-10:
            rtol, atol = max(rtol, 2e-2), max(atol, 2e-3)
        measures = [_MEASURES[mode](point) for mode in modes]
        for direction, place in _directions(point):
            difference = central(point, direction)
            for mode, measure in zip(modes, measures):
                compare = functools.partial(_compared, measure, rtol=rtol, atol=atol)
                one = compare(direction, difference)
                where, along = place, direction
                if one.excess > 1.0 and np.count_nonzero(direction) > MAX_ENTRIES:
                    one, where, along = _narrowed(point, compare, direction, one, place)
                if one.excess > 1.0:
                    note = second_opinion(point, along, one.got, one.wanted)
                    one = replace(one, note=note)
                yield replace(one, what=f"{mode} derivative", place=where)
        if {"reverse", "forward"} <= set(modes):
            yield from dot_products(point, rtol, atol)


def _directions(point: Point) -> Iterator[tuple[np.ndarray, str]]:
    """Yield unit vectors, or random ones if entries are many, with their names."""
    small: list[int] = []
    offset = 0
    for path, part in point.inputs.items():
        indices = range(offset, offset + np.size(part))
        offset = indices.stop
        if len(indices) > MAX_ENTRIES:
            yield from random_directions(point, indices, written(path))
        else:
            small.extend(indices)
    if len(small) > MAX_ENTRIES:
        yield from random_directions(point, small, "")
        return
    mask = is_complex(point)
    for index in small:
        for unit in (1.0, 1j) if mask[index] else (1.0,):
            direction = np.zeros(offset, type(unit))
            direction[index] = unit
            yield direction, point.name + entry(index, point.inputs)


def _forward(point: Point) -> Callable:
    """Return a function from a direction and a difference to two vectors to compare."""
    along = tangent_of(point)

    def measure(direction: np.ndarray, difference: np.ndarray, noise: np.ndarray):
        return along(direction), difference, noise, of

    def of(index: int) -> str:
        where = entry(index, point.outputs)
        return f" of result{where}" if where else ""

    return measure


def _reverse(point: Point) -> Callable:
    """Return a function like that of `_forward`, for a weighted sum of the results."""
    gradients, flat, of = gradient_of(point)

    def measure(direction: np.ndarray, difference: np.ndarray, noise: np.ndarray):
        moved = direction != 0.0  # an infinite derivative by another entry is no nan
        got = np.real(np.sum(gradients[moved] * direction[moved]))
        wanted = np.real(np.sum(flat * difference))
        error = np.linalg.norm(flat * noise)
        return got.reshape(1), wanted.reshape(1), error, lambda worst: of

    return measure


_MEASURES = {"forward": _forward, "reverse": _reverse}


def _compared(
    measure: Callable,
    direction: np.ndarray,
    difference: tuple,
    rtol: float,
    atol: float,
) -> Comparison:
    """Return the comparison of the worst entry along a direction."""
    got, wanted, noise, of = measure(direction, *difference)
    if not np.size(got):
        return Comparison("", "", "", 0.0, 0.0, 0.0)
    excess = np.abs(got - wanted) / (atol + rtol * np.max(np.abs(wanted)) + noise)
    excess = np.where(np.isnan(excess), np.inf, excess)
    worst = int(np.argmax(excess))
    return Comparison(
        "", "", of(worst), got[worst], wanted[worst], float(excess[worst])
    )


def _narrowed(
    point: Point,
    compare: Callable,
    direction: np.ndarray,
    found: Comparison,
    place: str,
) -> tuple[Comparison, str, np.ndarray]:
    """Search for an entry that disagrees, by bisection of a direction that does."""
    indices = np.flatnonzero(direction)
    while indices.size > 1:
        halves = np.array_split(indices, 2)
        parts = [_part(direction, half) for half in halves]
        tried = [
            (compare(part, central(point, part)), half)
            for part, half in zip(parts, halves)
        ]
        one, indices = max(tried, key=lambda pair: pair[0].excess)
        if one.excess <= 1.0:
            return found, place, direction
    part = _part(direction / np.abs(direction[indices]), indices)
    if not np.iscomplexobj(direction):
        part = np.abs(part)
    one = compare(part, central(point, part))
    if one.excess <= 1.0:
        return found, place, direction
    return one, point.name + entry(int(indices[0]), point.inputs), part


def _part(direction: np.ndarray, indices: np.ndarray) -> np.ndarray:
    part = np.zeros_like(direction)
    part[indices] = direction[indices]
    return part
