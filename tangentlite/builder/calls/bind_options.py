"""The options of a call by the names that the rule of its function has for them."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from collections.abc import Sequence as Items
from typing import Any

import gast
import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.ownership import is_temporary
from tangentlite.ir.fact_cache import once
from tangentlite.kinds.objects import libraries
from tangentlite.rules.registry import Rule, required_rule_of
from tangentlite.values.base import Atom, Known, Sequence


def by_name(function: object, arguments: Items, keywords: Mapping) -> tuple[list, dict]:
    """Return arguments with names from `out` on, or from where a rule wants names.

    Options that a rule does not know are left out if they have their defaults. Before:
    `np.std(x, 0, None, None, 1)`. After: `np.std(x, 0, None, ddof=1)`.
    """
    if isinstance(function, np.ufunc) and len(arguments) == function.nin:
        if not keywords:
            return list(arguments), {}
    signature = _signature(function)
    if signature is None or isinstance(function, np.ufunc) and function.nout > 1:
        return list(arguments), dict(keywords)
    rule = required_rule_of(function)
    names = _positional(signature)
    start = _first_named(rule, names, len(arguments))
    named = dict(keywords)
    if start < len(arguments) <= len(names) and not set(names[start:]) & set(named):
        named.update(zip(names[start:], arguments[start:]))
        arguments = arguments[:start]
    known = rule.signature.parameters if rule.signature else named
    return list(arguments), {
        key: value
        for key, value in named.items()
        if not (key == "out" or key not in known)
        or key not in _WITHOUT_EFFECT
        and not _is_default(value, signature.parameters.get(key))
    }


def without_overwriting(b: Builder, arguments: Items, keywords: dict) -> dict:
    """Leave out `overwrite_input=True` where nobody else holds the array."""
    if "overwrite_input" not in keywords or not is_temporary(b, arguments[0]):
        return keywords
    return {k: v for k, v in keywords.items() if k != "overwrite_input"}


def as_known_of_scipy(
    rule: Rule, function: object, arguments: Items, keywords: Mapping
) -> tuple[list, dict]:
    """Leave out options of SciPy like `overwrite_a`, and defaults that a rule lacks.

    What such an array has in it afterwards is undefined, so it may as well stay as it
    is: a derivative may need it. Before: `linalg.solve(a, b, False, True, True, True)`.
    After: `linalg.solve(a, b, False, check_finite=True)`.
    """
    module = getattr(function, "__module__", None) or ""
    signature = _signature(function) if module.startswith("scipy.") else None
    names = _positional(signature)[: len(arguments)]
    is_written = [name.startswith("overwrite_") for name in names]
    start = is_written.index(True) if any(is_written) else len(arguments)
    if rule.signature is not None and not rule.operands:
        start = min(start, len(_positional(rule.signature)))
    named = dict(zip(names[start:], arguments[start:])) | dict(keywords)
    is_misfit = len(names) < len(arguments) or set(names[start:]) & set(keywords)
    if signature is None or is_misfit:
        return list(arguments), dict(keywords)
    given = signature.parameters
    known = rule.signature.parameters if rule.signature else named
    return list(arguments[:start]), {
        name: value
        for name, value in named.items()
        if not (name.startswith("overwrite_") and name in given)
        and (name in known or not _is_default(value, given.get(name)))
    }


# Options that change nothing where all arrays are of the class np.ndarray.
_WITHOUT_EFFECT = ("subok", "device", "like")


def _first_named(rule: Rule, names: Items, count: int) -> int:
    """Return the position from which a rule wants the names of arguments."""
    out = names.index("out") if "out" in names else count
    if rule.signature is None:
        return out
    own = _positional(rule.signature)
    if own[out : out + 1] == ["out"]:
        out = count
    return out if rule.operands else min(out, len(own))


def _is_default(value: object, parameter: inspect.Parameter | None) -> bool:
    if isinstance(value, Sequence) and len(value.items) == 1:  # out=(None,)
        value = value.items[0]
    if parameter is None or not isinstance(value, (Atom, Known)):
        return False
    if not value.is_static:
        return False
    known = value.static_value()
    return type(known) is type(parameter.default) and known == parameter.default


def require_known(
    b: Builder,
    rule: Rule,
    function: object,
    arguments: Items,
    keywords: Mapping,
    node: gast.AST | None = None,
) -> None:
    """Refuse options that a function has, but not its rule.

    Options that the function does not have are not tested here.
    """
    if rule.signature is None or are_all(rule, arguments, keywords):
        return
    try:
        rule.signature.bind(*arguments, **keywords)
    except TypeError:
        unknown = _unknown(rule, function, arguments, keywords)
        if unknown:
            options = ", ".join(f"{name}=" for name in unknown)
            what = f"{libraries.called(function)} with {options} is not supported."
            raise b.error(what, "Leave it out, or write it out.", node) from None


def are_all(rule: Rule, arguments: Items, keywords: Mapping) -> bool:
    """Whether there is just one argument for each parameter of a rule, in order."""
    return not keywords and 0 < len(arguments) == len(rule.places)


def _unknown(
    rule: Rule, function: object, arguments: Items, keywords: Mapping
) -> list[str]:
    """Return the options given to a function that its rule does not know."""
    own = rule.signature.parameters if rule.signature else {}
    signature = _signature(function)
    given: dict[str, object] = dict(keywords)
    if signature is not None:
        try:
            bound = signature.bind(*arguments, **keywords).arguments
        except TypeError:
            return []
        given.update(dict(list(bound.items())[len(_positional(rule.signature)) :]))
        for parameter in signature.parameters.values():
            if parameter.kind is parameter.VAR_KEYWORD:
                given.pop(parameter.name, None)
    return [name for name in given if name not in own]


def _reduce(
    array: object,
    axis: object = 0,
    dtype: object = None,
    out: object = None,
    keepdims: object = False,
    initial: object = None,
    where: object = True,
) -> None:
    """Has the parameters of the method `reduce` of NumPy's elementwise functions."""


def _einsum(
    *operands: object,
    out: object = None,
    dtype: object = None,
    order: object = "K",
    casting: object = "safe",
    optimize: object = False,
) -> None:
    """Has the parameters of np.einsum."""


@once
def _signature(function: Any) -> inspect.Signature | None:
    if libraries.is_method_of_ufunc(function) and function.__name__ == "reduce":
        function = _reduce
    if function is np.einsum:
        function = _einsum
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):  # some that are written in C have none
        return None


def _positional(signature: inspect.Signature | None) -> list[str]:
    """Return the names of the parameters that may have positional arguments."""
    if signature is None:
        return []
    by_place = (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
    )
    return [p.name for p in signature.parameters.values() if p.kind in by_place]
