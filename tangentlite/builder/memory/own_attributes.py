"""Attributes that only some paths set on an object: its class has others."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterable

from tangentlite.builder.builder import Builder
from tangentlite.kinds.objects.user_objects import lookup
from tangentlite.values.base import Maybe, Value
from tangentlite.values.callable_values import UNBOUND
from tangentlite.values.heap import Instance
from tangentlite.values.structure import atoms


def require_own(
    b: Builder, owner: Instance, name: str, found: object, value: Value
) -> None:
    """Raise if an attribute may be unset, and is computed by its class then."""
    other = lookup(owner.type, "__getattr__", MISSING)
    computed = hasattr(type(found), "__get__") and not isinstance(found, OF_PYTHON)
    if (computed or other is not MISSING) and may_be_missing(b, value):
        raise b.error(
            f"the attribute {name} is set on some paths only, and computed on others.",
            "Set it on all paths.",
        )


def may_be_missing(b: Builder, value: Value) -> bool:
    """Whether some path has not set an attribute that has a value on others."""
    if isinstance(value, Maybe) and value.absent == UNBOUND:
        return True
    return any(atom.name in b.phis.unbound - b.phis.certain for atom in atoms(value))


def require_all_own(b: Builder, owner: Instance, names: Iterable[str]) -> None:
    """Raise if it matters whether attributes are the object's own or its class's."""
    for name in names:
        if (owner.type, name) in b.outside.inherited:
            raise not_own(b, name)


def note_keys_differ(*owners: object) -> None:
    """Note that paths set different attributes of objects, or in another order."""
    for owner in owners:
        if isinstance(owner, Instance):
            owner.keys_differ = True


def not_own(b: Builder, name: str) -> Exception:
    """Return the error for an attribute that may be an object's own or its class's."""
    return b.error(
        f"{name} of an object is set on some paths only; on others it is that of its "
        "class, which is not supported here.",
        "Set it on all paths.",
    )


def is_property(found: object) -> bool:
    """Whether an attribute of a class is a property."""
    return isinstance(found, property) and type(found).__get__ is property.__get__


MISSING = dataclasses.MISSING
# `__slots__`; `__dict__` and `__class__`
OF_PYTHON = (types.MemberDescriptorType, types.GetSetDescriptorType)
