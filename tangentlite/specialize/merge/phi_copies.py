"""Copies of values into phis, at the end of a path."""

from __future__ import annotations

from tangentlite import operations
from tangentlite.builder import naming, operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.ownership import Holder, is_owned
from tangentlite.by_kind import ByPair
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf, join
from tangentlite.operations import implements
from tangentlite.specialize.merge import merge_errors, optional_merge
from tangentlite.specialize.merge.join_values import with_keys
from tangentlite.values.base import Atom, Maybe, Sequence, Value
from tangentlite.values.callable_values import Chosen, LocalFunction, Partial, Unbound
from tangentlite.values.heap import Cell, Instance
from tangentlite.values.iterables import Progress
from tangentlite.values.structure import is_container


@implements(operations.copy_into)
def copy_into(b: Builder, holder: Holder, target: Value, value: Value) -> None:
    """Emit the copies of a value into a phi at the end of a path.

    Ownership of an array that nothing else holds moves; others become aliases.
    """
    _COPIES(b, holder, target, value)


def _copy_optional(b: Builder, holder: Holder, target: Maybe, value: Value):
    if target != value:
        optional_merge.copy(b, holder, target, value)


def _copy_nothing(b: Builder, holder: Holder, target: Value, value: Value) -> None:
    """Emit nothing: a variable without a value, or one that stays as it is."""


def _copy_changed(b: Builder, holder: Holder, target: Value, value: Value):
    return None if target == value else NotImplemented


def _copy_atom(b: Builder, holder: Holder, target: Atom, value: Value) -> None:
    source = value if isinstance(value, Atom) else operands.flag_atom(b, value)
    if target.name is None or source.node is target.node or target.name == source.name:
        return
    if is_owned(b, source, holder):
        b.release(target.name)
    else:
        b.note_view(target.name, source.name)
        b.memory.owned.discard(target.name)
    if isinstance(target.kind, ListOf) and source.name is not None:
        _share_items(b, target.name, source.name)
    b.add(build.assign(target.name, source.node, b.line))


def _copy_parts(b: Builder, holder: Holder, target: Value, value: Value) -> None:
    for (_, part), (_, new) in zip(target.phi_parts, value.phi_parts):
        copy_into(b, holder, part, new)


def _copy_same_choice(b: Builder, holder: Holder, target: Chosen, value: Chosen):
    if target.flag is not value.flag:
        return NotImplemented
    return _copy_parts(b, holder, target, value)


def _copy_choice(b: Builder, holder: Holder, target: Chosen, value: Value) -> None:
    if value not in (target.first, target.second):
        raise merge_errors.clash(b, "a function", target, value)
    which = build.constant(value == target.first)
    b.add(build.assign(target.flag.name, which, b.line))


def _copy_items(b: Builder, holder: Holder, target: Value, value: Value) -> None:
    if is_container(target):
        copy_items(b, holder, (_keys(target), target.items), value)


_COPIES = ByPair(
    (Maybe, Value, _copy_optional),
    (Value, Unbound, _copy_nothing),
    (Unbound, Value, _copy_nothing),
    (Value, Value, _copy_changed),
    (Atom, Value, _copy_atom),
    (Partial, Partial, _copy_parts),
    (LocalFunction, LocalFunction, _copy_parts),
    (Chosen, Chosen, _copy_same_choice),
    (Chosen, Value, _copy_choice),
    (Value, Value, _copy_items),
)


def _keys(value: Value) -> tuple:
    return value.keys if isinstance(value, Cell) else ()


def copy_items(b: Builder, holder: Holder, contents: tuple, value) -> None:
    """Emit the copies of the items of a container into the phis in its contents."""
    inner = value if isinstance(value, Cell) else holder
    for part, new in zip(contents[1], aligned(b, value, contents[0])):
        copy_into(b, inner, part, new)


def aligned(b: Builder, value: Sequence | Cell, keys: tuple) -> tuple:
    """Return the items of a container; of an object those of the wanted attributes."""
    if isinstance(value, (Instance, Progress)):
        return with_keys(b, value, value.keys, value.items, keys)[1]
    return value.items


def _share_items(b: Builder, target: str, source: str) -> None:
    kind = join(b.kinds[target], b.kinds[source], b.sizes, target)
    if kind is None:
        return
    items = [Atom(build.name(name), b.kinds[name]) for name in (target, source)]
    wider, b.kinds[target] = kind != b.kinds[target], kind
    if naming.note_mixed(b, target, *items) or wider:
        b.memory.widened.append(target)
