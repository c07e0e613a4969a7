"""Shape inference of NumPy functions by calling them on small arrays.

Each symbol is given three sizes that no small sum or difference of others equals; a
result axis that follows a symbol in all calls is that symbol, one that has the same
number in all is that number, any other is unknown. The calls also have different
contents, so that an axis that depends on values is unknown. A call that fails, as where
edges must be in order or a window short, is replaced by another one. The result is
verified with small integers, 0 and 1, as those of the calls may be out of range (the
offset of a diagonal) or all even; and with short axes, without entries and with zeros
alone, as an axis may be cut off, or trailing zeros be dropped. Points of np.polyfit are
never all zero: it divides by their norm, and LAPACK prints messages about NaN.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from tangentlite.kinds.kind import Array, Kind, Opaque, Scalar, dtype_name
from tangentlite.kinds.objects.user_objects import is_record, made_of
from tangentlite.kinds.sizes.dims import Dim, Symbol
from tangentlite.kinds.sizes.proofs import Sizes
from tangentlite.kinds.trials.trial_calls import (
    ALL_SHORT,
    OTHER_SETTINGS,
    SETTINGS,
    FalseFlags,
    SmallIntegers,
    Trial,
    TwoIntegers,
    UnitAxes,
    UnitIntegers,
    Unknown,
    ZeroIntegers,
    called,
    dims_of,
    has_integers,
)

# The number of calls that determine sizes, and of failures after which none follows.
_ENOUGH = 3
_ATTEMPTS = 6
# The result of a call, and the trial.
Result = tuple[Any, Trial]


class CountedByFlag(Exception):  # noqa: N818 - a result, which callers judge
    """A flag of unknown value decides how many results a function has."""


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
    given = [*arguments, *keywords.values()]
    call = partial(called, function=function, arguments=arguments, keywords=keywords)
    results = _results(call, proved, given)
    small = [Trial.of(proved, given, ALL_SHORT)]
    if has_integers(proved, given):
        small += [kind.of(proved, given, SETTINGS[0]) for kind in _SMALL_INTEGERS]
    results += _successful(small, call)
    if any(map(_is_open_flag, given)):
        flags = [FalseFlags.of(proved, given, setting) for setting in SETTINGS[:3]]
        unset = _successful(flags, call)
        if unset and _count(unset[0][0]) != _count(results[0][0]):
            raise CountedByFlag
        results += unset
    others = [
        Trial.of(proved, given, setting)
        for setting in OTHER_SETTINGS
        if function is not np.polyfit or setting.contents is not np.zeros
    ]
    if function is np.take:  # with mode='wrap' it never ends on an empty array
        others = [trial for trial in others if 0 not in trial.sizes]
    more = _successful(others, call)
    found = _result_kind(results, more, dims_of(proved, given), name)
    if isinstance(found, Scalar) and found.size and not _follows(function, given):
        found = replace(found, size=None)
    if isinstance(found, tuple) and any(map(is_open_integer, given)):
        if len({trial.sizes for _, trial in results}) < _ENOUGH:
            raise Unknown("into how many parts it splits what it is given")
    return _of_any_rank_at_one(found, proved, given, call)


def one_trial(
    function: Callable,
    arguments: Sequence[object],
    keywords: Mapping[str, object],
    proved: Sizes,
) -> Array | None:
    """Return the kind of the array that one call gives, with its sizes in that call.

    It is the one with the smallest samples; None if it fails or gives no array.
    """
    given = [*arguments, *keywords.values()]
    try:
        trial = Trial.of(proved, given, SETTINGS[0])
        found = called(trial, function, arguments, keywords)
    except Exception:
        return None  # other calls show whether it works
    if not isinstance(found, np.ndarray):
        return None
    return Array(dtype_name(found.dtype), found.shape)


def is_open_integer(kind: object) -> bool:
    """Whether an argument is an integer of unknown value."""
    if not isinstance(kind, Scalar) or kind.value is not None:
        return False
    return kind.size is not None or "int" in (kind.dtype or "")


def _is_open_flag(kind: object) -> bool:
    """Whether an argument is a flag of unknown value."""
    return isinstance(kind, Scalar) and kind.dtype == "bool" and kind.value is None


def _count(value: object) -> int | None:
    """Return how many results a call has, None for one that is no tuple of them."""
    return len(value) if isinstance(value, (tuple, list)) else None


def _follows(function: Callable, given: Sequence[object]) -> bool:
    """Whether a size that calls give is right for all sizes.

    A function of integers may give small ones back, and round the others.
    """
    if getattr(function, "__module__", "") == "_operator" or function is int:
        return True
    return not all(isinstance(kind, Scalar) for kind in given)


def _results(call: Callable, proved: Sizes, given: list) -> list[Result]:
    """Return the results of the first trials that do not fail, up to `_ENOUGH`.

    Raises Unknown if all fail.
    """
    results: list[Result] = []
    failures: list[Exception] = []
    seen: set[tuple] = set()
    for setting in SETTINGS:
        trial = Trial.of(proved, given, setting)
        if not results and len(failures) >= _ATTEMPTS or trial.sizes in seen:
            continue
        try:
            results.append((call(trial), trial))
        except Exception as error:
            failures.append(error)
            continue
        if trial.sizes:
            seen.add(trial.sizes)
        if len(results) == _ENOUGH:
            return results
    if not results:
        raise Unknown(str(failures[0])) from failures[0]
    return results


def _successful(trials: Iterable[Trial], call: Callable) -> list[Result]:
    results = []
    for trial in trials:
        with contextlib.suppress(Exception):
            results.append((call(trial), trial))
    return results


def probe_with_small_integers(
    function: Callable,
    arguments: Sequence[object],
    keywords: Mapping[str, object],
    name: str,
) -> object:
    """Return the kind of a result if integers are positions or axes: `np.delete`.

    Its sizes are unknown, and so is the kind if only one choice of integers works:
    `np.hsplit` into 1 part shows nothing about 2.
    """
    given, proved = [*arguments, *keywords.values()], Sizes()
    if not has_integers(proved, given):
        raise Unknown("a function that fails")
    call = partial(called, function=function, arguments=arguments, keywords=keywords)
    kinds: list[type[Trial]] = [*_SMALL_INTEGERS, TwoIntegers]
    if any(map(_is_open_flag, given)):  # on which ranks depend, as on `keepdims`
        kinds += [type(kind.__name__, (FalseFlags, kind), {}) for kind in kinds]
    pairs = itertools.product(kinds, SETTINGS[:3])
    results = _successful((k.of(proved, given, s) for k, s in pairs), call)
    if len({trial.integers for _, trial in results}) < 2:
        raise Unknown("a function that fails")
    return _result_kind(results, [], dims_of(proved, given), name)


_SMALL_INTEGERS = (SmallIntegers, ZeroIntegers, UnitIntegers)


def _of_any_rank_at_one(found: object, proved: Sizes, given: list, call: Callable):
    """Return a kind without a rank that changes with axes of size 1: `np.squeeze`."""
    trial = UnitAxes.of(proved, given, SETTINGS[0])
    with contextlib.suppress(Exception):
        value = call(trial)
        if trial.has_ones:
            return _with_ranks_of(found, value)
    return found


def _with_ranks_of(found: object, value: Any) -> object:
    if isinstance(found, tuple) and isinstance(value, (tuple, list)):
        if len(found) != len(value):
            return found
        return made_of(type(found), map(_with_ranks_of, found, value))
    if isinstance(found, Array) and found.shape is not None:
        if np.ndim(value) != len(found.shape):
            return Array(found.dtype, None)
    return found


def _result_kind(results: list[Result], more: list[Result], dims, name: str) -> object:
    """Return the common kind of all results; `more` only restrict sizes."""
    values = [value for value, _ in results]
    first = values[0]
    if isinstance(first, np.ndarray) and first.dtype == object:
        raise Unknown("an array of objects")
    if isinstance(first, (np.ndarray, np.generic, int, float, complex)):
        if len({np.ndim(value) for value in values}) > 1:
            return Array(dtype_name(np.result_type(first)), None)
    if isinstance(first, (tuple, list)):
        others = [value for value, _ in more if isinstance(value, (tuple, list))]
        if len({len(value) for value in (*values, *others)}) != 1:
            return Opaque(type(first))
        kinds = [
            _result_kind(_items(results, i), _items(more, i), dims, f"{name}.{i}")
            for i in range(len(first))
        ]
        return made_of(type(first) if is_record(type(first)) else tuple, kinds)
    if isinstance(first, np.ndarray):
        every = [*results, *(one for one in more if np.ndim(one[0]) == first.ndim)]
        shapes = zip(*(np.shape(value) for value, _ in every))
        trials = [trial for _, trial in every]
        shape = tuple(
            _axis(sizes, trials, dims, f"{name}.{axis}")
            for axis, sizes in enumerate(shapes)
        )
        dtypes = {dtype_name(value.dtype) for value in values}
        return Array(dtypes.pop() if len(dtypes) == 1 else None, shape)
    return _scalar_kind(values, [trial for _, trial in results], dims, name)


def _items(results: list[Result], place: int) -> list[Result]:
    return [(value[place], trial) for value, trial in results if len(value) > place]


def _scalar_kind(values, trials, dims, name: str) -> Kind:
    first = values[0]
    if len({np.result_type(v).name for v in values if isinstance(v, np.generic)}) > 1:
        return Scalar(None, False)
    if isinstance(first, (bool, np.bool_)):
        return Scalar("bool", isinstance(first, bool))
    if isinstance(first, int):
        # An equal result of all calls proves nothing: it may have been rounded.
        size = _axis(values, trials, dims, name)
        return Scalar("int64", True, None, size if isinstance(size, Symbol) else None)
    if isinstance(first, np.float64):
        return Scalar("float64", False)
    if isinstance(first, np.generic) and np.issubdtype(first.dtype, np.number):
        return Scalar(first.dtype.name, False)
    if isinstance(first, (float, complex)):
        return Scalar("float64" if isinstance(first, float) else "complex128", True)
    return Opaque(type(first))


def _axis(sizes: Sequence[int], trials, dims: Sequence[Symbol], name: str) -> Dim:
    """Return the symbol or number that a size equals in all calls, else a new symbol.

    If two symbols do, it is ambiguous which of them it follows.
    """
    if len(trials) >= _ENOUGH:
        if len(set(sizes)) == 1:
            return sizes[0]
        measured = list(zip(sizes, trials))
        like = [d for d in dims if all(size == of.size(d) for size, of in measured)]
        if len(like) == 1:
            return like[0]
    return Symbol(name)
