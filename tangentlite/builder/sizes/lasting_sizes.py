"""Sizes of axes that are the same in each iteration, or in each item of a list."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, Kind, Scalar, row
from tangentlite.kinds.sizes.dims import Dim, Symbol
from tangentlite.values.base import Atom, Maybe, Sequence, Value
from tangentlite.values.structure import atoms


def of_any_iteration(b: Builder, value: Value) -> Value:
    """Forget sizes that belong to the iteration in which names were bound first."""
    if isinstance(value, Maybe):
        return replace(value, value=of_any_iteration(b, value.value))
    if type(value) is Sequence:
        items = (of_any_iteration(b, item) for item in value.items)
        return value.with_items(tuple(items))
    if not isinstance(value, Atom) or value.name is None:
        return value
    b.kinds[value.name] = lasting(b, value.kind, value.name)
    return replace(value, kind=b.kinds[value.name])


def lasting(b: Builder, kind: Kind, name: str) -> Kind:
    """Return a kind with only those sizes that are the same in each iteration.

    Others become sizes that are named after `name`.
    """
    if not isinstance(kind, Array) or kind.shape is None:
        return kind
    fixed = {
        base
        for given in b.outside.inputs.values()
        for atom in atoms(given)
        for dim in (*(getattr(atom.kind, "shape", None) or ()), _size_of(atom.kind))
        if isinstance(dim, Symbol)
        for base in _bases(dim)
    }
    sizes = []
    for axis, dim in enumerate(kind.shape):
        found = b.sizes.find(dim)
        lasts = isinstance(found, int) or fixed.issuperset(_bases(found))
        plural = not b.sizes.may_be_one(dim)
        sizes.append(dim if lasts else Symbol(f"{name}.{axis}?", 0, plural))
    return Array(kind.dtype, tuple(sizes))


def _bases(dim: Symbol) -> set[str]:
    return set(dict(dim.terms or ((dim.base, 1),)))


def _size_of(kind: Kind) -> Dim | None:
    return kind.size if isinstance(kind, Scalar) else None


def of_one_item(b: Builder, item: Any) -> Any:
    """Return the kind of one item of a list: other items may have other sizes."""
    if isinstance(item, tuple):
        return row(type(item), [of_one_item(b, part) for part in item])
    return lasting(b, item, b.names.fresh("item"))
