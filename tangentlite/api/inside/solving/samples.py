"""What the solvers of scipy.optimize return, of which kind it is: nothing is solved.

A kind is found by calls with numbers of no meaning. With these a user's function may
have no root, and an equation in it may take forever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Flag:
    """An attribute that says how it went: a number or a text."""

    name: str
    type: type


Flags = tuple[Flag, ...]


def flags_of(**types: type) -> Flags:
    """Return attributes of some types.

    >>> flags_of(success=bool)[0].name
    'success'
    """
    return tuple(Flag(name, type_) for name, type_ in types.items())


# Of the constant options of a call, the start (None without one), and whether it has a
# bracket: a value of the solution's kind.
Sample = Callable[[Mapping[str, Any], Any, bool], Any]


def number(options: Mapping[str, Any], start: Any, has_bracket: bool) -> float:
    """Return a number of Python, as `brentq` does."""
    return 1.0


def number_of_numpy(options: Mapping[str, Any], start: Any, has_bracket: bool) -> Any:
    """Return a number of NumPy, as `toms748` and `minimize_scalar` do."""
    return np.float64(1.0)


def root_scalar(options: Mapping[str, Any], start: Any, has_bracket: bool) -> Any:
    """Return Python's numbers for brackets: `toms748` returns NumPy's.

    >>> type(root_scalar({"method": "newton"}, 1.0, False)).__name__
    'float64'
    """
    method = options.get("method") or ("brentq" if has_bracket else "newton")
    in_python = method in ("brentq", "brenth", "bisect", "ridder")
    return 1.0 if in_python else np.float64(1.0)


def like_start(options: Mapping[str, Any], start: Any, has_bracket: bool) -> Any:
    """Return the start in floats, and a number for an array without axes: `newton`."""
    return np.asarray(start)[()] * 1.0


def array_like_start(options: Mapping[str, Any], start: Any, has_bracket: bool) -> Any:
    """Return an array of the start's shape, also of none: `fixed_point`."""
    return np.asarray(np.asarray(start) * 1.0)


def row(options: Mapping[str, Any], start: Any, has_bracket: bool) -> np.ndarray:
    """Return the start in one row: `fsolve`."""
    return np.ravel(start) * 1.0


def root(options: Mapping[str, Any], start: Any, has_bracket: bool) -> np.ndarray:
    """Return a row by MINPACK's methods; others keep the shape.

    >>> square = np.zeros((2, 2))
    >>> root({}, square, False).shape, root({"method": "krylov"}, square, False).shape
    ((4,), (2, 2))
    """
    if options.get("method", "hybr") in ("hybr", "lm"):
        return row(options, start, has_bracket)
    return array_like_start(options, start, has_bracket)


def minimize(options: Mapping[str, Any], start: Any, has_bracket: bool) -> np.ndarray:
    """Return a row; SciPy takes no matrices.

    >>> minimize({}, 1.0, False)
    array([1.])
    """
    if np.ndim(start) > 1:
        raise ValueError("'x0' must only have one dimension.")
    return np.atleast_1d(start) * 1.0
