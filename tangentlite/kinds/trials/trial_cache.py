"""The cache of trials of library functions, for equivalent arguments.

The walk infers the kinds of the same operations in each iteration of a fixpoint, each
mode and each derivative. Results of libraries do not change while a process runs, and a
trial depends on which sizes are equal, not on their names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.kinds.objects.libraries import is_known_library, is_of_library
from tangentlite.kinds.objects.user_objects import made_of
from tangentlite.kinds.sizes.dims import INTEGER, Dim, Symbol
from tangentlite.kinds.sizes.proofs import Sizes
from tangentlite.kinds.trials.probe import Unknown, probe
from tangentlite.kinds.trials.trial_calls import UNKNOWN

# The prefix of new sizes in a cached result, in place of the result's name.
_NEW = "new size"


def result_kind(
    function: Callable,
    arguments: Sequence[object],
    keywords: Mapping[str, object],
    proved: Sizes,
    name: str,
) -> object:
    """Return the result of `probe`, perhaps from a call with equivalent arguments."""
    if not is_known_library(function):
        return _named(probe(function, arguments, keywords, proved, name), {}, name)
    names = _Names(proved)
    try:
        positional = names.of(tuple(arguments))
        given = _Given(positional, {k: names.of(v) for k, v in keywords.items()})
    except _NoKey:
        return _named(probe(function, arguments, keywords, proved, name), {}, name)
    if getattr(function, "__closure__", None):  # one of ours, made for a user's
        known = _OF_CLOSURES.setdefault(function, {})
        if given not in known:
            known[given] = _tried.__wrapped__(function, given)
        found = known[given]
    else:
        found = _tried(function, given)
    if isinstance(found, Unknown):
        raise Unknown(*found.args)
    return _named(found, names.dims, name)


class _NoKey(Exception):  # noqa: N818 - a signal, not an error
    """Arguments without a key for the cache: functions of users, arrays."""


class _Names:
    """Canonical names of the sizes in a call's arguments, numbered in their order.

    `dims` maps the renamed sizes to the original ones.
    """

    def __init__(self, proved: Sizes) -> None:
        self._proved = proved
        self._bases: dict[str, str] = {}
        self.dims: dict[Symbol, Symbol] = {}

    def of(self, value: object) -> Any:
        if isinstance(value, (tuple, list)):
            return made_of(type(value), map(self.of, value))
        if isinstance(value, slice):
            parts = (value.start, value.stop, value.step)
            return slice(*(self.of(part) for part in parts))
        if isinstance(value, Array):
            shape = value.shape
            return (
                value if not shape else replace(value, shape=(*map(self.dim, shape),))
            )
        if isinstance(value, Scalar):
            if value.size is None:
                return value
            return replace(value, size=self.dim(value.size))
        if isinstance(value, ListOf):
            return ListOf(self.of(value.item))
        return value

    def dim(self, dim: Dim) -> Dim:
        found = self._proved.find(dim)
        if isinstance(found, int):
            return found
        if found.terms:  # terms are ordered by their names
            raise _NoKey
        kind = INTEGER if found.base.startswith(INTEGER) else ""
        base = self._bases.setdefault(found.base, f"{kind}{len(self._bases)}")
        symbol = replace(found, base=base)
        self.dims[symbol] = found
        return symbol


class _Given:
    """Arguments of a call, equal to others with the same result of trials."""

    def __init__(self, arguments: tuple, keywords: Mapping[str, object]) -> None:
        self.arguments, self.keywords = arguments, keywords
        self._key = _key(arguments), _key(tuple(keywords.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Given) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def _key(value: object) -> object:
    """Return a key that distinguishes 1, 1.0 and True, and 0.0 and -0.0."""
    if isinstance(value, (tuple, list)):
        return type(value), tuple(map(_key, value))
    if isinstance(value, slice):
        return slice, _key((value.start, value.stop, value.step))
    if isinstance(value, Scalar):
        return Scalar, value.dtype, value.weak, _key(value.value), value.size
    if isinstance(value, ListOf):
        return ListOf, _key(value.item)
    if isinstance(value, (float, complex)):
        return type(value), repr(value)
    if isinstance(value, type) and is_of_library(value) or type(value) in _PLAIN:
        return type(value), value
    raise _NoKey


_PLAIN = frozenset({Array, Opaque, bool, bytes, int, str, type(None), type(...)})


# What is known of functions that are made while a program is walked goes with them.
_OF_CLOSURES: WeakKeyDictionary[Callable, dict[_Given, object]] = WeakKeyDictionary()


@lru_cache(maxsize=4096)
def _tried(function: Callable, given: _Given) -> object:
    """Return the kind of a result, or the `Unknown` that a trial has raised."""
    try:
        return probe(function, given.arguments, given.keywords, Sizes(), _NEW)
    except Unknown as error:
        return Unknown(*error.args)


def _named(found: object, dims: Mapping[Symbol, Symbol], name: str) -> object:
    """Return a kind with the arguments' sizes, and new ones named after the result.

    So are integers of unknown value: those of another call are others.
    """
    if isinstance(found, tuple):
        return made_of(type(found), [_named(item, dims, name) for item in found])

    def own(dim: Any) -> Dim:
        if not isinstance(dim, Symbol):
            return dim
        if dim in dims:
            return dims[dim]
        if dim.base.startswith(UNKNOWN):
            number = dim.base.removeprefix(UNKNOWN)
            return replace(dim, base=f"{INTEGER}{name}.{number}")
        return replace(dim, base=dim.base.replace(_NEW, name, 1))

    if isinstance(found, Array) and found.shape:
        return replace(found, shape=tuple(map(own, found.shape)))
    if isinstance(found, Scalar) and found.size is not None:
        return replace(found, size=own(found.size))
    return found
