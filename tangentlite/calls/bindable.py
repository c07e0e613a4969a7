"""Callables that bind like functions, typed by the parameters of a user's function."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")
S = TypeVar("S")


class Bindable(Generic[P, R]):
    """A callable with the parameters P and the result R, also as a method of a class.

    >>> class Double(Bindable):
    ...     def __call__(self, item):
    ...         return 2.0 * item.size
    >>> class Item:
    ...     size = 3.0
    ...     doubled = Double()
    >>> Item().doubled()
    6.0
    """

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what is computed of these arguments."""
        raise NotImplementedError

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Self: ...
    @overload
    def __get__(
        self: Bindable[Concatenate[Any, Q], S],
        instance: object,
        owner: type | None = None,
    ) -> Callable[Q, S]: ...
    def __get__(self, instance: object, owner: type | None = None) -> Any:
        """Bind like a function in a class."""
        return self if instance is None else types.MethodType(self, instance)
