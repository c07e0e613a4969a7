"""Method calls, dispatched by the owner; the refusal of unknown methods."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import argument_counts
from tangentlite.specialize.state import missing_rule
from tangentlite.values.base import Known, Sequence, Value
from tangentlite.values.callable_values import Method
from tangentlite.values.heap import Dictionary, Set


@operations.called.of(Method)
def call(
    b: Builder,
    method: Method,
    arguments: list,
    keywords: dict[str, Value],
    node: gast.AST,
    base: str,
) -> Value:
    """Walk a call of a method."""
    owner, name = method.owner, method.name
    if name == "__getitem__" and len(arguments) == 1:
        return operations.read_item(b, owner, arguments[0], base)
    if isinstance(owner, (Sequence, Dictionary, Set)):
        type_ = owner.type
        argument_counts.require_of_method(b, type_, name, arguments, keywords, node)
    return operations.call_method(b, owner, name, arguments, keywords, node, base)


@operations.call_method.of(Known, holding=(np.ufunc, type))
def of_function(b: Builder, owner: Known, name, arguments, keywords, node, base: str):
    """Call a method of a ufunc or class, which has a rule of its own."""
    function = getattr(owner.value, name)
    return operations.call(b, Known(function), arguments, keywords, node, base)


@operations.call_method.otherwise
def refuse(b: Builder, owner: Value, name, arguments, keywords, node, base: str):
    """Raise the error for an unknown method."""
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
