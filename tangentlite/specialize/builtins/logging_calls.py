"""Calls of `logging`, `warnings`, `numpy.testing` and `tl.callback`.

They are effects that happen once.
"""

from __future__ import annotations

import functools
import logging
import sys
import types
import warnings
from collections.abc import Callable, Mapping

import gast

from tangentlite import handlers, operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.by_kind import ByKind
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque, Scalar
from tangentlite.specialize.state import warning_filters
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.callable_values import NONE, Method, Partial
from tangentlite.values.structure import parts

MESSAGES: tuple[str, ...] = (
    "debug",
    "info",
    "warning",
    "warn",
    "error",
    "critical",
    "fatal",
    "log",
)


@operations.call_method.of(Opaque, holding=logging.Logger)
def call_method(
    b: Builder,
    owner: Atom,
    name: str,
    arguments: list,
    keywords: Mapping[str, Value],
    node: gast.AST,
    base: str,
) -> Value:
    """Emit `log.info(...)` and the like."""
    callee = build.attribute(owner.node, name)
    if name == "isEnabledFor":
        call = operations.as_call(b, callee, arguments, keywords)
        return b.emit(b, call, Scalar("bool", True), base)
    if name == "exception":
        callee = build.attribute(owner.node, "error")
        return _said(b, callee, arguments, keywords)
    if name not in MESSAGES:
        raise b.error(
            f"the method {name!r} of a logger is not supported.",
            f"These are: {', '.join(MESSAGES)}, isEnabledFor.",
            node,
        )
    return _said(b, callee, arguments, keywords)


def _said(b: Builder, callee: gast.expr, arguments: list, keywords) -> Value:
    """Emit a message; the traceback of what runs would be that of the derivative."""
    given = {k: v for k, v in keywords.items() if k not in ("exc_info", "stack_info")}
    b.add(build.effect(operations.as_call(b, callee, arguments, given), b.line))
    return NONE


def _message(module: types.ModuleType, name: str) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        if module is warnings:
            _require_no_exception(b, arguments, keywords, node)
        if module is warnings and warning_filters.ignored(b):
            return NONE
        alias = b.references.alias(module.__name__, None, module.__name__)
        callee = b.references.member(build.name(alias), name, getattr(module, name))
        return _said(b, callee, arguments, keywords)

    return handler


def _require_no_exception(b: Builder, arguments: list, keywords: dict, node) -> None:
    """Raise if a filter makes an exception of a warning."""
    category = keywords.get("category", (*arguments, None, None)[1])
    if category is None:
        category = Known(UserWarning)
    known = category.static_value() if category.is_static else None
    if warning_filters.raises(b, known):
        what = "a warning that a filter makes an exception is not supported."
        raise b.error(what, "Raise it.", node)


@handlers.builtin(logging.getLogger, none="kept", raises=False)
def _get_logger(b: Builder, arguments: list, keywords: dict, node, base: str) -> Atom:
    callee = b.references.function(logging.getLogger)
    call = operations.as_call(b, callee, arguments, keywords)
    return b.emit(b, call, Opaque(logging.Logger), base)


handlers.calls(
    {
        **{getattr(logging, name): _message(logging, name) for name in MESSAGES},
        logging.exception: _message(logging, "error"),
        warnings.warn: _message(warnings, "warn"),
    },
    none="kept",
    raises=False,
)


@handlers.builtin(runtime.callback, none="kept", raises=False)
def _callback(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Emit a call of a function that the program does not look into."""
    if not arguments:
        raise b.error(
            "tl.callback is called without a function.",
            "Give it one, and what it is called with: tl.callback(print, x).",
            node,
        )
    function, *given = arguments
    if getattr(function, "shown", None) is functools.partial:
        given = [*function.arguments, *given]
        keywords = {**dict(function.keywords), **keywords}
        function = function.function
    reached = _reached(b, function)
    if reached is None:
        raise b.error(
            f"{function.describe()} is not what tl.callback can call.",
            "It takes functions that are defined outside of the program (no lambda, no "
            "nested function), methods of objects from outside, and values: "
            "tl.callback(f, x, y). Lists and dicts are changed without it.",
            node,
        )
    for value in (*given, *keywords.values()):
        _require_handed(b, value, node)
    caught = (classes for one in b.control.tries for classes, _ in one.handlers)
    if any(caught):
        raise b.error(
            "tl.callback stands in a try statement, or under a context manager that "
            "may catch what it raises; that is not supported.",
            "Call it outside of it, or catch in the function that it is given.",
            node,
        )
    callee = b.references.function(runtime.callback)
    values = [Atom(reached, Opaque(None)), *given]
    call = operations.as_call(b, callee, values, keywords)
    b.add(build.effect(call, b.line))
    return NONE


@ByKind
def _reached(b: Builder, value: Value) -> gast.expr | None:
    """Return how generated code reaches a function from outside; None for others."""


@_reached.of(Known)
def _known_callee(b: Builder, value: Known) -> gast.expr | None:
    return operations.as_expression(b, value) if callable(value.value) else None


@_reached.of(Method)
def _method_callee(b: Builder, value: Method) -> gast.expr | None:
    """Return a method of what is from outside and no array, which it could write."""
    kind, name = value.owner.kind, getattr(value.owner, "name", None)
    outside = name in b.outside.given() or name in b.references.reads
    if not isinstance(kind, Opaque) or not outside:
        return None
    return operations.as_expression(b, value)


@_reached.of(Partial)
def _bound_callee(b: Builder, value: Partial) -> gast.expr | None:
    """Return a method of an object by its name."""
    if value.shown is not types.MethodType:
        return None
    owner, method = value.arguments[0], getattr(value.function, "value", None)
    name = getattr(method, "__name__", "")
    if owner not in b.outside.origins or getattr(owner.type, name, None) is not method:
        return None
    return build.attribute(operations.as_expression(b, owner), name)


def _require_handed(b: Builder, value: Value, node: gast.AST) -> None:
    """Raise for an object of the program, which the function could change."""
    for part in parts(value):
        own = not getattr(part, "is_from_outside", True)
        if own and getattr(part, "type", None) not in (list, dict):
            raise b.error(
                f"tl.callback is given {part.describe()} that the program has made, "
                "which it could change.",
                "Give it numbers, arrays, lists, tuples and dicts.",
                node,
            )


@_reached.otherwise
def _no_callee(b: Builder, value: Value) -> None:
    return None


MODULE = "numpy.testing._private.utils"
ASSERTIONS = (
    "assert_",
    "assert_allclose",
    "assert_almost_equal",
    "assert_approx_equal",
    "assert_array_almost_equal",
    "assert_array_equal",
    "assert_array_less",
    "assert_equal",
)


@handlers.when_met(MODULE)
def _register() -> None:
    found = vars(sys.modules[MODULE])
    handlers.calls({found[name]: _assertion(found[name]) for name in ASSERTIONS})


def _assertion(function: Callable) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
        module = build.name(f"{b.references.alias('numpy', None, 'np')}.testing")
        callee = b.references.member(module, function.__name__, function)
        call = operations.as_call(b, callee, arguments, keywords)
        b.add(build.effect(call, b.line))
        return NONE

    return handler
