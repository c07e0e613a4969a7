"""Attribute reads: `owner.name`, dispatched by the owner."""

from __future__ import annotations

import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque, Scalar
from tangentlite.operations import implements
from tangentlite.specialize.builtins import type_questions
from tangentlite.values.base import Atom, Value
from tangentlite.values.callable_values import Method, Super
from tangentlite.values.heap import Instance
from tangentlite.values.text import flags


@implements(operations.read_attribute)
def read_attribute(b: Builder, owner: Value, name: str, base: str) -> Value:
    """Return `owner.name`."""
    owner = operations.present(b, owner, AttributeError)
    if name == "__class__" and not isinstance(owner, (Instance, Super)):
        return type_questions.class_of(b, owner, base)
    return operations.attribute(b, owner, name, base)


@operations.attribute.otherwise
def as_method(b: Builder, owner: Value, name: str, base: str) -> Method:
    """Return a method; whether it exists is asked when it is called."""
    return Method(owner, name)


@operations.attribute.of(Method)
def of_method(b: Builder, owner: Method, name: str, base: str) -> Value:
    """Return a method of an array's `flat`; others have no attributes here."""
    if owner.name == "flat":
        return Method(owner, name)
    what = f"the attribute {name!r} of {owner.describe()} is not supported."
    raise b.error(what, "Read it outside of the function.")


@operations.attribute.of(Opaque)
def of_object(b: Builder, owner: Atom, name: str, base: str) -> Value:
    """Return an attribute of an opaque value."""
    type_ = owner.kind.type if isinstance(owner.kind, Opaque) else None
    if owner.flag_type not in (None, str):
        return flags.attribute(b, owner, name, base)
    if type_ is not None and callable(getattr(type_, name, None)):
        return Method(owner, name)
    # Of a dtype that is known at run time only, it is a number.
    kind = Scalar(None, False) if type_ is np.finfo else Opaque(None)
    return b.emit(b, build.attribute(owner.node, name), kind, base)
