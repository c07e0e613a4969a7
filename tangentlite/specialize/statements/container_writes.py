"""Writes into lists, dicts and objects: `d[key] = value`, `del items[k]`.

They replace the contents of a heap object, which all its aliases see, as in Python.
"""

from __future__ import annotations

from typing import Any

import gast

from tangentlite import operations
from tangentlite.builder import indexing
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import ownership
from tangentlite.specialize.library import heaps_and_bisection
from tangentlite.specialize.state import restart
from tangentlite.values.alternatives import select
from tangentlite.values.base import Atom, Value
from tangentlite.values.callable_values import Slice
from tangentlite.values.containers import keys, run_time_lists
from tangentlite.values.heap import Dictionary, Instance, List
from tangentlite.values.iterators import sequences
from tangentlite.values.objects import contents, instances


def write_item(b: Builder, target: gast.Subscript, owner: Value, value: Value) -> None:
    """Walk `owner[index] = value`."""
    index = operations.evaluate(b, target.slice)
    select.each(b, index, lambda key: put_item(b, target, owner, key, value))


def put_item(
    b: Builder, target: gast.expr, owner: Value, index: Value, value: Value
) -> None:
    """Store a value in a container."""
    indexing.require_known_slice(b, owner, index)
    if isinstance(owner, Instance):
        instances.call_special(b, owner, "__setitem__", [index, value], target)
        return
    if isinstance(owner, Dictionary):
        key = keys.known_key(b, index, target)
        items = {**owner.as_dict(), key: value}
        contents.change(b, owner, items.values(), items, target)
        return
    if not isinstance(owner, List):
        error = TypeError("'tuple' object does not support item assignment")
        raise operations.certain_error(b, error, "Use a list.", target)
    if not isinstance(index, Slice) and not index.is_static:
        _write_computed(b, owner, index, value, target)
        return
    place = _known_index(b, index, target)
    stored: Any = _items(b, value, target) if isinstance(index, Slice) else value
    changed = list(owner.items)
    try:
        changed[place] = stored
    except (IndexError, TypeError, ValueError) as error:
        raise operations.certain_error(b, error, "Check the index.", target) from None
    contents.change(b, owner, changed, node=target)


def delete_item(b: Builder, target: gast.Subscript, owner: Value) -> None:
    """Walk `del owner[index]`."""
    index = operations.evaluate(b, target.slice)
    indexing.require_known_slice(b, owner, index)
    if isinstance(owner, Instance):
        instances.call_special(b, owner, "__delitem__", [index], target)
        return
    if isinstance(owner, Dictionary):
        items = owner.as_dict()
        key = keys.known_key(b, index, target)
        if key not in items:
            raise keys.missing(b, items, key, target)
        del items[key]
        contents.change(b, owner, items.values(), items, target)
        return
    if not isinstance(owner, List):
        error = TypeError("'tuple' object doesn't support item deletion")
        raise operations.certain_error(b, error, "Use a list.", target)
    if isinstance(index, Atom) and not index.is_static:
        operations.inline(b, heaps_and_bisection.taken, [owner, index], {}, target, "t")
        return
    left = list(owner.items)
    try:
        del left[_known_index(b, index, target)]
    except (IndexError, TypeError) as error:
        raise operations.certain_error(b, error, "Check the index.", target) from None
    contents.change(b, owner, left, node=target)


def _known_index(b: Builder, index: Value, node: gast.AST) -> Any:
    """Return the index of a list: any object, as Python says which are none."""
    if isinstance(index, Slice):
        return _slice(b, index, node)
    return index.static_value()


def _slice(b: Builder, index: Slice, node: gast.AST) -> slice:
    given = (index.start, index.stop, index.step)
    if not all(part.is_static for part in given):
        raise b.error(
            "a slice of a list whose items are told apart must be known here.",
            "Use an array.",
            node,
        )
    return slice(*(part.static_value() for part in given))


def _items(b: Builder, value: Value, node: gast.AST) -> list:
    what, instead = "a slice of a list", "Use an array, or a loop."
    return sequences.items_told_apart(b, value, what, instead, node)


def _write_computed(
    b: Builder, owner: List, index: Value, value: Value, node: gast.expr
) -> None:
    """Walk a write at an index that is known at run time only."""
    restart.unroll_if_possible(b)
    if not run_time_lists.can_be_at_run_time(owner):
        raise b.error(
            "writing at a computed place into a list whose items are told apart is "
            "not supported yet.",
            "Use an array.",
            node,
        )
    contents.require_changeable(b, owner, node)
    run_time_lists.to_run_time(b, owner)
    from tangentlite.values.containers.dynamic_lists import write_list_item

    write_list_item(b, node, owner.contents, index, value)


def require_sole_array(b: Builder, value: Atom, node: gast.AST) -> None:
    """Raise unless an array that is updated in place is held in one place only."""
    held = [
        atom
        for _, other, _ in ownership.held_values(b, "")
        for atom in ownership.direct(other)
        if isinstance(atom, Atom)
        and ownership.shares_memory(b, atom.name, str(value.name))
    ]
    if value.name not in b.memory.owned or len(held) > 1:
        raise b.error(
            "this statement writes into an array that is held in another place too.",
            "Copy it first: a = a.copy().",
            node,
        )
