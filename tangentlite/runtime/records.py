"""Objects that generated code makes without their classes' constructors."""

from __future__ import annotations

from typing import Any

import numpy as np


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
    ValueError: an object's array, which is written, shares memory with another argument
    """
    for other in others:
        if isinstance(other, np.ndarray) and np.may_share_memory(written, other):
            if np.shares_memory(written, other):
                raise ValueError(
                    "an object's array, which is written, shares memory with another "
                    "argument"
                )


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
