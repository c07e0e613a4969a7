"""Lists, dicts and objects that change: what a cell of the heap holds is replaced.

Whoever holds the cell sees that, as in Python. A list of which no one can say how long
it is behind a branch or a loop becomes a list of the core program, before it.
"""

from __future__ import annotations

from collections.abc import Mapping

import gast

from tangentlite import operations
from tangentlite.builder import reconstruct
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import ownership
from tangentlite.builder.naming import base_name, keep_nested
from tangentlite.frontend.reading import is_read_once
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf
from tangentlite.specialize.library import heaps_and_bisection
from tangentlite.specialize.outside import known_slices
from tangentlite.specialize.state import restart
from tangentlite.specialize.state.restart import NeedsUnrolling
from tangentlite.values.alternatives import select
from tangentlite.values.base import Atom, Sequence
from tangentlite.values.callable_values import (
    Slice,
    atoms,
    is_static,
    parts,
    static_value,
    with_items,
)
from tangentlite.values.containers import item_kinds, keys
from tangentlite.values.heap import Attributes, Cell, Dictionary, Instance, List, Set
from tangentlite.values.iterables import Enumerate, Reversed, Stream, Zip
from tangentlite.values.iterators import sequences
from tangentlite.values.objects import instances


def sequence(b: Builder, items, type_: type) -> Sequence:
    """Return a tuple of some values, or a new list."""
    items = tuple(as_iterator(b, as_held(b, item)) for item in items)
    return List(b.heap, items) if type_ is list else Sequence(items, type_)


def dictionary(b: Builder, items: dict) -> Dictionary:
    """Return a new dict."""
    values = tuple(as_iterator(b, as_held(b, item)) for item in items.values())
    return Dictionary(b.heap, tuple(items), values)


def as_iterator(b: Builder, value: object) -> object:
    """Return what gives its items once, wherever it is held, as one iterator."""
    once = isinstance(value, (Zip, Enumerate, Reversed))
    return Stream(b.heap, value) if once else value


def share(b: Builder, value: object) -> None:
    """Record that the containers in a value are held elsewhere: none may change."""
    b.heap.fixed.update(part for part in parts(value) if isinstance(part, Cell))


def change(b: Builder, cell: Cell, items, keys=(), node=None) -> None:
    """Give a list, dict, set or object other contents, for all who hold it.

    `keys` are the history of a set.
    """
    if isinstance(cell, Attributes):
        cell = cell.owner
    require_changeable(b, cell, node)
    held = tuple(as_held(b, item) for item in items)
    cell.put(held, keys if isinstance(cell, Set) else tuple(keys))


def require_changeable(b: Builder, cell: Cell, node: gast.AST | None) -> None:
    """Raise unless a list, dict or object is the only one that a change may mean."""
    if cell.heap is not b.heap:
        raise b.error(
            f"this statement changes a {cell.type.__name__} that the function did not "
            "make itself, which is not supported yet.",
            "Copy it first.",
            node,
        )
    if cell in b.heap.fixed:
        if b.unrollable and b.exact:
            raise NeedsUnrolling
        raise b.error(
            f"this statement changes a {cell.type.__name__} that may be one of "
            "several, or that a function which calls itself was given; that is not "
            "supported yet.",
            "Copy it first.",
            node,
        )


def write_item(b: Builder, target: gast.Subscript, owner: object, value: object):
    """Walk `owner[index] = value`."""
    index = operations.evaluate(b, target.slice)
    select.each(b, index, lambda key: put_item(b, target, owner, key, value))


def put_item(b: Builder, target: gast.expr, owner, index: object, value: object):
    """Put a value into a container."""
    known_slices.require(b, owner, index)
    if isinstance(owner, Instance):
        instances.call_special(b, owner, "__setitem__", [index, value], target)
        return
    if isinstance(owner, Dictionary):
        key = keys.known_key(b, index, target)
        items = {**owner.as_dict(), key: value}
        change(b, owner, items.values(), items, target)
        return
    if not isinstance(owner, List):
        error = TypeError("'tuple' object does not support item assignment")
        raise operations.certain_error(b, error, "Use a list.", target)
    if isinstance(index, Slice):
        index, value = _slice(b, index, target), _items(b, value, target)
    elif not is_static(index):
        _write_computed(b, owner, index, value, target)
        return
    else:
        index = static_value(index)
    changed = list(owner.items)
    try:
        changed[index] = value
    except (IndexError, TypeError, ValueError) as error:
        raise operations.certain_error(b, error, "Check the index.", target) from None
    change(b, owner, changed, node=target)


def delete_item(b: Builder, target: gast.Subscript, owner) -> None:
    """Walk `del owner[index]`."""
    index = operations.evaluate(b, target.slice)
    known_slices.require(b, owner, index)
    if isinstance(owner, Instance):
        instances.call_special(b, owner, "__delitem__", [index], target)
        return
    if isinstance(owner, Dictionary):
        items = owner.as_dict()
        key = keys.known_key(b, index, target)
        if key not in items:
            raise keys.missing(b, items, key, target)
        del items[key]
        change(b, owner, items.values(), items, target)
        return
    if not isinstance(owner, List):
        error = TypeError("'tuple' object doesn't support item deletion")
        raise operations.certain_error(b, error, "Use a list.", target)
    if isinstance(index, Atom) and not is_static(index):
        operations.inline(b, heaps_and_bisection.taken, [owner, index], {}, target, "t")
        return
    left = list(owner.items)
    try:
        del left[_known_place(b, index, target)]
    except (IndexError, TypeError) as error:
        raise operations.certain_error(b, error, "Check the index.", target) from None
    change(b, owner, left, node=target)


def _known_place(b: Builder, index: object, node: gast.AST) -> object:
    if isinstance(index, Slice):
        return _slice(b, index, node)
    return static_value(index)


def _slice(b: Builder, index: Slice, node: gast.AST) -> slice:
    given = (index.start, index.stop, index.step)
    if not all(is_static(part) for part in given):
        raise b.error(
            "a slice of a list whose items are told apart must be known here.",
            "Use an array.",
            node,
        )
    return slice(*(static_value(part) for part in given))


def _items(b: Builder, value: object, node: gast.AST) -> list:
    what, instead = "a slice of a list", "Use an array, or a loop."
    return sequences.items_told_apart(b, value, what, instead, node)


def _write_computed(b: Builder, owner: List, index: Atom, value: object, node) -> None:
    """Walk a write at a place that is known when the program runs."""
    if b.unrollable:
        raise NeedsUnrolling
    if not can_be_at_run_time(owner):
        raise b.error(
            "writing at a computed place into a list whose items are told apart is "
            "not supported yet.",
            "Use an array.",
            node,
        )
    require_changeable(b, owner, node)
    to_run_time(b, owner)
    from tangentlite.specialize.statements.statements import write_list_item

    write_list_item(b, node, owner.contents, index, value)


def as_used(b: Builder, value: object) -> object:
    """Return a list that grows in branches or loops as that of the core program."""
    if isinstance(value, List) and value.is_at_run_time:
        name = value.contents.name
        return Atom(value.contents.node, b.kinds.get(name, value.contents.kind))
    return value


def as_stored(b: Builder, value: object) -> object:
    """Return a value in whose tuples and lists those of any length are names."""
    if any(isinstance(p, List) and p.is_at_run_time for p in parts(value)):
        if isinstance(value, Sequence) and not isinstance(as_used(b, value), Atom):
            return with_items(value, tuple(as_stored(b, item) for item in value.items))
    return as_used(b, value)


def as_held(b: Builder, value: object) -> object:
    """Return the list that a list of the core program is, for another holder of it."""
    if b.frames and b.sources[b.frame.source].generated:
        return value
    if isinstance(value, Atom) and isinstance(value.kind, ListOf):
        for cell, contents in b.heap.contents.items():
            if isinstance(contents, Atom) and contents.name == value.name:
                return cell
    return value


def as_given(b: Builder, tree: gast.FunctionDef, values: Mapping) -> dict[str, object]:
    """Return what a function is given, as its parameters hold it."""
    return {
        name: as_held(b, value)
        if is_read_once(tree, name)
        else as_iterator(b, as_held(b, value))
        for name, value in values.items()
    }


def can_be_at_run_time(cell: Cell) -> bool:
    """Whether a container can be a list of the core program."""
    if not isinstance(cell, List):
        return False
    return all(reconstruct.is_list_item(item) for item in cell.items)


def to_run_time(b: Builder, cell: Cell) -> None:
    """Make a list one of the core program, for all who hold it."""
    if any(atom.name in b.unbound for atom in atoms(cell)):
        raise b.error(
            "this list is made on some paths only, and changes its length on others; "
            "that is not supported yet.",
            "Make it in front of the branches.",
        )
    if b.emit is keep_nested:
        what = "a list gets another length, or an item at a computed place, here."
        raise restart.statements(b, what)
    b.heap.contents[cell] = as_list(b, cell, name_of(b, cell))


def as_list(b: Builder, value: Sequence, base: str) -> Atom:
    """Make a list of the core program out of one whose items are told apart."""
    if not any(type(part) is Sequence for part in value.items):
        return operations.as_list(b, value, base)
    atom = b.emit(b, build.display([], list), ListOf(None), base)
    b.owned.add(str(atom.name))
    b.lists.add(str(atom.name))
    for part in value.items:
        item_kinds.widen_list(b, atom, part, None)
        share(b, part)
        callee = build.attribute(atom.node, "append")
        given = operations.as_operand(b, part)
        b.add(build.effect(build.call(callee, [given]), b.line))
    return Atom(atom.node, b.kinds[str(atom.name)])


def name_of(b: Builder, cell: Cell) -> str:
    """Return a name for what a container holds: a variable's or an attribute's."""
    for holder, value, _ in ownership.places(b, ""):
        if value is cell and isinstance(holder, str):
            return base_name(holder)
        if isinstance(holder, (Instance, Dictionary)):
            for key, item in zip(holder.keys, holder.items):
                if item is cell and isinstance(key, str):
                    return base_name(key)
    return "t"


def require_sole_array(b: Builder, value: Atom, node: gast.AST) -> None:
    """Raise unless an array that is updated in place is held in one place only."""
    held = [
        atom
        for _, other, _ in ownership.places(b, "")
        for atom in ownership.direct(other)
        if isinstance(atom, Atom)
        and ownership.shares_memory(b, atom.name, str(value.name))
    ]
    if value.name not in b.owned or len(held) > 1:
        raise b.error(
            "this statement writes into an array that is held in another place too.",
            "Copy it first: a = a.copy().",
            node,
        )
