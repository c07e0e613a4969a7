"""Objects of the user's classes: which are split into attributes, and reading these."""

from __future__ import annotations

import collections
import copy
import dataclasses
import enum
import inspect
import threading
import types
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from tangentlite.kinds.objects.defined_classes import (
    container_in,
    definition_of,
    namespaces,
)
from tangentlite.kinds.objects.foreign import is_foreign
from tangentlite.kinds.objects.libraries import is_of_library

# Subclasses of these have contents besides their attributes.
_BUILTIN = (list, dict, set, frozenset, str, bytes, int, float, complex)
_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: made by a class statement


def is_users_class(value: object) -> bool:
    """Whether a value is a class whose objects are split into attributes.

    >>> is_users_class(types.SimpleNamespace), is_users_class(dict)
    (True, False)
    """
    if value is types.SimpleNamespace or value is threading.local or is_record(value):
        return True
    if not isinstance(value, type):
        return False
    if definition_of(value) is not None:
        return True
    if not value.__flags__ & _HEAP_TYPE:
        return False
    if is_of_library(value) or is_foreign(value):
        return False
    builtin = (*_BUILTIN, tuple, BaseException, type, enum.Enum)
    return not issubclass(value, builtin) and not _is_extension(value)


def _is_extension(cls: type) -> bool:
    """Whether a class or a base of it is compiled, so that it has hidden contents."""
    return any(
        isinstance(member, (types.MethodDescriptorType, types.WrapperDescriptorType))
        for owner in cls.__mro__
        if owner is not object and owner.__module__ not in ("typing", "builtins")
        for member in vars(owner).values()
        if getattr(member, "__objclass__", None) is owner
    )


def without_users(cls: type) -> type:
    """Return the first class in the method resolution order that is not the user's.

    >>> without_users(type("Tag", (str,), {"__module__": "mine"})), without_users(dict)
    (<class 'str'>, <class 'dict'>)
    """
    found = (c for c in cls.__mro__ if not c.__flags__ & _HEAP_TYPE or is_of_library(c))
    return next(found)


def is_extended(cls: type) -> bool:
    """Whether a class extends numbers, text or arrays in Python, and may override them.

    >>> class Meters(float): pass
    >>> is_extended(Meters), is_extended(np.float64), is_extended(np.memmap)
    (True, False, False)
    """
    written = cls.__flags__ & _HEAP_TYPE and cls is not np.memmap
    return bool(written and issubclass(cls, _EXTENSIBLE))


_EXTENSIBLE = (int, float, complex, str, bytes, np.generic, np.ndarray)


def is_of_records(value: object) -> TypeGuard[np.ndarray | np.void]:
    """Whether a value is a structured array, or one record of it.

    >>> is_of_records(np.zeros(2, "f8, i4")), is_of_records(np.zeros(2))
    (True, False)
    """
    return isinstance(value, (np.ndarray, np.void)) and value.dtype.names is not None


def is_record(value: object) -> TypeGuard[type[NamedTuple]]:
    """Whether a value is the class of a named tuple whose items are its fields.

    >>> import collections
    >>> is_record(collections.namedtuple('Point', 'x y')), is_record(tuple)
    (True, False)
    """
    if not isinstance(value, type) or not issubclass(value, tuple):
        return False
    if definition_of(value) is not None:
        return False
    owner = next((cls for cls in value.__mro__ if "_fields" in vars(cls)), tuple)
    own = ("_make", *getattr(owner, "_fields", ()))
    return (
        owner is not tuple
        and all(lookup(value, name, None) is vars(owner)[name] for name in own)
        and all(lookup(value, name, None) is _OF_TUPLES[name] for name in _OF_TUPLES)
    )


def own_new(cls: type) -> Any:
    """Return the `__new__` that the user wrote for a class; None if there is none.

    It is a function, or something else that the user put there.

    >>> class Half:
    ...     def __new__(cls, x): return super().__new__(cls)
    >>> own_new(Half).__name__, own_new(types.SimpleNamespace)
    ('__new__', None)
    """
    owner = next(c for c in cls.__mro__ if "__new__" in vars(c))
    if "_fields" in vars(owner) or owner.__module__ in _OF_PYTHON:
        return None
    found = vars(owner)["__new__"]
    return getattr(found, "__func__", found)


_OF_PYTHON = ("builtins", "types", "typing")
_ITEMS = ("__getitem__", "__iter__", "__len__", "__bool__", "__getattribute__")
_OF_TUPLES = {name: getattr(tuple, name, None) for name in _ITEMS}


def made_of(type_: Any, items: Iterable) -> Any:
    """Return a collection of a type: a tuple, named tuple, list or set.

    >>> made_of(frozenset, [1])
    frozenset({1})
    """
    return type_._make(items) if is_record(type_) else type_(items)


def attributes(value: Any) -> dict[str, Any]:
    """Return the attributes of an object, or the fields of a named tuple.

    Of an object of a library's class they are those that its definition lists.

    >>> attributes(types.SimpleNamespace(a=1.0, b='c'))
    {'a': 1.0, 'b': 'c'}
    """
    if is_record(type(value)):
        return dict(zip(value._fields, value))
    found = {
        name: getattr(value, name)
        for name in slots(type(value))
        if _has_slot(value, name)
    }
    if definition_of(type(value)) is not None:
        return found
    return found | instance_dict(value)


def instance_dict(value: object) -> dict[str, Any]:
    """Return `value.__dict__`, or nothing; `__getattr__` of the class is not asked."""
    try:
        found: dict[str, Any] = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return found


def _has_slot(value: Any, name: str) -> bool:
    """Whether a slot has a value; `__getattr__` of the class is not asked."""
    member = next((vars(c)[name] for c in type(value).__mro__ if name in vars(c)), None)
    if not isinstance(member, types.MemberDescriptorType):
        return hasattr(value, name)
    try:
        member.__get__(value)
    except AttributeError:
        return False
    return True


def slots(type_: type) -> list[str]:
    """Return the names of the slots of a class."""
    return [
        name
        for members in reversed([*namespaces(type_)])
        for name, member in members.items()
        if isinstance(member, types.MemberDescriptorType) and name != "__dict__"
    ]


def is_computed(cls: type, name: str) -> bool:
    """Whether an attribute is read and written by code of the user's class.

    >>> class Part:
    ...     @property
    ...     def size(self): return 1
    >>> is_computed(Part, "size"), is_computed(Part, "name")
    (True, False)
    """
    if definition_of(cls) is not None:
        return False
    found = lookup(cls, name, None)
    slot = isinstance(found, (types.MemberDescriptorType, types.GetSetDescriptorType))
    return not slot and hasattr(type(found), "__set__")


def has_dict(cls: type) -> bool:
    """Whether objects of a class may have any attributes.

    >>> has_dict(types.SimpleNamespace), has_dict(float)
    (True, False)
    """
    return bool(cls.__dictoffset__) or issubclass(cls, threading.local)


def no_attribute(cls: type, name: str) -> AttributeError:
    """Return what Python raises for an attribute that objects of a class lack.

    >>> no_attribute(dict, "values_of")
    AttributeError("'dict' object has no attribute 'values_of'")
    """
    title = f"{cls.__module__}.{cls.__name__}".removeprefix("builtins.")
    return AttributeError(f"{title!r} object has no attribute {name!r}")


def lookup(cls: type, name: str, default: Any) -> Any:
    """Return the attribute of a class or its bases, without calling descriptors.

    >>> lookup(bool, '__add__', None) is vars(int)['__add__']
    True
    """
    return next((each[name] for each in namespaces(cls) if name in each), default)


def is_generated(function: object) -> bool:
    """Whether a method was generated by `dataclass`, so that it has no source.

    >>> is_generated(dataclasses.make_dataclass('Point', ['x']).__init__)
    True
    """
    function = inspect.unwrap(function) if callable(function) else function
    code = getattr(function, "__code__", None)
    return code is not None and code.co_qualname.startswith("__create_fn__")


def has_items(type_: type) -> bool:
    """Whether a container's parts have keys or positions, not attributes' names.

    >>> has_items(dict), has_items(types.SimpleNamespace)
    (True, False)
    """
    plain = type_ in (*MAPPINGS, list, tuple, collections.deque)
    return plain or container_in(type_) is not None


MAPPINGS = (
    dict, collections.OrderedDict, collections.defaultdict, collections.Counter,
)  # fmt: skip


def made_with(value: Any) -> Any:
    """Return the state of a collection besides its items, None if it has none.

    >>> import collections
    >>> made_with(collections.deque([1.0], 3)), made_with({1, 2}), made_with([1.0])
    (3, frozenset({1, 2}), None)
    """
    if isinstance(value, collections.defaultdict):
        return value.default_factory
    if isinstance(value, collections.deque):
        return value.maxlen
    return frozenset(value) if isinstance(value, (set, frozenset)) else None


def key_types(keys: Iterable) -> tuple:
    """Return the nested types of keys, as keys of different types may be equal.

    >>> key_types([1, ("a", True)])
    (<class 'int'>, (<class 'str'>, <class 'bool'>))
    """
    return tuple(key_types(key) if type(key) is tuple else type(key) for key in keys)


def item_of(value: Any, key: Any) -> Any:
    """Return the item of a container at a key, or the attribute of an object.

    >>> item_of({'a': 1.0}, 'a'), item_of(types.SimpleNamespace(a=1.0), 'a')
    (1.0, 1.0)
    """
    return value[key] if has_items(type(value)) else stored(value, key)


def stored(value: Any, name: str) -> Any:
    """Return an attribute as the object holds it, though a descriptor may hide it.

    >>> class Doubled:
    ...     a = property(lambda self: 2.0, lambda self, value: None)
    >>> made = Doubled(); made.__dict__['a'] = 1.0
    >>> made.a, stored(made, 'a')
    (2.0, 1.0)
    """
    held = instance_dict(value)
    return held[name] if name in held else getattr(value, name)


def with_attributes(value: Any, changed: dict[str, Any]) -> Any:
    """Return a copy of an object with some attributes changed.

    >>> with_attributes(types.SimpleNamespace(a=1.0, b='c'), {'a': 2.0})
    namespace(a=2.0, b='c')
    """
    if is_record(type(value)):
        return value._replace(**changed)
    made = copy.copy(value)
    if isinstance(value, tuple):  # of a library: some of its attributes are its items
        found = attributes(value) | changed
        fields = getattr(value, "_fields", ())
        made = tuple.__new__(type(value), [found.pop(name) for name in fields])
        vars(made).update(found)
        return made
    for name, item in changed.items():
        if name in instance_dict(made):
            instance_dict(made)[name] = item
        else:
            object.__setattr__(made, name, item)
    return made


def with_contents(value: Any, items: Any) -> Any:
    """Return a copy of an object, whose class extends dict or list, with other items.

    >>> class Table(dict): pass
    >>> with_contents(Table(a=1.0), {'a': 2.0})
    {'a': 2.0}
    """
    made = copy.copy(value)
    if isinstance(value, dict):
        dict.update(made, items)
    else:
        list.__setitem__(made, slice(None), items)
    return made


def is_rebuilt(type_: type) -> bool:
    """Whether the constructor takes the attributes and has no other effect."""
    if type_ is types.SimpleNamespace or is_record(type_):
        return True
    return (
        dataclasses.is_dataclass(type_)
        and all(field.init for field in dataclasses.fields(type_))
        and not hasattr(type_, "__post_init__")
        and type_.__init__.__code__.co_filename == "<string>"
    )
