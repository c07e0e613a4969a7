"""The kinds of the items of run-time lists, and items that are rows.

The kind of a row that is a list differs from that of a tuple. Such a row may not be
changed: reading it twice gives one list, which is not tracked.
"""

from __future__ import annotations

from typing import Any

import gast

from tangentlite import operations
from tangentlite.builder import reconstruct
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, ListRow, Opaque, join, row
from tangentlite.kinds.objects.number_classes import (
    is_number_for_array,
    is_of_other_class,
)
from tangentlite.specialize.state import restart
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.heap import List
from tangentlite.values.structure import atoms, parts


def widen_list(b: Builder, owner: Atom, value: Value, node: gast.AST | None) -> None:
    """Widen the kind of a list's items to one more value, whose memory it shares."""
    name = str(owner.name)
    for atom in atoms(value):
        if isinstance(atom.kind, Array):
            b.note_view(name, atom.name)
    held = [part for part in parts(value) if not _is_row(part)]
    is_text = all(map(reconstruct.is_text, held))
    if held:
        restart.unroll_if_possible(b, exact=is_text)
    if not is_text:
        raise b.error(
            "a list whose length is known only when the program runs cannot hold "
            "dicts and objects.",
            "Keep lists of the numbers and arrays in them.",
            node,
        )
    kind = _item_kind(b, value)
    known = kind_of_items(b, owner)
    item = kind if known is None else join_items(b, known, kind, name)
    if item is None:
        raise b.error(
            "a list of items of different kinds is not supported yet.",
            "Append values of one kind.",
            node,
        )
    opens = any(atom.name in b.memory.mixed for atom in atoms(value))
    opens = opens or any(is_of_other_class(k, item) for k in (known, kind))
    numbers = any(atom.name in b.memory.numbers for atom in atoms(value))
    numbers = numbers or any(is_number_for_array(k, item) for k in (known, kind))
    new = (
        opens and name not in b.memory.mixed or numbers and name not in b.memory.numbers
    )
    if b.kinds[name] != ListOf(item) or new:
        b.kinds[name] = ListOf(item)
        b.memory.widened.append(name)
    if opens:
        b.memory.mixed.add(name)
    if numbers:
        b.memory.numbers.add(name)


def kind_of_items(b: Builder, owner: Atom) -> Any:
    """Return the kind of the items of a list as it is now, None if no item is known."""
    kind = b.kinds.get(str(owner.name), owner.kind)
    assert isinstance(kind, ListOf)
    return kind.item


def _is_row(part: object) -> bool:
    """Whether a part of an item is a number, an array, a tuple or a list."""
    if isinstance(part, Sequence):
        return part.type in (tuple, list)
    return isinstance(part, Atom)


def _item_kind(b: Builder, value: Value) -> Any:
    if isinstance(value, Sequence):
        type_ = ListRow if isinstance(value, List) else tuple
        return row(type_, [_item_kind(b, item) for item in value.items])
    if reconstruct.is_text(value):
        return Opaque(str)
    return operations.as_atom(b, value).kind


def join_items(b: Builder, known: Any, kind: Any, name: str) -> Any:
    """Return the join of two kinds of items of a list, None if there is none.

    `name` is the list's: another join must give the same symbols of sizes.
    """
    if isinstance(known, tuple) and isinstance(kind, tuple):
        if len(known) != len(kind) or type(known) is not type(kind):
            return None
        pairs = enumerate(zip(known, kind))
        joined = [join_items(b, x, y, f"{name}.{k}") for k, (x, y) in pairs]
        return None if None in joined else row(type(known), joined)
    if isinstance(known, tuple) or isinstance(kind, tuple):
        return None
    return join(known, kind, b.sizes, name)


def unpacked(b: Builder, rhs: gast.expr, kind: Any, base: str) -> Atom | Sequence:
    """Emit the read of an item of a list; a row becomes a tuple, or a frozen list."""
    if kind is None:
        return b.emit(b, rhs, Opaque(None), base)
    if not isinstance(kind, tuple):
        return b.emit(b, rhs, kind, base)
    whole = b.emit(b, rhs, Opaque(tuple), "t")
    items = []
    for position, part in enumerate(kind):
        node = build.subscript(whole.node, build.constant(position))
        items.append(unpacked(b, node, part, base))
    if not isinstance(kind, ListRow):
        return Sequence(tuple(items), type(kind))
    cell = List(b.heap, tuple(items))
    b.heap.fixed.add(cell)
    b.heap.joined.add(cell)
    return cell
