"""Objects of collections, which are taken apart, as what they are when they leave."""

from __future__ import annotations

import collections

import gast

from tangentlite.ir import build
from tangentlite.specialize import materialize
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Dictionary, Instance
from tangentlite.specialize.iterables import View
from tangentlite.specialize.library_classes import Deque
from tangentlite.specialize.library_mappings import ChainMap, Counter
from tangentlite.specialize.values import NONE, Slice


def as_object(b: Builder, value: object) -> gast.expr | None:
    """Return a new object of collections, a view or a slice; None of others."""
    if isinstance(value, Dictionary) and value.shown is not dict:
        return _dictionary(b, value)
    if isinstance(value, View):
        owner = materialize.shown(b, value.owner)
        return build.call(build.attribute(owner, value.what), [])
    if isinstance(value, Slice):
        parts = (value.start, value.stop, value.step)
        given = [materialize.shown(b, part) for part in parts]
        return build.call(b.references.function(slice), given)
    if isinstance(value, Instance) and value.type is ChainMap:
        maps = value.as_dict()["maps"].items
        given = [materialize.shown(b, part) for part in maps]
        return build.call(b.references.function(collections.ChainMap), given)
    if not isinstance(value, Instance) or value.type not in _MADE_OF:
        return None
    held = value.as_dict()
    of, made_of = _MADE_OF[value.type]
    arguments = [materialize.shown(b, held[name]) for name in made_of]
    while len(arguments) > 1 and held[made_of[len(arguments) - 1]] == NONE:
        arguments.pop()
    return build.call(b.references.function(of), arguments)


# The class that stands for another one, and the attributes that it is made of.
_MADE_OF: dict[type, tuple[type, tuple[str, ...]]] = {
    Deque: (collections.deque, ("_items", "maxlen")),
    Counter: (collections.Counter, ("_counts",)),
}


def _dictionary(b: Builder, value: Dictionary) -> gast.expr:
    items = [materialize.shown(b, item) for item in value.items]
    given = [materialize.mapping(b, value.keys, items)]
    if value.shown is collections.defaultdict:
        factory = NONE if value.factory is None else value.factory
        given.insert(0, materialize.as_expression(b, factory))
    return build.call(b.references.function(value.shown), given)
