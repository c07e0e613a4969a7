"""Methods of tuples, dicts and lists of known length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.specialize.library import heaps_and_bisection, standard_functions
from tangentlite.specialize.state import restart
from tangentlite.values.alternatives import select
from tangentlite.values.base import Known, Sequence, Value
from tangentlite.values.callable_values import NONE, Chosen
from tangentlite.values.containers import keys, long_lists
from tangentlite.values.heap import Dictionary, List
from tangentlite.values.iterables import View, as_iterator
from tangentlite.values.iterators import sequences
from tangentlite.values.literals import literal
from tangentlite.values.objects import contents


@operations.call_method.of(Sequence)
def list_method(
    b: Builder,
    owner: Sequence,
    name: str,
    arguments: list,
    keywords: dict,
    node: Any,
    base: str = "t",
) -> Value:
    """Walk `owner.append(value)` and the like; return the result."""
    changed = owner if isinstance(owner, List) else None
    if name == "append" and changed is not None and len(arguments) == 1:
        long_lists.note_append(b, changed)
    if name == "sort" and changed is not None:
        ordered = handlers.required_call(sorted)
        found = ordered(b, [owner], keywords, node, "t")
        contents.change(b, changed, found.items, node=node)
        return NONE
    if name in _BY_VALUE and (name != "remove" or changed is not None):
        return _by_value(b, owner, name, arguments, node)
    if name in _AT_PLACE and changed is not None and arguments:
        if not arguments[0].is_static:
            given = [owner, *arguments]
            return operations.inline(b, _AT_PLACE[name], given, {}, node, "t")
    method = _LIST_METHODS.get(name)
    if method is None or changed is None:
        raise b.error(
            f"the {owner.type.__name__} method {name!r} is not supported yet.",
            "Use indices, or an array.",
            node,
        )
    items = list(owner.items)
    arguments = [_given(b, name, value, node) for value in arguments]
    named = {key: _given(b, name, value, node) for key, value in keywords.items()}
    try:
        result = method(items, *arguments, **named)
    except (IndexError, TypeError, ValueError) as error:
        raise operations.certain_error(b, error, "Check the call.", node) from None
    if items != list(owner.items):
        contents.change(b, changed, items, node=node)
    if isinstance(result, list):
        return List(b.heap, tuple(result))
    return literal(result) if type(result) is int else result


def _by_value(b: Builder, owner: Sequence, name: str, arguments: list, node) -> Value:
    """Walk a method that looks for a value: fold it, or compare by `==`."""
    values = [*owner.items, *arguments]
    if not all(value.is_static for value in values) or name == "remove":
        function = _BY_VALUE[name]
        return operations.inline(b, function, [owner, *arguments], {}, node, "t")
    known = [value.static_value() for value in values]
    try:
        found = getattr(known[: len(owner.items)], name)(*known[len(owner.items) :])
    except ValueError as error:
        raise operations.certain_error(b, error, "Test with `in`.", node) from None
    return literal(found)


_BY_VALUE = {
    "index": standard_functions.index,
    "count": standard_functions.counted,
    "remove": heaps_and_bisection.removed,
}

# Methods of lists of known length that take a position known only at run time.
_AT_PLACE: dict[str, Callable] = {
    "insert": heaps_and_bisection.inserted,
    "pop": heaps_and_bisection.taken,
}


def _given(b: Builder, name: str, value: Value, node: gast.AST) -> object:
    """Return an argument for the functions below; that of `extend` as a list."""
    if name != "extend":
        return as_iterator(b.heap, value)
    instead = "Append the items in a loop."
    return sequences.items_told_apart(b, value, name, instead, node)


def _append(items: list, value: object) -> Known:
    items.append(value)
    return NONE


def _extend(items: list, values: list) -> Known:
    items.extend(values)
    return NONE


def _insert(items: list, position: Value, value: Value) -> Known:
    items.insert(_known(position), value)
    return NONE


def _pop(items: list, position: Value | None = None) -> object:
    return items.pop() if position is None else items.pop(_known(position))


def _clear(items: list) -> Known:
    items.clear()
    return NONE


def _reverse(items: list) -> Known:
    items.reverse()
    return NONE


def _copy(items: list) -> list:
    return list(items)


def _known(value: Value):
    if not value.is_static:
        raise TypeError("this must be known here, which it is not")
    return value.static_value()


_LIST_METHODS: dict[str, Callable] = {
    "append": _append,
    "extend": _extend,
    "insert": _insert,
    "pop": _pop,
    "copy": _copy,
    "clear": _clear,
    "reverse": _reverse,
}


@operations.call_method.of(Dictionary)
def dict_method(
    b: Builder,
    owner: Dictionary,
    name: str,
    arguments: list,
    keywords: dict,
    node: Any,
    base: str,
) -> Value:
    """Walk `owner.items()` and the like; return the result."""
    if name in ("items", "keys", "values") and not arguments:
        return View(owner, name)
    if name == "copy" and not arguments:
        return owner.with_items(owner.items)
    if name == "update":
        items = as_dict(b, owner, node)
        for value in arguments:
            items.update(as_dict(b, value, node))
        items.update(keywords)
        contents.change(b, owner, items.values(), items, node)
        return NONE
    if name == "clear" and not arguments:
        contents.change(b, owner, (), (), node)
        return NONE
    if name == "popitem" and not arguments and owner.keys:
        last = keywords.get("last", literal(True)).static_value()
        key = owner.keys[-1 if last else 0]
        found = as_dict(b, owner, node)
        value = found.pop(key)
        contents.change(b, owner, found.values(), found, node)
        return Sequence((literal(key), value))
    if name == "popitem" and not arguments:
        error = KeyError("popitem(): dictionary is empty")
        raise operations.certain_error(b, error, "Test whether it is empty.", node)
    if name == "move_to_end" and len(arguments) == 1 and arguments[0].is_static:
        return _moved(b, owner, arguments[0].static_value(), keywords, node)
    if name in _ASKING and arguments:
        return _asked(b, owner, name, arguments, node)
    raise b.error(
        f"the dict method {name!r} is not supported yet.",
        "clear, copy, get, items, keys, pop, popitem, setdefault, update and values "
        "are, for keys that are known here.",
        node,
    )


_ASKING = ("get", "pop", "setdefault")


def _asked(b: Builder, owner: Dictionary, name: str, arguments: list, node) -> Value:
    """Walk `get`, `pop` or `setdefault`: the item under a key, or a default."""
    key, *rest = arguments
    if key.is_static:
        return _looked_up(b, owner, name, arguments, node)
    if isinstance(key, Chosen):

        def look_up(way: Value) -> Value:
            return _looked_up(b, owner, name, [way, *rest], node)

        return select.of_each(b, key, look_up, "t")
    if name == "get" and (flag := keys.open_key(b, key, owner)) is not None:
        return keys.look_up_or(b, owner, flag, rest[0] if rest else NONE)
    restart.unroll_if_possible(b)
    raise b.error(
        "this dict, or Counter, is asked for a key that is not known here.",
        "Use an array in place of the dict, or keys that are written out; to count "
        "numbers there is np.unique(values, return_counts=True).",
        node,
    )


def _moved(b: Builder, owner: Dictionary, key: object, keywords: dict, node) -> Known:
    """Walk `move_to_end` of an ordered dict."""
    items = as_dict(b, owner, node)
    if key not in items:
        raise keys.missing(b, items, key, node)
    own = {key: items.pop(key)}
    last = keywords.get("last", literal(True)).static_value()
    items = {**items, **own} if last else {**own, **items}
    contents.change(b, owner, items.values(), items, node)
    return NONE


def _looked_up(b: Builder, owner: Dictionary, name: str, arguments: list, node):
    items, key = as_dict(b, owner, node), arguments[0].static_value()
    default = arguments[1] if len(arguments) > 1 else NONE
    if name == "get":
        return items.get(key, default)
    if name == "setdefault" and key not in items:
        items[key] = default
        contents.change(b, owner, items.values(), items, node)
    if name == "setdefault":
        return items[key]
    if key not in items and len(arguments) == 1:
        raise keys.missing(b, items, key, node)
    found = items.pop(key, default)
    contents.change(b, owner, items.values(), items, node)
    return found


def as_dict(b: Builder, value: object, node: gast.AST) -> dict:
    """Return the items of a dict, or of pairs, by their keys."""
    if isinstance(value, Dictionary):
        return value.as_dict()
    pairs = sequences.all_items(b, value)
    found = {}
    for pair in pairs or ():
        parts = operations.static_items(b, pair)
        if parts is None or len(parts) != 2 or not parts[0].is_static:
            pairs = None
            break
        found[parts[0].static_value()] = parts[1]
    if pairs is None:
        raise b.error(
            "a dict is made of what is not known here.", "Write {...} instead.", node
        )
    return found


def joined(
    b: Builder, op: gast.operator, first: Dictionary, second: Dictionary, base: str
) -> Any:
    """Return `first | second`: the items of the second take precedence.

    It is of the class of the first, or of the second where the first is a plain dict.
    """
    if not isinstance(op, gast.BitOr):
        return NotImplemented
    items = {**first.as_dict(), **second.as_dict()}
    made = contents.dictionary(b, items)
    like = second if first.shown is dict else first
    made.factory, made.shown = like.factory, like.shown
    return made
