"""Constant folding of calls in templates, for the arguments of the user's call."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from collections.abc import Sequence as Items
from typing import Any

import numpy as np

from tangentlite.rules.registry import Rule
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.literals import is_symbolic_zero, literal


def without_defaults(
    rule: Rule, arguments: Items, keywords: Mapping
) -> tuple[Items, Mapping]:
    """Leave out options that a template passes on at their defaults: `axis=None`."""
    if rule.signature is None:
        return arguments, keywords
    parameters = rule.signature.parameters
    named = {
        key: value
        for key, value in keywords.items()
        if not _is_default(value, parameters.get(key))
    }
    given = list(arguments)
    order = list(parameters.values())
    while 0 < len(given) <= len(order) and _is_default(
        given[-1], order[len(given) - 1]
    ):
        given.pop()
    return given, named


def _is_default(value: object, parameter: inspect.Parameter | None) -> bool:
    if parameter is None or parameter.default is parameter.empty:
        return False
    if not isinstance(value, (Atom, Known)) or not value.is_static:
        return False
    known = value.static_value()
    return type(known) is type(parameter.default) and known == parameter.default


def of_literals(rule: Rule, function: Any, arguments: Items) -> Value | None:
    """Return the result of a call in a template for literals, None for others."""
    if not arguments:
        return None
    if function is np.where and arguments[0].is_static and len(arguments) == 3:
        condition = arguments[0].static_value()
        if isinstance(condition, (bool, np.bool_)):
            return arguments[1] if condition else arguments[2]
    if function is np.moveaxis and _is_same(*arguments[1:3]):
        return arguments[0]
    if function in (np.reshape, np.sum) and is_symbolic_zero(arguments[0]):
        return arguments[0]
    if rule.kind != "constant" or not all(value.is_static for value in arguments):
        return None
    if not all(isinstance(value, Atom) for value in arguments):
        return None
    result = function(*(value.static_value() for value in arguments))
    return literal(bool(result)) if isinstance(result, np.bool_) else None


def _is_same(source: Value, destination: Value) -> bool:
    known = source.is_static and destination.is_static
    return known and source.static_value() == destination.static_value()
