"""What generated code takes for granted of the user's functions, classes and modules.

Each fact says whether it holds of a namespace, or of a function, as it is now.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Binding:
    """Whether there is something under a name.

    >>> Binding(False).holds({'a': 1}, 'b')
    True
    """

    bound: bool

    def holds(self, namespace: Mapping[str, object], name: str) -> bool:
        """Whether that is so still."""
        return (name in namespace) is self.bound


@dataclass(frozen=True, eq=False)
class Members:
    """What a class is made of: how many names it has, and what its methods are.

    The values of its data may change; what is read of them is a fact of its own.
    """

    owner: type
    count: int
    fixed: tuple[tuple[str, object], ...]

    def holds(self, namespace: Mapping[str, object], name: str = "") -> bool:
        """Whether the class has been left as it was."""
        if len(namespace) != self.count:
            return False
        for member, value in self.fixed:
            if namespace.get(member) is not value:
                return False
        return True


def members_of(cls: type) -> Members:
    """Return what a class is made of.

    >>> class Point:
    ...     scale = 2.0
    ...     def size(self): return 1.0
    >>> [name for name, _ in members_of(Point).fixed]
    ['size']
    """
    found = tuple((n, v) for n, v in vars(cls).items() if _is_fixed(n, v))
    return Members(cls, len(vars(cls)), found)


def _is_fixed(name: str, value: Any) -> bool:
    if name in ("__dict__", "__weakref__"):
        return False
    return callable(value) or hasattr(type(value), "__get__")


@dataclass(frozen=True, eq=False)
class Code:
    """The code and the defaults of a function."""

    code: types.CodeType
    defaults: tuple | None
    keywords: Constants | None

    def holds(self, function: Any, name: str = "") -> bool:
        """Whether nobody has given the function others."""
        if function.__code__ is not self.code:
            return False
        if function.__defaults__ is not self.defaults:
            return False
        return self.keywords is None or self.keywords.holds(function.__kwdefaults__)


def code_of(function: types.FunctionType) -> Code:
    """Return the code and the defaults of a function."""
    keywords = function.__kwdefaults__
    known = Constants(constants_in(keywords)) if keywords else None
    return Code(function.__code__, function.__defaults__, known)


@dataclass(frozen=True)
class Constants:
    """The numbers, flags, text and functions that a dict holds."""

    items: tuple[tuple[str, object], ...]

    def holds(self, found: Any, name: str = "") -> bool:
        """Whether a dict still holds these."""
        if not isinstance(found, dict):
            return False
        for key, value in self.items:
            if found.get(key) is not value:
                return False
        return True


def constants_in(found: Mapping[str, object]) -> tuple[tuple[str, object], ...]:
    """Return the items of a dict that stand as literals in generated code.

    >>> constants_in({'a': 1.0, 'b': [2.0]})
    (('a', 1.0),)
    """
    plain = (bool, int, float, str, type(None))
    return tuple(
        (key, value)
        for key, value in found.items()
        if type(value) in plain or callable(value)
    )


FACTS = (Binding, Members, Code, Constants)
