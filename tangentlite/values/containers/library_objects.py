"""Expressions that rebuild objects of collections, views and slices."""

from __future__ import annotations

import collections

import gast

from tangentlite import operations, runtime
from tangentlite.builder import reconstruct
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.objects.defined_classes import container_in
from tangentlite.operations import implements
from tangentlite.specialize.library.mappings import ChainMap, Counter
from tangentlite.specialize.library.object_arrays import ObjectArray
from tangentlite.specialize.library.standard_classes import Deque
from tangentlite.values.callable_values import NONE, Slice
from tangentlite.values.heap import Dictionary, Instance
from tangentlite.values.iterables import View


@implements(operations.as_object)
def as_object(b: Builder, value: object) -> gast.expr | None:
    """Return the expression of an object of collections, a view or a slice; or None."""
    if isinstance(value, Dictionary) and value.shown is not dict:
        return _dictionary(b, value)
    if isinstance(value, View):
        owner = reconstruct.undifferentiated(b, value.owner)
        return build.call(build.attribute(owner, value.what), [])
    if isinstance(value, Slice):
        parts = (value.start, value.stop, value.step)
        given = [reconstruct.undifferentiated(b, part) for part in parts]
        return build.call(b.references.function(slice), given)
    if isinstance(value, Instance) and value.type is ObjectArray:
        what = "an array of objects is used as a whole, which is not supported."
        raise b.error(what, "Use its entries, or tolist().")
    if isinstance(value, Instance) and container_in(value.type) is not None:
        return _extended(b, value)
    if isinstance(value, Instance) and value.type in _STANDS_FOR:
        callee = b.references.function(_STANDS_FOR[value.type])
        given = [reconstruct.undifferentiated(b, part) for part in _made_of(value)]
        return build.call(callee, given)
    return None


_STANDS_FOR: dict[type, type] = {
    Deque: collections.deque,
    Counter: collections.Counter,
    ChainMap: collections.ChainMap,
}


def _made_of(value: Instance) -> tuple:
    """Return the arguments of the call that makes such an object."""
    held = value.as_dict()
    if value.type is ChainMap:
        return held["maps"].items
    if value.type is Counter:
        return (held["_counts"],)
    longest = held["maxlen"]
    return (held["_items"],) if longest == NONE else (held["_items"], longest)


def _extended(b: Builder, value: Instance) -> gast.expr:
    """Return the call that makes an object of a class that extends dict or list."""
    held = value.as_dict()
    inside = reconstruct.undifferentiated(b, held.pop("_contents"))
    named = [(key, reconstruct.undifferentiated(b, v)) for key, v in held.items()]
    cls = b.references.function(value.type, value.type.__qualname__)
    callee = b.references.function(runtime.extended)
    return build.call(callee, [cls, inside], named)


def _dictionary(b: Builder, value: Dictionary) -> gast.expr:
    items = [reconstruct.undifferentiated(b, item) for item in value.items]
    given = [reconstruct.mapping(b, value.keys, items)]
    if value.shown is collections.defaultdict:
        factory = NONE if value.factory is None else value.factory
        given.insert(0, operations.as_expression(b, factory))
    return build.call(b.references.function(value.shown), given)
