"""Fresh names, and the variables that names of versions and adjoints belong to."""

from __future__ import annotations

import builtins
import re
from collections.abc import Container, Iterable, Mapping


class Names:
    """A generator of names that differ from all earlier ones.

    >>> names = Names(['x'])
    >>> names.fresh('x'), names.fresh('x'), names.fresh('y')
    ('x1', 'x2', 'y')
    """

    def __init__(self, taken: Iterable[str] = (), avoid: Container[str] = ()) -> None:
        self._taken = set(taken)
        self._avoid = avoid
        self._next: dict[str, int] = {}

    def reserve(self, name: str) -> None:
        """Never generate this name."""
        self._taken.add(name)

    def taken(self, name: str) -> bool:
        """Whether a name was generated or reserved."""
        return name in self._taken

    def _usable(self, name: str) -> bool:
        return name not in self._taken and name not in self._avoid

    def fresh(self, base: str) -> str:
        """Return `base`, or `base` followed by the first free number."""
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


# The base of temporaries, and that of a user's variable with this name.
TEMPORARY, NAMED_T = "t", "t_"
SUFFIXES = ("_bar", "_dot", "_series", "_saved")
# A base is the text of a variable or, after this mark, another name and a suffix.
_OF = "@"
# This one is followed by another variable that the value belongs to.
_OR = "|"


def derived(name: str, suffix: str = "") -> str:
    """Return the base of a name's adjoint or tangent, or without a suffix its copy."""
    return f"{_OF}{name}{suffix}"


def also(base: str, name: str) -> str:
    """Return a base with another name that it is also derived from."""
    return f"{base}{_OR}{name}"


def other_owner(name: str, bases: Mapping[str, str]) -> str:
    """Return the other name that a name is also derived from, '' for none.

    >>> other_owner("t9_bar", {"t9_bar": also(derived("t9", "_bar"), "v3")})
    'v3'
    """
    return bases.get(name, "").partition(_OR)[2]


def plain(base: str) -> str:
    """Return the text of a base as part of a name.

    >>> plain(derived("l4", "_bar")), plain("l")
    ('l4_bar', 'l')
    """
    return base.partition(_OR)[0].replace(_OF, "")


def owner_of(name: str, bases: Mapping[str, str]) -> tuple[str, str]:
    """Return the name that a name is derived from, and the suffix; '' for none.

    >>> owner_of("l4_bar1", {"l4_bar1": derived("l4", "_bar")}), owner_of("l", {})
    (('l4', '_bar'), ('', ''))
    """
    base = bases.get(name, name)
    if not base.startswith(_OF):
        return "", ""
    owner = base.removeprefix(_OF).partition(_OR)[0]
    suffix = next((s for s in SUFFIXES if owner.endswith(s)), "")
    return owner.removesuffix(suffix), suffix


def variable_of(name: str, bases: Mapping[str, str]) -> str:
    """Return the variable, or the variable's adjoint, that a name is a version of.

    >>> bases = {"l4": "l", "l4_bar1": derived("l4", "_bar"), "t9": derived("l4")}
    >>> variable_of("l4", bases), variable_of("l4_bar1", bases), variable_of("x", bases)
    ('l', 'l_bar', 'x')
    """
    owner, suffix = owner_of(name, bases)
    if owner:
        return variable_of(owner, bases) + suffix
    return bases.get(name, name).partition(_OR)[0]


def root_of(name: str, bases: Mapping[str, str]) -> str:
    """Return the original name of a value that was saved for the backward sweep.

    >>> root_of("t9", {"t9": derived("t4"), "t4": "t"}), root_of("t4", {"t4": "t"})
    ('t4', 't4')
    """
    owner, suffix = owner_of(name, bases)
    return root_of(owner, bases) if owner and not suffix else name


def is_temporary(variable: str) -> bool:
    """Whether it is the variable of temporaries, or of their derivatives.

    >>> is_temporary('t'), is_temporary('t_bar'), is_temporary('t_'), is_temporary('t1')
    (True, True, False, False)
    """
    suffix = next((s for s in SUFFIXES if variable.endswith(s)), "")
    if suffix and variable != suffix:
        return is_temporary(variable.removesuffix(suffix))
    return variable == TEMPORARY


def is_builtin(name: object) -> bool:
    """Whether a name is a builtin.

    `_` is not, though interactive sessions add it to the builtins.

    >>> is_builtin('len'), is_builtin('_')
    (True, False)
    """
    return not str(name).startswith("_") and str(name) in vars(builtins)
