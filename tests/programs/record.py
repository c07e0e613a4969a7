"""The record of one test program and how the corpora make it."""
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Program:
    """A function, arguments at which it is smooth, and the positions to differentiate.

    A heavy program is too slow for nested differentiation in `make test`.
    """

    function: Callable
    args: tuple
    wrt: tuple[int, ...]
    name: str
    heavy: bool = False


def program(function: Callable, *args, wrt=None, name='', heavy=False) -> Program:
    """Record a program; `wrt` is by default every argument with floating leaves."""
    if wrt is None:
        wrt = tuple(i for i, value in enumerate(args) if is_floating(value))
    return Program(function, args, wrt, name or function.__name__, heavy)


def is_floating(value: object) -> bool:
    """Whether the value is a float or a floating array, or a container of some."""
    return any(True for _ in leaves(value))


def leaves(value: object) -> Iterator[object]:
    """The floats and floating arrays in nested tuples, lists and dicts, in order."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple | list):
        for part in value:
            yield from leaves(part)
    elif np.asarray(value).dtype.kind == 'f':
        yield value


def sample(seed: int, *shape: int, low: float = -1.5, high: float = 1.5) -> np.ndarray:
    """An array of the shape with entries in [low, high), the same for the same seed."""
    return np.random.default_rng(seed).uniform(low, high, shape)
