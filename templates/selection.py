"""Functions whose result is, entry by entry, one of their arguments."""
import numpy as np

from tangentlite.rules.registry import d, definition, elementwise


@elementwise(np.where)
def where(z, condition, x=None, y=None):
    d[x] = np.where(condition, d[z], 0.0)
    d[y] = np.where(condition, 0.0, d[z])


# Two comparisons say which of them is chosen, whether both are, or none (not a number).
@elementwise(np.maximum)
def maximum(z, x, y):
    d[x] = np.where(x >= y, np.where(x <= y, 0.5 * d[z], d[z]), 0.0)
    d[y] = np.where(x <= y, np.where(x >= y, 0.5 * d[z], d[z]), 0.0)


@elementwise(np.minimum)
def minimum(z, x, y):
    d[x] = np.where(x <= y, np.where(x >= y, 0.5 * d[z], d[z]), 0.0)
    d[y] = np.where(x >= y, np.where(x <= y, 0.5 * d[z], d[z]), 0.0)


# One that is not a number is never chosen, and equals nothing.
@elementwise(np.fmax, np.fmin)
def choose_number(z, x, y):
    d[x] = np.where(z == x, np.where(x == y, 0.5 * d[z], d[z]), 0.0)
    d[y] = np.where(z == y, np.where(x == y, 0.5 * d[z], d[z]), 0.0)


# Entries on a bound are the argument's own. Where the bounds are equal or reversed,
# NumPy gives the upper one.
@elementwise(np.clip)
def clip(y, a, a_min=None, a_max=None, *, min=None, max=None):
    lower = min if a_min is None else a_min
    upper = max if a_max is None else a_max
    if lower is None or upper is None:
        inside = y == a
        below = (y == lower) & (y != a)
        above = (y == upper) & (y != a)
    else:
        inside = (y == a) & (lower <= upper)
        below = (a < lower) & (lower < upper)
        above = (y == upper) & ((y != a) | (lower > upper))
    d[a] = np.where(inside, d[y], 0.0)
    d[a_min] = np.where(below, d[y], 0.0)
    d[a_max] = np.where(above, d[y], 0.0)
    d[min] = np.where(below, d[y], 0.0)
    d[max] = np.where(above, d[y], 0.0)


# Other than the function's, the method's bounds may be left out.
@definition(np.ndarray.clip)
def clip_method(a, min=None, max=None, out=None):
    if out is not None:
        return np.clip(a, min, max, out)
    if max is None:
        return np.maximum(a, min) if a.dtype == int else np.clip(a, min, np.inf)
    if min is None:
        return np.minimum(a, max) if a.dtype == int else np.clip(a, -np.inf, max)
    return np.clip(a, min, max)


@elementwise(np.nan_to_num)
def nan_to_num(y, x, *, copy=True, nan=0.0, posinf=None, neginf=None):
    if np.iscomplexobj(x):
        imaginary = np.where(np.isfinite(np.imag(x)), np.imag(d[y]), 0.0)
        d[x] = np.where(np.isfinite(np.real(x)), np.real(d[y]), 0.0) + 1j * imaginary
    else:
        d[x] = np.where(np.isfinite(x), d[y], 0.0)
        d[nan] = np.where(np.isnan(x), d[y], 0.0)
        d[posinf] = np.where(x == np.inf, d[y], 0.0)
        d[neginf] = np.where(x == -np.inf, d[y], 0.0)


# A step in x1; where x1 is 0 the value is x2.
@elementwise(np.heaviside)
def heaviside(y, x1, x2):
    d[x1] = 0.0
    d[x2] = np.where(x1 == 0, d[y], 0.0)
