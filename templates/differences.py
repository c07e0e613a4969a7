"""Differences, slopes, integrals of samples, and interpolation between them."""
import numpy as np

from tangentlite.rules.registry import d, elementwise, formula
from tangentlite.templates.assembly import at, part
from tangentlite.templates.conversion import as_array
from tangentlite.templates.subscripts import refuse


@formula(np.diff)
def diff(a, n=1, axis=-1, prepend=None, append=None):
    if n == 0:  # it is the array itself, not another one
        refuse('np.diff of order 0', 'Use the array itself.')
    entries = a
    if prepend is not None or append is not None:
        parts = (a,)
        if prepend is not None:
            parts = (margin(prepend, a, axis), *parts)
        if append is not None:
            parts = (*parts, margin(append, a, axis))
        entries = np.concatenate(parts, axis)
    for _ in range(n):
        later, earlier = part(entries, axis, 1, None), part(entries, axis, None, -1)
        entries = later - earlier
    return entries


# A number stands before or behind each row.
def margin(value, a, axis):
    if np.ndim(value) > 0:
        return value
    if np.ndim(a) == 1:
        return np.reshape(value, 1)
    k = axis % np.ndim(a)
    return np.broadcast_to(value, (*np.shape(a)[:k], 1, *np.shape(a)[k + 1 :]))


# The entries of a vector along an axis of an array.
def laid_along(vector, a, axis):
    if np.ndim(a) == 1 or axis == -1:
        return vector
    return np.reshape(vector, (-1,) + (1,) * (np.ndim(a) - 1 - axis % np.ndim(a)))


@formula(np.ediff1d)
def ediff1d(ary, to_end=None, to_begin=None):
    parts = (np.diff(np.ravel(ary)),)
    if to_begin is not None:
        parts = (np.ravel(to_begin), *parts)
    if to_end is not None:
        parts = (*parts, np.ravel(to_end))
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


@formula(np.gradient)
def gradient(f, *varargs, axis=None, edge_order=1):
    if axis is None:
        axes = tuple(range(np.ndim(f)))
    else:
        axes = axis if isinstance(axis, tuple) else (axis,)
    results = ()
    for k in range(len(axes)):
        if len(varargs) == 0:
            spacing = 1.0
        else:
            spacing = varargs[k] if len(varargs) > 1 else varargs[0]
        results = (*results, slope(f, spacing, axes[k], edge_order))
    return results[0] if len(results) == 1 else results


# Between the ends, and there for the order 2, the derivative of the parabola through
# three points.
def slope(f, spacing, axis, edge_order):
    if np.ndim(spacing) == 0:
        first, second, before_last, last = (spacing,) * 4
        middle = (part(f, axis, 2, None) - part(f, axis, None, -2)) / (2.0 * spacing)
    else:
        widths = np.diff(spacing)
        first, last = widths[0], widths[-1]
        steps = laid_along(widths, f, axis)
        rises = np.diff(f, axis=axis) / steps
        left, right = steps[:-1], steps[1:]
        earlier = right * part(rises, axis, None, -1)
        middle = (earlier + left * part(rises, axis, 1, None)) / (left + right)
    begin = (f[at(1, f, axis)] - f[at(0, f, axis)]) / first
    end = (f[at(-1, f, axis)] - f[at(-2, f, axis)]) / last
    if edge_order == 2:
        if np.ndim(spacing) > 0:
            second, before_last = widths[1], widths[-2]
        after = (f[at(2, f, axis)] - f[at(1, f, axis)]) / second
        before = (f[at(-2, f, axis)] - f[at(-3, f, axis)]) / before_last
        begin = begin + (begin - after) * (first / (first + second))
        end = end + (end - before) * (last / (last + before_last))
    slopes = np.empty_like(middle, shape=np.shape(f))
    slopes[at(slice(1, -1), f, axis)] = middle
    slopes[at(0, f, axis)] = begin
    slopes[at(-1, f, axis)] = end
    return slopes


@formula(np.trapezoid)
def trapezoid(y, x=None, dx=1.0, axis=-1):
    sums = part(y, axis, 1, None) + part(y, axis, None, -1)
    if x is None and np.ndim(dx) == 0:
        return 0.5 * dx * np.sum(sums, axis)
    if x is None:
        widths = dx
    elif np.ndim(x) == 1:
        widths = laid_along(np.diff(x), y, axis)
    else:
        widths = np.diff(x, axis=axis)
    return 0.5 * np.sum(widths * sums, axis)


# The turns added are whole.
@elementwise(np.unwrap)
def unwrap(y, p, discont=None, axis=-1, *, period=2.0 * np.pi):
    d[p] = d[y]
    d[period] = d[y] * np.rint((y - p) / period)


# At a point the slope is that of the piece behind it; at a single one it is 0. Points
# that coincide make a jump.
@formula(np.interp)
def interp(x, xp, fp, left=None, right=None, period=None):
    if period is None:
        place, points, values = as_array(x), as_array(xp), as_array(fp)
    else:
        period = np.abs(period)
        place = as_array(x) % period
        folded, given = as_array(xp) % period, as_array(fp)
        order = np.argsort(folded)
        points = np.concatenate(
            (folded[order[-1:]] - period, folded[order], folded[order[:1]] + period)
        )
        values = np.concatenate((given[order[-1:]], given[order], given[order[:1]]))
    last = max(np.size(points) - 2, 0)
    k = np.clip(np.searchsorted(points, place, 'right') - 1, 0, last)
    widths = np.append(np.diff(points), 1.0)
    k = k + (widths[k] == 0)  # of points that coincide at the end the last counts
    rises = np.diff(values) / (widths + (widths == 0))[:-1]
    slopes = np.append(rises, 0.0)
    result = values[k] + slopes[k] * (place - points[k])
    if period is None:
        lowest = values[0] if left is None else left
        highest = values[-1] if right is None else right
        within = np.where(place > points[-1], highest, result)
        result = np.where(place < points[0], lowest, within)
    return result
