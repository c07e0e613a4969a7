"""Python's own functions of numbers and sequences."""
import math

import numpy as np

from tangentlite.rules.registry import adjoint, d, definition, linear, tangent
from tangentlite.runtime import unbroadcast


# Of equal items Python keeps the first.
@definition(math.prod)
def product_of_items(iterable, start=1):
    result = start
    for value in iterable:
        result = result * value
    return result


@definition(max)
def largest(first, *others):
    if others:
        best = first
        for item in others:
            best = item if item > best else best
    else:
        if len(first) == 0:
            raise ValueError('max() arg is an empty sequence')
        best = first[0]
        for item in later_ones(first):
            best = item if item > best else best
    return best


# A row cannot be compared with itself, as a number can.
def later_ones(items):
    return items[1:] if np.ndim(items) > 1 else items


@definition(min)
def smallest(first, *others):
    if others:
        best = first
        for item in others:
            best = item if item < best else best
    else:
        if len(first) == 0:
            raise ValueError('min() arg is an empty sequence')
        best = first[0]
        for item in later_ones(first):
            best = item if item < best else best
    return best


# Called rather than written out: Python adds floats with compensation since 3.12.
@adjoint(sum, takes_lists=True)
def sum_of_items(y, iterable, start=0):
    if isinstance(iterable, np.ndarray) and np.ndim(start) > 0:  # may be larger
        d[iterable] = unbroadcast(d[y], np.shape(iterable)[1:])
    elif isinstance(iterable, np.ndarray):
        d[iterable] = d[y]
    elif isinstance(iterable, list):
        d[iterable] = shares(d[y], iterable)
    else:
        parts = ()
        for item in iterable:
            parts = parts + (unbroadcast(d[y], item),)
        d[iterable] = parts
    d[start] = unbroadcast(d[y], start)


@adjoint(math.fsum)
def exact_sum(y, seq):
    d[seq] = shares(d[y], seq) if isinstance(seq, list) else d[y]


@tangent(math.fsum)
def exact_sum_tangent(y, seq):
    d[y] = sum(d[seq], 0.0)


def shares(value, items):
    parts = []
    for item in items:
        parts.append(unbroadcast(value, item))
    return parts


@tangent(sum)
def sum_of_items_tangent(y, iterable, start=0):
    if isinstance(d[iterable], float):  # 0.0, no items: none of them is active
        d[y] = d[start]
    else:
        d[y] = sum(d[iterable], d[start])


@linear(float, np.float64, np.float32, np.float16, in_='x')
def to_float(y, x):
    d[x] = d[y]
