"""Running sums and products along an axis."""
import numpy as np

from tangentlite.rules.registry import adjoint, d, formula, linear, tangent


@linear(np.cumsum, in_='a')
def cumsum(y, a, axis=None, dtype=None):
    if np.ndim(a) == 1:
        d[a] = np.cumsum(d[y][::-1])[::-1]
    elif axis is None or np.ndim(a) == 0:
        d[a] = np.reshape(np.cumsum(d[y][::-1])[::-1], np.shape(a))
    else:
        d[a] = np.flip(np.cumsum(np.flip(d[y], axis), axis), axis)


# s[k] = factors[k] s[k - 1] + terms[k] along the first axis, by doubling: after each
# step an entry tells of twice as many before it. No entry is divided by.
def recurrence(factors, terms):
    step = 1
    while step < np.shape(terms)[0]:
        terms = np.concatenate(
            (terms[:step], terms[step:] + factors[step:] * terms[:-step])
        )
        factors = np.concatenate((factors[:step], factors[step:] * factors[:-step]))
        step = 2 * step
    return terms


@adjoint(np.cumprod)
def cumprod(y, a, axis=None, dtype=None):
    rows, seeds = rows_of(a, axis), rows_of(d[y], axis)
    ones = np.ones_like(rows[:1])
    before = np.concatenate((ones, np.cumprod(rows[:-1], 0)))
    behind = np.concatenate((ones, rows[:0:-1]))
    gradient = before * recurrence(behind, seeds[::-1])[::-1]
    if np.ndim(a) == 1:
        d[a] = gradient
    elif axis is None or np.ndim(a) == 0:
        d[a] = np.reshape(gradient, np.shape(a))
    else:
        d[a] = np.moveaxis(gradient, 0, axis)


@tangent(np.cumprod)
def cumprod_tangent(y, a, axis=None, dtype=None):
    rows, changes = rows_of(a, axis), rows_of(d[a], axis)
    ones = np.ones_like(rows[:1])
    before = np.concatenate((ones, np.cumprod(rows[:-1], 0)))
    total = recurrence(rows, before * changes)
    d[y] = total if np.ndim(y) == 1 else np.moveaxis(total, 0, axis)


# With the axis that the products run along in front.
def rows_of(a, axis):
    if np.ndim(a) == 1:
        return a
    is_flat = axis is None or np.ndim(a) == 0
    return np.ravel(a) if is_flat else np.moveaxis(a, axis, 0)


if hasattr(np, 'cumulative_sum'):

    @formula(np.cumulative_sum)
    def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
        total = np.cumsum(x, axis)
        return after(np.zeros_like, total, axis) if include_initial else total

    @formula(np.cumulative_prod)
    def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
        total = np.cumprod(x, axis)
        return after(np.ones_like, total, axis) if include_initial else total


def after(made_like, total, axis):
    if np.ndim(total) == 1:
        return np.concatenate((made_like(total, shape=1), total))
    shape = ()
    for k in range(np.ndim(total)):
        is_axis = k == axis % np.ndim(total)
        shape = (*shape, 1 if is_axis else np.shape(total)[k])
    return np.concatenate((made_like(total, shape=shape), total), axis)
