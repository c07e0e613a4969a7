"""Functions of one number whose series have recurrences, in Taylor mode.

The series of any other function with a rule follows from the rule; where that reads the
function's own result, it takes as many passes as there are coefficients.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

_RECURRENCES: dict[object, Recurrence] = {}


@dataclass(frozen=True)
class Recurrence:
    """A helper of the runtime that gives the coefficients of a function.

    Its arguments are "y" for the result, "x" for the argument, "x_series" for the
    coefficients of that, and numbers.
    """

    helper: Callable
    arguments: tuple[str | float, ...]


def recurrence(
    helper: Callable, arguments: tuple[str | float, ...], *functions: Callable
) -> None:
    """Register the recurrence that gives the coefficients of some functions."""
    found = Recurrence(helper, arguments)
    _RECURRENCES.update(dict.fromkeys(functions, found))


def recurrence_of(function: object) -> Recurrence | None:
    """Return the recurrence of a function, None without one."""
    try:
        return _RECURRENCES.get(function)
    except TypeError:  # it cannot be a key
        return None
