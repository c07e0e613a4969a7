"""Methods: which file knows those of a value."""

from __future__ import annotations

from collections.abc import Mapping

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import argument_counts
from tangentlite.kinds.kind import ListOf, is_numeric
from tangentlite.specialize.builtins import logging_calls
from tangentlite.specialize.builtins.arrays import random_draws
from tangentlite.specialize.outside import known_text
from tangentlite.specialize.state import missing_rule
from tangentlite.values import descriptions
from tangentlite.values.arrays import array_methods
from tangentlite.values.base import Atom, Known, Sequence
from tangentlite.values.callable_values import Method
from tangentlite.values.containers import dynamic_lists, list_methods, sets
from tangentlite.values.descriptions import describe
from tangentlite.values.heap import Dictionary, Set
from tangentlite.values.text import strings


def call_method(
    b: Builder,
    method: Method,
    arguments: list,
    keywords: Mapping[str, object],
    node: gast.AST,
    base: str,
) -> object:
    """Emit `owner.name(*arguments)`."""
    owner, name = method.owner, method.name
    if name == "__getitem__" and len(arguments) == 1:
        return operations.read_item(b, owner, arguments[0], base)
    if isinstance(owner, (Sequence, Dictionary, Set)):
        type_ = owner.type
        argument_counts.require_of_method(b, type_, name, arguments, keywords, node)
    if isinstance(owner, Atom) and is_numeric(owner.kind):
        return array_methods.array_method(
            b, owner, name, arguments, keywords, node, base
        )
    if isinstance(owner, Atom) and isinstance(owner.kind, ListOf):
        return dynamic_lists.call_method(
            b, owner, name, arguments, keywords, node, base
        )
    if random_draws.is_generator(owner):
        return random_draws.draw(b, owner, name, arguments, keywords, node, base)
    if isinstance(owner, Set):
        return sets.call_method(b, owner, name, arguments, node)
    if isinstance(owner, Dictionary):
        return list_methods.dict_method(b, owner, name, arguments, keywords, node)
    if isinstance(owner, Sequence):
        return list_methods.list_method(b, owner, name, arguments, keywords, node)
    if isinstance(owner, Known) and isinstance(owner.value, str):
        return strings.call_method(
            b, owner.value, name, arguments, keywords, node, base
        )
    if isinstance(owner, Atom) and descriptions.is_text(owner):
        return strings.at_run_time(b, owner, name, arguments, keywords, node, base)
    if isinstance(owner, Atom) and logging_calls.is_logger(owner):
        return logging_calls.call_method(
            b, owner, name, arguments, keywords, node, base
        )
    if known_text.is_of_text(owner):
        function = getattr(owner.value, name)
        return known_text.call(b, function, arguments, dict(keywords), node)
    if name in ("cache_clear", "cache_info", "cache_parameters"):
        raise b.error(
            f"{name}() is not supported: in a derivative no results are kept.",
            "Call it outside of the function.",
            node,
        )
    if isinstance(owner, Known) and isinstance(owner.value, (np.ufunc, type)):
        function = getattr(owner.value, name)
        return operations.call(b, Known(function), arguments, keywords, node, base)
    raise b.error(
        f"the method {name!r} is not supported on {describe(owner)}.",
        missing_rule.instead_of(owner),
        node,
    )
