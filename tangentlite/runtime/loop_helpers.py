"""What loops over elements call: tests of sizes and places, sums as NumPy adds them."""

from __future__ import annotations

import numpy as np


def require_same(one, other):
    """Raise ValueError unless two sizes are equal.

    >>> require_same(2, 3)
    Traceback (most recent call last):
    ...
    ValueError: arrays of different sizes are combined
    """
    if one != other:
        raise ValueError("arrays of different sizes are combined")


def require_some(size):
    """Raise ValueError for the extreme of no entries.

    >>> require_some(0)
    Traceback (most recent call last):
    ...
    ValueError: an array without entries has no extreme
    """
    if size == 0:
        raise ValueError("an array without entries has no extreme")


def require_rows(is_contiguous):
    """Raise ValueError unless an array lies in memory row by row."""
    if not is_contiguous:
        raise ValueError("an array does not lie in memory row by row")


def require_nonzero(number):
    """Raise ZeroDivisionError for a division of Python's numbers by 0.

    >>> require_nonzero(0.0)
    Traceback (most recent call last):
    ...
    ZeroDivisionError: division by zero
    """
    if number == 0:
        raise ZeroDivisionError("division by zero")


def require_power(base, exponent):
    """Raise ValueError for a power that Python does not have as a real number."""
    if base == 0 and exponent < 0 or base < 0 and exponent != np.floor(exponent):
        raise ValueError("a power is no real number")


def as_python(result, argument):
    """Return the result of a function of math, which raises where NumPy has inf or nan.

    >>> bool(as_python(np.exp(2.0), 2.0) == np.exp(2.0))
    True
    """
    if not np.isfinite(result) and np.isfinite(argument):
        raise ValueError("a function of math is not defined here")
    return result


def stop():
    """Raise where the program does."""
    raise ValueError("the program raises an error")


def place_in(index, size):
    """Return an index of an axis, counted from its start.

    >>> place_in(-1, 3)
    2
    """
    if index < 0:
        index += size
    if index < 0 or index >= size:
        raise IndexError("an index is out of bounds")
    return index


def last_of(start, stop, step):
    """Return the last number of a range, for an empty one the one before its first.

    >>> last_of(0, 10, 3), last_of(9, 0, -3), last_of(2, 2, 1)
    (9, 3, 1)
    """
    sign = 1 if step > 0 else -1
    return start + ((stop - start + step - sign) // step - 1) * step


def pairwise_sum(x):
    """Return the sum of a vector, in the order of NumPy: halves of more than 128.

    >>> import numpy as np
    >>> x = np.sin(np.arange(1000.0))
    >>> bool(pairwise_sum(x) == np.sum(x))
    True
    """
    size = x.shape[0]
    if size <= 128:
        return sum_in_lanes(x, 0, size) if size else np.sum(x)
    # Sums of left halves, the sizes of right ones, and which are being added.
    left = np.empty(64, x.dtype)
    right = np.empty(64, np.int64)
    added = np.empty(64, np.bool_)
    start = depth = 0
    while True:
        while size > 128:
            half = size // 2
            half -= half % 8
            right[depth] = size - half
            added[depth] = False
            depth += 1
            size = half
        total = sum_in_lanes(x, start, size)
        start += size
        while depth > 0 and added[depth - 1]:
            depth -= 1
            total = left[depth] + total
        if depth == 0:
            return total
        left[depth - 1] = total
        added[depth - 1] = True
        size = right[depth - 1]


def sum_in_lanes(x, start, size):
    """Return the sum of some entries, at least one, in eight lanes."""
    if size < 8:
        total = x[start]
        for i in range(start + 1, start + size):
            total += x[i]
        return total
    a, b, c, d = x[start], x[start + 1], x[start + 2], x[start + 3]
    e, f, g, h = x[start + 4], x[start + 5], x[start + 6], x[start + 7]
    whole = start + size - size % 8
    for i in range(start + 8, whole, 8):
        a += x[i]
        b += x[i + 1]
        c += x[i + 2]
        d += x[i + 3]
        e += x[i + 4]
        f += x[i + 5]
        g += x[i + 6]
        h += x[i + 7]
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for i in range(whole, start + size):
        total += x[i]
    return total
