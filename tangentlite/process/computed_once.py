"""Attributes that are computed when they are read first, without a lock.

`functools.cached_property` of Python 3.11 holds a lock of its class while it computes.
A child process that is forked meanwhile finds it held, and waits for it forever. Here
two threads may compute a value at once; both are equal, and one of them stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class computed_once(Generic[T]):
    """A property whose value stays in the object.

    >>> class Circle:
    ...     def __init__(self, radius: float) -> None:
    ...         self.radius = radius
    ...     @computed_once
    ...     def area(self) -> float:
    ...         print("once")
    ...         return 3.0 * self.radius**2
    >>> circle = Circle(2.0)
    >>> circle.area, circle.area
    once
    (12.0, 12.0)
    """

    def __init__(self, function: Callable[[Any], T]) -> None:
        """Take a method, whose documentation is the property's."""
        self._function = function
        self._name = function.__name__
        self.__doc__ = function.__doc__

    @overload
    def __get__(self, owner: None, cls: type) -> computed_once[T]: ...

    @overload
    def __get__(self, owner: object, cls: type) -> T: ...

    def __get__(self, owner: object, cls: type) -> Any:
        """Compute the value; afterwards it is found in the object itself."""
        if owner is None:
            return self
        return vars(owner).setdefault(self._name, self._function(owner))
