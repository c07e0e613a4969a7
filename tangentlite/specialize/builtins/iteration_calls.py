"""Builtins that return iterables: `range`, `zip`, `enumerate`; and `len`."""

from __future__ import annotations

import builtins
from collections.abc import Callable

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import is_mixed
from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.specialize.library import lazy_iterators, standard_functions
from tangentlite.specialize.state import restart
from tangentlite.values.base import Atom, Range, Sequence, Value
from tangentlite.values.heap import Instance
from tangentlite.values.iterables import Enumerate, Generator, Reversed, Stream, Zip
from tangentlite.values.iterators import iterator_calls
from tangentlite.values.literals import literal


@handlers.builtin(builtins.range, none="number")
def _range(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    if b.source.generated and all(v.is_static for v in arguments):
        known = range(*(item.static_value() for item in arguments))
        return Sequence(tuple(literal(number) for number in known))
    parts = [operations.as_atom(b, item) for item in arguments]
    floats = [p for p in parts if str(getattr(p.kind, "dtype", "")).startswith("float")]
    if any(is_mixed(b, part) for part in floats):
        what = "whether this is an integer is known only when the program runs."
        raise b.error(what, "Make it an integer: int(n).", node)
    if floats:
        error = TypeError("'float' object cannot be interpreted as an integer")
        raise operations.certain_error(b, error, "Make it an integer: int(n).", node)
    if len(parts) == 3 and parts[2].is_static and parts[2].static_value() == 0:
        zero = ValueError("range() arg 3 must not be zero")
        raise operations.certain_error(b, zero, "Check the step.", node)
    if len(parts) == 1:
        return Range(literal(0), parts[0], literal(1))
    return Range(parts[0], parts[1], parts[2] if len(parts) > 2 else literal(1))


@handlers.builtin(builtins.len, none="number", takes_all=False)
def _len(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    if isinstance(arguments[0], (Enumerate, Generator, Reversed, Stream, Zip)):
        name = getattr(operations.python_type(b, arguments[0]), "__name__", "iterator")
        error = TypeError(f"object of type {name!r} has no len()")
        raise operations.certain_error(
            b, error, "Make a list of it: list(items).", node
        )
    return operations.length(b, arguments[0])


@handlers.builtin(builtins.zip)
def _zip(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    strict = "strict" in keywords and bool(keywords["strict"].static_value())
    for value in arguments:
        iterator_calls.require_iterable(b, value, node)
    if any(isinstance(value, (Generator, Stream, Instance)) for value in arguments):
        return iterator_calls.zipped(b, arguments, node, strict=strict)
    if strict:
        iterator_calls.require_equal(b, arguments, node)
    return Zip(tuple(arguments) or (Sequence(()),))  # of nothing there is no item


@handlers.builtin(builtins.enumerate)
def _enumerate(b: Builder, arguments: list, keywords: dict, node, base: str):
    iterator_calls.require_iterable(b, arguments[0], node)
    start = arguments[1] if len(arguments) > 1 else keywords.get("start", literal(0))
    if isinstance(arguments[0], (Generator, Stream, Instance)):
        values = [iterator_calls.opened(b, arguments[0], node), start]
        return operations.inline(
            b, standard_functions.enumerated, values, {}, node, base
        )
    return Enumerate(arguments[0], start)


@handlers.builtin(builtins.reversed)
def _reversed(b: Builder, arguments: list, keywords: dict, node, base: str):
    iterator_calls.require_iterable(b, arguments[0], node)
    if isinstance(arguments[0], Instance):
        return operations.inline(
            b, standard_functions.backwards, arguments, {}, node, base
        )
    return Reversed(arguments[0])


def _decided(definition: Callable, decides: bool, op: gast.boolop) -> Callable:
    """`any` or `all`: for known items the truth of each."""

    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        (values,) = arguments
        items = operations.static_items(b, values)
        if items is None or any(isinstance(item, Instance) for item in items):
            restart.require_statements(b, node)
            return operations.inline(b, definition, [values], {}, node, base)
        tests = [operations.test_value(b, item) for item in items]
        known = [bool(test.static_value()) for test in tests if test.is_static]
        if decides in known or len(known) == len(tests):
            return literal(decides if decides in known else not decides)
        asked = [_as_flag(b, test) for test in tests if not test.is_static]
        if len(asked) == 1:
            return Atom(asked[0], Scalar("bool", True))
        return b.emit(b, gast.BoolOp(op, asked), Scalar("bool", True), base)

    return handler


def _as_flag(b: Builder, test: Atom) -> gast.expr:
    if getattr(test.kind, "dtype", None) == "bool":
        return test.node
    return build.call(b.references.function(bool), [test.node])


handlers.calls(
    {
        builtins.any: _decided(lazy_iterators.any_of, True, gast.Or()),
        builtins.all: _decided(lazy_iterators.all_of, False, gast.And()),
    },
    iterates=True,
)
