"""Calls of functions on small arrays in which symbols of sizes have numbers."""

from __future__ import annotations

import contextlib
import math
import random
import sys
import warnings
from collections.abc import Callable, Iterator

import numpy as np

from tangentlite.kinds.dims import INTEGER, Dim, Symbol, may_be_one
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.kinds.objects import made_of
from tangentlite.kinds.sizes import Sizes
from tangentlite.kinds.text import text_type

INTEGERS = (INTEGER, "integer ")
# They rise first and fall then: a matrix is wide in one call and tall in the other.
SIZES = (
    (7, 12, 18, 25, 31, 38, 44, 53),
    (28, 22, 15, 9, 35, 41, 50, 57),
    (16, 10, 27, 34, 13, 46, 59, 68),
)
# Larger samples, of six axes and more, would take seconds and gigabytes.
_MOST_ENTRIES = 2**22


class Unknown(Exception):
    """The function could not be tried on small arrays."""


def called(trial: Trial, function: Callable, arguments, keywords) -> object:
    """Return what a function gives for the samples of a trial."""
    positional = [trial.sample(argument) for argument in arguments]
    named = {key: trial.sample(value) for key, value in keywords.items()}
    with warnings.catch_warnings(), np.errstate(all="ignore"), _same_draws(function):
        warnings.simplefilter("ignore")
        return function(*positional, **named)


@contextlib.contextmanager
def _same_draws(function: Callable) -> Iterator[None]:
    """Leave the state of global generators as it is: a user's function may draw."""
    module = getattr(function, "__module__", None) or "numpy"
    if module.partition(".")[0] in _DRAW_NOTHING:
        yield
        return
    own, of_numpy = random.getstate(), np.random.get_state()
    try:
        yield
    finally:
        random.setstate(own)
        np.random.set_state(of_numpy)


# Libraries whose functions that are tried leave the generators as they are.
_DRAW_NOTHING = frozenset({"numpy", "tangentlite", *sys.stdlib_module_names})


class Trial:
    """The sizes and samples of one call."""

    def __init__(self, proved: Sizes, bases: dict[str, int], sizes) -> None:
        self._proved = proved
        self._bases = bases
        self._sizes = sizes
        self.symbols: dict[int, Symbol] = {}

    def size(self, dim: Dim) -> int:
        dim = self._proved.find(dim)
        if isinstance(dim, int):
            return dim
        terms = dim.terms
        if not terms or any(factor < 0 for _, factor in terms):
            terms = ((dim.base, 1),)
        total = sum(factor * self._base(base) for base, factor in terms)
        size = max(total + dim.offset, 0)
        self.symbols.setdefault(size, dim)
        return size

    def _base(self, base: str) -> int:
        order = self._bases.setdefault(base, len(self._bases))
        if order >= len(self._sizes):
            raise Unknown("too many different axes")
        return self._sizes[order]

    def sample(self, argument: object) -> object:
        if isinstance(argument, (tuple, list)):
            return made_of(type(argument), map(self.sample, argument))
        if isinstance(argument, slice):
            parts = (argument.start, argument.stop, argument.step)
            return slice(*(self.sample(part) for part in parts))
        if isinstance(argument, Scalar):
            return self._scalar(argument)
        if isinstance(argument, Array):
            if argument.shape is None:
                raise Unknown("an argument of unknown rank")
            return self._array(argument)
        if isinstance(argument, ListOf):
            if argument.item is None:
                raise Unknown("a list of which no item is known")
            return [self.sample(argument.item)] * (3, 5, 6)[SIZES.index(self._sizes)]
        if isinstance(argument, Opaque):
            raise Unknown(f"an argument of type {argument.type}")
        return argument

    def _scalar(self, kind: Scalar) -> object:
        if kind.value is not None:
            return kind.value
        if kind.size is not None:
            return self.size(kind.size)
        if kind.dtype is None:
            raise Unknown("a scalar of unknown precision")
        if "int" in kind.dtype:
            # An integer nobody knows may become a size: give it one of its own.
            value = self.size(Symbol(f"integer {len(self._bases)}"))
        elif kind.dtype == "bool":
            value = True
        else:  # a size that is computed from it is not the same in all calls
            value = (1.5, 11.25, 0.5)[SIZES.index(self._sizes)]
        if kind.weak is False or kind.dtype not in _PYTHON:
            return np.dtype(kind.dtype).type(value)
        return _PYTHON[kind.dtype](value)

    def _array(self, kind: Array) -> np.ndarray:
        if kind.dtype is None:
            raise Unknown("an array of unknown precision")
        shape = tuple(self.size(dim) for dim in kind.shape)
        if math.prod(shape) > _MOST_ENTRIES:
            raise Unknown("an array of too many axes")
        number, dtype = SIZES.index(self._sizes), np.dtype(kind.dtype)
        if text_type(kind.dtype) is not None:
            places = np.arange(math.prod(shape)) % (number + 2)
            return places.reshape(shape).astype(dtype)
        return _CONTENTS[number](shape, dtype)


def _ones(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Ones; square matrices are those of the identity."""
    if len(shape) >= 2 and shape[-1] == shape[-2]:
        return np.broadcast_to(np.eye(shape[-1], dtype=dtype), shape)
    return np.ones(shape, dtype)


def _some_ones(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Zeros and some ones; square matrices have a diagonal of at least ones."""
    sample = (np.arange(math.prod(shape)).reshape(shape) % 3 == 0).astype(dtype)
    if len(shape) >= 2 and shape[-1] == shape[-2]:
        return sample + np.eye(shape[-1], dtype=dtype)
    return sample


def _rising(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Numbers that rise from 0 to 1; integers of 2; every second flag is set."""
    places = np.arange(math.prod(shape)).reshape(shape)
    if dtype.kind in "iu":
        return np.full(shape, 2, dtype)
    if dtype.kind == "b":
        return places % 2 == 1
    sample = ((places + 0.5) / max(places.size, 1)).astype(dtype)
    if len(shape) >= 2 and shape[-1] == shape[-2]:
        return sample + shape[-1] * np.eye(shape[-1], dtype=dtype)
    return sample


_CONTENTS = (_ones, _some_ones, _rising)


class UnitAxes(Trial):
    """A call in which all axes that may have size 1 have it."""

    has_ones = False

    def size(self, dim: Dim) -> int:
        dim = self._proved.find(dim)
        if isinstance(dim, int) or not may_be_one(dim):
            return super().size(dim)
        self.has_ones = True
        return 1


class ShortAxes(Trial):
    """A call in which axes have size 2, if that is not known to be another."""

    def _base(self, base: str) -> int:
        return 2


class SmallIntegers(Trial):
    """A call in which integers are smaller than all sizes."""

    integers = (1, 2, 3, 4, 5, 6, 7, 8)

    def _base(self, base: str) -> int:
        size = super()._base(base)
        return self.integers[self._bases[base]] if base.startswith(INTEGERS) else size


class ZeroIntegers(SmallIntegers):
    """A call in which integers are 0: offsets and numbers of turns may well be."""

    integers = (0,) * 8


class UnitIntegers(SmallIntegers):
    """A call in which integers are 1."""

    integers = (1,) * 8


_PYTHON = {"float64": float, "int64": int, "bool": bool, "complex128": complex}
