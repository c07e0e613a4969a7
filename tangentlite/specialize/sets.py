"""Sets: of what is known here alone, as what is computed can be no key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from tangentlite.frontend.comprehensions import building
from tangentlite.specialize import (
    container_writes,
    displays,
    expressions,
    local_functions,
    sequences,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Set
from tangentlite.specialize.literals import literal
from tangentlite.specialize.values import NONE, LocalFunction, is_static, static_value


def made(b: Builder, items: list | None, node: gast.AST | None, type_=set) -> Set:
    """Return a set of some values, in the order in which Python keeps them."""
    if items is None or not all(is_static(item) for item in items):
        raise b.error(
            "a set may hold only what is known here: no number that is computed.",
            "Use a list, or np.unique.",
            node,
        )
    known = {static_value(item) for item in items}
    return Set(b.heap, tuple(literal(item) for item in _ordered(known)), type_)


def _ordered(known: set | frozenset) -> list:
    """Text has no order in a set that is the same in the next process."""
    numbers = all(isinstance(item, (int, float)) for item in known)
    return list(known) if numbers else sorted(known, key=repr)


def display(b: Builder, node: gast.Set, base: str) -> Set:
    """Walk `{a, b}`."""
    items: list[object] = []
    for part in node.elts:
        if isinstance(part, gast.Starred):
            items.extend(displays.starred(b, part))
        else:
            items.append(expressions.evaluate(b, part))
    return made(b, items, node)


def comprehension(b: Builder, node: gast.SetComp, base: str) -> Set:
    """Walk `{item for ...}`."""
    as_list = gast.copy_location(gast.ListComp(node.elt, node.generators), node)
    function = LocalFunction(building(as_list), node, b.frame, (), ())
    first = expressions.evaluate(b, node.generators[0].iter)
    found = local_functions.call(b, function, [first], {}, node)
    return made(b, sequences.all_items(b, found), node)


def _of_type(type_: type) -> Callable:
    def make(b: Builder, arguments: list, keywords: dict, node, base: str) -> Set:
        items = sequences.all_items(b, arguments[0]) if arguments else []
        return made(b, items, node, type_)

    return make


HANDLERS: dict[object, Callable] = {
    set: _of_type(set),
    frozenset: _of_type(frozenset),
}


def call_method(b: Builder, owner: Set, name: str, arguments: list, node) -> object:
    """Walk `owner.add(value)` and the like."""
    known = static_value(owner)
    method: Any = getattr(known, name, None)
    if method is None or name == "pop":
        raise b.error(f"the set method {name!r} is not supported.", "", node)
    given: list[Any] = []
    for value in arguments:
        items = sequences.all_items(b, value)
        if name not in ("add", "discard", "remove") and items is not None:
            kept = made(b, items, node).items
            given.append({static_value(item) for item in kept})
        else:
            given.extend(static_value(item) for item in made(b, [value], node).items)
    try:
        result = method(*given)
    except KeyError as error:
        raise b.error(f"the set has no {error}.", "Test with `in`.", node) from None
    if isinstance(result, (set, frozenset)):
        items = [literal(item) for item in result]
        return made(b, items, node, type(result))
    new = tuple(literal(item) for item in _ordered(known))
    if known != static_value(owner):
        container_writes.change(b, owner, new, node=node)
    return NONE if result is None else literal(result)


def binary(b: Builder, op: gast.operator, left: Set, right: Set) -> Set | None:
    """Walk `a | b`, `a & b`, `a - b` and `a ^ b`."""
    name = {
        gast.BitOr: "union",
        gast.BitAnd: "intersection",
        gast.Sub: "difference",
        gast.BitXor: "symmetric_difference",
    }.get(type(op))
    return None if name is None else call_method(b, left, name, [right], None)
