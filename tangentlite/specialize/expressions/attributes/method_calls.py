"""Calls of methods: what holds for all of them, and for those that no file knows."""

from __future__ import annotations

from collections.abc import Mapping

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import argument_counts
from tangentlite.specialize.state import missing_rule
from tangentlite.values.base import Known, Sequence
from tangentlite.values.callable_values import Method
from tangentlite.values.heap import Dictionary, Set


@operations.called.of(Method)
def call(
    b: Builder,
    method: Method,
    arguments: list,
    keywords: Mapping[str, object],
    node: gast.AST,
    base: str,
) -> object:
    """Walk a call of what was read as an attribute."""
    owner, name = method.owner, method.name
    if name == "__getitem__" and len(arguments) == 1:
        return operations.read_item(b, owner, arguments[0], base)
    if isinstance(owner, (Sequence, Dictionary, Set)):
        type_ = owner.type
        argument_counts.require_of_method(b, type_, name, arguments, keywords, node)
    return operations.call_method(b, owner, name, arguments, keywords, node, base)


@operations.call_method.of(Known, holding=(np.ufunc, type))
def of_function(b: Builder, owner: Known, name, arguments, keywords, node, base: str):
    """Call a method of a ufunc, or of a class, which has a rule of its own."""
    function = getattr(owner.value, name)
    return operations.call(b, Known(function), arguments, keywords, node, base)


@operations.call_method.otherwise
def refuse(b: Builder, owner: object, name, arguments, keywords, node, base: str):
    """Say that no file knows the method."""
    if name in ("cache_clear", "cache_info", "cache_parameters"):
        raise b.error(
            f"{name}() is not supported: in a derivative no results are kept.",
            "Call it outside of the function.",
            node,
        )
    raise b.error(
        f"the method {name!r} is not supported on {owner.describe()}.",
        missing_rule.instead_of(owner),
        node,
    )
