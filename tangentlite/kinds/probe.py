"""Result kinds of NumPy functions, found by calling them on small arrays.

Each symbol is given three sizes that no small sum or difference of others equals; a
result axis that follows a symbol in all calls is that symbol, one that has the same
number in all is that number, any other is unknown. The calls also see different
contents, so that an axis that depends on values comes out as unknown. One of them may
fail, where a function takes some contents alone, as edges in order. What they find is
tried once more with small integers: those of the calls may be beyond an end, as the
offset of a diagonal; and with small axes, as one may be shorter than another of which
the size is a number.
"""

from __future__ import annotations

import contextlib
import math
import warnings
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from tangentlite.kinds.dims import INTEGER, Dim, Symbol, may_be_one
from tangentlite.kinds.kind import Array, Kind, ListOf, Opaque, Scalar
from tangentlite.kinds.objects import is_record, made_of
from tangentlite.kinds.sizes import Sizes

_INTEGERS = (INTEGER, "integer ")
_SMALL = (1, 2, 3, 4, 5, 6, 7, 8)
# They rise first and fall then: a matrix is wide in one call and tall in the other.
_SIZES = (
    (7, 12, 18, 25, 31, 38, 44, 53),
    (28, 22, 15, 9, 35, 41, 50, 57),
    (16, 10, 27, 34, 13, 46, 59, 68),
)
# Larger samples, of six axes and more, would take seconds and gigabytes.
_MOST_ENTRIES = 2**22


class Unknown(Exception):
    """The function could not be tried on small arrays."""


def probe(
    function: Callable,
    arguments: Sequence[object],
    keywords: Mapping[str, object],
    proved: Sizes,
    name: str,
) -> object:
    """Return the kind of `function(*arguments, **keywords)`, tuples as tuples.

    An argument is a Kind, a plain object, or a tuple or list of arguments.
    """
    results: list[tuple[object, _Trial]] = []
    failures: list[Exception] = []
    bases: dict[str, int] = {}
    for sizes in _SIZES:
        trial = _Trial(proved, bases, sizes)
        try:
            results.append((_called(trial, function, arguments, keywords), trial))
        except Exception as error:
            failures.append(error)
            if len(failures) > 1:
                raise Unknown(str(error)) from error
    small = _Small(proved, bases, _SIZES[0])
    if any(base.startswith(_INTEGERS) for base in bases):
        with contextlib.suppress(Exception):
            results.append((_called(small, function, arguments, keywords), small))
    if _has_number(proved, [*arguments, *keywords.values()]):
        few = _Few(proved, {}, _SIZES[0])
        with contextlib.suppress(Exception):
            results.append((_called(few, function, arguments, keywords), few))
    found = _result_kind([value for value, _ in results], results, name)
    return _of_any_rank_at_one(found, proved, function, arguments, keywords)


def probe_with_small_integers(
    function: Callable,
    arguments: Sequence[object],
    keywords: Mapping[str, object],
    name: str,
) -> object:
    """Return the kind of a result where integers are places, such as of `np.delete`.

    Of its sizes nothing can be said.
    """
    results = []
    bases: dict[str, int] = {}
    for sizes in _SIZES:
        trial = _Small(Sizes(), bases, sizes)
        with contextlib.suppress(Exception):
            results.append((_called(trial, function, arguments, keywords), trial))
    if len(results) < 2 or not any(base.startswith(_INTEGERS) for base in bases):
        raise Unknown("a function that fails")
    return _result_kind([value for value, _ in results], results, name)


def _has_number(proved: Sizes, kinds: object) -> bool:
    """Whether a size is a number, which those of the calls are larger than."""
    if isinstance(kinds, (tuple, list)):
        return any(_has_number(proved, kind) for kind in kinds)
    shape = (kinds.shape or ()) if isinstance(kinds, Array) else ()
    sizes = map(proved.find, shape)
    return any(isinstance(size, int) and size > 2 for size in sizes)


def _of_any_rank_at_one(found: object, proved: Sizes, function, arguments, keywords):
    """Forget a rank that is another one where axes have size 1: `np.squeeze(x[:1])`."""
    trial = _One(proved, {}, _SIZES[0])
    with contextlib.suppress(Exception):
        value = _called(trial, function, arguments, keywords)
        if trial.has_ones:
            return _with_ranks_of(found, value)
    return found


def _with_ranks_of(found: object, value: object) -> object:
    if isinstance(found, tuple) and isinstance(value, (tuple, list)):
        if len(found) != len(value):
            return found
        return made_of(type(found), map(_with_ranks_of, found, value))
    if isinstance(found, Array) and found.shape is not None:
        if np.ndim(value) != len(found.shape):
            return Array(found.dtype, None)
    return found


def _called(trial: _Trial, function: Callable, arguments, keywords) -> object:
    positional = [trial.sample(argument) for argument in arguments]
    named = {key: trial.sample(value) for key, value in keywords.items()}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return function(*positional, **named)


class _Trial:
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
            return [self.sample(argument.item)] * (3, 5, 6)[_SIZES.index(self._sizes)]
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
            value = (1.5, 11.25, 0.5)[_SIZES.index(self._sizes)]
        if kind.weak is False or kind.dtype not in _PYTHON:
            return np.dtype(kind.dtype).type(value)
        return _PYTHON[kind.dtype](value)

    def _array(self, kind: Array) -> np.ndarray:
        if kind.dtype is None:
            raise Unknown("an array of unknown precision")
        shape = tuple(self.size(dim) for dim in kind.shape)
        if math.prod(shape) > _MOST_ENTRIES:
            raise Unknown("an array of too many axes")
        return _CONTENTS[_SIZES.index(self._sizes)](shape, np.dtype(kind.dtype))


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


class _One(_Trial):
    """A call in which all axes that may have size 1 have it."""

    has_ones = False

    def size(self, dim: Dim) -> int:
        dim = self._proved.find(dim)
        if isinstance(dim, int) or not may_be_one(dim):
            return super().size(dim)
        self.has_ones = True
        return 1


class _Few(_Trial):
    """A call in which axes have size 2, if that is not known to be another."""

    def _base(self, base: str) -> int:
        return 2


class _Small(_Trial):
    """A call in which integers are smaller than all sizes."""

    def _base(self, base: str) -> int:
        size = super()._base(base)
        return _SMALL[self._bases[base]] if base.startswith(_INTEGERS) else size


_PYTHON = {"float64": float, "int64": int, "bool": bool, "complex128": complex}


def _result_kind(values, results, name: str) -> object:
    first = values[0]
    if isinstance(first, np.ndarray) and first.dtype == object:
        raise Unknown("an array of objects")
    if isinstance(first, (tuple, list)):
        if len({len(value) for value in values}) != 1:
            return Opaque(type(first))
        kinds = [
            _result_kind([value[i] for value in values], results, f"{name}.{i}")
            for i in range(len(first))
        ]
        return made_of(type(first) if is_record(type(first)) else tuple, kinds)
    if isinstance(first, np.ndarray):
        if any(np.ndim(value) != first.ndim for value in values):
            return Array(first.dtype.name, None)
        shape = tuple(
            _axis(
                [np.shape(value)[axis] for value in values], results, f"{name}.{axis}"
            )
            for axis in range(first.ndim)
        )
        dtypes = {value.dtype.name for value in values}
        return Array(dtypes.pop() if len(dtypes) == 1 else None, shape)
    return _scalar_kind(values, results, name)


def _scalar_kind(values, results, name: str) -> Kind:
    first = values[0]
    if len({np.result_type(v).name for v in values if isinstance(v, np.generic)}) > 1:
        return Scalar(None, False)
    if isinstance(first, (bool, np.bool_)):
        return Scalar("bool", isinstance(first, bool))
    if isinstance(first, int):
        # That it is the same in all calls says nothing: it may have been rounded.
        size = _axis(values, results, name)
        return Scalar("int64", True, None, size if isinstance(size, Symbol) else None)
    if isinstance(first, np.float64):
        return Scalar("float64", False)
    if isinstance(first, np.generic) and np.issubdtype(first.dtype, np.number):
        return Scalar(first.dtype.name, False)
    if isinstance(first, (float, complex)):
        return Scalar("float64" if isinstance(first, float) else "complex128", True)
    return Opaque(type(first))


def _axis(sizes: list[int], results, name: str) -> Dim:
    """Return a size that all calls have, by a symbol or a number; else a new symbol."""
    first, second, *others = sizes
    symbols = [trial.symbols.get(size) for size, (_, trial) in zip(sizes, results)]
    found: Dim | None = first if first == second else None
    if found is None or first >= min(_SIZES[0]) - 4:
        if symbols[0] is not None and symbols[0] == symbols[1]:
            found = symbols[0]
    for size, (_, trial) in zip(others, results[2:]):
        if found is not None and size != trial.size(found):
            return Symbol(name)
    return Symbol(name) if found is None else found
