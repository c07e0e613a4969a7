"""Integrals of sampled functions of scipy.integrate."""
import numpy as np
from scipy import integrate

from tangentlite.rules.registry import d, formula, linear
from tangentlite.templates.subscripts import refuse


# Widths of the intervals along the last axis, or the one width of all.
def widths(x, dx, like, axis):
    if x is None:
        if np.ndim(dx) > 0:
            refuse('an array as dx', 'Give the places as x.')
        return dx
    if np.ndim(x) == 1:
        return np.diff(x)
    return np.diff(np.moveaxis(np.broadcast_to(x, np.shape(like)), axis, -1))


# An array as `dx` is multiplied with the sums of two samples.
def areas(y, x, dx, axis):
    rows = np.moveaxis(y, axis, -1)
    if x is None and 0 < np.ndim(dx) <= np.ndim(y):
        shape = (*(1,) * (np.ndim(y) - np.ndim(dx)), *np.shape(dx))
        steps = np.moveaxis(np.reshape(dx, shape), axis, -1)
    else:
        steps = widths(x, dx, y, axis)
    return 0.5 * steps * (rows[..., 1:] + rows[..., :-1])


@formula(integrate.trapezoid)
def trapezoid(y, x=None, dx=1.0, axis=-1):
    return np.sum(areas(y, x, dx, axis), -1)


@formula(integrate.cumulative_trapezoid)
def cumulative_trapezoid(y, x=None, dx=1.0, axis=-1, initial=None):
    value = np.cumsum(areas(y, x, dx, axis), -1)
    if initial is not None:
        value = np.concatenate((np.zeros_like(value[..., :1]) + initial, value), -1)
    return np.moveaxis(value, -1, axis)


# SciPy drops what it would divide by an interval of no width.
def quotient(x, y):
    return np.where(y == 0, 0.0, np.divide(x, y + (y == 0)))


# Parabolas through the first three samples, the next three from the third on, and so
# on: of each the integral over both of its intervals, of widths h and k.
def pairs_of_intervals(rows, x, steps):
    first, middle, last = rows[..., :-2:2], rows[..., 1:-1:2], rows[..., 2::2]
    if x is None:
        return steps / 3.0 * np.sum(first + 4.0 * middle + last, -1)
    h, k = steps[..., :-1:2], steps[..., 1::2]
    both = h + k
    weighted = first * (2.0 - quotient(k * (h != 0), h))
    weighted = weighted + middle * both * quotient(both, h * k)
    weighted = weighted + last * (2.0 - quotient(h * (k != 0), k))
    return np.sum(both / 6.0 * weighted, -1)


# The last of an odd number of intervals, of width k, by the parabola that goes through
# its ends and the sample before: Cartwright (2017).
def last_interval(rows, h, k):
    after = quotient(k * (2.0 * k + 3.0 * h), 6.0 * (h + k)) * rows[..., -1]
    middle = quotient(k * (k + 3.0 * h), 6.0 * h) * rows[..., -2]
    return after + middle - quotient(k * k * k, 6.0 * h * (h + k)) * rows[..., -3]


@formula(integrate.simpson)
def simpson(y, x=None, *, dx=1.0, axis=-1):
    rows = np.moveaxis(y, axis, -1)
    steps = widths(x, dx, y, axis)
    count = np.shape(rows)[-1]
    if count == 2:
        last = steps if x is None else steps[..., -1]
        return 0.5 * last * (rows[..., 0] + rows[..., 1])
    if count % 2 == 1:
        return pairs_of_intervals(rows, x, steps)
    if x is None:
        value = pairs_of_intervals(rows[..., :-1], x, steps)
        return value + last_interval(rows, steps, steps)
    value = pairs_of_intervals(rows[..., :-1], x, steps[..., :-1])
    return value + last_interval(rows, steps[..., -2], steps[..., -1])


# The weights of samples are the integrals of those that are 1 at one place.
@linear(integrate.romb, in_=('y', 'dx'))
def romb(z, y, dx=1.0, axis=-1):
    weights = integrate.romb(np.eye(np.shape(y)[axis]))
    rows = np.expand_dims(d[z] * dx, -1) * weights
    d[y] = np.moveaxis(rows, -1, axis)
    d[dx] = np.sum(d[z] * integrate.romb(y, 1.0, axis))
