"""Calls of `re` and `str.maketrans` with known text, which are folded.

Those that give text are called when the program runs where theirs is known only then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Opaque
from tangentlite.values import structure
from tangentlite.values.base import Known, Sequence, Value
from tangentlite.values.heap import Dictionary, List
from tangentlite.values.iterables import Stream
from tangentlite.values.literals import literal

KNOWN = (re.Pattern, re.Match)


def is_of_text(value: object) -> bool:
    """Whether a value is a compiled pattern or a match."""
    return isinstance(value, Known) and isinstance(value.value, KNOWN)


def call(
    b: Builder,
    function: Callable,
    arguments: list,
    keywords: dict,
    node: gast.AST | None,
) -> Value:
    """Fold a call of a function of text."""
    given = [*arguments, *keywords.values()]
    if not all(v.is_static for v in given) or any(
        callable(value.static_value()) for value in given
    ):
        raise b.error(
            f"{function.__name__}() needs text that is known here.",
            "Call it outside, and pass what it finds.",
            node,
        )
    known = {name: value.static_value() for name, value in keywords.items()}
    try:
        found = function(*(v.static_value() for v in arguments), **known)
    except Exception as error:
        raise b.error(f"{error}.", "Check the call.", node) from None
    return as_value(b, found)


@operations.call_method.of(Known, holding=KNOWN)
def call_method(b: Builder, owner: Known, name, arguments, keywords, node, base: str):
    """Fold a method call of a compiled pattern or a match."""
    return call(b, getattr(owner.value, name), arguments, dict(keywords), node)


def item(b: Builder, found: Any, index: Value) -> Value:
    """Return `match[index]`."""
    return call(b, found.__getitem__, [index], {}, None)


def as_value(b: Builder, found: object) -> Value:
    """Return the abstract value of a result of these functions."""
    if isinstance(found, list):
        return List(b.heap, tuple(as_value(b, item) for item in found))
    if isinstance(found, tuple):
        return Sequence(tuple(as_value(b, item) for item in found))
    if isinstance(found, dict):
        items = {key: as_value(b, item) for key, item in found.items()}
        return Dictionary(b.heap, tuple(items), tuple(items.values()))
    if isinstance(found, Iterator):
        return Stream(b.heap, Sequence(tuple(as_value(b, item) for item in found)))
    return Known(found) if isinstance(found, KNOWN) else literal(found)


def _now(function: Callable) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        given = [*arguments, *keywords.values()]
        if function in _GIVE_TEXT and not all(value.is_static for value in given):
            if all(structure.is_text(value) or value.is_static for value in given):
                callee = b.references.function(function)
                made = operations.as_call(b, callee, arguments, keywords)
                return b.emit(b, made, Opaque(str), base)
        return call(b, function, arguments, keywords, node)

    return handler


# They are called where their text is known only when the program runs.
_GIVE_TEXT = (re.escape, re.sub)

handlers.calls({
    function: _now(function)
    for function in (
        re.compile, re.escape, re.findall, re.finditer, re.fullmatch, re.match,
        re.search, re.split, re.sub, re.subn, str.maketrans,
    )
})  # fmt: skip
