"""Ownership at merge points: whether a phi takes over the values of its paths."""

from __future__ import annotations

from collections.abc import Sequence as Items

from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.ownership import Holder, is_owned, is_sole
from tangentlite.specialize.merge import join_values, optional_merge
from tangentlite.values.base import Atom, Maybe
from tangentlite.values.callable_values import UNBOUND, Unbound
from tangentlite.values.heap import Cell
from tangentlite.values.structure import is_container


def own(b: Builder, holders: Items[Holder], target, values: Items, states) -> None:
    """Mark a phi as owned if on each path it takes over an owned value.

    `holders` hold the values at the end of the paths, `states` are the states there.
    Two lists, dicts or objects that others hold, too, are frozen: a change might be one
    of either.
    """
    if isinstance(target, Atom) and target.name is not None:
        handed_over = True
        for value, holder, state in zip(values, holders, states):
            with b.at(state):
                if isinstance(value, Atom):
                    handed_over = handed_over and is_owned(b, value, holder)
        if handed_over:
            b.memory.owned.add(target.name)
    elif isinstance(target, Maybe):
        inner = [optional_merge.where_present(value) for value in values]
        own(b, holders, target.value, inner, states)
    elif is_container(target) and not all(
        target is value or isinstance(value, Unbound) for value in values
    ):
        if isinstance(target, Cell):
            if not _are_handed_over(b, holders, values, states):
                fixed = (part for part in (target, *values) if isinstance(part, Cell))
                b.heap.fixed.update(fixed)
                b.heap.joined.add(target)
        own_items(b, holders, target.items, values, states)


def own_items(b: Builder, holders, items: Items, values: Items, states) -> None:
    """Mark the items of a container as owned if it takes them over on each path."""
    inner = [v if isinstance(v, Cell) else h for v, h in zip(values, holders)]
    columns = []
    for value, state in zip(values, states):
        contents = join_values.contents_at(value, state)
        columns.append(contents[1] if isinstance(contents, tuple) else ())
    for position, part in enumerate(items):
        found = [c[position] if position < len(c) else UNBOUND for c in columns]
        own(b, inner, part, found, states)


def _are_handed_over(b: Builder, holders, values: Items, states) -> bool:
    for value, holder, state in zip(values, holders, states):
        with b.at(state):
            if not isinstance(value, Cell) or not is_sole(b, value, holder):
                return False
    return True
