"""The kinds of arguments, or their values where these decide branches."""

from __future__ import annotations

import collections
import enum
import inspect
import sys
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tangentlite import errors
from tangentlite.kinds.kind import (
    Array,
    Kind,
    ListOf,
    Opaque,
    Scalar,
    Structure,
    is_numeric,
    kind_of,
    without_value,
)
from tangentlite.kinds.objects.defined_classes import container_in
from tangentlite.kinds.objects.foreign import (
    foreign_value,
    is_foreign,
    is_of_library,
    is_showing,
)
from tangentlite.kinds.objects.user_objects import (
    MAPPINGS,
    attributes,
    instance_dict,
    is_of_records,
    is_users_class,
    key_types,
    made_with,
)
from tangentlite.kinds.sizes.dims import INTEGER, Symbol
from tangentlite.rules.registry import owner_of_rules
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.heap import Dictionary, Set
from tangentlite.values.structure import is_container, keys_of

# of arguments, by the names of their parameters
ArgumentKinds = Mapping[str, Kind | Known]


@dataclass(frozen=True)
class Around:
    """What a value is in: objects it is an attribute of, and all that were met so far.

    An array that is not supported counts where it is read, if it is `held` by an object
    or a dict, and not given by itself. Of the lists with the identities `appended`
    nothing is known but that they are lists.
    """

    objects: tuple = ()
    met: list = field(default_factory=list)
    held: bool = False
    appended: frozenset[int] = frozenset()


# Objects that hold more objects than these, each once for each way to it, are opaque
# from there: what stands in a registry of the program's is not taken apart.
MAX_OBJECTS = 1000


def argument_kind(value: Any, name: str, around: Around | None = None) -> Kind | Known:
    """Return the kind of an argument; None, flags, text and ranges are kinds by value.

    Dicts, tuples and lists are structures, but for tables of numbers: lists of them,
    or of equally long tuples of them, whose text does not depend on their length.

    >>> argument_kind([1.0, 2.0], 'x')
    ListOf(item=Scalar(dtype='float64', weak=None, value=None, size=None))
    >>> argument_kind({'name': 'a'}, 'x').items
    (Known(value='a', text=None),)
    """
    if value is None or isinstance(value, enum.Enum) or type(value) in _BY_VALUE:
        return Known(value)
    around = around or Around()
    if _is_function(value) or isinstance(value, types.ModuleType):
        return Known(value)
    if is_of_library(value):
        return _kind_of_library(value, name)
    if is_foreign(type(value)):
        if around.objects:  # an attribute of an object is refused where it is read
            return Opaque(type(value))
        raise errors.ArgumentError("\n".join(foreign_value(value, name) or ()))
    if is_showing(type(value)):
        return Opaque(type(value))
    if is_users_class(type(value)):
        return _object_kind(value, name, around)
    if (base := container_in(type(value))) is not None:
        return _extended_kind(value, base, name, around)
    if type(value) in MAPPINGS and all(map(_is_key, value)):
        items = tuple(value.values())
        return _structure(type(value), tuple(value), items, name, around, value)
    if type(value) in (set, frozenset) and len(value) <= MAX_ITEMS:
        if all(map(_is_key, value)):
            return Structure(type(value), (), (), (), made_with(value))
    if type(value) is collections.deque and len(value) <= MAX_ITEMS:
        keys = tuple(range(len(value)))
        return _structure(type(value), keys, value, name, around, value)
    if type(value) is list and id(value) in around.appended:
        return Opaque(list)
    if type(value) in (tuple, list) and is_told_apart(value, name):
        keys = tuple(range(len(value)))
        return _structure(type(value), keys, value, name, around)
    if around.held and _is_unsupported(value):
        return Opaque(type(value))
    if isinstance(value, np.matrix) or _is_masked(value):
        raise errors.ArgumentError(
            f"{name or 'an argument'} is of the type {type(value).__name__}, which is "
            "not supported.\nConvert it to an array: np.asarray(...)."
        )
    if is_of_records(value):
        raise errors.ArgumentError(
            f"{name or 'an argument'} is an array of records, which is not supported.\n"
            f"Pass its fields: {name or 'records'}[{(value.dtype.names or [''])[0]!r}]."
        )
    if (owner := owner_of_rules(value)) is not None:
        return Known(owner)
    kind = kind_of(value, name)
    if is_numeric(kind) and kind.dtype in _REFUSED:
        raise _refused_dtype(kind.dtype, name)
    return kind


# Values of these classes decide branches: for another value another text is generated.
_BY_VALUE = (bool, str, np.str_, range)


def _is_key(key: object) -> bool:
    """Whether a key of a dict is known by its value, so that its item is, too."""
    if type(key) is tuple:
        return all(map(_is_key, key))
    return key is None or type(key) in (str, int, bool) or isinstance(key, enum.Enum)


# No derivative passes through them, and a zero would be wrong.
_REFUSED = ("float128", "float96", "complex256", "complex192", "longdouble", "object")


def _kind_of_library(value: Any, name: str) -> Kind:
    """Return the kind of an array of another library."""
    if any(not isinstance(size, int) for size in value.shape):
        raise errors.ArgumentError(
            f"{name or 'an argument'} has an axis of unknown size.\nFind the sizes "
            "first (in Dask: compute_chunk_sizes())."
        )
    kind = kind_of(value, name)
    if is_numeric(kind) and kind.dtype in _REFUSED:
        raise _refused_dtype(kind.dtype, name)
    return kind


def _refused_dtype(dtype: str | None, name: str) -> errors.ArgumentError:
    return errors.ArgumentError(
        f"{name or 'an argument'} has the dtype {dtype}, which is not "
        "supported.\nConvert it: astype(float)."
    )


def _is_unsupported(value: object) -> bool:
    """Whether a value alone would be refused as an argument."""
    if isinstance(value, np.matrix) or _is_masked(value) or is_of_records(value):
        return True
    dtype = getattr(value, "dtype", None)
    return isinstance(dtype, np.dtype) and dtype.name in _REFUSED


def _is_masked(value: object) -> bool:
    masked = sys.modules.get("numpy.ma")  # NumPy imports it when it is asked for
    return masked is not None and isinstance(value, masked.MaskedArray)


def _is_function(value: object) -> bool:
    if not callable(value) or is_users_class(type(value)):
        return False
    return hasattr(value, "__name__")


def _object_kind(value: object, name: str, around: Around) -> Structure | Opaque:
    """Return the kind of an object; one that it belongs to itself is opaque in it."""
    is_inside = any(value is other for other in around.objects)
    if is_inside or len(around.met) >= MAX_OBJECTS:
        return Opaque(type(value))
    held = attributes(value)
    around.met.append(value)
    around = replace(around, objects=(*around.objects, value), held=True)
    items = [argument_kind(v, f"{name}.{key}", around) for key, v in held.items()]
    return Structure(type(value), tuple(held), tuple(items))


def _extended_kind(value: Any, base: type, name: str, around: Around) -> Kind:
    """Return the kind of an object of a class that extends dict or list.

    It is opaque if reading its items runs the user's code, or if it has attributes.
    """
    cls = type(value)
    own = any(getattr(cls, method) is not getattr(base, method) for method in _READING)
    if own or instance_dict(value):
        return Opaque(cls)
    if isinstance(value, dict):
        keys, items = tuple(value.keys()), tuple(value.values())
    else:
        keys, items = tuple(range(len(value))), tuple(value)
    if len(keys) > MAX_ITEMS or not all(map(_is_key, keys)):
        return Opaque(cls)
    return _structure(cls, keys, items, name, around)


_READING = ("__getitem__", "__iter__", "__len__", "__contains__")


def _structure(
    type_: type,
    keys: tuple,
    values: Iterable[object],
    name: str,
    around: Around,
    whole: object = None,
) -> Structure:
    around = replace(around, held=True) if issubclass(type_, dict) else around
    pairs = zip(keys, values)
    items = [argument_kind(item, f"{name}[{key!r}]", around) for key, item in pairs]
    plain = all(type(key) in (str, int) for key in keys)
    types = () if plain else key_types(keys)
    return Structure(type_, keys, tuple(items), types, made_with(whole))


def value_kind(value: Value) -> Kind | Known | None:
    """Return the kind of a value that is passed as an argument, None without one."""
    if isinstance(value, Known):
        return value
    if isinstance(value, Atom):
        return without_value(value.kind)
    if isinstance(value, Set):
        if not all(v.is_static for v in value.items):
            return None
        held = frozenset(item.static_value() for item in value.items)
        return Structure(value.type, (), (), (), held)
    if is_container(value):
        items = tuple(value_kind(item) for item in value.items)
        if None in items:
            return None
        if isinstance(value, Dictionary) and isinstance(value.factory, Known):
            factory = value.factory.value
            return Structure(value.shown, value.keys, items, (), factory)
        return Structure(value.type, keys_of(value), items)
    return None


def annotated_kind(parameter: inspect.Parameter) -> Kind | Known:
    """Return the kind of a parameter from its annotation.

    Without one it is that of its default, or of a number of any rank.
    """
    annotation, default = parameter.annotation, parameter.default
    name = annotation if isinstance(annotation, str) else _title(annotation)
    if name.split("[")[0] in ("dict", "list", "tuple"):
        raise errors.ArgumentError(
            f"what {parameter.name} holds is not known from its annotation.\n"
            "Give an example: --arg, or arguments."
        )
    if name == "int":
        return Scalar("int64", True, None, Symbol(f"{INTEGER}{parameter.name}"))
    if name in _ANNOTATIONS:
        return _ANNOTATIONS[name]
    if default is not parameter.empty and not isinstance(default, float):
        return argument_kind(default, parameter.name)
    return Array("float64", None)


def _title(annotation: object) -> str:
    return getattr(annotation, "__name__", "")


_ANNOTATIONS: dict[str, Kind] = {
    "float": Scalar("float64"),
    "complex": Scalar("complex128"),
    "ndarray": Array("float64", None),
    "np.ndarray": Array("float64", None),
}


# A longer list or tuple is a list of any length.
MAX_ITEMS = 64


def is_told_apart(value: list | tuple, name: str = "") -> bool:
    """Whether an argument that is a list or tuple becomes a structure of its items.

    A table does not: a list of numbers, or of equally long tuples of numbers.

    >>> is_told_apart([(1, 0.5), (2, 0.4)]), is_told_apart([[1.0], [2.0]])
    (False, True)
    """
    if len(value) > MAX_ITEMS:
        return False
    return type(value) is tuple or not _is_table(kind_of(value, name))


def has_rows(value: list | tuple) -> bool:
    """Whether a list is a table of rows.

    >>> has_rows([(1, 0.5), (2, 0.4)]), has_rows([1.0, 0.5])
    (True, False)
    """
    if is_told_apart(value):
        return False
    return isinstance(getattr(kind_of(value), "item", None), tuple)


def _is_table(kind: Kind) -> bool:
    if not isinstance(kind, ListOf):
        return False
    columns = kind.item if type(kind.item) is tuple else (kind.item,)
    return all(isinstance(column, Scalar) for column in columns)
