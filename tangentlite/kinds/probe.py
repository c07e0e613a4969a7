"""Result kinds of NumPy functions, found by calling them on small arrays.

Each symbol is given three sizes that no small sum or difference of others equals; a
result axis that follows a symbol in all calls is that symbol, one that has the same
number in all is that number, any other is unknown. The calls also see different
contents, so that an axis that depends on values comes out as unknown. One of them may
fail, where a function takes some contents alone, as edges in order. What they find is
tried once more with small integers, 0 and 1: those of the calls may be beyond an end,
as the offset of a diagonal, or all even; and with small axes, as one may be shorter
than another of which the size is a number.
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
from tangentlite.kinds.text import dtype_name
from tangentlite.kinds.trials import (
    INTEGERS,
    SIZES,
    ShortAxes,
    SmallIntegers,
    Trial,
    UnitAxes,
    UnitIntegers,
    Unknown,
    ZeroIntegers,
    called,
)


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
    results: list[tuple[object, Trial]] = []
    failures: list[Exception] = []
    bases: dict[str, int] = {}
    for sizes in SIZES:
        trial = Trial(proved, bases, sizes)
        try:
            results.append((called(trial, function, arguments, keywords), trial))
        except Exception as error:
            failures.append(error)
            if len(failures) > 1:
                raise Unknown(str(error)) from error
    has_integers = any(base.startswith(INTEGERS) for base in bases)
    for kind_of_trial in _SMALL_INTEGERS if has_integers else ():
        small = kind_of_trial(proved, bases, SIZES[0])
        with contextlib.suppress(Exception):
            results.append((called(small, function, arguments, keywords), small))
    if _has_number(proved, [*arguments, *keywords.values()]):
        few = ShortAxes(proved, {}, SIZES[0])
        with contextlib.suppress(Exception):
            results.append((called(few, function, arguments, keywords), few))
    found = _result_kind([value for value, _ in results], results, name)
    return _of_any_rank_at_one(found, proved, function, arguments, keywords)


def probe_with_small_integers(
    function: Callable,
    arguments: Sequence[object],
    keywords: Mapping[str, object],
    name: str,
) -> object:
    """Return the kind of a result where integers are places or axes: `np.delete`.

    Of its sizes nothing can be said.
    """
    results = []
    bases: dict[str, int] = {}
    for kind_of_trial, sizes in itertools.product(_SMALL_INTEGERS, SIZES):
        trial = kind_of_trial(Sizes(), bases, sizes)
        with contextlib.suppress(Exception):
            results.append((called(trial, function, arguments, keywords), trial))
    if len(results) < 2 or not any(base.startswith(INTEGERS) for base in bases):
        raise Unknown("a function that fails")
    return _result_kind([value for value, _ in results], results, name)


_SMALL_INTEGERS = (SmallIntegers, ZeroIntegers, UnitIntegers)


def _has_number(proved: Sizes, kinds: object) -> bool:
    """Whether a size is a number, which those of the calls are larger than."""
    if isinstance(kinds, (tuple, list)):
        return any(_has_number(proved, kind) for kind in kinds)
    shape = (kinds.shape or ()) if isinstance(kinds, Array) else ()
    sizes = map(proved.find, shape)
    return any(isinstance(size, int) and size > 2 for size in sizes)


def _of_any_rank_at_one(found: object, proved: Sizes, function, arguments, keywords):
    """Forget a rank that is another one where axes have size 1: `np.squeeze(x[:1])`."""
    trial = UnitAxes(proved, {}, SIZES[0])
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
            return Array(dtype_name(first.dtype), None)
        shape = tuple(
            _axis(
                [np.shape(value)[axis] for value in values], results, f"{name}.{axis}"
            )
            for axis in range(first.ndim)
        )
        dtypes = {dtype_name(value.dtype) for value in values}
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
    if found is None or first >= min(SIZES[0]) - 4:
        if symbols[0] is not None and symbols[0] == symbols[1]:
            found = symbols[0]
    for size, (_, trial) in zip(others, results[2:]):
        if found is not None and size != trial.size(found):
            return Symbol(name)
    return Symbol(name) if found is None else found
