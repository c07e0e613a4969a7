"""Dicts from outside that have classes for keys: registries, tables of functions.

Which function it is decides the text, so that this is looked up now and guarded. Other
keys than classes make an item of the dict that has a name in generated code.
"""

from __future__ import annotations

from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.specialize.outside import outside
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.containers import keys


def item(b: Builder, owner: Atom, index: Value) -> Value | None:
    """Return what a dict from outside has under a class, None of other owners and keys.

    `HANDLERS[type(x)]` is the function of that class; a number is read at each call.
    """
    table = table_of(b, owner)
    if table is None or type(index) is not Known or not isinstance(index.value, type):
        return None
    if index.value not in table:
        b.references.guard_identity(table, index.value, None)  # it may come
        raise keys.missing(b, table, index.value, None)
    value = table[index.value]
    b.references.guard_identity(table, index.value, value)
    if outside.is_fixed(value):
        return Known(value)
    callee = b.references.function(index.value, index.value.__qualname__)
    spelled = f"{owner.name}[{callee.id}]"
    node = build.subscript(owner.node, callee)
    return outside.held_in(b, node, spelled, index.value.__name__.lower(), value)


def table_of(b: Builder, owner: Value) -> dict | None:
    """Return a dict from outside of which all keys are classes, None for others."""
    found = b.references.objects.get(str(getattr(owner, "name", None)))
    if type(found) is not dict or not found:
        return None
    return found if all(isinstance(key, type) for key in found) else None
