"""Calls, dispatched by the callee; the order of cases for known functions."""

from __future__ import annotations

import enum
import functools
import types
from collections.abc import Hashable

import gast
import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import (
    argument_counts,
    bind_options,
    out_arguments,
    rule_calls,
    ufunc_options,
)
from tangentlite.kinds.objects.foreign import python_function
from tangentlite.kinds.objects.user_objects import is_record, is_users_class
from tangentlite.operations import implements
from tangentlite.rules.numerical_functions import Numerical
from tangentlite.rules.registry import Rule, refusal_of, rule_of
from tangentlite.specialize.builtins import one_at_a_time
from tangentlite.specialize.builtins.arrays import differencing, random_draws
from tangentlite.specialize.exceptions import context_managers
from tangentlite.specialize.expressions.operators import operator_methods
from tangentlite.specialize.functions import (
    called_derivatives,
    calls_in_conditions,
    lru_cache,
)
from tangentlite.specialize.library import standard_functions
from tangentlite.specialize.outside import outside
from tangentlite.specialize.state import missing_rule
from tangentlite.values.alternatives import optional
from tangentlite.values.base import Known, Maybe, Sequence, Value
from tangentlite.values.callable_values import Chosen, Method, Partial
from tangentlite.values.heap import Instance
from tangentlite.values.iterators import sequences
from tangentlite.values.literals import literal
from tangentlite.values.objects import (
    enumerations,
    exception_objects,
    instances,
    singledispatch,
)


@implements(operations.call)
def call(
    b: Builder,
    callee: Value,
    arguments: list,
    keywords: dict[str, Value],
    node: gast.AST,
    base: str,
) -> Value:
    """Emit or expand `callee(*arguments, **keywords)` and return its result."""
    callee = operations.present(b, callee)
    return operations.called(b, callee, arguments, keywords, node, base)


@operations.called.otherwise
def refuse(b: Builder, callee: Value, arguments, keywords, node, base: str) -> None:
    """Raise the error for a value that cannot be called."""
    type_ = getattr(getattr(callee, "kind", None), "type", None)
    instead = "Call a function of a module, or a method of what the function makes."
    raise b.error(
        f"{callee.describe()} is called, which is not supported.",
        refusal_of(type_) or instead,
        node,
    )


@operations.called.of(Chosen)
def _call_chosen(b: Builder, callee: Chosen, arguments, keywords, node, base: str):
    if b.in_condition:
        return refuse(b, callee, arguments, keywords, node, base)
    return operations.choose(
        b,
        callee.flag,
        lambda: call(b, callee.first, arguments, keywords, node, base),
        lambda: call(b, callee.second, arguments, keywords, node, base),
        base,
    )


@operations.called.of(Partial)
def _call_partial(b: Builder, callee: Partial, arguments, keywords, node, base: str):
    given = {**dict(callee.keywords), **keywords}
    arguments = [*callee.arguments, *arguments]
    if isinstance(callee.function, types.FunctionType):  # of our own
        return callee.function(b, arguments, given, node, base)
    return call(b, callee.function, arguments, given, node, base)


@operations.called.of(Instance)
def _call_instance(b: Builder, callee: Instance, arguments, keywords, node, base: str):
    method = instances.special(b, callee, "__call__")
    if method is None:
        return refuse(b, callee, arguments, keywords, node, base)
    return call(b, method, arguments, keywords, node, base)


@operations.called.of(Known)
def _call_known(b: Builder, callee: Known, arguments, keywords, node, base: str):
    """Call a function or class that is known now."""
    function, text = callee.value, callee.text
    if not callable(function):
        error = TypeError(f"{type(function).__name__!r} object is not callable")
        raise operations.certain_error(b, error, "Call a function.", node)
    if (python := python_function(function)) is not None:
        return call(b, Known(python), arguments, keywords, node, base)
    if isinstance(function, np.vectorize):
        made = _vectorized(b, function, node)
        return call(b, made, arguments, keywords, node, base)
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
            return call(b, method, arguments[1:], keywords, node, base)
    taken = one_at_a_time.called(b, function, arguments, keywords, node, base)
    if taken is not None:
        return taken
    if _takes_all(function, traits):
        arguments = [_given(b, function, value, node) for value in arguments]
    if refusal_of(function) is not None:
        raise missing_rule.missing_rule(b, function, node)
    structural = handlers.of_call(function)
    if structural is not None:
        return structural(b, arguments, keywords, node, base)
    ufunc = getattr(function, "__self__", None)
    if isinstance(ufunc, np.ufunc) and function == ufunc.outer:
        return out_arguments.outer(b, ufunc, arguments, keywords, node, base)
    if random_draws.is_draw(function):
        return random_draws.draw_by(b, function, text, arguments, keywords, node, base)
    rule = rule_of(function)
    if rule is not None:
        return _by_rule(b, rule, callee, arguments, keywords, node, base)
    if hasattr(function, "generated_for_kinds"):
        return called_derivatives.call(b, function, arguments, keywords, node, base)
    if getattr(function, "__tangentlite_static__", False):
        return _call_now(b, function, arguments, keywords, node)
    if (inner := context_managers.decorated_generator(function)) is not None:
        made = operations.call(b, Known(inner), arguments, keywords, node, base)
        return context_managers.of_generator(b, made, node)
    return _call_written(b, callee, arguments, keywords, node, base)


def _by_rule(b: Builder, rule: Rule, callee: Known, arguments, keywords, node, base):
    """Call a function that has a rule; `out=` stores the result."""
    function = callee.value
    if out_arguments.is_of_numpy(function):
        arguments, keywords = bind_options.by_name(function, arguments, keywords)
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
    if getattr(function, "__module__", "") not in ("builtins", "math", "cmath"):
        arguments, keywords = _with_arrays(b, rule, function, arguments, keywords)
    bind_options.require_known(b, rule, function, arguments, keywords, node)
    return operations.inline(b, rule.definition, arguments, keywords, node, base)


def _vectorized(b: Builder, function: np.vectorize, node) -> Value:
    """Return the result of calling np.vectorize inside the program."""
    types = function.otypes and "".join(np.dtype(t).char for t in function.otypes)
    options = {
        "otypes": Known(types),
        "excluded": Sequence(tuple(map(literal, function.excluded))),
        "signature": Known(function.signature),
    }
    return call(b, Known(np.vectorize), [Known(function.pyfunc)], options, node, "t")


def _with_arrays(b: Builder, rule: Rule, function: object, arguments, keywords):
    """Turn lists of numbers into arrays, but not a tuple of indices."""
    arrays, named = rule_calls.with_arrays(b, rule, arguments, keywords)
    is_of_ufunc = isinstance(getattr(function, "__self__", None), np.ufunc)
    if is_of_ufunc and getattr(function, "__name__", "") == "at":
        if getattr(arguments[1], "type", None) is tuple:
            arrays[1] = arguments[1]
    return arrays, named


def _call_written(b: Builder, callee: Known, arguments, keywords, node, base: str):
    """Call the user's code: a function, class or member of an enumeration."""
    function = callee.value
    if missing_rule.is_refused(function):
        raise missing_rule.missing_rule(b, function, node)
    if singledispatch.is_dispatching(function):
        return singledispatch.call(b, function, arguments, keywords, node, base)
    if isinstance(function, types.FunctionType):
        return operations.inline(b, function, arguments, keywords, node, base)
    if isinstance(function, types.MethodType) and isinstance(function.__self__, type):
        if is_record(function.__self__) and function.__name__ == "_make":
            items = sequences.items_told_apart(b, arguments[0], "_make()", "", node)
            return instances.construct(b, function.__self__, items, {}, node, base)
        owner, method = Known(function.__self__), Known(function.__func__)
        return call(b, method, [owner, *arguments], keywords, node, base)
    if isinstance(function, type) and issubclass(function, BaseException):
        return exception_objects.made(b, function, arguments, keywords, node)
    if isinstance(function, functools._lru_cache_wrapper):
        given = [Known(function.__wrapped__), *arguments]
        return lru_cache.call_cached(b, given, keywords, node, base)
    if isinstance(function, types.MethodDescriptorType) and arguments:
        if function.__objclass__ in _WITH_METHODS:
            of_first = Method(arguments[0], function.__name__)
            return call(b, of_first, arguments[1:], keywords, node, base)
    if isinstance(function, functools.partial):
        known = outside.partial(b, function, callee.text)
        return call(b, known, arguments, keywords, node, base)
    if isinstance(function, enum.EnumType):
        return enumerations.made(b, function, arguments, node)
    if (own := enumerations.method(callee, "__call__")) is not None:
        return call(b, own, arguments, keywords, node, base)
    if isinstance(function, type) and is_users_class(function):
        return instances.construct(b, function, arguments, keywords, node, base)
    raise missing_rule.missing_rule(b, function, node)


def _given(b: Builder, function, value: Value, node: gast.AST) -> Value:
    """Return an argument; of an iterator or iterable object the list of its items."""
    if isinstance(value, Instance) and not handlers.traits_of(function).iterates:
        return value
    if function is dict and instances.special(b, value, "keys") is not None:
        return operations.inline(b, standard_functions.pairs, [value], {}, node, "t")
    return operations.as_items(b, value, node)


def _takes_all(function: object, traits: handlers.Traits) -> bool:
    """Whether a function consumes its iterator arguments as a whole."""
    if traits.takes_all is not None:
        return traits.takes_all
    return not isinstance(function, (types.FunctionType, type))


# Classes whose call without arguments is a literal.
_EMPTY = (bool, int, float, complex, str)
# Classes whose methods may be called with their object in front.
_WITH_METHODS = (str, list, dict, set, np.ndarray)


def _call_now(b: Builder, function, arguments: list, keywords: dict, node) -> Known:
    """Call `tl.grad` and its like at compile time."""
    if not all(value.is_static for value in (*arguments, *keywords.values())):
        raise b.error(
            f"tl.{function.__name__} needs a function that is known here.",
            "Name a module-level function.",
            node,
        )
    known = {key: value.static_value() for key, value in keywords.items()}
    given = (value.static_value() for value in arguments)
    return Known(function(*given, **known))
