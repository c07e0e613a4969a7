"""Axes of arguments that are equally long in a call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tangentlite.kinds.dims import Symbol
from tangentlite.kinds.kind import Array, Structure

# What is taken to be equal, each as the texts of two sizes: 'y.shape[0]'.
Equal = tuple[tuple[str, str], ...]


def with_equal_axes(
    kinds: Mapping[str, object], values: Mapping[str, object]
) -> tuple[dict[str, object], Equal]:
    """Give axes that are equally long one symbol; return the kinds, and what is equal.

    >>> import numpy as np
    >>> from tangentlite.kinds.kind import kind_of
    >>> values = {'x': np.zeros((2, 3)), 'y': np.zeros(3)}
    >>> kinds = {name: kind_of(value, name) for name, value in values.items()}
    >>> kinds, equal = with_equal_axes(kinds, values)
    >>> kinds['y'].shape[0].base, equal
    ('x.1', (('x.shape[1]', 'y.shape[0]'),))
    """
    first: dict[int, Symbol] = {}
    equal: list[tuple[str, str]] = []

    def joined(kind: object, value) -> object:
        if isinstance(kind, Structure):
            pairs = zip(kind.keys, kind.items)
            return replace(kind, items=tuple(joined(k, value[n]) for n, k in pairs))
        if not isinstance(kind, Array) or kind.shape is None:
            return kind
        return Array(kind.dtype, tuple(map(axis, kind.shape, value.shape)))

    def axis(size, length: int):
        known = first.setdefault(length, size) if isinstance(size, Symbol) else size
        if known != size:
            equal.append((_text(known), _text(size)))
        return known

    return {name: joined(kind, values[name]) for name, kind in kinds.items()}, tuple(
        equal
    )


def _text(size: Symbol) -> str:
    owner, axis = size.base.rsplit(".", 1)
    return f"{owner}.shape[{axis}]"


def are_equal(equal: Equal, values: Mapping[str, object]) -> bool:
    """Whether sizes are equal in the arguments of a call."""
    return all(eval(f"{a} == {b}", {}, dict(values)) for a, b in equal)
