"""Builtins written out in Python, differentiated where a program calls them."""

from __future__ import annotations


def sum_of_items(iterable, start=0):
    """Add items from the left, as `sum` does.

    >>> sum_of_items([1.0, 2.0], 0.5)
    3.5
    """
    total = start
    for item in iterable:
        total = total + item
    return total
