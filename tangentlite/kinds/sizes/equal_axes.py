"""Axes of arguments whose sizes are equal, or integer multiples, in a call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tangentlite.kinds.kind import Array, Structure
from tangentlite.kinds.objects.user_objects import item_of
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.kinds.sizes.requirements import Requirement, Size, Sum, text_of_size

Equal = tuple[Requirement, ...]  # assumed equalities, '=='


def with_equal_axes(
    kinds: Mapping[str, object], values: Mapping[str, object]
) -> tuple[dict[str, Any], Equal]:
    """Return kinds with one symbol for axes of equal size, and these equalities.

    >>> import numpy as np
    >>> from tangentlite.kinds.kind import kind_of
    >>> values = {'x': np.zeros((2, 3)), 'y': np.zeros(3)}
    >>> kinds = {name: kind_of(value, name) for name, value in values.items()}
    >>> kinds, equal = with_equal_axes(kinds, values)
    >>> kinds['y'].shape[0].base, equal[0].text(text_of_size)
    ('x.1', 'x.shape[1] == y.shape[0]')
    """
    return _unified(kinds, values, {})


def with_multiple_axes(
    kinds: Mapping[str, object], values: Mapping[str, object]
) -> tuple[dict[str, Any], Equal]:
    """Return kinds in which also small multiples of other axes are expressed by them.

    >>> import numpy as np
    >>> from tangentlite.kinds.kind import kind_of
    >>> values = {'x': np.zeros((8, 2)), 'y': np.zeros(2)}
    >>> kinds = {name: kind_of(value, name) for name, value in values.items()}
    >>> kinds, equal = with_multiple_axes(kinds, values)
    >>> kinds['x'].shape[0].base, equal[0].text(text_of_size)
    ('4*x.1', '4 * x.shape[1] == x.shape[0]')
    """
    shortest: dict[int, Symbol] = {}
    for name, kind in kinds.items():
        for length, size in _axes(kind, values[name]):
            shortest.setdefault(length, size)
    several: dict[int, Symbol] = {}
    for length in sorted(shortest):
        for part in sorted(shortest):
            factor, rest = divmod(length, max(part, 1))
            if part > 1 and not rest and 1 < factor <= _MOST and part not in several:
                base = shortest[part].base
                several[length] = Symbol(f"{factor}*{base}", 0, True, ((base, factor),))
                break
    return _unified(kinds, values, several)


# Larger factors are taken to be coincidences.
_MOST = 8


def _axes(kind: object, value) -> Iterator[tuple[int, Symbol]]:
    """Yield the sizes and symbols of an argument's axes of variable size."""
    if isinstance(kind, Structure):
        for key, item in zip(kind.keys, kind.items):
            yield from _axes(item, item_of(value, key))
    elif isinstance(kind, Array):
        for size, length in zip(kind.shape or (), value.shape):
            if isinstance(size, Symbol):
                yield length, size


def _unified(
    kinds: Mapping[str, object], values: Mapping[str, object], known: dict[int, Symbol]
) -> tuple[dict[str, Any], Equal]:
    """Return kinds with one symbol for each size, the known or the first one."""
    first = dict(known)
    equal: list[Requirement] = []

    def axis(size, length: int):
        known = first.setdefault(length, size) if isinstance(size, Symbol) else size
        if known != size:
            equal.append(Requirement("==", _sum(known), _sum(size), True))
        return known

    found = {n: _mapped(kind, values[n], axis) for n, kind in kinds.items()}
    return found, tuple(equal)


def _mapped(kind: object, value: Any, axis: Callable[[Any, Any], Any]) -> object:
    """Return a kind with other axes, of which each also has the length in a value."""
    if isinstance(kind, Structure):
        pairs = zip(kind.keys, kind.items)
        items = (
            _mapped(item, None if value is None else item_of(value, key), axis)
            for key, item in pairs
        )
        return replace(kind, items=tuple(items))
    if not isinstance(kind, Array) or kind.shape is None:
        return kind
    lengths = kind.shape if value is None else value.shape
    return Array(kind.dtype, tuple(map(axis, kind.shape, lengths)))


def _symbol(total: Sum) -> Symbol:
    """Return the symbol of an axis of an argument, of which `_sum` is the sum."""
    ((size, factor),) = total
    assert size is not None  # `_sum` has no constant
    owner, axis = size
    base = f"{owner}.{axis}"
    if factor == 1:
        return Symbol(base, 0, True)
    return Symbol(f"{factor}*{base}", 0, True, ((base, factor),))


def _sum(size: Symbol) -> Sum:
    base, factor = size.terms[0] if size.terms else (size.base, 1)
    owner, axis = base.rsplit(".", 1)
    return (((owner, int(axis)), factor),)


def with_equalities(kinds: Mapping[str, object], equal: Equal) -> dict[str, Any]:
    """Return kinds with one symbol for axes that are assumed to be equal.

    >>> import numpy as np
    >>> from tangentlite.kinds.kind import kind_of
    >>> values = {'x': np.zeros((8, 2)), 'y': np.zeros(2)}
    >>> kinds = {name: kind_of(value, name) for name, value in values.items()}
    >>> closer, equal = with_multiple_axes(kinds, values)
    >>> with_equalities(kinds, equal) == closer
    True
    """
    known = {_symbol(one.right): _symbol(one.left) for one in equal}
    return {
        name: _mapped(kind, None, lambda size, _: known.get(size, size))
        for name, kind in kinds.items()
    }


def are_equal(equal: Equal, values: Mapping[str, object]) -> bool:
    """Whether sizes are equal in the arguments of a call."""

    def size(of: Size) -> int:
        return eval(text_of_size(of), {}, dict(values))

    return all(one.holds(size) for one in equal)
