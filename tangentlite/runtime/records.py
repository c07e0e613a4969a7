"""Helpers of generated code that make and change objects, and check their aliasing."""

from __future__ import annotations

import types
import weakref
from collections import Counter, deque
from typing import Any

import numpy as np


class SharedError(ValueError):
    """Names that are taken for several objects mean one, or the other way round."""


def store(array, contents) -> None:
    """Write the contents of a copy into the array that it was made of.

    >>> x = np.zeros(2)
    >>> store(x, np.ones(2)); x
    array([1., 1.])
    """
    array[...] = contents


def require_apart(written, *others) -> None:
    """Raise if an array that an object holds shares memory with another one.

    >>> x = np.zeros(3)
    >>> require_apart(x, np.zeros(3)); require_apart(x, x[1:])
    Traceback (most recent call last):
        ...
    tangentlite.runtime.records.SharedError: an array from outside, which is written, \
shares memory with another one: give one of them a copy
    """
    for other in others:
        if isinstance(other, np.ndarray) and np.may_share_memory(written, other):
            if np.shares_memory(written, other):
                raise SharedError(
                    "an array from outside, which is written, shares memory with "
                    "another one: give one of them a copy"
                )


def require_one(value, other) -> None:
    """Raise unless two names from outside mean one object, as they did.

    >>> require_one(np, np)
    """
    if value is not other:
        raise SharedError("two names from outside, which meant one object, mean two")


def dead_reference() -> weakref.ref:
    """Return a weak reference to an object that is gone.

    >>> dead_reference()() is None
    True
    """
    return weakref.ref(_Gone())


class _Gone:
    """An object that nothing holds."""


def require_writeable(array) -> None:
    """Raise if an array may not be written: the copy that is worked on may.

    >>> x = np.zeros(3)
    >>> require_writeable(x)
    >>> require_writeable(np.broadcast_to(1.0, 3))
    Traceback (most recent call last):
        ...
    ValueError: the function asks whether a read-only array may be written: give it a \
copy
    """
    if not array.flags.writeable:
        raise ValueError(
            "the function asks whether a read-only array may be written: give it a copy"
        )


def require_met_once(changed, *values) -> None:
    """Raise if one of some containers stands in other places of some values, too.

    One with two names, which stand in a tuple, may stand in two places.

    >>> items = [1.0]
    >>> require_met_once([items], items, {"x": [1.0]})
    >>> require_met_once([items], items, {"x": items})
    Traceback (most recent call last):
        ...
    tangentlite.runtime.records.SharedError: a list, dict or object that the function \
changes, or compares by `is`, has two names, which is not supported: give one of them \
a copy
    >>> require_met_once([(items, items)], items, {"x": items})
    """
    named = [one if type(one) is tuple else (one,) for one in changed]
    names = {id(one[0]): len(one) for one in named}
    places: Counter[int] = Counter()
    stack = list(values)
    while stack:
        value = stack.pop()
        if isinstance(value, _LEAVES):
            continue
        places[id(value)] += 1
        if places[id(value)] > 1:
            if id(value) in names and places[id(value)] > names[id(value)]:
                raise SharedError(
                    "a list, dict or object that the function changes, or compares by "
                    "`is`, has two names, which is not supported: give one of them a "
                    "copy"
                )
            continue
        stack.extend(_items(value))


_LEAVES = (float, int, str, complex, type(None), np.ndarray, np.generic)


def _items(value: Any) -> Any:
    """Return what a container or object holds."""
    if isinstance(value, dict):
        return value.values()
    if isinstance(value, (list, tuple, set, frozenset, deque)):
        return value
    if isinstance(value, (np.ndarray, np.generic, type, types.ModuleType)):
        return ()
    classes = [vars(c) for c in type(value).__mro__ if "__slots__" in vars(c)]
    members = [member for namespace in classes for member in namespace.values()]
    slots = [m for m in members if isinstance(m, types.MemberDescriptorType)]
    return [_in_slot(slot, value) for slot in slots] + [
        *(dict_of(value) or {}).values()
    ]


def _in_slot(slot: types.MemberDescriptorType, value: object) -> object:
    """Return what a slot holds, None if it is empty: `__getattr__` is not asked."""
    try:
        return slot.__get__(value)
    except AttributeError:
        return None


def dict_of(value: object) -> dict | None:
    """Return `value.__dict__`, None if it has none: `__getattr__` is not asked."""
    try:
        found: dict = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return None
    return found


def stored_in(value: object, name: str) -> object:
    """Return an attribute as an object holds it, though a descriptor may hide it."""
    held = dict_of(value) or {}
    return held[name] if name in held else getattr(value, name)


def refill(container, contents) -> None:
    """Give a list, dict or other collection the contents of another one.

    >>> items = [1, 2]
    >>> refill(items, [3]); items
    [3]
    """
    of_python = type(container).__module__ in ("builtins", "collections")
    if isinstance(container, dict) and not of_python:  # its own methods have run
        dict.clear(container)
        dict.update(container, contents)
    elif isinstance(container, (dict, set)):
        container.clear()
        container.update(contents)
    elif isinstance(container, deque):
        container.clear()
        container.extend(contents)
    else:
        container[:] = contents


def record(type_: Any, **attributes: object) -> object:
    """Return an object of a class with some attributes, of which no code is run.

    >>> import types
    >>> record(types.SimpleNamespace, a=1.0)
    namespace(a=1.0)
    """
    if issubclass(type_, tuple):  # a result of a library: some attributes are its items
        fields = getattr(type_, "_fields", ())
        made: Any = tuple.__new__(type_, [attributes.pop(name) for name in fields])
        vars(made).update(attributes)
        return made
    made = type_.__new__(type_)
    for name, value in attributes.items():
        put_attribute(made, name, value)
    return made


def put_attribute(owner: Any, name: str, value: object) -> None:
    """Set an attribute of an object without running code of its class.

    >>> class Doubled:
    ...     def __setattr__(self, name, value): self.__dict__[name] = 2 * value
    >>> made = Doubled()
    >>> put_attribute(made, "a", 1.0); made.a
    1.0
    """
    cls = type(owner)
    member = next((vars(c)[name] for c in cls.__mro__ if name in vars(c)), None)
    slot = isinstance(member, types.MemberDescriptorType)
    if slot or dict_of(owner) is None or cls.__module__.startswith("scipy."):
        object.__setattr__(owner, name, value)
    else:
        vars(owner)[name] = value


def extended(type_: Any, contents: Any, **attributes: object) -> object:
    """Return an object of a class that extends dict or list, of which no code is run.

    >>> class Table(dict): pass
    >>> extended(Table, {"a": 1.0})
    {'a': 1.0}
    """
    made: Any = record(type_, **attributes)
    if isinstance(made, dict):
        dict.update(made, contents)
    else:
        list.extend(made, contents)
    return made
