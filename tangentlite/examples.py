"""Two functions for the examples in docstrings."""

from __future__ import annotations


def square(x: float) -> float:
    """Return x * x."""
    return x * x


def product(x: float, y: float) -> float:
    """Return x * y."""
    return x * y
