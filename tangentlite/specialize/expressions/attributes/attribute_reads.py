"""Names from outside the function, and attributes."""

from __future__ import annotations

import numpy as np

from tangentlite import operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque, Scalar, is_numeric
from tangentlite.operations import implements
from tangentlite.specialize.builtins import library_calls, type_questions
from tangentlite.specialize.exceptions import context_managers
from tangentlite.specialize.expressions.attributes import known_attributes
from tangentlite.specialize.functions import lru_cache
from tangentlite.specialize.outside import module_variables
from tangentlite.values import callable_values, descriptions
from tangentlite.values.alternatives import select
from tangentlite.values.arrays import array_attributes
from tangentlite.values.base import Atom, Known, Range
from tangentlite.values.callable_values import (
    UNBOUND,
    Chosen,
    LocalFunction,
    Method,
    Partial,
    Super,
    is_function,
)
from tangentlite.values.heap import Instance
from tangentlite.values.iterators import ranges
from tangentlite.values.objects import attributes, instances
from tangentlite.values.text import flags


@implements(operations.read_attribute)
def read_attribute(b: Builder, owner: object, name: str, base: str) -> object:
    """Return `owner.name`."""
    owner = operations.present(b, owner, AttributeError)
    if isinstance(owner, context_managers.Manager):
        return context_managers.read(b, owner, name)
    if isinstance(owner, Super):
        return attributes.of_super(b, owner, name)
    if name == "__class__" and not isinstance(owner, Instance):
        return type_questions.class_of(b, owner, base)
    if instances.has_class(owner):
        return operations.read_own_attribute(b, owner, name, base)
    if isinstance(owner, Partial) and owner.function is lru_cache.call_cached:
        found = library_calls.attribute_of_cached(b, owner, name)
        return Method(owner, name) if found is None else found
    if isinstance(owner, LocalFunction):
        found = known_attributes.of_local_function(b, owner, name)
        if found is not UNBOUND:
            return found
        return operations.read_own_attribute(
            b, callable_values.owner_of(owner), name, base
        )
    if isinstance(owner, Chosen) and not is_function(owner):
        return select.of_each(
            b, owner, lambda way: read_attribute(b, way, name, base), base
        )
    if isinstance(owner, Known):
        if (found := module_variables.bound(b, owner.value, name)) is not None:
            return operands.as_used(b, found.items[0])
        return known_attributes.known_attribute(b, owner, name)
    if isinstance(owner, Range) and name in ("start", "stop", "step"):
        return ranges.bound(b, owner, name)
    if isinstance(owner, Atom) and is_numeric(owner.kind):
        return array_attributes.array_attribute(b, owner, name, base)
    if isinstance(owner, Atom) and isinstance(owner.kind, Opaque):
        kind = Opaque(None)
        if owner.kind.type is np.finfo:  # of a dtype that is known at run time only
            kind = Scalar(None, False)
        if descriptions.type_of_flag(owner) not in (None, str):
            return flags.attribute(b, owner, name, base)
        if owner.kind.type is not None and callable(
            getattr(owner.kind.type, name, None)
        ):
            return Method(owner, name)
        return b.emit(b, build.attribute(owner.node, name), kind, base)
    return Method(owner, name)
