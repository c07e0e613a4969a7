"""Helpers of generated code for lists of any length."""

from __future__ import annotations

import numpy as np


def to_list(array):
    """Return the entries of a vector as a list of Python's numbers.

    >>> to_list(np.arange(3))
    [0, 1, 2]
    """
    return array.tolist()


def append_to(items, item):
    """Append to a list from outside; the name says that this is not dropped.

    >>> history = []
    >>> append_to(history, 0.5)
    >>> history
    [0.5]
    """
    items.append(item)


def count_now(items):
    """Return the length of a list from outside, which what is appended changes.

    >>> count_now([0.5])
    1
    """
    return len(items)


def list_of_lists(rows):
    """Return the rows of an array as lists.

    >>> [len(row) for row in list_of_lists(np.ones((2, 3)))]
    [3, 3]
    """
    return [list(row) for row in rows]


def list_of_tuples(rows, depth=1):
    """Return the rows of an array as tuples; `depth` says how deep these are nested.

    >>> [len(row) for row in list_of_tuples(np.ones((2, 3)))]
    [3, 3]
    """
    if depth == 1:
        return list(zip(*np.swapaxes(rows, 0, 1)))  # faster than row by row
    return [tuple(list_of_tuples(row, depth - 1)) for row in rows]


def tangents_of_items(tangents, items):
    """Return tangents of a list's items, zeros for None and for what has no derivative.

    >>> tangents_of_items([(None, 1.0), (5.0, None)], [(1, 0.5), (2, 0.4)])
    [(0.0, 1.0), (0.0, 0.0)]
    """
    if not isinstance(tangents, (tuple, list)) or len(tangents) != len(items):
        have = f"{len(tangents)} items" if hasattr(tangents, "__len__") else "no items"
        error = ValueError(f"a tangent has {have}, but what it belongs to {len(items)}")
        vars(error)["of_cotangent"] = (
            True  # what calls a derivative raises ArgumentError
        )
        raise error
    return [_tangent_of_item(tangent, item) for tangent, item in zip(tangents, items)]


def _tangent_of_item(tangent, item):
    if tangent is None:
        return zeros_like_item(item)
    if isinstance(item, tuple):
        return tuple(tangents_of_items(tangent, item))
    return tangent if np.result_type(item).kind in "fc" else 0.0


def zeros_like_items(items):
    """Return a list of zeros with the shapes and dtypes of a list's items.

    A list that no path has made yet is None, and has no items.

    >>> zeros_like_items([1.5, (2.0, 3.0)])
    [0.0, (0.0, 0.0)]
    """
    return [zeros_like_item(item) for item in items or ()]


def ones_like_items(items):
    """Return ones for each number in a list.

    >>> ones_like_items([1.5, (2.0, 3.0)])
    [1.0, (1.0, 1.0)]
    """
    return [
        tuple(ones_like_items(item)) if isinstance(item, tuple) else item * 0 + 1.0
        for item in items
    ]


def zeros_like_item(value):
    """Return zeros like a value: 0.0 for a number of Python, tuples item by item.

    >>> zeros_like_item(np.ones(2)), zeros_like_item(np.float32(2.0))
    (array([0., 0.]), np.float32(0.0))
    """
    if isinstance(value, (tuple, list)):
        items = [zeros_like_item(item) for item in value]
        return tuple(items) if isinstance(value, tuple) else items
    if isinstance(value, np.ndarray):
        return np.zeros_like(value)
    is_short = isinstance(value, np.inexact) and not isinstance(value, float)
    return type(value)(0.0) if is_short else 0.0
