"""Builtins that make what a loop goes over, and `len`."""

from __future__ import annotations

import builtins
from collections.abc import Callable

from tangentlite.specialize import inline, iterators, library, raising, sequences
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Instance
from tangentlite.specialize.iterables import (
    Enumerate,
    Generator,
    Range,
    Reversed,
    Stream,
    Zip,
)
from tangentlite.specialize.literals import literal
from tangentlite.specialize.materialize import as_atom
from tangentlite.specialize.records import Sequence
from tangentlite.specialize.values import is_static, static_value


def _range(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    if b.sources[b.frame.source].generated and all(map(is_static, arguments)):
        known = range(*(static_value(item) for item in arguments))
        return Sequence(tuple(literal(number) for number in known))
    parts = [as_atom(b, item) for item in arguments]
    if any(str(getattr(p.kind, "dtype", "")).startswith("float") for p in parts):
        error = TypeError("'float' object cannot be interpreted as an integer")
        raise raising.always(b, error, "Make it an integer: int(n).", node)
    if len(parts) == 3 and is_static(parts[2]) and static_value(parts[2]) == 0:
        error = ValueError("range() arg 3 must not be zero")
        raise raising.always(b, error, "Check the step.", node)
    if len(parts) == 1:
        return Range(literal(0), parts[0], literal(1))
    return Range(parts[0], parts[1], parts[2] if len(parts) > 2 else literal(1))


def _len(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    return sequences.length(b, arguments[0])


def _zip(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    if "strict" in keywords and static_value(keywords["strict"]):
        iterators.require_equal(b, arguments, node)
    if any(isinstance(value, (Generator, Stream, Instance)) for value in arguments):
        return iterators.zipped(b, arguments, node)
    return Zip(tuple(arguments))


def _enumerate(b: Builder, arguments: list, keywords: dict, node, base: str):
    start = arguments[1] if len(arguments) > 1 else keywords.get("start", literal(0))
    if isinstance(arguments[0], (Generator, Stream, Instance)):
        values = [iterators.opened(b, arguments[0], node), start]
        return inline.inline(b, library.enumerated, values, {}, node, base)
    return Enumerate(arguments[0], start)


def _reversed(b: Builder, arguments: list, keywords: dict, node, base: str):
    if isinstance(arguments[0], Instance):
        return inline.inline(b, library.backwards, arguments, {}, node, base)
    return Reversed(arguments[0])


HANDLERS: dict[object, Callable] = {
    builtins.range: _range,
    builtins.len: _len,
    builtins.zip: _zip,
    builtins.enumerate: _enumerate,
    builtins.reversed: _reversed,
}
