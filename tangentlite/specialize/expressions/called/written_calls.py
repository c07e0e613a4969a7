"""Calls of the user's code: functions, classes, methods and members of enumerations."""

from __future__ import annotations

import enum
import functools
import types

import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.objects.defined_classes import container_in
from tangentlite.kinds.objects.user_objects import is_record, is_users_class
from tangentlite.specialize.expressions.called import fixed_calls
from tangentlite.specialize.functions import lru_cache
from tangentlite.specialize.outside import outside
from tangentlite.specialize.state import missing_rule
from tangentlite.values.base import Known
from tangentlite.values.callable_values import Method
from tangentlite.values.iterators import sequences
from tangentlite.values.objects import (
    enumerations,
    exception_objects,
    instances,
    new_objects,
    singledispatch,
)


def call_written(b: Builder, callee: Known, arguments, keywords, node, base: str):
    """Call the user's code: a function, class or member of an enumeration."""
    function = callee.value
    fixed = fixed_calls.called(b, callee, arguments, keywords, base)
    if fixed is not None:
        return fixed
    if missing_rule.is_refused(function):
        raise missing_rule.missing_rule(b, function, node)
    if singledispatch.is_dispatching(function):
        return singledispatch.call(b, function, arguments, keywords, node, base)
    if isinstance(function, types.FunctionType):
        return operations.inline(b, function, arguments, keywords, node, base)
    if isinstance(function, types.MethodType) and isinstance(function.__self__, type):
        if is_record(function.__self__) and function.__name__ == "_make":
            items = sequences.items_told_apart(b, arguments[0], "_make()", "", node)
            return new_objects.of_items(b, function.__self__, items)
        owner, method = Known(function.__self__), Known(function.__func__)
        return operations.call(b, method, [owner, *arguments], keywords, node, base)
    if isinstance(function, type) and issubclass(function, BaseException):
        return exception_objects.made(b, function, arguments, keywords, node)
    if isinstance(function, functools._lru_cache_wrapper):
        given = [Known(function.__wrapped__), *arguments]
        return lru_cache.call_cached(b, given, keywords, node, base)
    if isinstance(function, types.MethodDescriptorType) and arguments:
        if function.__objclass__ in _WITH_METHODS:
            of_first = Method(arguments[0], function.__name__)
            return operations.call(b, of_first, arguments[1:], keywords, node, base)
    if isinstance(function, functools.partial):
        known = outside.partial(b, function, callee.text)
        return operations.call(b, known, arguments, keywords, node, base)
    if isinstance(function, enum.EnumType):
        return enumerations.made(b, function, arguments, node)
    if (own := enumerations.method(callee, "__call__")) is not None:
        return operations.call(b, own, arguments, keywords, node, base)
    if isinstance(function, type) and (
        is_users_class(function) or container_in(function) is not None
    ):
        return instances.construct(b, function, arguments, keywords, node, base)
    raise missing_rule.missing_rule(b, function, node)


# Classes whose methods may be called with their object in front.
_WITH_METHODS = (str, list, dict, set, np.ndarray)
