"""Guards on the user's functions, classes and modules that generated code relies on.

Each fact has a method that tests it on the present namespace or function.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Binding:
    """Whether a name is bound.

    >>> Binding(False).holds({'a': 1}, 'b')
    True
    """

    bound: bool

    def holds(self, namespace: Mapping[str, object], name: str) -> bool:
        """Whether the name is still bound, or unbound."""
        return (name in namespace) is self.bound


@dataclass(frozen=True, eq=False)
class Members:
    """The members of a class: the number of names, and its methods.

    Its data may change; each datum that is read has a guard of its own.
    """

    owner: type
    count: int
    fixed: tuple[tuple[str, object], ...]

    def holds(self, namespace: Mapping[str, object], name: str = "") -> bool:
        """Whether the class is unchanged."""
        if len(namespace) != self.count:
            return False
        for member, value in self.fixed:
            if namespace.get(member) is not value:
                return False
        return True


def members_of(cls: type) -> Members:
    """Return the members of a class.

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
        """Whether the function has the same code and defaults."""
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
    """The numbers, flags, text and functions in a dict."""

    items: tuple[tuple[object, object], ...]

    def holds(self, found: Any, name: str = "") -> bool:
        """Whether a dict still contains these."""
        if not isinstance(found, dict):
            return False
        for key, value in self.items:
            if found.get(key) is not value:
                return False
        return True


def constants_in(found: Mapping[str, object]) -> tuple[tuple[str, object], ...]:
    """Return the items of a dict that are literals in generated code.

    >>> constants_in({'a': 1.0, 'b': [2.0]})
    (('a', 1.0),)
    """
    plain = (bool, int, float, str, type(None))
    return tuple(
        (key, value)
        for key, value in found.items()
        if type(value) in plain or callable(value)
    )


@dataclass(frozen=True)
class InThisProcess:
    """That the text depends on what no name leads to, such as what is installed.

    It stays as it is in a process, but another one cannot compare it. One that is
    `of_one_closure` holds functions that read variables of that closure.
    """

    of_one_closure: bool = False

    def holds(self, namespace: Mapping[str, object], name: str = "") -> bool:
        """Yes."""
        return True


FACTS = (Binding, Members, Code, Constants, InThisProcess)
