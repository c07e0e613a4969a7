"""The simplest values: what exists at run time, what is known now, and tuples."""

from __future__ import annotations

from dataclasses import dataclass

import gast

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


@dataclass(frozen=True)
class Known:
    """An object known now: a function, a module, a dtype, None, a string."""

    value: object
    text: str | None = None  # how the user's module reaches it

    def __hash__(self) -> int:
        """What has no hash of its own is told from others by being itself."""
        try:
            return hash((self.value, self.text))
        except TypeError:
            return hash((id(self.value), self.text))


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
