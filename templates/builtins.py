"""Python's own functions of numbers and sequences."""
import numpy as np

from tangentlite.rules.registry import adjoint, d, definition, linear, tangent
from tangentlite.runtime import unbroadcast


# Of equal items Python keeps the first.
@definition(max)
def largest(first, *others):
    if others:
        best = first
        for item in others:
            best = item if item > best else best
    else:
        best = first[0]
        for item in first:
            best = item if item > best else best
    return best


@definition(min)
def smallest(first, *others):
    if others:
        best = first
        for item in others:
            best = item if item < best else best
    else:
        best = first[0]
        for item in first:
            best = item if item < best else best
    return best


# Of an array; the sum of a list is a loop.
@adjoint(sum)
def sum_of_items(y, iterable, start=0):
    d[iterable] = d[y]
    d[start] = unbroadcast(d[y], start)


@tangent(sum)
def sum_of_items_tangent(y, iterable, start=0):
    d[y] = sum(d[iterable], d[start])


@linear(float, np.float64, np.float32, in_='x')
def to_float(y, x):
    d[x] = d[y]
