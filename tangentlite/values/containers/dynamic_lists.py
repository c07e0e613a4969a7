"""Run-time lists, of any length: their methods, reads and writes of items."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

import gast
import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder import indexing, operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import ownership
from tangentlite.builder.sizes import lasting_sizes
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf, Opaque, Scalar, rank
from tangentlite.specialize.library import heaps_and_bisection
from tangentlite.specialize.state import missing_rule
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.callable_values import NONE, Slice
from tangentlite.values.containers import item_kinds, long_lists
from tangentlite.values.heap import List
from tangentlite.values.objects import contents


@operations.call_method.of(ListOf)
def call_method(
    b: Builder,
    owner: Atom,
    name: str,
    arguments: list,
    keywords: Mapping[str, object],
    node: gast.Call,
    base: str,
) -> Value:
    """Emit `owner.name(*arguments)`: an append or a pop, or loops of these."""
    if name == "append" and len(arguments) == 1:
        return _append(b, owner, arguments[0], node)
    if name == "pop" and not arguments and not keywords:
        ownership.require_owned(b, owner, ownership.CHANGES, node, _holder(node))
        rhs = build.call(build.attribute(owner.node, "pop"))
        item = lasting_sizes.of_one_item(b, item_kinds.kind_of_items(b, owner))
        return item_kinds.unpacked(b, rhs, item, base)
    if name == "copy" and not arguments:
        return operations.call(b, Known(list), [owner], {}, node, base)
    if name in _LOOKING and len(arguments) == 1 and not keywords:
        callee = build.attribute(owner.node, name)
        rhs = build.call(callee, [operations.as_atom(b, arguments[0]).node])
        return b.emit(b, rhs, Scalar("int64", True), base)
    if name == "sort" and is_of_text(owner) and "key" not in keywords:
        whole = Slice(NONE, NONE, NONE)
        replace(b, owner, whole, ordered_text(b, owner, keywords, "t"), node)
        return NONE
    if name in _DEFINITIONS:
        given = [owner, *arguments]
        return operations.inline(
            b, _DEFINITIONS[name], given, dict(keywords), node, base
        )
    raise b.error(
        f"the list method {name!r} is not supported here.",
        "Change the list in a loop, by append, pop and its items.",
        node,
    )


def _holder(node: gast.AST) -> gast.expr | None:
    """Return the expression through which a call changes a list."""
    return getattr(getattr(node, "func", None), "value", None)


def _append(b: Builder, owner: Atom, value: Value, node: gast.Call) -> Value:
    long_lists.note_append(b, owner)
    ownership.require_owned(b, owner, ownership.CHANGES, node, _holder(node))
    value = operands.as_stored(b, value)
    item_kinds.widen_list(b, owner, value, node)
    contents.share(b, value)  # the list holds its present contents
    callee = build.attribute(owner.node, "append")
    rhs = build.call(callee, [operations.as_operand(b, value)])
    b.add(build.effect(rhs, b.line))
    return NONE


def is_of_text(value: object) -> TypeGuard[Atom]:
    """Whether a value is a run-time list of text."""
    kind = getattr(value, "kind", None)
    return isinstance(kind, ListOf) and kind.item == Opaque(str)


def ordered_text(b: Builder, value: Atom, keywords: Mapping, base: str) -> Atom:
    """Emit `sorted(names)`."""
    callee = b.references.function(sorted)
    call = operations.as_call(b, callee, [value], dict(keywords))
    atom = b.emit(b, call, ListOf(Opaque(str)), base)
    b.memory.owned.add(str(atom.name))
    b.memory.lists.add(str(atom.name))
    return atom


_LOOKING = ("index", "count")
_DEFINITIONS: dict[str, Callable] = {
    "clear": heaps_and_bisection.cleared,
    "extend": heaps_and_bisection.extended,
    "insert": heaps_and_bisection.inserted,
    "pop": heaps_and_bisection.taken,
    "remove": heaps_and_bisection.removed,
    "reverse": heaps_and_bisection.turned,
    "sort": heaps_and_bisection.arranged,
}


@handlers.builtin(heaps_and_bisection.places_in_order)
def _places_in_order(b: Builder, arguments: list, keywords: dict, node, base: str):
    """Emit the positions of the items of a list in ascending order, as `argsort`."""
    items, reverse = arguments
    held = operands.as_used(b, items)
    kind = getattr(held, "kind", None)
    of_numbers = isinstance(kind, ListOf) and isinstance(kind.item, Scalar)
    if isinstance(kind, Opaque):
        what = f"sorting {held.describe()} is not supported."
        raise b.error(what, missing_rule.instead_of(held), node)
    if not (of_numbers or kind is not None and rank(kind) == 1):
        raise b.error(
            f"sorting {held.describe()} needs numbers to compare.",
            "Give a key= that makes a number of each item.",
            node,
        )
    if not reverse.is_static:
        raise b.error(
            "the order of sorted() must be known here.",
            "Write reverse=True or False, in two branches if need be.",
            node,
        )
    ranks = operations.call_rule(b, np.array, [held], {}, "t")
    if reverse.static_value():
        of_flags = getattr(ranks.kind, "dtype", None) == "bool"
        turned = gast.Invert() if of_flags else gast.USub()
        ranks = operations.unary(b, turned, ranks, "t")
    stable = {"kind": Known("stable")}
    return operations.call_rule(b, np.argsort, [ranks], stable, "order")


@operations.item.of(ListOf)
def item(b: Builder, owner: Atom, index: Value, base: str) -> Value:
    """Emit the read of an item, or of a slice."""
    if isinstance(index, Slice):
        return _part(b, owner, index, base)
    node = build.subscript(owner.node, indexing.index_expression(b, index))
    kind = lasting_sizes.of_one_item(b, item_kinds.kind_of_items(b, owner))
    return item_kinds.unpacked(b, node, kind, base)


def _part(b: Builder, owner: Atom, index: Slice, base: str) -> Value:
    """Walk `owner[first:last:step]`, a new list."""
    given = [owner, index.start, index.stop, index.step]
    return operations.inline(b, heaps_and_bisection.part, given, {}, None, base)


def replace(b: Builder, owner: Atom, index: Slice, value: object, node) -> None:
    """Walk `owner[first:last] = value`."""
    if index.step != NONE:
        what = "a slice with a step of a list of unknown length cannot be assigned yet."
        raise b.error(what, "Assign the items one by one.", node)
    given = [owner, index.start, index.stop, value]
    operations.inline(b, heaps_and_bisection.replaced, given, {}, node, "t")


def _is_list(value: object) -> bool:
    return isinstance(value, List) or _is_at_run_time(value)


def _is_at_run_time(value: object) -> bool:
    return isinstance(getattr(value, "kind", None), ListOf)


def joined(b: Builder, op: gast.operator, left: Value, right: Value, base: str) -> Any:
    """Walk `left + right` of two lists, one of them a run-time list."""
    known = _is_list(left) and _is_list(right) and isinstance(op, gast.Add)
    if not known or not (_is_at_run_time(left) or _is_at_run_time(right)):
        return NotImplemented
    given = [left, right]
    return operations.inline(b, heaps_and_bisection.joined, given, {}, None, base)


def is_extended(current: object, op: gast.operator) -> TypeGuard[Atom]:
    """Whether an augmented assignment extends a run-time list."""
    return isinstance(op, gast.Add) and _is_at_run_time(current)


def extend(b: Builder, current: Atom, value: object, node: gast.AST) -> None:
    """Walk `current += value`."""
    operations.inline(b, heaps_and_bisection.extended, [current, value], {}, node, "t")


def write_list_item(b: Builder, target, owner: Atom, index, value: Value) -> None:
    """Emit a write into a run-time list."""
    ownership.require_owned(b, owner, "writes into", target, target.value)
    indexing.require_known_slice(b, owner, index)
    if isinstance(index, Slice):
        replace(b, owner, index, value, target)
        return
    place = build.subscript(owner.node, indexing.index_expression(b, index))
    value = operands.as_stored(b, value)
    item_kinds.widen_list(b, owner, value, target)
    contents.share(b, value)
    b.add(build.assign(place, operations.as_operand(b, value), b.line))
