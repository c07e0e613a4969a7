"""Result kinds of NumPy functions, found by calling them on small arrays.

Each symbol is given three sizes that no small sum or difference of others equals; a
result axis that follows a symbol in all calls is that symbol, one that has the same
number in all is that number, any other is unknown. The calls also see different
contents, so that an axis that depends on values comes out as unknown. For one that
fails, as where edges must be in order or a window be short, there is another one. What
they find is tried once more with small integers, 0 and 1: those of the calls may be
beyond an end, as the offset of a diagonal, or all even; and with short axes, as one may
be shorter than another of which the size is a number.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from tangentlite.kinds.dims import Dim, Symbol
from tangentlite.kinds.kind import Array, Kind, Opaque, Scalar
from tangentlite.kinds.objects import is_record, made_of
from tangentlite.kinds.sizes import Sizes
from tangentlite.kinds.trials import (
    SETTINGS,
    ShortAxes,
    SmallIntegers,
    Trial,
    UnitAxes,
    UnitIntegers,
    Unknown,
    ZeroIntegers,
    called,
    dims_of,
    has_integers,
)

# So many calls must show what sizes are; after so many failures no more are tried.
_ENOUGH = 3
_ATTEMPTS = 6


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
    results = _results(function, arguments, keywords, proved)
    more: list[type[Trial]] = [ShortAxes]
    if has_integers(proved, given):
        more += _SMALL_INTEGERS
    for kind_of_trial in more:
        trial = kind_of_trial.of(proved, given, SETTINGS[0])
        with contextlib.suppress(Exception):
            results.append((called(trial, function, arguments, keywords), trial))
    dims = dims_of(proved, given)
    found = _result_kind([value for value, _ in results], results, dims, name)
    return _of_any_rank_at_one(found, proved, function, arguments, keywords)


def _results(function, arguments, keywords, proved: Sizes) -> list:
    """Return what a function gives in trials with the trials, of which none failed."""
    given = [*arguments, *keywords.values()]
    results: list[tuple[object, Trial]] = []
    failures: list[Exception] = []
    seen: set[tuple] = set()
    for setting in SETTINGS:
        trial = Trial.of(proved, given, setting)
        if not results and len(failures) >= _ATTEMPTS or trial.sizes in seen:
            continue
        try:
            results.append((called(trial, function, arguments, keywords), trial))
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


def probe_with_small_integers(
    function: Callable,
    arguments: Sequence[object],
    keywords: Mapping[str, object],
    name: str,
) -> object:
    """Return the kind of a result where integers are places or axes: `np.delete`.

    Of its sizes nothing can be said.
    """
    given, proved = [*arguments, *keywords.values()], Sizes()
    if not has_integers(proved, given):
        raise Unknown("a function that fails")
    results = []
    for kind_of_trial, setting in itertools.product(_SMALL_INTEGERS, SETTINGS[:3]):
        trial = kind_of_trial.of(proved, given, setting)
        with contextlib.suppress(Exception):
            results.append((called(trial, function, arguments, keywords), trial))
    if len(results) < 2:
        raise Unknown("a function that fails")
    values = [value for value, _ in results]
    return _result_kind(values, results, dims_of(proved, given), name)


_SMALL_INTEGERS = (SmallIntegers, ZeroIntegers, UnitIntegers)


def _of_any_rank_at_one(found: object, proved: Sizes, function, arguments, keywords):
    """Forget a rank that is another one where axes have size 1: `np.squeeze(x[:1])`."""
    trial = UnitAxes.of(proved, [*arguments, *keywords.values()], SETTINGS[0])
    with contextlib.suppress(Exception):
        value = called(trial, function, arguments, keywords)
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


def _result_kind(values, results, dims, name: str) -> object:
    first = values[0]
    if isinstance(first, np.ndarray) and first.dtype == object:
        raise Unknown("an array of objects")
    if isinstance(first, (tuple, list)):
        if len({len(value) for value in values}) != 1:
            return Opaque(type(first))
        kinds = [
            _result_kind([value[i] for value in values], results, dims, f"{name}.{i}")
            for i in range(len(first))
        ]
        return made_of(type(first) if is_record(type(first)) else tuple, kinds)
    if isinstance(first, np.ndarray):
        if any(np.ndim(value) != first.ndim for value in values):
            return Array(first.dtype.name, None)
        shape = tuple(
            _axis(sizes, results, dims, f"{name}.{axis}")
            for axis, sizes in enumerate(zip(*map(np.shape, values)))
        )
        dtypes = {value.dtype.name for value in values}
        return Array(dtypes.pop() if len(dtypes) == 1 else None, shape)
    return _scalar_kind(values, results, dims, name)


def _scalar_kind(values, results, dims, name: str) -> Kind:
    first = values[0]
    if len({np.result_type(v).name for v in values if isinstance(v, np.generic)}) > 1:
        return Scalar(None, False)
    if isinstance(first, (bool, np.bool_)):
        return Scalar("bool", isinstance(first, bool))
    if isinstance(first, int):
        # That it is the same in all calls says nothing: it may have been rounded.
        size = _axis(values, results, dims, name)
        return Scalar("int64", True, None, size if isinstance(size, Symbol) else None)
    if isinstance(first, np.float64):
        return Scalar("float64", False)
    if isinstance(first, np.generic) and np.issubdtype(first.dtype, np.number):
        return Scalar(first.dtype.name, False)
    if isinstance(first, (float, complex)):
        return Scalar("float64" if isinstance(first, float) else "complex128", True)
    return Opaque(type(first))


def _axis(sizes: Sequence[int], results, dims: Sequence[Symbol], name: str) -> Dim:
    """Return a size that all calls have, by a symbol or a number; else a new symbol."""
    if len(results) >= _ENOUGH:
        if len(set(sizes)) == 1:
            return sizes[0]
        for dim in dims:
            if all(size == trial.size(dim) for size, (_, trial) in zip(sizes, results)):
                return dim
    return Symbol(name)
