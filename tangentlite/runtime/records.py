"""Objects that generated code makes without their classes' constructors."""

from __future__ import annotations

from typing import Any

import numpy as np  # noqa: F401 - for the examples


def store(array, contents) -> None:
    """Write the contents of a copy into the array that it was made of.

    >>> x = np.zeros(2)
    >>> store(x, np.ones(2)); x
    array([1., 1.])
    """
    array[...] = contents


def refill(container, contents) -> None:
    """Give a list or dict the contents of another one.

    >>> items = [1, 2]
    >>> refill(items, [3]); items
    [3]
    """
    if isinstance(container, dict):
        container.clear()
        container.update(contents)
    else:
        container[:] = contents


def record(type_: Any, **attributes: object) -> object:
    """Return an object of a class with some attributes, of which no code is run.

    >>> import types
    >>> record(types.SimpleNamespace, a=1.0)
    namespace(a=1.0)
    """
    made = type_.__new__(type_)
    for name, value in attributes.items():
        object.__setattr__(made, name, value)
    return made
