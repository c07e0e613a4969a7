"""Keyword arguments of a call, and `**` arguments."""

from __future__ import annotations

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.specialize.expressions import displays
from tangentlite.values.base import Known, Value
from tangentlite.values.callable_values import LocalFunction, Partial


def evaluate(b: Builder, callee: Value, node: gast.Call) -> dict[str, Value]:
    """Walk the keywords of a call; raises for duplicate names.

    Python merges neighbouring keywords as it does a dict, when all are evaluated.
    """
    found: dict[str, Value] = {}
    written: dict[str, object] = {}
    for keyword in node.keywords:
        if keyword.arg is not None:
            written[keyword.arg] = operations.evaluate(b, keyword.value)
            continue
        _merge(b, found, written, callee, node)
        written = {}
        value = displays.mapping(b, operations.evaluate(b, keyword.value), node)
        _merge(b, found, value.as_dict(), callee, node)
    _merge(b, found, written, callee, node)
    return found


def _merge(b: Builder, found: dict, given: dict, callee: Value, node) -> None:
    for name in given:
        if name in found:
            what = f"{_shown(callee)} got multiple values for keyword argument {name!r}"
            raise operations.certain_error(b, TypeError(what), "Give it once.", node)
    found.update(given)


def _shown(callee: Value) -> str:
    """Return a callee as Python writes it in errors about keywords."""
    if isinstance(callee, LocalFunction):
        return f"{callee.tree.name}()"
    if isinstance(callee, Partial):  # a method
        return _shown(callee.function)
    if not isinstance(callee, Known):
        return f"{getattr(callee, 'name', 'function')}()"
    name = getattr(callee.value, "__qualname__", "function")
    module = getattr(callee.value, "__module__", None)
    return f"{name}()" if module in (None, "builtins") else f"{module}.{name}()"
