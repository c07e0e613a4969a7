"""The arguments that are differentiated, their items, and the tangents of these."""

from __future__ import annotations

import collections
import dataclasses
import types
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Sequence as Items
from dataclasses import replace
from typing import Any

import gast
import numpy as np

from tangentlite import errors, operations, runtime
from tangentlite.builder import reconstruct
from tangentlite.builder.arguments import MAX_ITEMS
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.names import derived
from tangentlite.kinds.kind import (
    Array,
    Kind,
    ListOf,
    Scalar,
    Structure,
    is_differentiable,
    is_numeric,
    rank,
    required_numeric,
    shape_of,
    without_value,
)
from tangentlite.kinds.objects.foreign import foreign_type
from tangentlite.kinds.sizes.dims import may_be_one
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import NONE
from tangentlite.values.heap import Instance, List
from tangentlite.values.literals import literal
from tangentlite.values.structure import (
    is_container,
    keys_of,
    plain_container,
    required_items,
)


def require_numbers(kinds: Mapping[str, object], wrt: Items[str], name: str) -> None:
    """Raise if an argument to differentiate is no number, array or container."""
    for argument in wrt:
        kind = kinds.get(argument)
        if is_numeric(kind) or isinstance(kind, (ListOf, Structure)):
            continue
        instead = "Choose other arguments with wrt=."
        type_ = getattr(kind, "type", None)
        if type_ is not None and (foreign := foreign_type(type_, argument)):
            instead = foreign[1]
        elif type_ in (list, tuple):
            instead = (
                f"Give it at most {MAX_ITEMS} items that are no numbers, or arrays "
                f"with one axis more, or {instead.lower()}"
            )
        elif isinstance(kind, Known) and kind.value is None:
            instead = f"Give it a number or an array, or {instead.lower()}"
        raise errors.ArgumentError(
            f"{name} is differentiated with respect to {argument!r}, which is "
            f"{_described(kind)} here, not a number or an array.\n{instead}"
        )


def _described(kind: object) -> str:
    if isinstance(kind, Known):
        return repr(kind.value)
    return f"of the type {getattr(getattr(kind, 'type', None), '__name__', '?')}"


def check_inputs(b: Builder, wrt: Items[str], name: str) -> None:
    """Raise if nothing in an argument to differentiate is a floating number."""
    require_numbers(b.kinds, wrt, name)
    for argument in wrt:
        kind = b.kinds[argument]
        if isinstance(kind, Structure) and issubclass(kind.type, _COLLECTIONS):
            raise errors.ArgumentError(
                f"{name} is differentiated with respect to {argument!r}, which is of "
                f"the class {kind.type.__name__}, of which there is no gradient.\n"
                "Pass a dict or a list."
            )
        if is_differentiable(kind):
            continue
        if isinstance(kind, (ListOf, Structure)):
            raise errors.ArgumentError(
                f"{name} is differentiated with respect to {argument!r}, which holds "
                "no floating numbers here.\nChoose other arguments with wrt=, or make "
                "its numbers floats."
            )
        raise errors.ArgumentError(
            f"{name} is differentiated with respect to {argument!r}, which has "
            f"integer or boolean values ({required_numeric(kind).dtype}).\n"
            f"Convert it first: {argument} = 2.0 instead of 2, or "
            f"{argument}.astype(float)."
        )


_COLLECTIONS = (
    collections.deque, collections.Counter, collections.OrderedDict,
    collections.defaultdict, set, frozenset,
)  # fmt: skip


def input_names(b: Builder, wrt: Items[str]) -> list[str]:
    """Return the names of the numbers and arrays in the differentiated arguments."""
    return [
        str(a.name) for name in wrt for a in _differentiable(b.outside.inputs[name])
    ]


def _differentiable(value: Value) -> Iterator[Atom]:
    if is_container(value):
        for item in value.items:
            yield from _differentiable(item)
    elif isinstance(value, Atom) and is_differentiable(value.kind):
        yield value


def like_input(value: Value, leaf: Callable[[Atom], Value]) -> Value:
    """Return a value of the structure of an argument; what has no derivative is None.

    `leaf` returns the value in the place of a number or an array. In a list of rows
    integers have zeros, as they have in one whose length is known only at run time.
    """
    value = plain_container(value)
    if is_container(value) and value.type not in (set, frozenset):
        items = tuple(like_input(item, leaf) for item in value.items)
        if _is_table(value):
            items = tuple(Sequence(_without_none(row)) for row in items)
        if isinstance(value, Instance) and not dataclasses.is_dataclass(value.type):
            pairs = zip(value.keys, items)
            held = {key: item for key, item in pairs if item != NONE}
            names, items = tuple(held), tuple(held.values())
            return Instance(value.heap, types.SimpleNamespace, names, items)
        return value.with_items(items)
    if isinstance(value, Atom) and is_differentiable(value.kind):
        return leaf(value)
    return NONE


def _is_table(value: Value) -> bool:
    """Whether a list holds rows of numbers, of one kind in each column."""
    rows = value.items if isinstance(value, List) and value.type is list else ()
    if not rows or not all(isinstance(row, Sequence) for row in rows):
        return False
    if {row.type for row in rows} != {tuple} or len({len(r.items) for r in rows}) != 1:
        return False
    kinds = [tuple(getattr(item, "kind", None) for item in row.items) for row in rows]
    columns = [set(map(without_value, column)) for column in zip(*kinds)]
    return all(len(c) == 1 and isinstance(c.pop(), Scalar) for c in columns)


def _without_none(row: Value) -> tuple:
    items = required_items(row)
    return tuple(literal(0.0) if item == NONE else item for item in items)


def tangents_of(
    b: Builder, argument: str, parameter: str, kind: Kind | Known
) -> Iterator[tuple[str, Atom]]:
    """Yield each name that is differentiated in an argument, and its tangent.

    `kind` is that of `parameter`, the tangent of the whole argument; a None in it
    stands for zeros.
    """
    owner = b.outside.inputs[argument]
    if not isinstance(kind, Known):
        b.kinds[parameter] = kind
    with b.into(b.outside.entry):
        yield from _tangents(b, owner, build.name(parameter), kind, parameter)


def _tangents(
    b: Builder, owner: Value, node: gast.expr, kind: Kind | Known, whole: str
) -> Iterator[tuple[str, Atom]]:
    nested = not isinstance(node, gast.Name)
    if nested and isinstance(kind, Known) and kind.value is None:
        return
    owner = plain_container(owner)
    if is_container(owner):
        keys = keys_of(owner)
        if not isinstance(kind, Structure) or not _fits(owner, kind, keys):
            raise errors.ArgumentError(
                f"{whole} has another structure than what it belongs to.\n"
                "Give it the same keys and lengths, None where nothing changes."
            )
        kinds = dict(zip(kind.keys, kind.items))
        for key, item in zip(keys, owner.items):
            place = reconstruct.item(b, node, kind.type, key)
            if key in kinds:
                yield from _tangents(b, item, place, kinds[key], whole)
    elif isinstance(owner, Atom) and is_differentiable(owner.kind):
        name = str(owner.name)
        if isinstance(owner.kind, ListOf) and is_list(kind):
            fits = _fits_list(owner.kind.item, getattr(kind, "item", None))
            yield name, _of_items(b, owner, node, fits)
            return
        check_shape(whole, kind, owner)
        check_real(whole, kind, owner)
        given = required_numeric(kind)
        own = _own_kind(owner.kind, given)
        base = derived(name, "_dot")
        if isinstance(given, Scalar) and isinstance(owner.kind, Array):
            b.kinds[whole] = given
            number = Atom(node, given)
            yield name, operations.call_rule(b, np.asarray, [number], {}, base)
        elif nested:
            yield name, b.emit(b, node, own, base)
        else:
            b.kinds[whole] = own
            yield name, Atom(node, own)


def for_one(kind: Any, owner: Any) -> Any:
    """Return the kind of one value of a block along a leading axis.

    `owner` is that of what it belongs to.
    """
    if isinstance(kind, Array) and kind.shape:
        of_one = kind.shape[1:]
        return Array(kind.dtype, of_one) if of_one else Scalar(kind.dtype, False)
    if isinstance(owner, ListOf) and isinstance(kind, (Structure, ListOf)):
        item = kind.items[0] if isinstance(kind, Structure) else kind.item
        return ListOf(for_one(item, owner.item))
    if isinstance(kind, Structure):
        owners = dict(zip(owner.keys, owner.items)) if kind.keys else {}
        pairs = zip(kind.keys, kind.items)
        items = tuple(for_one(item, owners.get(key)) for key, item in pairs)
        return replace(kind, items=items)
    return kind


def _fits(owner: Value, kind: Structure, keys: tuple) -> bool:
    """Whether a tangent has the keys of its owner; of attributes it may have fewer."""
    if isinstance(owner, Instance):
        return set(kind.keys) <= set(keys)
    return set(kind.keys) == set(keys)


def is_list(kind: Kind | Known) -> bool:
    """Whether a tangent is a list, of any items: None, say."""
    return isinstance(kind, ListOf) or getattr(kind, "type", None) in (tuple, list)


def _of_items(b: Builder, owner: Atom, node: gast.expr, fits: bool) -> Atom:
    """Return the tangent of a list as it is if it `fits`.

    Otherwise it gets zeros in the place of None, and in columns of integers.
    """
    if fits:
        if not isinstance(node, gast.Name):
            return b.emit(b, node, owner.kind, derived(str(owner.name), "_dot"))
        b.kinds[node.id] = owner.kind
        return Atom(node, owner.kind)
    callee = b.references.function(runtime.tangents_of_items)
    rhs = build.call(callee, [node, owner.node])
    return b.emit(b, rhs, owner.kind, derived(str(owner.name), "_dot"))


def _fits_list(item: object, given: object) -> bool:
    """Whether the kind that is given of a list's items is that of their tangents."""
    if isinstance(item, tuple) and isinstance(given, tuple):
        return len(item) == len(given) and all(map(_fits_list, item, given))
    return is_numeric(given) and is_numeric(item) and is_differentiable(item)


def _own_kind(owner: Kind, given: Scalar | Array) -> Scalar | Array:
    if isinstance(owner, Scalar):
        return Scalar(given.dtype, None)
    return Array(given.dtype, shape_of(owner))


def _shown(owner: Atom) -> str:
    return str(owner.name or "a constant")


def check_shape(name: str, kind: Kind | Known, owner: Atom) -> None:
    """Raise if a seed or tangent cannot have the shape of the value it belongs to."""
    if isinstance(owner.kind, ListOf):
        if not isinstance(kind, ListOf):
            raise errors.ArgumentError(
                f"{name} must be a list like the one that it belongs to."
            )
        return
    if not isinstance(kind, (Scalar, Array)):
        raise errors.ArgumentError(f"{name} must be a number or an array.")
    have, want = rank(kind), rank(owner.kind)
    if want is not None and have != want:
        raise errors.ArgumentError(
            f"{name} has {have} axes, but what it belongs to has {want}.\n"
            f"Give it, the derivative of {_shown(owner)}, the same shape."
        )
    for one, other in zip(shape_of(kind) or (), shape_of(owner.kind) or ()):
        fixed = isinstance(other, int) or not may_be_one(other)
        if fixed and (one == 1) != (other == 1):
            raise errors.ArgumentError(
                f"{name} has another shape than what it belongs to.\n"
                "Give it the same shape."
            )


def check_real(name: str, kind: Kind | Known, owner: Atom) -> None:
    """Raise for a complex tangent or cotangent of what is real."""
    is_real = is_numeric(owner.kind) and owner.kind.dtype in _REAL
    if is_real and getattr(kind, "dtype", None) in ("complex64", "complex128"):
        raise errors.ArgumentError(
            f"{name} is complex, but what it belongs to is real.\nGive its real part."
        )


_REAL = ("float16", "float32", "float64")
