"""Comparison of a derivative's numbers with central differences."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tangentlite.api import grad
from tangentlite.calls.arguments.pytree import (
    Path,
    copies,
    derivative,
    entry,
    floating,
    joined,
    numbers,
    picked,
    replaced,
    split,
    written,
)
from tangentlite.runtime import zeros_as_it_lies

# Beyond this many entries an array is moved along random directions, and so are the
# smaller leaves of an argument together.
MAX_ENTRIES = 200
DIRECTIONS = 4


@dataclass(frozen=True)
class Comparison:
    """A number of a derivative and the corresponding central difference.

    `excess` is the error in units of what is allowed: above one they disagree.
    """

    what: str  # 'reverse derivative', ...
    place: str  # "x[0, 1]", "params['w'][2]", 'x along a random direction'
    of: str  # " of result['y'][3]", ' of a weighted sum of the results', ''
    got: Any
    wanted: Any
    excess: float

    def __str__(self) -> str:
        return (
            f"the {self.what}{self.of} with respect to {self.place} is {self.got!s}, "
            f"central differences give {self.wanted!s}"
        )


@dataclass(frozen=True)
class Point:
    """The arguments at which a function is compared, and the one that is moved.

    A direction is a vector with an entry for each number in the argument's floating
    leaves. `precision` is that of the least precise number.
    """

    f: Callable
    args: tuple
    name: str
    position: int
    inputs: Mapping[Path, Any]
    outputs: Mapping[Path, Any]
    precision: float

    @property
    def value(self) -> Any:
        return self.args[self.position]


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
    widened where float32 is involved, and by the rounding error of the differences.
    """
    for point in _points(f, args, chosen):
        if point.precision > 1e-10:
            rtol, atol = max(rtol, 2e-2), max(atol, 2e-3)
        measures = [_MEASURES[mode](point) for mode in modes]
        for direction, place in _directions(point):
            difference = _central(point, direction)
            for mode, measure in zip(modes, measures):
                compare = functools.partial(_compared, measure, rtol=rtol, atol=atol)
                one = compare(direction, difference)
                where = place
                if one.excess > 1.0 and np.count_nonzero(direction) > MAX_ENTRIES:
                    one, where = _narrowed(point, compare, direction, one, place)
                yield replace(one, what=f"{mode} derivative", place=where)


def _points(f: Callable, args: tuple, chosen: Sequence[str]) -> Iterator[Point]:
    names = list(inspect.signature(f).parameters)
    inputs = {name: floating(args[names.index(name)]) for name in chosen}
    # The function itself is called first, so that its exceptions come from there.
    outputs = numbers(_called(f, args))
    precision = max(map(_precision, (outputs, *inputs.values())))
    for name, parts in inputs.items():
        yield Point(f, args, name, names.index(name), parts, outputs, precision)


def _precision(parts: Mapping[Path, Any]) -> float:
    dtypes = {np.result_type(part) for part in parts.values()}
    inexact = [float(np.finfo(dtype).eps) for dtype in dtypes if dtype.kind in "fc"]
    return max(inexact, default=0.0)


def _directions(point: Point) -> Iterator[tuple[np.ndarray, str]]:
    """Yield unit vectors, or random ones if entries are many, with their names."""
    small: list[int] = []
    offset = 0
    for path, part in point.inputs.items():
        indices = range(offset, offset + np.size(part))
        offset = indices.stop
        if len(indices) > MAX_ENTRIES:
            yield from _random_directions(point, indices, written(path))
        else:
            small.extend(indices)
    if len(small) > MAX_ENTRIES:
        yield from _random_directions(point, small, "")
        return
    is_complex = _is_complex(point)
    for index in small:
        for unit in (1.0, 1j) if is_complex[index] else (1.0,):
            direction = np.zeros(offset, type(unit))
            direction[index] = unit
            yield direction, point.name + entry(index, point.inputs)


def _random_directions(
    point: Point, indices: Sequence[int], where: str
) -> Iterator[tuple[np.ndarray, str]]:
    is_complex = _is_complex(point)
    rng = np.random.default_rng(0)
    for _ in range(DIRECTIONS):
        direction = np.zeros(is_complex.size, complex if is_complex.any() else float)
        direction[indices] = rng.standard_normal(len(indices))
        if is_complex.any():
            imaginary = 1j * rng.standard_normal(len(indices))
            direction[indices] += imaginary * is_complex[indices]
        yield direction, f"{point.name}{where} along a random direction"


def _is_complex(point: Point) -> np.ndarray:
    """Return a mask of the entries of a direction that may be complex."""
    parts = point.inputs.items()
    return joined({p: np.full(np.shape(x), np.iscomplexobj(x)) for p, x in parts}) > 0.0


def _central(point: Point, direction: np.ndarray):
    """Return the difference quotient of the flat result, and its rounding error."""
    vector = joined(point.inputs)
    step = 1e-6 if point.precision < 1e-10 else 1e-2
    step *= max(1.0, float(np.max(np.abs(vector[direction != 0.0]), initial=0.0)))

    def at(change: float) -> np.ndarray:
        args = list(point.args)
        moved = split(vector + change * direction, point.inputs)
        for path, part in moved.items():
            if isinstance(part, np.ndarray):
                moved[path] = zeros_as_it_lies(point.inputs[path])
                moved[path][...] = part
        args[point.position] = replaced(point.value, moved)
        return joined(numbers(_called(point.f, args)))

    ahead, behind = at(step), at(-step)
    size = np.maximum(np.abs(ahead), np.abs(behind))
    return (ahead - behind) / (2 * step), 4 * point.precision * size / step


def _called(f: Callable, args: Sequence) -> Any:
    """Call a function that may write into its arguments."""

    return f(*copies(args))


def _forward(point: Point) -> Callable:
    """Return a function from a direction and a difference to two vectors to compare."""
    product = grad.derivative_of(point.f, "forward", (point.name,))
    (tangent_name,) = product.tangent_names
    place = list(inspect.signature(product).parameters).index(tangent_name)

    def measure(direction: np.ndarray, difference: np.ndarray, noise: np.ndarray):
        tangent = derivative(point.value, split(direction, point.inputs))
        given = copies(point.args)
        found = product(*given[:place], tangent, *given[place:])
        return joined(picked(found, point.outputs)), difference, noise, of

    def of(index: int) -> str:
        where = entry(index, point.outputs)
        return f" of result{where}" if where else ""

    return measure


def _reverse(point: Point) -> Callable:
    """Return a function like that of `_forward`, for a weighted sum of the results."""
    given = copies(point.args)
    result, pullback = grad.value_and_pullback(point.f, (point.name,), given)
    is_one_number = () in point.outputs and np.ndim(point.outputs[()]) == 0
    of = "" if is_one_number else " of a weighted sum of the results"
    weights = _weights(floating(result))
    if is_one_number:
        weights = {(): 1.0}
    (gradient,) = pullback(derivative(result, weights))
    gradients = joined(picked(gradient, point.inputs))
    zeros = {path: np.zeros(np.shape(part)) for path, part in point.outputs.items()}
    flat = joined(zeros | weights)

    def measure(direction: np.ndarray, difference: np.ndarray, noise: np.ndarray):
        got = np.real(np.sum(gradients * direction))
        wanted = np.real(np.sum(flat * difference))
        error = np.linalg.norm(flat * noise)
        return got.reshape(1), wanted.reshape(1), error, lambda worst: of

    return measure


_MEASURES = {"forward": _forward, "reverse": _reverse}


def _weights(parts: Mapping[Path, Any]) -> dict[Path, Any]:
    rng = np.random.default_rng(1)
    weights = {}
    for path, part in parts.items():
        weight = np.asarray(rng.uniform(0.5, 1.5, np.shape(part)))
        dtype = np.result_type(part, np.float32)
        is_array = isinstance(part, np.ndarray)
        weights[path] = weight.astype(dtype) if is_array else float(weight)
    return weights


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
) -> tuple[Comparison, str]:
    """Search for an entry that disagrees, by bisection of a direction that does."""
    indices = np.flatnonzero(direction)
    while indices.size > 1:
        halves = np.array_split(indices, 2)
        parts = [_part(direction, half) for half in halves]
        tried = [
            (compare(part, _central(point, part)), half)
            for part, half in zip(parts, halves)
        ]
        one, indices = max(tried, key=lambda pair: pair[0].excess)
        if one.excess <= 1.0:
            return found, place
    part = _part(direction / np.abs(direction[indices]), indices)
    if not np.iscomplexobj(direction):
        part = np.abs(part)
    one = compare(part, _central(point, part))
    if one.excess <= 1.0:
        return found, place
    return one, point.name + entry(int(indices[0]), point.inputs)


def _part(direction: np.ndarray, indices: np.ndarray) -> np.ndarray:
    part = np.zeros_like(direction)
    part[indices] = direction[indices]
    return part
