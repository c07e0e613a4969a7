"""Pickling and copying of derivatives: as the arguments that made them, never as code.

A derivative is remade from its function, so that neither generated code nor locks are
pickled. A function is pickled by its name, or by value where the pickler can do that
(cloudpickle, dill); a wrapper of another callable by wrapping that again.
"""

from __future__ import annotations

import functools
import operator
import sys
import types
from collections.abc import Callable
from typing import Any

# The attribute of a function that holds its maker and the maker's argument.
_ATTRIBUTE = "__tangentlite_made__"


def made_by(make: Callable, source: object, function: Any) -> Any:
    """Return a function that is pickled as `make(source)`.

    >>> made = made_by(len, [1, 2], lambda x: x)
    >>> made.__tangentlite_made__[1:]
    (<built-in function len>, [1, 2])
    """
    # functools.wraps copies attributes: a wrapper's first item is another function.
    vars(function)[_ATTRIBUTE] = (function, make, source)
    return function


def made_further(make: Callable, function: Any, further: Any) -> Any:
    """Return `further`, made from a function, which is pickled as `make(function)`.

    Where the function was itself made from an object, that is pickled in its place.

    >>> first = made_by(len, [1, 2], lambda x: x)
    >>> _, make, source = made_further(str, first, lambda x: -x).__tangentlite_made__
    >>> make(source)
    '2'
    """
    made = _made_from(function)
    if made is None:
        return made_by(make, function, further)
    first, source = made
    return made_by(functools.partial(_in_turn, first, make), source, further)


def _in_turn(first: Callable, second: Callable, source: object) -> Any:
    return second(first(source))


def _made_from(function: Any) -> tuple[Callable, Any] | None:
    """Return a function's maker and the maker's argument, None if it has none."""
    made = getattr(function, "__dict__", {}).get(_ATTRIBUTE)
    return made[1:] if made is not None and made[0] is function else None


def reduced(derivative: Any, primal: Any, remake: Callable, *options: object):
    """Return the `__reduce__` value of a callable made by `remake(primal, *options)`.

    That is its name where it has replaced its function, as a decorator does.
    """
    made = _made_from(primal)
    if made is not None:
        make, source = made
        if isinstance(source, types.FunctionType) and _by_name(source) is derivative:
            return source.__qualname__
        return _remade, (remake, make, source, *options)
    if isinstance(primal, types.FunctionType):
        found = _by_name(primal)
        if found is derivative and primal.__module__ != "__main__":
            return primal.__qualname__
        for attribute in ("primal", "__wrapped__"):
            if found is not derivative and _holds(found, attribute, primal):
                get = operator.attrgetter(attribute)
                return _remade, (remake, get, found, *options)
    return remake, (primal, *options)


def _remade(remake: Callable, make: Callable, source: object, *options: object):
    return remake(make(source), *options)


def _by_name(function: types.FunctionType) -> object:
    """Return the object at a function's qualified name, None if there is none."""
    module = sys.modules.get(str(function.__module__))
    try:
        return functools.reduce(getattr, function.__qualname__.split("."), module)
    except AttributeError:
        return None


def _holds(found: object, attribute: str, function: object) -> bool:
    """Whether a decorator has replaced a function by an object that refers to it."""
    return found is not function and getattr(found, attribute, None) is function
