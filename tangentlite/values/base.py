"""The simplest values: what exists at run time, what is known now, and tuples."""

from __future__ import annotations

import types
from dataclasses import dataclass, field
from enum import Enum, Flag
from typing import Any

import gast
import numpy as np

from tangentlite import errors
from tangentlite.kinds.kind import Array, Kind, ListOf, Opaque, Scalar
from tangentlite.kinds.objects.user_objects import made_of


class Value:
    """What a Python variable can stand for while a function is walked.

    Each class says what its values are made of; whoever walks through values
    (`values/structure.py`) knows no class.
    """

    # of what exists at run time
    kind: Kind | None = None

    @property
    def held(self) -> tuple[Value, ...]:
        """The values that a container, or an optional value, holds itself."""
        return ()

    @property
    def inside(self) -> tuple[Value, ...]:
        """All values that it is made of, held or not."""
        return self.held

    @property
    def phi_parts(self) -> tuple[tuple[str, Value], ...]:
        """What of it gets a phi where it is made on one path only, each with a base.

        The base of the phi's name is '' where it is that of the value itself.
        """
        return ()

    def with_phi_parts(self, parts: tuple) -> Value:
        """Return one that has the phis in place of its `phi_parts`."""
        raise TypeError(f"a {type(self).__name__} has no parts with phis")

    @property
    def is_static(self) -> bool:
        """Whether it is a literal, a known object, or a container of such."""
        return False

    @property
    def flag_type(self) -> type | None:
        """Str, or the enumeration of which it is a member, known now or not."""
        return None

    def describe(self) -> str:
        """Say what it is in a user's words."""
        return f"a {type(self).__name__.lower()} object"

    def static_value(self) -> Any:
        """Return the Python object that a static value is; of others it raises."""
        raise TypeError(f"a {type(self).__name__} has no value that is known")


@dataclass(frozen=True)
class Atom(Value):
    """A run-time value: a name or literal of the core program, and its kind."""

    node: gast.expr
    kind: Kind = field()

    @property
    def name(self) -> str | None:
        """The name, None for a literal."""
        return self.node.id if isinstance(self.node, gast.Name) else None

    @property
    def is_static(self) -> bool:
        """Whether it is the literal of a number."""
        return isinstance(self.kind, Scalar) and self.kind.value is not None

    @property
    def flag_type(self) -> type | None:
        """Its class, if that is known to be str or an enumeration."""
        return _flag_type(self.kind.type) if isinstance(self.kind, Opaque) else None

    def describe(self) -> str:
        """Say of which kind it is."""
        if isinstance(self.kind, Scalar):
            return f"a number ({self.kind.dtype})"
        if isinstance(self.kind, Array):
            return "an array"
        if isinstance(self.kind, ListOf):
            return "a list whose length is known only when the program runs"
        if isinstance(self.kind, Opaque) and self.kind.type is not None:
            return f"an object of type {self.kind.type.__name__}"
        return "an object whose type is known only when the program runs"

    def static_value(self) -> Any:
        """Return the number; raises if it is known only when the program runs."""
        if not isinstance(self.kind, Scalar) or self.kind.value is None:
            raise errors.UnplacedError(
                "an option is computed, which must be known when the derivative is "
                "made.\nWrite it out, or pass it as an integer or flag argument."
            )
        return self.kind.value


def _flag_type(found: Any) -> type | None:
    """Return a class that is str or an enumeration, None in place of others."""
    if not isinstance(found, type):
        return None
    # What is an integer as well has operations that would have to be followed.
    is_member = issubclass(found, Enum) and not issubclass(found, (int, Flag))
    return found if found is str or is_member else None


def required_atom(value: object) -> Atom:
    """Return a value that exists at run time; raises TypeError for others."""
    if isinstance(value, Atom):
        return value
    raise TypeError(f"{value} is no atom")


@dataclass(frozen=True, eq=False)
class Known(Value):
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

    @property
    def is_static(self) -> bool:
        """Yes."""
        return True

    @property
    def flag_type(self) -> type | None:
        """Its class, if that is str or an enumeration."""
        return _flag_type(type(self.value))

    def describe(self) -> str:
        """Show the object."""
        return "None" if self.value is None else repr(self.value)[:60]

    def static_value(self) -> Any:
        """Return the object."""
        return self.value

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
class Maybe(Value):
    """A value, or nothing where a flag is true when the program runs.

    What is `absent` there is None, or the value of a variable that nothing has bound.
    """

    flag: Atom
    value: Value
    absent: Value = Known(None)

    @property
    def items(self) -> tuple:
        """What it is made of."""
        return self.flag, self.value

    held = items

    def with_items(self, items: tuple) -> Maybe:
        """Return one that is made of others, absent alike."""
        flag, value = items
        return Maybe(flag, value, self.absent)

    @property
    def phi_parts(self) -> tuple:
        """The flag and the value."""
        return tuple(("", part) for part in self.items)

    def with_phi_parts(self, parts: tuple) -> Maybe:
        """Return one that is made of phis."""
        return self.with_items(parts)

    def describe(self) -> str:
        """Say what it is, if it is something."""
        return f"{self.value.describe()} or None, depending on values"


@dataclass(frozen=True)
class Sequence(Value):
    """A tuple whose items are told apart by position; lists are `List`."""

    items: tuple
    type: type = tuple

    @property
    def held(self) -> tuple:
        """The items."""
        return self.items

    def with_items(self, items: tuple) -> Sequence:
        """Return one of the same class with other items."""
        return Sequence(items, self.type)

    @property
    def phi_parts(self) -> tuple:
        """The items."""
        return tuple(("", item) for item in self.items)

    def with_phi_parts(self, parts: tuple) -> Sequence:
        """Return one of the same class with phis as items."""
        return self.with_items(parts)

    def describe(self) -> str:
        """Say of which class it is."""
        return f"a {self.type.__name__}"

    @property
    def is_static(self) -> bool:
        """Whether all items are."""
        return all(item.is_static for item in self.held)

    def static_value(self) -> Any:
        """Return the tuple, named tuple or list."""
        return made_of(self.type, (item.static_value() for item in self.items))


@dataclass(frozen=True)
class Range(Value):
    """`range(start, stop, step)`, and reversed."""

    start: Atom
    stop: Atom
    step: Atom

    @property
    def inside(self) -> tuple:
        """Its bounds and step."""
        return self.start, self.stop, self.step

    def known(self) -> range | None:
        """Return the range if it is known now; else None."""
        if not all(part.is_static for part in self.inside):
            return None
        return range(*(part.static_value() for part in self.inside))
