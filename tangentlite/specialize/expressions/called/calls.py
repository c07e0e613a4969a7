"""Calls, dispatched by the callee."""

from __future__ import annotations

import types

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.objects.user_objects import is_record, lookup
from tangentlite.operations import implements
from tangentlite.rules.registry import refusal_of
from tangentlite.values.base import Sequence, Value
from tangentlite.values.callable_values import Chosen, Partial
from tangentlite.values.heap import Instance
from tangentlite.values.objects import instances


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
        lambda: operations.call(b, callee.first, arguments, keywords, node, base),
        lambda: operations.call(b, callee.second, arguments, keywords, node, base),
        base,
    )


@operations.called.of(Partial)
def _call_partial(b: Builder, callee: Partial, arguments, keywords, node, base: str):
    given = {**dict(callee.keywords), **keywords}
    arguments = [*callee.arguments, *arguments]
    if isinstance(callee.function, types.FunctionType):  # of our own
        return callee.function(b, arguments, given, node, base)
    return operations.call(b, callee.function, arguments, given, node, base)


@operations.called.of(Instance)
def _call_instance(b: Builder, callee: Instance, arguments, keywords, node, base: str):
    method = instances.special(b, callee, "__call__")
    if method is None:
        return refuse(b, callee, arguments, keywords, node, base)
    return operations.call(b, method, arguments, keywords, node, base)


@operations.called.of(Sequence)
def _call_items(b: Builder, callee: Sequence, arguments, keywords, node, base: str):
    """Call the `__call__` of a class that extends a named tuple."""
    if not is_record(callee.type) or lookup(callee.type, "__call__", None) is None:
        return refuse(b, callee, arguments, keywords, node, base)
    method = operations.attribute(b, callee, "__call__", base)
    return operations.call(b, method, arguments, keywords, node, base)
