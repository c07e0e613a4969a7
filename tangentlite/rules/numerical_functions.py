"""Functions without Python source, differentiated by central differences."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from tangentlite import errors
from tangentlite.tracebacks.frames import surface

R = TypeVar("R")


class Numerical(Generic[R]):
    """A function that is differentiated by central differences: see `numerical`."""

    def __init__(self, function: Callable[..., R]) -> None:
        functools.update_wrapper(self, function)
        self.function = function

    def __call__(self, *arguments: Any) -> R:
        """Call the function itself."""
        return self.function(*arguments)


@surface
def numerical(f: Callable[..., R]) -> Numerical[R]:
    """Return a function that is differentiated by central differences.

    For functions without Python source: compiled ones, and those of other libraries.
    It takes real numbers and arrays by position, gives a number or an array, and does
    not write its arguments. The error of a derivative is about 1e-11 of the function's
    size if that is smooth on the scale of its argument; an argument of n entries takes
    4 n calls in reverse mode, 4 calls in forward mode. A NumericalWarning is
    given where code for it is generated. Second derivatives are refused.

    >>> import warnings
    >>> import tangentlite as tl
    >>> from tangentlite.examples import square_of_erf
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter('ignore', tl.NumericalWarning)
    ...     round(tl.grad(square_of_erf)(0.5), 9)
    0.91481245
    """
    if not callable(f):
        raise errors.ArgumentError(f"numerical takes a function, not {f!r}.")
    return Numerical(f)
