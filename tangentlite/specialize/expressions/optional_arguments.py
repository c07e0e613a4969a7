"""Calls of functions with an argument that may be None."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from functools import partial

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.rules.registry import rule_of
from tangentlite.specialize.builtins import logging_calls
from tangentlite.specialize.state import restart
from tangentlite.values.alternatives import optional
from tangentlite.values.callable_values import NONE


def arguments_of(b: Builder, function: object, arguments: list, keywords: dict) -> list:
    """Return arguments where they are not None, of a function that takes no None."""
    rule = rule_of(function)
    optional.require_something(b, keywords.values(), "an option")
    if rule is None and function not in TAKING_NUMBERS:
        optional.require_something(b, arguments, "an argument")
    if rule is not None:
        given = rule.with_parameters(arguments)
        open_ = [value for known, value in given if known.default is None]
        optional.require_something(b, open_, "an option")
    return [operations.present(b, value) for value in arguments]


def either(b: Builder, arguments: list, ask: Callable, base: str) -> object:
    """Return what a function that asks for a class says of what may be None."""
    value, *others = arguments
    if b.in_condition:
        raise restart.statements(b, "a value that may be None is asked for its class.")
    none, some = (partial(ask, [one, *others]) for one in (NONE, value.value))
    return operations.choose(b, value.flag, none, some, base)


# Functions that say what an object is, and those that keep it, or show it, as it is.
ASKING = (isinstance, type, callable, hasattr)


TAKING_NUMBERS = (
    abs, complex, divmod, float, int, len, max, min, pow, range, round, sum,
)  # fmt: skip


KEEPING = (
    runtime.formatted, runtime.refill, *logging_calls.HANDLERS, print, str, repr,
    format, bool, setattr, getattr, next, dict, functools.reduce,
    object.__setattr__, dataclasses.replace, functools.partial,
)  # fmt: skip
