"""Calls of functions and classes that are known now: the order of questions."""

from __future__ import annotations

import functools
from collections.abc import Hashable

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import argument_counts
from tangentlite.rules.numerical_functions import Numerical
from tangentlite.rules.registry import owns_rules, refusal_of
from tangentlite.specialize.builtins import one_at_a_time
from tangentlite.specialize.builtins.arrays import arrays_of_objects, differencing
from tangentlite.specialize.exceptions import context_managers
from tangentlite.specialize.expressions.called import (
    other_callees,
    ruled_calls,
    written_calls,
)
from tangentlite.specialize.expressions.operators import operator_methods
from tangentlite.specialize.functions import (
    called_derivatives,
    calls_in_conditions,
)
from tangentlite.specialize.state import missing_rule
from tangentlite.values.alternatives import optional
from tangentlite.values.base import Known, Maybe
from tangentlite.values.heap import Instance
from tangentlite.values.literals import literal


@operations.called.of(Known)
def _call_known(b: Builder, callee: Known, arguments, keywords, node, base: str):
    """Call a function or class that is known now."""
    function, text = callee.value, callee.text
    if not callable(function):
        error = TypeError(f"{type(function).__name__!r} object is not callable")
        raise operations.certain_error(b, error, "Call a function.", node)
    if (behind := other_callees.behind(b, callee, node)) is not None:
        return operations.call(b, behind, arguments, keywords, node, base)
    if isinstance(function, Numerical):
        return differencing.call(b, function, text, arguments, keywords, node, base)
    if not isinstance(function, Hashable):  # nothing is known of it
        raise missing_rule.missing_rule(b, function, node)
    checked = argument_counts.checked(b, function, arguments, keywords, node)
    arguments, keywords = checked
    traits = handlers.traits_of(function)
    if traits.none == "asked" and any(isinstance(v, Maybe) for v in arguments[:1]):
        named = {"keywords": keywords, "node": node, "base": base}
        ask = functools.partial(_call_known, b, callee, **named)
        return optional.either(b, arguments, ask, base)
    if not calls_in_conditions.is_walked(function) and traits.none != "kept":
        arguments = optional.arguments_of(b, function, arguments, keywords)
    if function in _EMPTY and not arguments and not keywords:
        return literal(function())
    if arguments and isinstance(arguments[0], Instance):
        method = operator_methods.of_builtin(b, function, arguments[0])
        if method is not None:
            return operations.call(b, method, arguments[1:], keywords, node, base)
    taken = one_at_a_time.called(b, function, arguments, keywords, node, base)
    if taken is not None:
        return taken
    arguments = one_at_a_time.otherwise_whole(b, function, arguments, node)
    if refusal_of(function) is not None:
        raise missing_rule.missing_rule(b, function, node)
    objects = arrays_of_objects.made(b, function, arguments, keywords, node, base)
    if objects is not None:
        return objects
    arguments = arrays_of_objects.as_lists(function, arguments)
    structural = handlers.of_call(function)
    if structural is None:
        structural = handlers.of_call(vars(type(function)).get("__call__"))
        arguments = arguments if structural is None else [callee, *arguments]
    if structural is not None:
        return structural(b, arguments, keywords, node, base)
    ruled = ruled_calls.called(b, callee, arguments, keywords, node, base)
    if ruled is not None:
        return ruled
    if owns_rules(function):
        method, given = Known(type(function).__call__), [callee, *arguments]
        return operations.call(b, method, given, keywords, node, base)
    if hasattr(type(function), "generated_for_kinds"):
        return called_derivatives.call(b, function, arguments, keywords, node, base)
    if getattr(function, "__tangentlite_static__", False):
        return called_derivatives.made(b, function, arguments, keywords, node)
    if (inner := context_managers.decorated_generator(function)) is not None:
        made = operations.call(b, Known(inner), arguments, keywords, node, base)
        return context_managers.of_generator(b, made, node)
    return written_calls.call_written(b, callee, arguments, keywords, node, base)


# Classes whose call without arguments is a literal.
_EMPTY = (bool, int, float, complex, str)
