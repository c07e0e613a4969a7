"""Calls of functions that have rules, and of NumPy's draws and outer products."""

from __future__ import annotations

import functools
import types

import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import (
    bind_options,
    out_arguments,
    rule_calls,
    ufunc_options,
)
from tangentlite.rules.registry import Rule, rule_of
from tangentlite.specialize.builtins.arrays import random_draws
from tangentlite.values.base import Known
from tangentlite.values.objects import instances


def called(b: Builder, callee: Known, arguments, keywords, node, base: str):
    """Return the result of a function that has a rule; None for others."""
    function = callee.value
    ufunc = getattr(function, "__self__", None)
    if isinstance(ufunc, np.ufunc) and function == ufunc.outer:
        return out_arguments.outer(b, ufunc, arguments, keywords, node, base)
    if random_draws.is_draw(function):
        given = arguments, keywords, node, base
        return random_draws.draw_by(b, function, callee.text, *given)
    rule = rule_of(function)
    if rule is None:
        return None
    apart = rule.parted and rule.parted(b, arguments, keywords, node)
    if apart is not None:
        function, arguments = apart
        text = b.references.held(function.__name__, function)
        return operations.call_rule(b, function, arguments, {}, base, text)
    callee = _with_name(b, callee)
    return _by_rule(b, rule, callee, arguments, keywords, node, base)


def _with_name(b: Builder, callee: Known) -> Known:
    """Return a callee with the text that leads to it, which is held without a name.

    A function that is defined inside another one may come as an argument.
    """
    function = callee.value
    if not isinstance(function, types.FunctionType):
        return callee
    try:
        b.references.function(function, callee.text)
    except LookupError:
        return Known(function, b.references.held(function.__name__, function))
    return callee


def _by_rule(b: Builder, rule: Rule, callee: Known, arguments, keywords, node, base):
    """Call a function that has a rule; `out=` stores the result."""
    function = callee.value
    if out_arguments.is_of_numpy(function):
        arguments, keywords = bind_options.by_name(function, arguments, keywords)
        keywords = bind_options.without_overwriting(b, arguments, keywords)
    else:
        arguments, keywords = bind_options.as_known_of_scipy(
            rule, function, arguments, keywords
        )
    if isinstance(function, np.ufunc):
        arguments, keywords = ufunc_options.without_options(
            b, function, arguments, keywords, node
        )
    out, named = None, rule.signature.parameters if rule.signature else {}
    if rule.kind != "definition" or "out" not in named:
        out = out_arguments.destination(function, arguments, keywords)
    if out is None:
        return _result(b, rule, callee, arguments, keywords, node, base)
    make = functools.partial(_result, b, rule, callee, node=node, base="t")
    return out_arguments.written_into(b, function, make, arguments, keywords, out, node)


def _result(b: Builder, rule: Rule, callee: Known, arguments, keywords, node, base):
    function = callee.value
    if rule.kind != "definition" or rule.definition is None:
        return operations.call_rule(b, function, arguments, keywords, base, callee.text)
    if isinstance(rule.definition, type) and isinstance(function, type):
        return instances.construct(b, function, arguments, keywords, node, base)
    if getattr(function, "__module__", "") not in ("builtins", "math", "cmath"):
        arguments, keywords = _with_arrays(b, rule, function, arguments, keywords)
    bind_options.require_known(b, rule, function, arguments, keywords, node)
    return operations.inline(b, rule.definition, arguments, keywords, node, base)


def _with_arrays(b: Builder, rule: Rule, function: object, arguments, keywords):
    """Turn lists of numbers into arrays, but not a tuple of indices."""
    arrays, named = rule_calls.with_arrays(b, rule, arguments, keywords)
    is_of_ufunc = isinstance(getattr(function, "__self__", None), np.ufunc)
    if is_of_ufunc and getattr(function, "__name__", "") == "at":
        if getattr(arguments[1], "type", None) is tuple:
            arrays[1] = arguments[1]
    return arrays, named
