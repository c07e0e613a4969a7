"""Phis: fresh names for a value that differs between two paths, and their copies."""

from __future__ import annotations

from collections.abc import Sequence as Items
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn, TypeVar

from tangentlite import operations
from tangentlite.builder import naming, operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import own_attributes
from tangentlite.by_kind import ByPair
from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar, join, without_value
from tangentlite.operations import implements
from tangentlite.specialize.merge import merge_errors, optional_merge
from tangentlite.specialize.state.frame import State
from tangentlite.specialize.state.restart import Grown
from tangentlite.values import structure
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.callable_values import (
    UNBOUND,
    Chosen,
    Unbound,
    is_function,
)
from tangentlite.values.containers import run_time_lists
from tangentlite.values.heap import (
    Attributes,
    Box,
    Cell,
    Contents,
    Dictionary,
    Global,
    Instance,
    List,
    Set,
)
from tangentlite.values.iterables import Progress
from tangentlite.values.objects import attributes
from tangentlite.values.structure import atoms, same_structure

V = TypeVar("V", bound=Cell | Sequence)


@implements(operations.join_values)
def merged(b: Builder, base: str, first: Value, second: Value) -> Value:
    """Return fresh names (phis) for a variable that has one of two values.

    Raises where the values have kinds that one variable cannot hold.
    """
    return _PHIS(b, base, first, second)


def _optional(b: Builder, base: str, first: Value, second: Value):
    if not optional_merge.are_optional(first, second):
        return NotImplemented
    return optional_merge.merged(b, base, first, second, partial(merged, b, base))


def _unbound(b: Builder, base: str, first: Value, second: Value) -> Value:
    bound = second if isinstance(first, Unbound) else first
    if isinstance(bound, Unbound) or _may_be_unbound(b, bound):
        return bound
    made = merged(b, base, bound, bound)
    b.phis.unbound |= names_of_phis(made, bound)
    return made


def names_of_phis(target: Value, *values: Value) -> set[str]:
    """Return the names that a merged value has got, not those that it had before.

    A list, dict or object is itself behind one path, with what is in it there.
    """
    known = {str(atom.name) for value in values for atom in atoms(value)}
    return {str(atom.name) for atom in atoms(target)} - known


def _phi(b: Builder, base: str, first: Atom, second: Atom) -> Atom:
    name = b.names.fresh(base)
    kind = join(first.kind, second.kind, b.sizes, name)
    if kind is None:
        raise merge_errors.clash(b, base, first, second)
    size = getattr(kind, "size", None)
    kind = without_value(kind)
    b.kinds[name] = kind if size is None else replace(kind, size=size)
    b.bases[name] = base
    b.memory.places[name] = (b.frame, b.control.loops)
    b.phis.joined.add(name)
    naming.note_number(b, name, first, second)
    return Atom(build.name(name), b.kinds[name])


def _tuple(b: Builder, base: str, first: Sequence, second: Sequence | Cell):
    if type(first) is not Sequence or not same_structure(first, second):
        return NotImplemented
    pairs = zip(first.items, second.items)
    return first.with_items(tuple(merged(b, base, x, y) for x, y in pairs))


def _same(b: Builder, base: str, first: Value, second: Value):
    return first if is_same(first, second) else NotImplemented


def _flag(b: Builder, base: str, first: Value, second: Value):
    if not structure.are_flags(first, second):
        return NotImplemented
    return merged(b, base, operands.flag_atom(b, first), operands.flag_atom(b, second))


def _function(b: Builder, base: str, first: Value, second: Value):
    if not is_function(first) or not is_function(second):
        return NotImplemented
    flag = b.fresh("chosen", Scalar("bool", True))
    b.phis.joined.add(flag)
    return Chosen(Atom(build.name(flag), b.kinds[flag]), first, second)


def _clash(b: Builder, base: str, first: Value, second: Value) -> NoReturn:
    raise merge_errors.clash(b, base, first, second)


_PHIS = ByPair(
    (Value, Value, _optional),
    (Unbound, Value, _unbound),
    (Value, Unbound, _unbound),
    (Atom, Atom, _phi),
    (Sequence, Sequence, _tuple),
    (Value, Value, _same),
    (Value, Value, _flag),
    (Value, Value, _function),
    (Value, Value, _clash),
)


def _may_be_unbound(b: Builder, value: Value) -> bool:
    """Whether a value is made of phis of a variable that some path has not bound.

    They are not copied: that would read them where they have no value.
    """
    names = [str(atom.name) for atom in atoms(value)]
    return bool(names) and all(
        n in b.phis.unbound and n in b.phis.joined for n in names
    )


def either(b: Builder, base: str, values: Items, states: Items[State]) -> Value:
    """Return the value of a variable behind two paths: the common one, or a phi.

    Two different lists, dicts or objects merge into a new one. `states` hold their
    contents at the end of the paths.
    """
    first, second = values
    if is_same(first, second):
        return first
    if optional_merge.are_optional(first, second):
        join = lambda *pair: either(b, base, pair, states)  # noqa: E731
        return optional_merge.merged(b, base, first, second, join)
    held = [contents_at(value, state) for value, state in zip(values, states)]
    if held[0] is None or held[1] is None or first.type is not second.type:
        return merged(b, base, *values)
    if any(isinstance(contents, Atom) for contents in held):
        raise merge_errors.two_lists(b, base)
    require_one_class(b, base, *values)
    if (first, second) in b.phis.joining:
        raise merge_errors.leads_back(b, base)
    b.phis.joining.append((first, second))
    try:
        keys, items = _either_contents(b, base, values, held, states)
    finally:
        b.phis.joining.pop()
    made = like(first, keys, items)
    note_origins(b, made, *values)
    return made


def require_one_class(b: Builder, base: str, first: Cell, second: Cell) -> None:
    """Raise if containers have different classes, or dicts different factories."""
    if type(first) is not type(second) or first.type is not second.type:
        raise merge_errors.clash(b, base, first, second)
    if isinstance(first, Dictionary) and isinstance(second, Dictionary):
        if (first.shown, first.factory) != (second.shown, second.factory):
            raise merge_errors.clash(b, base, first, second)


def note_origins(b: Builder, made: Value, *values: Value) -> None:
    """Record that a new object stands for an unknown one of objects from outside."""
    if any(
        isinstance(v, Cell) and (v in b.outside.origins or v in b.outside.unsure)
        for v in values
    ):
        b.outside.unsure.add(made)


def is_same(first: object, second: object) -> bool:
    """Whether two values are identical or equal."""
    return first is second or first == second


def like(value: V, keys: tuple, items: tuple) -> V:
    """Return a container like another one, with keys and items of its own."""
    made: Any  # of the class of the value
    if isinstance(value, Dictionary):
        made = Dictionary(value.heap, keys, items)
        made.factory, made.shown = value.factory, value.shown
        return made
    if isinstance(value, Instance):
        made = Instance(value.heap, value.type, keys, items)
        made.keys_differ = value.keys_differ
        return made
    if isinstance(value, Box):
        made = Box(value.heap, *items)
        return made
    if isinstance(value, Set):
        made = Set(value.heap, items, value.type, keys)
        return made
    made = value.with_items(items)
    return made


def either_contents(
    b: Builder, base: str, cell: Cell, states: Items[State]
) -> Contents:
    """Return the merged contents of a list, dict or object behind two paths."""
    held = [contents_at(cell, state) for state in states]
    if any(isinstance(contents, Atom) for contents in held):
        if held[0] == held[1]:
            return held[0]
        raise Grown([cell])
    return _either_contents(b, base, (cell, cell), held, states)


def _either_contents(b: Builder, base: str, values: Items, held, states) -> tuple:
    (keys, items), (other_keys, other_items) = held
    if isinstance(values[0], Progress) and items[0] != other_items[0]:
        return values[0].lost
    if isinstance(values[0], (Instance, Progress)):
        if values[0] is not values[1]:
            missing = set(keys) ^ set(other_keys)
            if any(_inherited(b, values[0], key) == UNBOUND for key in missing):
                raise merge_errors.clash(b, base, *values)
        own, others = keys, other_keys
        if own != others:
            own_attributes.note_keys_differ(*values)
        with b.at(states[0]):
            keys, items = with_keys(b, values[0], own, items, others)
        with b.at(states[1]):
            other_items = with_keys(b, values[1], others, other_items, keys)[1]
    elif isinstance(values[0], Set):
        if _texts(items) != _texts(other_items):
            raise merge_errors.clash(b, base, *values)
        return keys if keys == other_keys else None, items
    elif keys != other_keys and not (b.control.unrollable and b.assumed.exact):
        raise b.error(
            f"{base} is a dict with the keys {list(keys)} on one path and with "
            f"{list(other_keys)} on another.",
            "Give it the same keys on both paths.",
        )
    elif keys != other_keys or len(items) != len(other_items):
        if values[0] is values[1]:
            lengths = len(items), len(other_items)
            raise merge_errors.of_several_lengths(
                b, base, values[0], *values, lengths=lengths
            )
        if isinstance(values[0], List):
            raise merge_errors.two_lists(b, base, len(items), len(other_items))
        raise merge_errors.clash(b, base, *values)
    names = naming.item_names(base, keys, items)
    is_variable = isinstance(values[0], (Instance, Box, Global))
    join = _either_variable if is_variable else either
    return keys, tuple(
        join(b, name, pair, states)
        for name, pair in zip(names, zip(items, other_items))
    )


def _either_variable(b: Builder, base: str, values: Items, states: Items[State]):
    if len([value for value in values if not isinstance(value, Unbound)]) == 1:
        first, second = values
        return optional_merge.merged(b, base, first, second, partial(merged, b, base))
    return either(b, base, values, states)


def _texts(items: tuple) -> list[str]:
    """Return the items of a set as text, which differs between classes."""
    return [repr(item.static_value()) for item in items]


def with_keys(
    b: Builder, cell: Value, keys: tuple, items: tuple, wanted: tuple
) -> tuple[tuple, tuple]:
    """Return keys and items, extended by those that are wanted.

    The new items are attributes of the class of an object, or unbound.
    """
    found = dict(zip(keys, items))
    new = (*keys, *(key for key in wanted if key not in found))
    if set(wanted) == set(new):  # in the order of the wanted ones: there are no others
        new = wanted
    return new, tuple(
        found[key] if key in found else _inherited(b, cell, key) for key in new
    )


def _inherited(b: Builder, cell: Value, key: str) -> Value:
    return attributes.of_class(b, cell, key) if isinstance(cell, Instance) else UNBOUND


def contents_at(value: Value, state: State) -> Contents:
    """Return the keys and items of a container in a state; None if it is none."""
    if isinstance(value, Attributes):  # of one object on each path: they are no dict
        return None
    if isinstance(value, Cell):
        return state.contents.get(value, value.first)
    return ((), value.items) if isinstance(value, Sequence) else None


def as_run_time(b: Builder, base: str, contents: tuple) -> Atom:
    """Return a run-time list of the items in the contents of a list."""
    return run_time_lists.as_list(b, Sequence(contents[1]), base)
