"""What a program sees of the results of SciPy's solvers: objects that are read.

They have the attributes that have a derivative or are constant. Others that SciPy gives
(`hess_inv`, `sol`) are refused where a program reads them, with those that there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tangentlite.values.heap import Instance


class Result:
    """A result whose attributes are read by their names, as items, too.

    >>> class Minimum(Result):
    ...     def __init__(self, x: float) -> None:
    ...         self.x = x
    >>> Minimum(2.0)["x"]
    2.0
    """

    is_result = True

    # It is walked, as a user's would be.
    def __getitem__(self, name: str) -> Any:
        """Return an attribute."""
        return getattr(self, name)

    # SciPy's result may have what is not there: that is refused, not absent.
    def __contains__(self, name: str) -> bool:
        """Whether there is an attribute: raises AttributeError without it."""
        getattr(self, name)
        return True

    def get(self, name: str, default: Any = None) -> Any:
        """Return an attribute: raises AttributeError without it."""
        return getattr(self, name)


class OdeResult(Result):
    """What a program sees of a result of `solve_ivp`."""


class OptimizeResult(Result):
    """What a program sees of a solution: that, and what follows from it."""


def result(b: Any, cls: type[Result], parts: Mapping[str, Any], base: str) -> Instance:
    """Return an object of a class with attributes."""
    name_parts(b, parts, base)
    return Instance(b.heap, cls, tuple(parts), tuple(parts.values()))


def name_parts(b: Any, parts: Mapping[str, Any], base: str) -> None:
    """Let what a result is made of have names of its own, `sol_y` for `sol.y`."""
    for attribute, value in parts.items():
        name = str(getattr(value, "name", None))
        if b.bases.get(name) == base:
            b.bases[name] = f"{base}_{attribute}"
