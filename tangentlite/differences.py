"""A derivative's numbers beside those of central differences."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tangentlite import api

# Beyond this many entries an argument is moved along random directions.
MAX_ENTRIES = 200
DIRECTIONS = 4


@dataclass(frozen=True)
class Comparison:
    """A number of a derivative and what central differences give for it.

    `excess` is the error in units of what is allowed: above one they disagree.
    """

    what: str  # 'reverse derivative', ...
    place: str  # 'x[0, 1]', 'x along a random direction'
    of: str  # ' of entry 3 of the result', ' of a weighted sum of the results', ''
    got: Any
    wanted: Any
    excess: float

    def __str__(self) -> str:
        return (
            f"the {self.what}{self.of} with respect to {self.place} is {self.got!s}, "
            f"central differences give {self.wanted!s}"
        )


def comparisons(
    f: Callable,
    args: tuple,
    chosen: Sequence[str],
    modes: Sequence[str],
    rtol: float,
    atol: float,
) -> Iterator[Comparison]:
    """Yield the worst comparison of each mode, argument and direction.

    The relative tolerance `rtol` is of the largest entry of the result; both are
    widened for float32 arguments, and by the rounding error of the differences.
    """
    names = list(inspect.signature(f).parameters)
    if any(_precision(args[names.index(name)]) > 1e-10 for name in chosen):
        rtol, atol = max(rtol, 2e-2), max(atol, 2e-3)
    for name in chosen:
        position = names.index(name)
        differences = functools.partial(_central, f, args, position)
        measures: list[Callable] = []
        for direction, place in _directions(args[position], name):
            # First the function itself, so that what it raises comes from there.
            difference = differences(direction)
            measures = measures or [_MEASURES[mode](f, args, name) for mode in modes]
            for mode, measure in zip(modes, measures):
                one = _compared(measure, direction, difference, rtol, atol)
                where = place
                if one.excess > 1.0 and np.size(direction) > MAX_ENTRIES:
                    again = functools.partial(_compared, measure, rtol=rtol, atol=atol)
                    one, where = _narrowed(
                        again, differences, direction, one, name, place
                    )
                yield replace(one, what=f"{mode} derivative", place=where)


def _precision(value: Any) -> float:
    return float(np.finfo(np.result_type(value)).eps)


def _directions(value: Any, name: str) -> Iterator[tuple[np.ndarray, str]]:
    shape, units = np.shape(value), (1.0, 1j) if np.iscomplexobj(value) else (1.0,)
    if np.size(value) > MAX_ENTRIES:
        rng = np.random.default_rng(0)
        for _ in range(DIRECTIONS):
            parts = [unit * rng.standard_normal(shape) for unit in units]
            yield sum(parts), f"{name} along a random direction"
        return
    for index in np.ndindex(shape):
        for unit in units:
            direction = np.zeros(shape, type(unit))
            direction[index] = unit
            yield direction, _entry(name, index)


def _entry(name: str, index: tuple[int, ...]) -> str:
    return f"{name}[{', '.join(map(str, index))}]" if index else name


def _central(f: Callable, args: tuple, position: int, direction: np.ndarray):
    """Return the difference quotient of the flat result, and its rounding error."""
    value = args[position]
    step = 1e-6 if _precision(value) < 1e-10 else 1e-2
    step = step * max(1.0, float(np.max(np.abs(value), initial=0.0)))

    def at(change: float) -> np.ndarray:
        moved = np.asarray(value) + change * direction
        moved = np.asarray(moved, np.result_type(value))
        return _flat(f(*args[:position], _like(value, moved), *args[position + 1 :]))

    ahead, behind = at(step), at(-step)
    size = np.maximum(np.abs(ahead), np.abs(behind))
    return (ahead - behind) / (2 * step), 4 * _precision(value) * size / step


def _like(value: Any, moved: np.ndarray) -> Any:
    """Return an array as a value of the type of another one."""
    return moved if isinstance(value, np.ndarray) else type(value)(moved[()])


def _flat(result: Any) -> np.ndarray:
    if isinstance(result, (tuple, list)):
        parts = [_flat(item) for item in result]
        return np.concatenate(parts) if parts else np.zeros(0)
    return np.ravel(np.asarray(result, np.result_type(result, float)))


def _forward(f: Callable, args: tuple, name: str) -> Callable:
    """Return a function from a direction and a difference to what must be equal."""
    position = list(inspect.signature(f).parameters).index(name)
    value = args[position]
    derivative = api.derivative_of(f, "forward", (name,))
    (parameter,) = derivative.tangent_names

    def measure(direction: np.ndarray, difference: np.ndarray, noise: np.ndarray):
        tangent = _like(value, direction.astype(np.result_type(value)))
        got = derivative(*args, **{parameter: tangent})
        return "", _flat(got), difference, noise

    return measure


def _reverse(f: Callable, args: tuple, name: str) -> Callable:
    """Return a function like that of `_forward`, for sums with fixed weights."""
    result, pullback = api.derivative_of(f, "pullback", (name,))(*args)
    if not isinstance(result, (tuple, list)) and np.ndim(result) == 0:
        weights, of = 1.0, ""
    else:
        weights = _weights(result, np.random.default_rng(1))
        of = " of a weighted sum of the results"
    (gradient,) = pullback(weights)
    flat = _flat(weights)

    def measure(direction: np.ndarray, difference: np.ndarray, noise: np.ndarray):
        got = np.real(np.sum(np.asarray(gradient) * direction))
        wanted = np.real(np.sum(flat * difference))
        return of, got.reshape(1), wanted.reshape(1), np.linalg.norm(flat * noise)

    return measure


_MEASURES = {"forward": _forward, "reverse": _reverse}


def _weights(result: Any, rng: np.random.Generator) -> Any:
    if isinstance(result, (tuple, list)):
        items = [_weights(item, rng) for item in result]
        return (
            type(result)(*items) if hasattr(result, "_fields") else type(result)(items)
        )
    weights = rng.uniform(0.5, 1.5, np.shape(result))
    if np.ndim(result) == 0:
        return float(weights)
    return weights.astype(np.result_type(result, np.float32))


def _compared(
    measure: Callable,
    direction: np.ndarray,
    difference: tuple,
    rtol: float,
    atol: float,
) -> Comparison:
    """Return the worst entry of what is measured along a direction."""
    of, got, wanted, noise = measure(direction, *difference)
    if not np.size(got):
        return Comparison("", "", "", 0.0, 0.0, 0.0)
    excess = np.abs(got - wanted) / (atol + rtol * np.max(np.abs(wanted)) + noise)
    excess = np.where(np.isnan(excess), np.inf, excess)
    worst = int(np.argmax(excess))
    if got.size > 1:
        of = f" of entry {worst} of the result"
    return Comparison("", "", of, got[worst], wanted[worst], float(excess[worst]))


def _narrowed(
    compare: Callable,
    differences: Callable,
    direction: np.ndarray,
    found: Comparison,
    name: str,
    place: str,
) -> tuple[Comparison, str]:
    """Look for an entry that disagrees, in halves of a direction that does."""
    indices = np.arange(direction.size)
    while indices.size > 1:
        halves = np.array_split(indices, 2)
        parts = [_part(direction, half) for half in halves]
        tried = [
            (compare(part, differences(part)), half)
            for part, half in zip(parts, halves)
        ]
        one, indices = max(tried, key=lambda pair: pair[0].excess)
        if one.excess <= 1.0:
            return found, place
    is_complex = np.iscomplexobj(direction)
    unit = direction / np.abs(direction) if is_complex else np.ones_like(direction)
    part = _part(unit, indices)
    one = compare(part, differences(part))
    if one.excess <= 1.0:
        return found, place
    return one, _entry(name, np.unravel_index(indices[0], direction.shape))


def _part(direction: np.ndarray, indices: np.ndarray) -> np.ndarray:
    part = np.zeros_like(direction)
    part.flat[indices] = direction.flat[indices]
    return part
