"""Objects that generated code makes without their classes' constructors."""

from __future__ import annotations


def record(type_: type, **attributes: object) -> object:
    """Return an object of a class with some attributes, of which no code is run.

    >>> import types
    >>> record(types.SimpleNamespace, a=1.0)
    namespace(a=1.0)
    """
    made: object = object.__new__(type_)
    for name, value in attributes.items():
        object.__setattr__(made, name, value)
    return made
