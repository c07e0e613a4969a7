"""The Python class that a value has at run time."""

from __future__ import annotations

import collections
import collections.abc
import types
from typing import Any

import numpy as np

from tangentlite import handlers
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import is_of_open_class
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.kinds.objects.number_classes import scalar_types
from tangentlite.kinds.objects.user_objects import lookup
from tangentlite.specialize.library import (
    item_loops,
    lazy_iterators,
    mappings,
    standard_functions,
)
from tangentlite.specialize.library.standard_classes import Deque
from tangentlite.values.base import Atom, Known, Range
from tangentlite.values.callable_values import (
    LocalFunction,
    Method,
    Partial,
    Slice,
    Super,
)
from tangentlite.values.heap import Dictionary
from tangentlite.values.iterables import (
    Enumerate,
    Generator,
    Reversed,
    Stream,
    View,
    Zip,
)
from tangentlite.values.structure import is_container


def type_of_value(value: Any) -> type | None:
    """Return the class of a value, None if it is not known or may be one of several."""
    if isinstance(value, Known):
        return type(value.value)
    if isinstance(value, Atom):
        return _of_atom(value)
    if isinstance(value, Dictionary):
        return value.shown
    if isinstance(value, Stream):
        return value.shown or _of_iterator(value.source)
    if is_container(value):
        return _SHOWN.get(value.type, value.type)
    if isinstance(value, View):
        return type(getattr(value.owner.shown(), value.what)())
    if isinstance(value, Reversed):
        sample = _SAMPLES.get(type_of_value(value.items))
        return None if sample is None else type(reversed(sample))
    if isinstance(value, Generator):
        function = value.frame.function
        if getattr(function, "__module__", None) in _OF_PYTHON:
            return handlers.class_of(function)
        return types.GeneratorType
    if isinstance(value, Partial):
        of_deque = value.arguments and type_of_value(value.arguments[0])
        is_method = value.shown is types.MethodType
        of_c = is_method and of_deque is collections.deque
        return types.BuiltinMethodType if of_c else value.shown
    if isinstance(value, Method):
        return _of_method(value)
    return next((known for type_, known in _PLAIN if isinstance(value, type_)), None)


_SHOWN: dict[type, type] = {
    Deque: collections.deque,
    mappings.ChainMap: collections.ChainMap,
    mappings.Counter: collections.Counter,
    mappings.KeysView: collections.abc.KeysView,
    mappings.ValuesView: collections.abc.ValuesView,
    mappings.ItemsView: collections.abc.ItemsView,
}


def _of_atom(value: Atom) -> type | None:
    if isinstance(value.kind, Array):
        return None if value.kind.shape is None else np.ndarray
    if isinstance(value.kind, ListOf):
        return list
    if isinstance(value.kind, Scalar) and len(found := scalar_types(value.kind)) == 1:
        return found[0]
    return None


def _of_iterator(source: object) -> type | None:
    """Return the class of the iterator that `iter` makes of a value."""
    if isinstance(source, (Zip, Enumerate, Reversed)):
        return type_of_value(source)
    if isinstance(source, View):
        return type(iter(getattr(source.owner.shown(), source.what)()))
    sample = _SAMPLES.get(type_of_value(source))
    return None if sample is None else type(iter(sample))


def _of_method(value: Method) -> type | None:
    owner = type_of_value(value.owner)
    found = None if owner is None else lookup(owner, value.name, None)
    return next((known for type_, known in _BOUND if isinstance(found, type_)), None)


# The types of descriptors, and of what they give when they are bound.
_BOUND: tuple[tuple[type, type], ...] = (
    (types.MethodDescriptorType, types.BuiltinMethodType),
    (types.ClassMethodDescriptorType, types.BuiltinMethodType),
    (types.WrapperDescriptorType, types.MethodWrapperType),
)

_PLAIN: tuple[tuple[type, type], ...] = (
    (Range, range),
    (Zip, zip),
    (Enumerate, enumerate),
    (Slice, slice),
    (LocalFunction, types.FunctionType),
    (Super, super),
)

# An instance of each class, which shows the class of its iterator.
_SAMPLES: dict[type | None, Any] = {
    list: [],
    tuple: (),
    dict: {},
    collections.OrderedDict: collections.OrderedDict(),
    collections.defaultdict: collections.defaultdict(),
    range: range(0),
    str: "",
    set: set(),
    frozenset: frozenset(),
    np.ndarray: np.zeros(1),
}

# The modules of polyfills.
_OF_PYTHON = tuple(
    module.__name__ for module in (standard_functions, item_loops, lazy_iterators)
)


def possible_types(b: Builder, value: object) -> list[type] | None:
    """Return the types that a value may have when the program runs, if it is known."""
    if is_container(value):
        known = type_of_value(value)
        return None if known is None else [known]
    if isinstance(value, Known):
        return [type(value.value)]
    if is_of_open_class(b, value):
        return None
    kind = getattr(value, "kind", None)
    if isinstance(kind, Array) and kind.shape:
        return [np.ndarray]
    if isinstance(kind, ListOf):
        return [list]
    return scalar_types(kind) if isinstance(kind, Scalar) else None
