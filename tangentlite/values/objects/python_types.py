"""The Python class that a value has at run time."""

from __future__ import annotations

import collections
import collections.abc
import inspect
import types
from typing import Any

import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import is_of_open_class, may_be_of_library
from tangentlite.kinds.kind import Array, ListOf, Scalar, shape_of
from tangentlite.kinds.objects.number_classes import scalar_types
from tangentlite.kinds.objects.user_objects import lookup
from tangentlite.specialize.library import (
    items_and_grids,
    lazy_iterators,
    mappings,
    standard_functions,
)
from tangentlite.specialize.library.array_iteration import NdIter
from tangentlite.specialize.library.object_arrays import ObjectArray
from tangentlite.specialize.library.standard_classes import BoundArguments, Deque
from tangentlite.values.base import Atom, Known, Range, Sequence, Value
from tangentlite.values.callable_values import (
    LocalFunction,
    Method,
    Partial,
    Slice,
    Super,
)
from tangentlite.values.heap import Cell, Dictionary
from tangentlite.values.iterables import (
    Enumerate,
    Generator,
    Reversed,
    Stream,
    View,
    Zip,
)
from tangentlite.values.structure import is_container


@operations.python_type.of(Known)
def _of_known(b: Builder, value: Known) -> type:
    return type(value.value)


@operations.python_type.of(Array)
def _of_array(b: Builder, value: Atom) -> type | None:
    is_known = shape_of(value.kind) is not None and not b.assumed.of_library
    return np.ndarray if is_known else None


@operations.python_type.of(Scalar)
def _of_number(b: Builder, value: Atom) -> type | None:
    found = scalar_types(value.kind) if isinstance(value.kind, Scalar) else []
    is_known = len(found) == 1 and not (
        b.assumed.of_library and may_be_of_library(value.kind)
    )
    return found[0] if is_known else None


@operations.python_type.of(ListOf)
def _of_list(b: Builder, value: Atom) -> type:
    return list


@operations.python_type.of(Sequence, Cell)
def _of_container(b: Builder, value: Sequence | Cell) -> type:
    return _SHOWN.get(value.type, value.type)


@operations.python_type.of(Dictionary)
def _of_dict(b: Builder, value: Dictionary) -> type:
    return value.shown


@operations.python_type.of(Stream)
def _of_stream(b: Builder, value: Stream) -> type | None:
    return value.shown or _of_iterator(b, value.source)


@operations.python_type.of(View)
def _of_view(b: Builder, value: View) -> type:
    return type(getattr(value.owner.shown(), value.what)())


@operations.python_type.of(Reversed)
def _of_reversed(b: Builder, value: Reversed) -> type | None:
    sample = _SAMPLES.get(operations.python_type(b, value.items))
    return None if sample is None else type(reversed(sample))


@operations.python_type.of(Generator)
def _of_generator(b: Builder, value: Generator) -> type | None:
    function = value.frame.function
    if getattr(function, "__module__", None) in _OF_PYTHON:
        return handlers.class_of(function)
    return types.GeneratorType


@operations.python_type.of(Partial)
def _of_partial(b: Builder, value: Partial) -> type | None:
    if value.shown is types.MethodType and value.arguments:
        # The methods of what is a class of C in Python are none of Python's functions.
        if operations.python_type(b, value.arguments[0]) is collections.deque:
            return types.BuiltinMethodType
    return value.shown


@operations.python_type.of(Method)
def _of_method(b: Builder, value: Method) -> type | None:
    owner = operations.python_type(b, value.owner)
    found = None if owner is None else lookup(owner, value.name, None)
    return next((known for type_, known in _BOUND if isinstance(found, type_)), None)


@operations.python_type.otherwise
def _of_others(b: Builder, value: Value) -> type | None:
    return next((known for type_, known in _PLAIN if isinstance(value, type_)), None)


_SHOWN: dict[type, type] = {
    Deque: collections.deque,
    BoundArguments: inspect.BoundArguments,
    NdIter: np.nditer,
    ObjectArray: np.ndarray,
    mappings.ChainMap: collections.ChainMap,
    mappings.Counter: collections.Counter,
    mappings.KeysView: collections.abc.KeysView,
    mappings.ValuesView: collections.abc.ValuesView,
    mappings.ItemsView: collections.abc.ItemsView,
}


def _of_iterator(b: Builder, source: Value) -> type | None:
    """Return the class of the iterator that `iter` makes of a value."""
    if isinstance(source, (Zip, Enumerate, Reversed)):
        return operations.python_type(b, source)
    if isinstance(source, View):
        return type(iter(getattr(source.owner.shown(), source.what)()))
    sample = _SAMPLES.get(operations.python_type(b, source))
    return None if sample is None else type(iter(sample))


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
    module.__name__ for module in (standard_functions, items_and_grids, lazy_iterators)
)


def possible_types(b: Builder, value: object) -> list[type] | None:
    """Return the types that a value may have when the program runs, if it is known."""
    if is_container(value):
        known = operations.python_type(b, value)
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
