"""Functions for the examples in docstrings."""

from __future__ import annotations

import math

from tangentlite.rules.numerical_functions import numerical


def square(x: float) -> float:
    """Return x * x."""
    return x * x


def product(x: float, y: float) -> float:
    """Return x * y."""
    return x * y


erf = numerical(math.erf)


def square_of_erf(x: float) -> float:
    """Return the square of a function without Python source."""
    return erf(x) ** 2
