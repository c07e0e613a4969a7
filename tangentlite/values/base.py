"""The simplest values: what exists at run time, what is known now, and tuples."""

from __future__ import annotations

import types
from dataclasses import dataclass
from enum import Enum

import gast
import numpy as np

from tangentlite.kinds.kind import Kind


@dataclass(frozen=True)
class Atom:
    """A run-time value: a name or literal of the core program, and its kind."""

    node: gast.expr
    kind: Kind

    @property
    def name(self) -> str | None:
        """The name, None for a literal."""
        return self.node.id if isinstance(self.node, gast.Name) else None


def required_atom(value: object) -> Atom:
    """Return a value that exists at run time; raises TypeError for others."""
    if isinstance(value, Atom):
        return value
    raise TypeError(f"{value} is no atom")


@dataclass(frozen=True, eq=False)
class Known:
    """An object known now: a function, a module, a dtype, None, a string.

    >>> Known(1) == Known(True), Known(range(0, 3, 2)) == Known(range(0, 4, 2))
    (False, False)
    """

    value: object
    text: str | None = None  # how the user's module reaches it

    @property
    def held_type(self) -> type:
        """The class of the object."""
        return type(self.value)

    def __eq__(self, other: object) -> bool:
        """Whether nothing tells the two objects apart."""
        if not isinstance(other, Known) or self.text != other.text:
            return False
        if self.value is other.value:
            return True
        one, two = _identity(self.value), _identity(other.value)
        return one is not None and one == two

    def __hash__(self) -> int:
        """Return a number by which it is found."""
        return hash((_identity(self.value) or id(self.value), self.text))


def _identity(value: object) -> object | None:
    """Return what tells a value from others of equal contents, None if it is itself.

    Methods are made anew whenever they are read.
    """
    if isinstance(value, _METHODS):
        return value
    if isinstance(value, _BY_CONTENTS) and not isinstance(value, Enum):
        return type(value), repr(value)
    return repr(value) if type(value) is range else None


_METHODS = (types.MethodType, types.BuiltinMethodType, types.MethodWrapperType)
_BY_CONTENTS = (
    bool, int, float, complex, str, bytes, np.number, np.bool_, np.character, np.dtype,
)  # fmt: skip


@dataclass(frozen=True)
class Maybe:
    """A value, or nothing where a flag is true when the program runs.

    What is `absent` there is None, or the value of a variable that nothing has bound.
    """

    flag: Atom
    value: object
    absent: object = Known(None)

    @property
    def items(self) -> tuple:
        """What it is made of."""
        return self.flag, self.value


@dataclass(frozen=True)
class Sequence:
    """A tuple whose items are told apart by position; lists are `List`."""

    items: tuple
    type: type = tuple


@dataclass(frozen=True)
class Range:
    """`range(start, stop, step)`, and reversed."""

    start: Atom
    stop: Atom
    step: Atom
