"""Functions whose result is, entry by entry, one of their arguments."""
import numpy as np

from tangentlite.rules.registry import d, elementwise


@elementwise(np.where)
def where(z, condition, x=None, y=None):
    d[x] = np.where(condition, d[z], 0.0)
    d[y] = np.where(condition, 0.0, d[z])


@elementwise(np.maximum)
def maximum(z, x, y):
    d[x] = np.where(x > y, d[z], np.where(x == y, 0.5 * d[z], 0.0))
    d[y] = np.where(y > x, d[z], np.where(x == y, 0.5 * d[z], 0.0))


@elementwise(np.minimum)
def minimum(z, x, y):
    d[x] = np.where(x < y, d[z], np.where(x == y, 0.5 * d[z], 0.0))
    d[y] = np.where(y < x, d[z], np.where(x == y, 0.5 * d[z], 0.0))


# One that is not a number is never chosen, and equals nothing.
@elementwise(np.fmax, np.fmin)
def choose_number(z, x, y):
    d[x] = np.where(z == x, np.where(x == y, 0.5 * d[z], d[z]), 0.0)
    d[y] = np.where(z == y, np.where(x == y, 0.5 * d[z], d[z]), 0.0)


# Entries on a bound are the argument's own. Where a_min > a_max, NumPy gives a_max.
@elementwise(np.clip)
def clip(y, a, a_min=None, a_max=None):
    d[a] = np.where(y == a, d[y], 0.0)
    d[a_min] = np.where((y == a_min) & (y != a), d[y], 0.0)
    d[a_max] = np.where((y == a_max) & (y != a), d[y], 0.0)


@elementwise(np.nan_to_num)
def nan_to_num(y, x, *, nan=0.0, posinf=None, neginf=None):
    d[x] = np.where(np.isfinite(x), d[y], 0.0)
