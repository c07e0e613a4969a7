"""Builtins of numbers that need more than a rule: `int`, `bool`, `pow`, operators."""

from __future__ import annotations

import builtins
from collections.abc import Callable

import gast
import numpy as np

from tangentlite import handlers, operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import name_result, of_any_rank
from tangentlite.ir import build
from tangentlite.ir.leaves import BINARY
from tangentlite.kinds.kind import Array, Kind, Opaque, Scalar
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.heap import Instance
from tangentlite.values.literals import literal


def _number(type_: type) -> Callable:
    """`int` and `float`, of text that is known now as well."""

    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        known = [v.static_value() for v in arguments if v.is_static]
        text = arguments and len(known) == len(arguments) and isinstance(known[0], str)
        if text and not keywords:
            try:
                number = type_(*known)
            except ValueError as error:
                raise operations.certain_error(
                    b, error, "Check the text.", node
                ) from None
            if np.isfinite(number):
                return literal(number)
        return operations.call_rule(b, type_, arguments, keywords, base)

    return handler


@handlers.builtin(builtins.bool, none="kept")
def _bool(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    if arguments and isinstance(arguments[0], Instance):
        return literal(True)  # its class defines neither __bool__ nor __len__
    if arguments and not isinstance(arguments[0], Atom):
        return operations.test_value(b, arguments[0])
    if arguments and arguments[0].is_static:
        return literal(bool(arguments[0].static_value()))
    return operations.call_rule(b, bool, arguments, keywords, base)


@handlers.builtin(np.where)
def _where(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Emit `np.where`; of a condition alone it is `np.nonzero`."""
    function = np.nonzero if len(arguments) == 1 and not keywords else np.where
    return operations.call_rule(b, function, arguments, keywords, base)


@handlers.builtin(np.asarray)
def _as_array(b: Builder, arguments: list, keywords: dict, node, base: str):
    """Return an array itself, or a copy if that is asked for; convert other values."""
    copy = keywords.get("copy")
    if copy is not None and copy.is_static and copy.static_value() in (True, None):
        called = np.array if copy.static_value() else np.asarray
        rest = {key: value for key, value in keywords.items() if key != "copy"}
        return operations.call(b, Known(called), arguments, rest, node, base)
    arguments = [operations.as_numbers(b, value) for value in arguments]
    value = of_any_rank(b, arguments[0])
    kind = getattr(value, "kind", None) if len(arguments) == 1 else None
    if isinstance(kind, Array) and kind.shape and not keywords:
        return arguments[0]
    return operations.call_rule(b, np.asarray, arguments, keywords, base)


@handlers.builtin(builtins.divmod, none="number")
def _divmod(b: Builder, arguments: list, keywords: dict, node, base: str) -> Sequence:
    left, right = arguments
    both = (gast.FloorDiv(), gast.Mod())
    found = (operations.binary(b, o, left, right, base) for o in both)
    return Sequence(tuple(found))


@handlers.builtin(builtins.pow, none="number")
def _pow(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    values = [*arguments, *keywords.values()]
    if len(values) == 2 and any(isinstance(value, Instance) for value in values):
        return operations.binary(b, gast.Pow(), values[0], values[1], base)
    return operations.call_rule(b, pow, arguments, keywords, base)


def _part(function: Callable) -> Callable:
    """The real or imaginary part of a number, which a root may have made complex."""

    def handler(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
        kind = getattr(arguments[0], "kind", None) if arguments else None
        own, python = b.source, isinstance(kind, Scalar) and kind.weak is not False
        dtype = str(getattr(kind, "dtype", None))
        if python and dtype.startswith("float") and b.emit is name_result:
            if not (own.generated or own.is_derivative or arguments[0].is_static):
                callee = b.references.function(runtime.require_real)
                check = build.call(callee, [operations.as_expression(b, arguments[0])])
                b.add(build.effect(check, b.line))
        return operations.call_rule(b, function, arguments, keywords, base)

    return handler


def _generated(function: Callable, kind: Kind) -> Callable:
    """A helper of generated code without a derivative, met in a second derivative."""

    def handler(b: Builder, arguments: list, keywords: dict, node, base: str) -> Atom:
        values = [
            operations.index_argument(b, operations.as_expression(b, v))
            for v in arguments
        ]
        named = [
            (key, operations.as_expression(b, value)) for key, value in keywords.items()
        ]
        call = build.call(b.references.function(function), values, named)
        return name_result(b, call, kind, base)

    return handler


def _operator(op: type) -> Callable:
    """`operator.mul` and its like, also for objects and lists."""

    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        if len(arguments) != 2 or keywords:
            name = BINARY[op].__name__
            error = TypeError(f"{name} expected 2 arguments, got {len(arguments)}")
            raise operations.certain_error(b, error, "Give it two.", node)
        left, right = arguments
        return operations.binary(b, op(), left, right, base)

    return handler


handlers.calls(
    {
        **{function: _operator(op) for op, function in BINARY.items()},
        builtins.int: _number(int),
        builtins.float: _number(float),
        np.imag: _part(np.imag),
        np.real: _part(np.real),
        runtime.failure: _generated(runtime.failure, Opaque(None)),
        runtime.position_of: _generated(runtime.position_of, Scalar("int64", True)),
        **{
            function: _generated(function, Scalar("int64", True))
            for function in (
                runtime.segment_size,
                runtime.segment_end,
                runtime.snapshot_count,
                runtime.next_snapshot,
                runtime.middle_of,
            )
        },
    }
)
handlers.traits(abs, complex, float, int, round, none="number")
