"""`functools.singledispatch`: calls, where the type of the argument is known."""

from __future__ import annotations

import functools
import types
from collections.abc import Iterator, Mapping

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.values.base import Known, Value
from tangentlite.values.objects import python_types


def is_dispatching(function: object) -> bool:
    """Whether a function was made by `functools.singledispatch`.

    >>> is_dispatching(functools.singledispatch(lambda x: x)), is_dispatching(repr)
    (True, False)
    """
    return (
        isinstance(function, types.FunctionType)
        and function.__globals__ is vars(functools)
        and hasattr(function, "registry")
        and hasattr(function, "dispatch")
    )


def call(b: Builder, function, arguments: list, keywords: dict, node, base: str):
    """Call the function that is registered for the type of the first argument."""
    if not arguments:
        what = f"{function.__name__} needs an argument by position."
        raise b.error(what, "Check the call.", node)
    found = _found(b, function, arguments[0], node)
    return operations.call(b, found, arguments, keywords, node, base)


def call_method(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Call a method that dispatches on the type of its argument, of an object."""
    owner, method, *given = arguments
    if not given:
        raise b.error("this method needs an argument.", "Check the call.", node)
    found = _found(b, method.value.dispatcher, given[0], node)
    return operations.call(b, found, [owner, *given], keywords, node, base)


def _found(b: Builder, function, value: object, node: gast.AST) -> Known:
    types_ = python_types.possible_types(b, value) or []
    found = {function.dispatch(type_) for type_ in types_}
    if len(found) != 1:
        raise b.error(
            "singledispatch needs an argument whose type is known here.",
            "Call the function for the type.",
            node,
        )
    for type_ in types_:
        dispatched = _Dispatched(function, type_)
        b.references.guard(dispatched, type_.__name__, function.dispatch(type_))
    return Known(found.pop())


class _Dispatched(Mapping[str, object]):
    """The function that is registered for a type, looked up at each read."""

    def __init__(self, function, type_: type) -> None:
        self._function, self._type = function, type_

    def __getitem__(self, name: str) -> object:
        return self._function.dispatch(self._type)

    def __iter__(self) -> Iterator[str]:
        return iter((self._type.__name__,))

    def __len__(self) -> int:
        return 1
