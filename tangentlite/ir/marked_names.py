"""Names that know what they name: variables of rewrites, functions that write."""

from __future__ import annotations

from typing import Self


class Hidden(str):
    """The name of a variable that a rewrite makes, and that no user can write.

    Its `role` says what the variable is for; `number` tells it from others of the role.

    >>> Hidden('done', 1), Hidden('done', 1).role
    ('<done 1>', 'done')
    """

    role: str
    number: int | str

    def __new__(cls, role: str, number: int | str) -> Self:
        """Spell the name from its parts."""
        name = super().__new__(cls, f"<{role} {number}>")
        name.role, name.number = role, number
        return name

    def __reduce__(self) -> tuple[type[Self], tuple[str, int | str]]:
        """Make copies and pickles of the same parts."""
        return type(self), (self.role, self.number)


class Writer(str):
    """The name of a function that writes into arrays and lists that it is given.

    `writes` says into how many of its arguments, from the first; None is all.
    """

    writes: int | None

    def __new__(cls, name: str, writes: int | None = None) -> Self:
        """Take the name that a function has in the text."""
        made = super().__new__(cls, name)
        made.writes = writes
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, int | None]]:
        """Make copies and pickles that know the same."""
        return type(self), (str(self), self.writes)


def role_of(name: object) -> str | None:
    """Return the role of a hidden variable; None for what is no name of one."""
    return name.role if isinstance(name, Hidden) else None
