"""Fresh names, in the order they are asked for."""

from __future__ import annotations

import builtins
import re
from collections.abc import Container, Iterable


class Names:
    """Hands out names that differ from all names handed out before.

    >>> names = Names(['x'])
    >>> names.fresh('x'), names.fresh('x'), names.fresh('y')
    ('x1', 'x2', 'y')
    """

    def __init__(self, taken: Iterable[str] = (), avoid: Container[str] = ()) -> None:
        self._taken = set(taken)
        self._avoid = avoid
        self._next: dict[str, int] = {}

    def reserve(self, name: str) -> None:
        """Never hand out this name."""
        self._taken.add(name)

    def taken(self, name: str) -> bool:
        """Whether a name was handed out or reserved."""
        return name in self._taken

    def _usable(self, name: str) -> bool:
        return name not in self._taken and name not in self._avoid

    def fresh(self, base: str) -> str:
        """Return `base`, or `base` with the first free number behind it."""
        name, number = base, self._next.get(base, 1)
        while not self._usable(name):
            name = f"{base}{number}"
            number += 1
        self._next[base] = number
        self._taken.add(name)
        return name


def stem(name: str) -> str:
    """Return a name without its trailing number.

    >>> stem('x12'), stem('t'), stem('w1_bar3')
    ('x', 't', 'w1_bar')
    """
    return re.sub(r"(?<=[^\d_])\d+$", "", name)


def is_builtin(name: object) -> bool:
    """Whether a name is one of Python's own.

    `_` is not, though an interactive session puts it among them.

    >>> is_builtin('len'), is_builtin('_')
    (True, False)
    """
    return not str(name).startswith("_") and hasattr(builtins, str(name))
