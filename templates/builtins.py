"""Python's own functions of numbers and sequences."""
import numpy as np

from tangentlite.rules.registry import adjoint, d, definition, linear, tangent
from tangentlite.runtime import unbroadcast


# Of equal items Python keeps the first.
@definition(max)
def largest(first, second=None, third=None, fourth=None):
    if second is None:
        best = first[0]
        for item in first:
            best = item if item > best else best
    else:
        best = second if second > first else first
        if third is not None:
            best = third if third > best else best
        if fourth is not None:
            best = fourth if fourth > best else best
    return best


@definition(min)
def smallest(first, second=None, third=None, fourth=None):
    if second is None:
        best = first[0]
        for item in first:
            best = item if item < best else best
    else:
        best = second if second < first else first
        if third is not None:
            best = third if third < best else best
        if fourth is not None:
            best = fourth if fourth < best else best
    return best


@adjoint(sum)
def sum_of_items(y, iterable, start=0):
    if isinstance(iterable, np.ndarray):
        d[iterable] = d[y]
    else:
        d[iterable] = np.broadcast_to(d[y], (len(iterable),) + np.shape(y))
    d[start] = unbroadcast(d[y], start)


@tangent(sum)
def sum_of_items_tangent(y, iterable, start=0):
    d[y] = sum(d[iterable], d[start])


@linear(float, np.float64, np.float32, in_='x')
def to_float(y, x):
    d[x] = d[y]
