"""What calls in templates are, once the arguments of the user's call are known."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from collections.abc import Sequence as Items

import numpy as np

from tangentlite.rules.registry import Rule
from tangentlite.values.base import Atom, Known
from tangentlite.values.callable_values import is_static, static_value
from tangentlite.values.literals import literal


def without_defaults(rule: Rule, arguments: Items, keywords: Mapping):
    """Leave out what a template hands on and nobody gave: `axis=None`."""
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
    if not isinstance(value, (Atom, Known)) or not is_static(value):
        return False
    known = static_value(value)
    return type(known) is type(parameter.default) and known == parameter.default


def of_literals(rule: Rule, function: object, arguments: Items) -> object | None:
    """Return what a call in a template gives for literals, None if that is open."""
    if not arguments:
        return None
    if function is np.where and is_static(arguments[0]) and len(arguments) == 3:
        condition = static_value(arguments[0])
        if isinstance(condition, (bool, np.bool_)):
            return arguments[1] if condition else arguments[2]
    if function is np.moveaxis and _is_same(*arguments[1:3]):
        return arguments[0]
    if rule.kind != "constant" or not all(is_static(value) for value in arguments):
        return None
    if not all(isinstance(value, Atom) for value in arguments):
        return None
    result = function(*(static_value(value) for value in arguments))
    return literal(bool(result)) if isinstance(result, np.bool_) else None


def _is_same(source: object, destination: object) -> bool:
    known = is_static(source) and is_static(destination)
    return known and static_value(source) == static_value(destination)
