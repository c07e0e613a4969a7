"""Trial calls of functions on small arrays, with numbers for the symbols of sizes."""

from __future__ import annotations

import itertools
import math
import random
import warnings
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar, text_type
from tangentlite.kinds.objects.libraries import is_known_library
from tangentlite.kinds.objects.user_objects import made_of
from tangentlite.kinds.sizes.dims import INTEGER, Dim, Symbol, may_be_one
from tangentlite.kinds.sizes.proofs import Sizes
from tangentlite.process.together import Together

UNKNOWN = "integer "  # one of unknown value: it has a name in a trial alone
# The sizes of axes in trials. The difference of any two entries grows by at least 2
# from row to row: no n - k + 1 and no (n - k) // 2 is the same in two trials. Each
# column has even and odd sizes, as what Simpson's rule gives depends on that.
ROWS = (
    (6, 11, 15, 17, 21, 27, 31, 34),
    (8, 17, 25, 29, 37, 47, 54, 61),
    (15, 26, 38, 44, 56, 68, 77, 88),
    (20, 34, 48, 56, 71, 87, 99, 112),
)
# Rows of short axes: in alternation, empty, and 2; and rows of numbers above the sum of
# any two smaller ones. Of any three axes each is longer in one of them than the other
# two together.
_OTHER_ROWS = (
    (1, 4, 2, 3, 5, 2, 4, 1),
    (4, 1, 3, 2, 1, 5, 2, 3),
    (0,) * 8,
    (2,) * 8,
    (2, 10, 3, 17, 46, 6, 76, 28),
    (76, 6, 3, 10, 17, 46, 2, 28),
    (3, 10, 76, 28, 17, 46, 6, 2),
    (3, 76, 2, 46, 17, 10, 6, 28),
)
# Larger samples and results, with six axes or more, would take seconds and gigabytes.
_MOST_ENTRIES = 2**22


class Unknown(Exception):
    """The function could not be tried on small arrays."""


def called(trial: Trial, function: Callable, arguments, keywords) -> object:
    """Return the result of a function for the samples of a trial."""
    if function in _OF_SHAPES:
        trial = trial.with_contents(one_everywhere)
    positional = [trial.sample(argument) for argument in arguments]
    named = {key: trial.sample(value) for key, value in keywords.items()}
    # Functions of libraries that are tried do not draw, a user's may.
    draws = nullcontext() if is_known_library(function) else _SAME_DRAWS
    with _UNWARNED, np.errstate(all="ignore"), draws:
        return function(*positional, **named)


def _ignore_warnings() -> warnings.catch_warnings:
    manager = warnings.catch_warnings()
    manager.__enter__()
    warnings.simplefilter("ignore")
    return manager


def _warn_again(manager: warnings.catch_warnings) -> None:
    manager.__exit__(None, None, None)


def _draw_again(state: tuple[tuple, dict[str, Any]]) -> None:
    random.setstate(state[0])
    np.random.set_state(state[1])


# The filters and the global generators are the process's: were each thread to restore
# what it has found, the last one might leave behind what another had set.
_UNWARNED = Together(_ignore_warnings, _warn_again)
_SAME_DRAWS = Together(
    lambda: (random.getstate(), np.random.get_state(legacy=False)), _draw_again
)


@dataclass(frozen=True)
class Setting:
    """The sizes, contents and numbers of a trial."""

    row: int
    falls: bool
    contents: Callable[[tuple[int, ...], np.dtype], np.ndarray]
    number: float

    @property
    def items(self) -> int:
        """The length of lists."""
        return (3, 5, 6, 4, 1, 7, 0, 2, 8, 9, 10, 11)[self.row]

    def sizes(self, count: int) -> tuple[int, ...]:
        """Return the sizes of a number of different axes."""
        sizes = (*ROWS, *_OTHER_ROWS)[self.row][:count]
        return sizes[::-1] if self.falls else sizes


class Trial:
    """The sizes and samples of one call; flags are True."""

    flag = True

    def __init__(self, proved: Sizes, sizes: dict[str, int], setting: Setting) -> None:
        self._proved = proved
        self._sizes = sizes
        self._setting = setting
        self.numbers = 0

    @classmethod
    def of(cls, proved: Sizes, kinds: object, setting: Setting) -> Self:
        """Return a trial for arguments of some kinds."""
        least: dict[str, int] = {}
        for dim in map(proved.find, _dims_in(kinds)):
            for base in _bases(dim):  # it must exceed what is cut off
                least[base] = max(least.get(base, 0), -getattr(dim, "offset", 0))
        sizes = setting.sizes(len(least))
        if len(sizes) < len(least):
            raise Unknown("too many different axes")
        lengths = {base: size + least[base] for base, size in zip(least, sizes)}
        return cls(proved, lengths, setting)

    def with_contents(self, contents: Callable) -> Self:
        """Return a trial of the same sizes with other contents."""
        setting = replace(self._setting, contents=contents)
        return type(self)(self._proved, self._sizes, setting)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the different axes, and the integers."""
        return tuple(self._sizes.values())

    @property
    def integers(self) -> tuple[int, ...]:
        """The values of unknown integers."""
        return tuple(map(self._base, filter(_is_integer, self._sizes)))

    def size(self, dim: Dim) -> int:
        """Return the size of an axis in this trial."""
        dim = self._proved.find(dim)
        if isinstance(dim, int):
            return dim
        if not _is_sum(dim):
            return max(self._base(dim.base) + dim.offset, 0)
        total = sum(factor * self._base(base) for base, factor in dim.terms)
        return max(total + dim.offset, 0)

    def _base(self, base: str) -> int:
        return self._sizes[base]

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
            return [self.sample(argument.item)] * self._setting.items
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
            # An unknown integer may become a size: it has a base of its own.
            value: Any = self._base(_integer(self.numbers))
            self.numbers += 1
        elif kind.dtype == "bool":
            value = self.flag
        else:  # it varies, so that a size computed from it does
            value = self._setting.number
        if kind.weak is False or kind.dtype not in _PYTHON:
            return np.dtype(kind.dtype).type(value)
        return _PYTHON[kind.dtype](value)

    def _array(self, kind: Array) -> np.ndarray:
        if kind.dtype is None:
            raise Unknown("an array of unknown precision")
        shape = tuple(self.size(dim) for dim in kind.shape or ())
        if math.prod(shape) > _MOST_ENTRIES:
            raise Unknown("an array of too many axes")
        dtype = np.dtype(kind.dtype)
        if text_type(kind.dtype) is not None:
            places = np.arange(math.prod(shape)) % (self._setting.row + 2)
            return places.reshape(shape).astype(dtype)
        return self._setting.contents(shape, dtype)


def ones(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return ones, or an identity matrix for a square shape."""
    if len(shape) >= 2 and shape[-1] == shape[-2]:
        return np.broadcast_to(np.eye(shape[-1], dtype=dtype), shape)
    return np.ones(shape, dtype)


def one_everywhere(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return ones that take no memory."""
    return np.broadcast_to(np.ones((), dtype), shape)


# What they return depends on shapes alone; large samples would take long to make.
_OF_SHAPES = frozenset({
    np.transpose, np.moveaxis, np.swapaxes, np.expand_dims, np.sum, np.mean, np.pad,
    np.lib.stride_tricks.sliding_window_view, np.flip,
})  # fmt: skip


def some_ones(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return zeros and some ones; the diagonal of a square matrix is at least one."""
    sample = np.zeros(math.prod(shape), dtype)
    sample[::3] = 1
    return _with_diagonal(sample.reshape(shape), 1, square=True)


def rising(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return numbers that rise from 0 to 1; integers of 2; alternating flags."""
    if dtype.kind in "iu":
        return np.full(shape, 2, dtype)
    size = math.prod(shape)
    if dtype.kind == "b":
        flags = np.zeros(size, bool)
        flags[1::2] = True
        return flags.reshape(shape)
    sample = np.arange(0.5, size)[:size]
    sample /= max(size, 1)
    whole = sample.astype(dtype, copy=False).reshape(shape)
    return _with_diagonal(whole, shape[-1]) if len(shape) >= 2 else whole  # full rank


def _with_diagonal(sample: np.ndarray, value: int, square: bool = False) -> np.ndarray:
    """Add a number to the diagonals of the last two axes, or only of square ones."""
    if sample.ndim >= 2 and (not square or sample.shape[-1] == sample.shape[-2]):
        places = np.arange(min(sample.shape[-2:]))
        sample[..., places, places] += sample.dtype.type(value)
    return sample


# Three calls of each function are needed; the others replace calls that fail, as rising
# sizes do where a window must be shorter than its array.
SETTINGS = (
    Setting(0, False, ones, 1.5),
    Setting(1, True, some_ones, 11.25),
    Setting(2, False, rising, 0.5),
    Setting(0, True, rising, 1.5),
    Setting(2, True, ones, 0.5),
    Setting(1, False, some_ones, 11.25),
    Setting(1, True, rising, 11.25),
    Setting(2, True, rising, 0.5),
    Setting(3, True, ones, 2.25),
    Setting(3, False, rising, 2.25),
    Setting(3, True, rising, 2.25),
    Setting(1, False, rising, 11.25),
)


# These reveal sizes that change if an axis is shorter than a number or than a part of
# another axis, or if entries are all zero, which may be dropped at an end.
OTHER_SETTINGS = (
    Setting(4, False, ones, 1.5),
    Setting(5, False, rising, 0.5),
    Setting(6, False, ones, 1.5),
    Setting(1, False, np.zeros, 0.0),
    Setting(8, False, ones, 1.5),
    Setting(9, False, rising, 0.5),
    Setting(10, False, rising, 2.5),
    Setting(11, False, ones, 1.5),
)
ALL_SHORT = Setting(7, False, ones, 1.5)


class UnitAxes(Trial):
    """A trial in which all axes that may have size 1 have it."""

    has_ones = False

    def size(self, dim: Dim) -> int:
        dim = self._proved.find(dim)
        if isinstance(dim, int) or not may_be_one(dim):
            return super().size(dim)
        self.has_ones = True
        return 1


class FalseFlags(Trial):
    """A trial in which flags are False, on which ranks may depend (`keepdims`)."""

    flag = False


class SmallIntegers(Trial):
    """A trial in which integers are smaller than all sizes."""

    by_place = (1, 2, 3, 4, 5, 6, 7, 8)

    def _base(self, base: str) -> int:
        if not _is_integer(base):
            return super()._base(base)
        return self.by_place[list(self._sizes).index(base)]


class ZeroIntegers(SmallIntegers):
    """A trial in which integers are 0, as offsets and numbers of rotations may be."""

    by_place = (0,) * 8


class UnitIntegers(SmallIntegers):
    """A trial in which integers are 1."""

    by_place = (1,) * 8


class TwoIntegers(SmallIntegers):
    """A trial in which integers are 2."""

    by_place = (2,) * 8


def has_integers(proved: Sizes, kinds: object) -> bool:
    """Whether the arguments of a trial hold unknown integers."""
    return any(
        _is_integer(base)
        for dim in _dims_in(kinds)
        for base in _bases(proved.find(dim))
    )


def dims_of(proved: Sizes, kinds: object) -> list[Symbol]:
    """Return the symbolic sizes of arguments, by their representatives."""
    found = dict.fromkeys(map(proved.find, _dims_in(kinds)))
    return [dim for dim in found if isinstance(dim, Symbol)]


def _dims_in(kinds: object) -> Iterator[Dim]:
    """Yield the sizes of arguments, also one for each integer, in order of samples."""
    numbers = itertools.count()
    pending = [kinds]
    while pending:
        kind = pending.pop()
        if isinstance(kind, (tuple, list)):
            pending.extend(reversed(kind))
        elif isinstance(kind, slice):
            pending.extend((kind.step, kind.stop, kind.start))
        elif isinstance(kind, ListOf):
            pending.append(kind.item)
        elif isinstance(kind, Array):
            yield from kind.shape or ()
        elif isinstance(kind, Scalar) and kind.value is None:
            if kind.size is not None:
                yield kind.size
            elif "int" in (kind.dtype or ""):
                yield Symbol(_integer(next(numbers)))


def _integer(number: int) -> str:
    return f"{UNKNOWN}{number}"


def _is_integer(base: str) -> bool:
    return base.startswith((INTEGER, UNKNOWN))


def _bases(dim: Dim) -> tuple[str, ...]:
    """Return the bases of a size in a trial."""
    if isinstance(dim, int):
        return ()
    return tuple(base for base, _ in dim.terms) if _is_sum(dim) else (dim.base,)


def _is_sum(dim: Symbol) -> bool:
    """Whether a size is a sum in a trial, too; differences might be negative."""
    return bool(dim.terms) and all(factor > 0 for _, factor in dim.terms)


_PYTHON = {"float64": float, "int64": int, "bool": bool, "complex128": complex}
