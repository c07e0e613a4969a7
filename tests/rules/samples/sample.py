"""The record of a sample call of a registered function, and how samples are made."""
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Sample:
    """A call of a registered function.

    `wrt` are the positions of the arguments to differentiate; of a tuple or list, its
    items. A body replaces `return function(...)` where the call alone is no program;
    there x0, x1, ... are the differentiated numbers and arrays in order.
    """

    function: Callable
    args: tuple
    kwargs: Mapping[str, object] = field(default_factory=dict)
    wrt: tuple[int, ...] = ()
    body: str = ''


def sample(function, *args, wrt=None, body='', **kwargs) -> Sample:
    """Record a call; `wrt` is by default every argument made of floats."""
    if wrt is None:
        wrt = tuple(k for k, value in enumerate(args) if is_floating(value))
    return Sample(function, args, kwargs, wrt, body)


def is_floating(value: object) -> bool:
    """Whether a value is a float, a floating array, or a tuple or list of such."""
    if isinstance(value, tuple | list):
        return bool(value) and all(is_floating(item) for item in value)
    return isinstance(value, float | np.ndarray) and np.asarray(value).dtype.kind == 'f'


def spread(*shape, low=-2.0, high=2.0, start=0, dtype=float) -> np.ndarray:
    """Distinct numbers between two bounds, others for another start."""
    size = int(np.prod(shape))
    fractions = (np.arange(1 + start, 1 + start + size) * 0.6180339887498949) % 1.0
    return (low + (high - low) * fractions).reshape(shape).astype(dtype)


def single(*shape, **bounds) -> np.ndarray:
    """The same numbers in single precision."""
    return spread(*shape, dtype=np.float32, **bounds)


def number_or_array(shape, bounds, start, dtype=float) -> float | np.ndarray:
    """A Python float for a shape of None, an array for another."""
    if shape is None:
        return float(spread(low=bounds[0], high=bounds[1], start=start))
    return spread(*shape, low=bounds[0], high=bounds[1], start=start, dtype=dtype)


def binary_samples(functions, shapes, dtype=float) -> list[Sample]:
    """Samples of functions of two operands for pairs of shapes."""
    return [
        sample(
            function,
            number_or_array(shape_x, left, 0, dtype),
            number_or_array(shape_y, right, 5, dtype),
        )
        for function, left, right in functions
        for shape_x, shape_y in shapes
    ]


def products(function, shapes, dtype=float) -> list[Sample]:
    """Samples of a product for pairs of shapes."""
    return binary_samples([(function, (-2, 2), (-2, 2))], shapes, dtype)
