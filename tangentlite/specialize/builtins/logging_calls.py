"""Calls of `logging` and `warnings`: effects that happen exactly once."""

from __future__ import annotations

import logging
import types
import warnings
from collections.abc import Callable, Mapping

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque, Scalar
from tangentlite.values.base import Atom, Value
from tangentlite.values.callable_values import NONE

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
        raise _of_the_exception(b, node)
    if name not in MESSAGES:
        raise b.error(
            f"the method {name!r} of a logger is not supported.",
            f"These are: {', '.join(MESSAGES)}, isEnabledFor.",
            node,
        )
    return _said(b, callee, arguments, keywords, node)


def _said(b: Builder, callee: gast.expr, arguments: list, keywords, node) -> Value:
    if {"exc_info", "stack_info"} & set(keywords):
        raise b.error(
            "exc_info= and stack_info= log what is being run, which is the derivative.",
            "Log what is known of the exception: log.error('%s', e).",
            node,
        )
    b.add(build.effect(operations.as_call(b, callee, arguments, keywords), b.line))
    return NONE


def _message(module: types.ModuleType, name: str) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        alias = b.references.alias(module.__name__, None, module.__name__)
        callee = b.references.member(build.name(alias), name, getattr(module, name))
        return _said(b, callee, arguments, keywords, node)

    return handler


@handlers.builtin(logging.getLogger, none="kept", raises=False)
def _get_logger(b: Builder, arguments: list, keywords: dict, node, base: str) -> Atom:
    callee = b.references.function(logging.getLogger)
    call = operations.as_call(b, callee, arguments, keywords)
    return b.emit(b, call, Opaque(logging.Logger), base)


@handlers.builtin(logging.exception, none="kept", raises=False)
def _exception(b: Builder, arguments: list, keywords: dict, node, base: str):
    raise _of_the_exception(b, node)


def _of_the_exception(b: Builder, node: gast.AST) -> Exception:
    return b.error(
        "exception() logs where an exception was raised, which is not kept.",
        "Log what is known of it: log.error('%s', e).",
        node,
    )


handlers.calls(
    {
        **{getattr(logging, name): _message(logging, name) for name in MESSAGES},
        warnings.warn: _message(warnings, "warn"),
    },
    none="kept",
    raises=False,
)
