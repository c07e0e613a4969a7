"""Checks that arguments of a saved function are those that its text is valid for."""

from __future__ import annotations

import enum
import functools
from typing import NamedTuple

import numpy as np

from tangentlite.runtime.records import dict_of, stored_in


class Member(NamedTuple):
    """A member of an enumeration, whose class a saved module may have a copy of."""

    type: str
    name: str


class Length(NamedTuple):
    """A collection of so many items, which may be anything."""

    number: int


class Shape(NamedTuple):
    """An array of just this shape."""

    sizes: tuple


class Attributes(NamedTuple):
    """An object with such attributes, which may hold items, too, and of a class.

    `of_class` are names that must lead to the class, with a constant in a tuple, or the
    qualified name of a method.
    """

    held: dict
    items: object = ...
    type: object = ...  # the name: a saved module may have a copy
    of_class: object = ...


class Classes(NamedTuple):
    """Something that is of some classes, or is not; that of None is None."""

    answers: tuple


def require_known(value, known, name):
    """Raise unless a value is what a text was made for; `...` stands for any value.

    What is known of functions is asked of a partial that compares them with one.

    >>> require_known({'kind': 'a', 'n': 3}, {'kind': 'a', 'n': ...}, 'opts')
    >>> require_known({'kind': 'b', 'n': 3}, {'kind': 'a', 'n': ...}, 'opts')
    Traceback (most recent call last):
    ValueError: opts['kind'] must be 'a': another value needs another text
    """
    kind = type(known)
    if kind is Attributes:
        if known.type not in (..., type(value).__name__):
            raise ValueError(
                f"{name} must be of the class {known.type}: another needs another text"
            )
        if known.of_class is not ...:
            require_of_class(value, known.of_class, name)
        for key, item in known.held.items():
            require_known(stored_in(value, key), item, f"{name}.{key}")
        require_known(value, known.items, name)
    elif kind is Classes:
        for classes, answer in known.answers:
            if any(is_of(value, cls) for cls in classes) is not answer:
                raise ValueError(f"{name} must {not_of(classes, answer)}")
    elif kind is dict:
        keys = [key_of(key) for key in value] if isinstance(value, dict) else None
        if keys != list(known):
            raise ValueError(
                f"{name} must have the keys {list(known)}: others need another text"
            )
        for (key, item), wanted in zip(value.items(), known.values()):
            require_known(item, wanted, f"{name}[{key!r}]")
    elif kind in (list, tuple, Length):
        count = known.number if kind is Length else len(known)
        if not hasattr(value, "__len__") or len(value) != count:
            raise ValueError(
                f"{name} must have the length {count}: another needs another text"
            )
        for place, wanted in enumerate(() if kind is Length else known):
            require_known(value[place], wanted, f"{name}[{place}]")
    elif kind is Shape:
        if np.shape(value) != known.sizes:
            raise ValueError(
                f"{name} must have the shape {known.sizes}: another needs another text"
            )
    elif known is not ... and not is_known(value, known):
        function = known.args[0] if kind is functools.partial else known
        shown = getattr(function, "__name__", repr(known))
        shown = ".".join(known) if kind is Member else shown
        raise ValueError(f"{name} must be {shown}: another value needs another text")


def is_of(value, cls):
    """Whether a value is of a class; None is that of None."""
    return value is None if cls is None else isinstance(value, cls)


def not_of(classes, answer):
    """Return what must be of what is of other classes.

    >>> not_of((None, str), False)
    'not be None or str: it needs another text'
    """
    names = [getattr(cls, "__name__", "None") for cls in classes]
    word, what = "" if answer else "not ", " or ".join(names)
    if names[-2:] == ["generic", "ndarray"]:  # and Python's own
        what = "a number or an array"
    return f"{word}be {what}: {'another' if answer else 'it'} needs another text"


def require_of_class(value, of_class, name):
    """Raise if an object hides what its class had, or the class has something else.

    >>> class Model:
    ...     scale = 2.0
    >>> require_of_class(Model(), {'scale': (2.0,)}, 'm')
    >>> require_of_class(Model(), {'scale': (3.0,)}, 'm')
    Traceback (most recent call last):
    ValueError: m.scale must be 3.0, of its class: another needs another text
    """
    for key, wanted in of_class.items():
        found = getattr(type(value), key, None)
        shown = repr(wanted[0]) if type(wanted) is tuple else "what it was"
        changed = key in (dict_of(value) or {})
        if type(wanted) is tuple:
            changed = changed or repr(found) != shown  # nan equals no nan
        elif wanted is not ...:
            changed = changed or getattr(found, "__qualname__", wanted) != wanted
        if changed:
            raise ValueError(
                f"{name}.{key} must be {shown}, of its class: another needs another "
                "text"
            )


def is_known(value, known):
    """Whether a value is the one that a text was made for.

    >>> is_known('a', 'a'), is_known(1, True), is_known(range(0, 3, 2), range(0, 4, 2))
    (True, False, False)
    """
    if value is known:
        return True
    if known is None or isinstance(known, bool):
        return False
    if isinstance(known, Member):
        return key_of(value) == known
    if isinstance(known, frozenset):
        return isinstance(value, (set, frozenset)) and {*map(key_of, value)} == known
    if isinstance(known, (range, slice)):
        return isinstance(value, type(known)) and repr(value) == repr(known)
    if isinstance(known, (str, int)):
        return np.ndim(value) == 0 and bool(value == known)
    return isinstance(known, functools.partial) and known(value)


def key_of(key):
    """Return a key with the names of members of enumerations.

    >>> key_of(('a', enum.Enum('Kind', 'A B').B))
    ('a', Member(type='Kind', name='B'))
    """
    if isinstance(key, enum.Enum):
        return Member(type(key).__name__, str(key.name))
    return tuple(map(key_of, key)) if type(key) is tuple else key
