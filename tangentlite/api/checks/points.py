"""The points at which derivatives are checked, and what is measured there."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentlite.api import grad
from tangentlite.api.products.pullbacks import value_and_pullback
from tangentlite.calls.arguments.pytree import (
    Path,
    copies,
    derivative,
    floating,
    joined,
    numbers,
    picked,
    replaced,
    split,
)
from tangentlite.runtime import zeros_as_it_lies

# So many random directions are tried.
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
    against: str = ""  # what it is compared with, if not with differences
    note: str = ""  # what other differences tell

    def __str__(self) -> str:
        against = self.against or f"central differences give {self.wanted!s}"
        return (
            f"the {self.what}{self.of} with respect to {self.place} is {self.got!s}, "
            f"{against}"
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


def points(f: Callable, args: tuple, chosen: Sequence[str]) -> Iterator[Point]:
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


def random_directions(
    point: Point, indices: Sequence[int], where: str
) -> Iterator[tuple[np.ndarray, str]]:
    mask = is_complex(point)
    rng = np.random.default_rng(0)
    for _ in range(DIRECTIONS):
        direction = np.zeros(mask.size, complex if mask.any() else float)
        direction[indices] = rng.standard_normal(len(indices))
        if mask.any():
            imaginary = 1j * rng.standard_normal(len(indices))
            direction[indices] += imaginary * mask[indices]
        yield direction, f"{point.name}{where} along a random direction"


def is_complex(point: Point) -> np.ndarray:
    """Return a mask of the entries of a direction that may be complex."""
    parts = point.inputs.items()
    return joined({p: np.full(np.shape(x), np.iscomplexobj(x)) for p, x in parts}) > 0.0


def central(point: Point, direction: np.ndarray):
    """Return the difference quotient of the flat result, and its rounding error."""
    step = step_at(point, direction)
    ahead, behind = moved_by(point, direction, step), moved_by(point, direction, -step)
    size = np.maximum(np.abs(ahead), np.abs(behind))
    return (ahead - behind) / (2 * step), 4 * point.precision * size / step


def step_at(point: Point, direction: np.ndarray) -> float:
    """Return the step of differences along a direction."""
    vector = joined(point.inputs)
    step = 1e-6 if point.precision < 1e-10 else 1e-2
    largest = np.max(np.abs(vector[direction != 0.0]), initial=0.0)
    return step * max(1.0, float(largest))


def moved_by(point: Point, direction: np.ndarray, change: float) -> np.ndarray:
    """Return the flat result where the argument is moved along a direction."""
    moved = split(joined(point.inputs) + change * direction, point.inputs)
    for path, part in moved.items():
        if isinstance(part, np.ndarray):
            moved[path] = zeros_as_it_lies(point.inputs[path])
            moved[path][...] = part
    return _result(point, moved)


def moved_aside(point: Point, direction: np.ndarray, change: float) -> np.ndarray:
    """Return the flat result where an imaginary change is added to the argument."""
    ends = np.cumsum([np.size(part) for part in point.inputs.values()])
    pieces = np.split(joined(point.inputs) + 1j * change * direction, ends[:-1])
    moved = {
        path: piece.reshape(np.shape(part))[()]
        for (path, part), piece in zip(point.inputs.items(), pieces)
    }
    return _result(point, moved)


def _result(point: Point, moved: Mapping[Path, Any]) -> np.ndarray:
    args = list(point.args)
    args[point.position] = replaced(point.value, moved)
    return joined(numbers(_called(point.f, args)))


def _called(f: Callable, args: Sequence) -> Any:
    """Call a function that may write into its arguments."""

    return f(*copies(args))


def tangent_of(point: Point) -> Callable[[np.ndarray], np.ndarray]:
    """Return a function from a direction to the flat tangent of the result."""
    product = grad.derivative_of(point.f, "forward", (point.name,))
    (tangent_name,) = product.tangent_names
    place = list(inspect.signature(product).parameters).index(tangent_name)

    def along(direction: np.ndarray) -> np.ndarray:
        tangent = derivative(point.value, split(direction, point.inputs))
        given = copies(point.args)
        found = product(*given[:place], tangent, *given[place:])
        return joined(picked(found, point.outputs))

    return along


def gradient_of(point: Point) -> tuple[np.ndarray, np.ndarray, str]:
    """Return a weighted sum's flat gradient, the weights, and what it is called."""
    given = copies(point.args)
    result, pullback = value_and_pullback(point.f, (point.name,), given)
    is_one_number = () in point.outputs and np.ndim(point.outputs[()]) == 0
    weights = _weights(floating(result))
    if is_one_number:
        weights = {(): 1.0}
    (gradient,) = pullback(derivative(result, weights))
    gradients = joined(picked(gradient, point.inputs))
    zeros = {path: np.zeros(np.shape(part)) for path, part in point.outputs.items()}
    of = "" if is_one_number else " of a weighted sum of the results"
    return gradients, joined(zeros | weights), of


def _weights(parts: Mapping[Path, Any]) -> dict[Path, Any]:
    rng = np.random.default_rng(1)
    weights = {}
    for path, part in parts.items():
        weight = np.asarray(rng.uniform(0.5, 1.5, np.shape(part)))
        dtype = np.result_type(part, np.float32)
        is_array = isinstance(part, np.ndarray)
        weights[path] = weight.astype(dtype) if is_array else float(weight)
    return weights
