"""np.pad: the entries of an array inside of margins.

The margins of an axis stretch over those of the axes before it, as NumPy pads the first
axis first.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.runtime import unbroadcast, unpadded
from tangentlite.templates.assembly import along
from tangentlite.templates.subscripts import refuse


# Of each axis the widths before and after it: pad_width is n, (n,), (before, after), or
# one or several of these in a tuple.
def pairs_of(pad_width, rank):
    widths = tuple(pad_width) if np.ndim(pad_width) > 0 else (pad_width,)
    pairs = ()
    for k in range(rank):
        if np.ndim(widths[0]) == 0:
            width = widths
        else:
            width = widths[k if len(widths) > 1 else 0]
        pairs = pairs + ((width[0], width[-1]),)
    return pairs


# The index of what is inside, from an axis on.
def inside(array, pairs, start):
    index = (slice(None),) * start
    for k in range(start, np.ndim(array)):
        before = pairs[k][0]
        index = index + (slice(before, before + np.shape(array)[k]),)
    return index


# Of an axis whose later axes are inside: the margins before and after, and the inside.
def divided(value, array, pairs, k):
    start = pairs[k][0]
    stop = start + np.shape(array)[k]
    before = value[along(k, slice(None, start))]
    after = value[along(k, slice(stop, None))]
    return before, after, value[along(k, slice(start, stop))]


# The sums over the margins of each axis.
def sums_of_margins(value, array, pairs):
    sums = ()
    for k in range(np.ndim(array) - 1, -1, -1):
        before, after, value = divided(value, array, pairs, k)
        sums = ((np.sum(before), np.sum(after)),) + sums
    return np.array(sums)


# The weights of entries in their mean, median or extremum over an axis.
def weights(rows, k, mode):
    if mode == 'mean':
        return np.divide(1.0, np.shape(rows)[k])
    if mode == 'maximum':
        chosen = rows == np.max(rows, k, keepdims=True)
    elif mode == 'median':
        chosen = in_the_middle(rows, k)
    else:
        chosen = rows == np.min(rows, k, keepdims=True)
    return np.divide(chosen, np.sum(chosen, k, keepdims=True))


# The entries of an axis that the margins before and after it are made of.
def ends(array, stat_length, k):
    count = np.shape(array)[k]
    before, after = pairs_of(stat_length, np.ndim(array))[k]
    first = along(k, slice(None, before))
    last = along(k, slice(np.maximum(count - after, 0), None))
    return first, last


def without_statistics(value, y, array, pairs, mode, stat_length):
    for k in range(np.ndim(array) - 1, -1, -1):
        before, after, within = divided(value, array, pairs, k)
        before = np.sum(before, k, keepdims=True)
        after = np.sum(after, k, keepdims=True)
        rows = y[inside(array, pairs, k)]
        if stat_length is None:
            value = within + (before + after) * weights(rows, k, mode)
        else:
            first, last = ends(array, stat_length, k)
            value = np.copy(within)
            value[first] += before * weights(rows[first], k, mode)
            value[last] += after * weights(rows[last], k, mode)
    return value


def with_statistics(value, y, array, pairs, mode, stat_length):
    for k in range(np.ndim(array)):
        rows = y[inside(array, pairs, k)]
        if stat_length is None:
            left = np.sum(weights(rows, k, mode) * value, k, keepdims=True)
            right = left
        else:
            first, last = ends(array, stat_length, k)
            shares = weights(rows[first], k, mode)
            left = np.sum(shares * value[first], k, keepdims=True)
            shares = weights(rows[last], k, mode)
            right = np.sum(shares * value[last], k, keepdims=True)
        before = np.repeat(left, pairs[k][0], k)
        after = np.repeat(right, pairs[k][1], k)
        value = np.concatenate((before, value, after), k)
    return value


# Odd margins go on beyond the edges: what stands there is twice the edge less an entry,
# and so on at the next edge. So it is an entry or its negative, and multiples of the
# first and the last: of which entry padded numbers say, and how much of the last.
def without_odd_margins(value, array, pairs, mode):
    for k in range(np.ndim(array) - 1, -1, -1):
        count = np.shape(array)[k]
        last = np.maximum(count - 1, 1)
        sources = np.pad(np.arange(count), pairs[k], mode)
        straight = np.pad(np.arange(count), pairs[k], mode, reflect_type='odd')
        turns = np.arange(-pairs[k][0], count + pairs[k][1])
        turns = turns // (last if mode == 'reflect' else count)
        signs = 1 - 2 * (turns % 2)
        of_last = (straight - signs * sources) // last
        rows = np.moveaxis(value, k, 0)
        total = np.zeros_like(rows, shape=(count, *np.shape(rows)[1:]))
        column = np.reshape(signs, (-1,) + (1,) * (np.ndim(array) - 1))
        np.add.at(total, sources, column * rows)
        total[0] += np.tensordot(1 - signs - of_last, rows, 1)
        total[-1] += np.tensordot(of_last, rows, 1)
        value = np.moveaxis(total, 0, k)
    return value


# From the end values to the edges; also the derivatives of the end values.
def without_ramps(value, array, pairs):
    rank = np.ndim(array)
    rest = ()
    for k in range(rank - 1, -1, -1):
        before, after, value = divided(value, array, pairs, k)
        left = before * fractions(pairs[k][0], rank - 1 - k)
        right = after * fractions(pairs[k][1], rank - 1 - k)[::-1]
        value = np.copy(value)
        value[along(k, 0)] += np.sum(left, k)
        value[along(k, -1)] += np.sum(right, k)
        starts = np.sum(before) - np.sum(left), np.sum(after) - np.sum(right)
        rest = (starts,) + rest
    return value, np.array(rest)


def fractions(width, axes_after):
    return np.reshape(np.divide(np.arange(width), width), (-1,) + (1,) * axes_after)


def copies_entries(mode, reflect_type):
    return mode in ('edge', 'wrap') or (
        mode in ('reflect', 'symmetric') and reflect_type == 'even'
    )


@adjoint(np.pad)
def pad(
    y, array, pad_width, mode='constant', *, constant_values=0, end_values=0,
    stat_length=None, reflect_type='even',
):  # fmt: skip
    require_name(mode)
    pairs = pairs_of(pad_width, np.ndim(array))
    if mode == 'constant':
        kept = d[y][inside(array, pairs, 0)]
        d[array] = kept
        if np.ndim(constant_values) == 0:
            d[constant_values] = np.sum(d[y]) - np.sum(kept)
        else:
            sums = sums_of_margins(d[y], array, pairs)
            d[constant_values] = unbroadcast(sums, np.array(constant_values))
    elif mode == 'empty':
        d[array] = d[y][inside(array, pairs, 0)]
    elif mode == 'linear_ramp':
        d[array], rest = without_ramps(d[y], array, pairs)
        if np.ndim(end_values) == 0:
            d[end_values] = np.sum(rest)
        else:
            d[end_values] = unbroadcast(rest, np.array(end_values))
    elif copies_entries(mode, reflect_type):
        before = ()
        for pair in pairs:
            before = (*before, pair[0])
        d[array] = unpadded(d[y], array, before, mode)
    elif mode == 'reflect' or mode == 'symmetric':
        d[array] = without_odd_margins(d[y], array, pairs, mode)
    else:
        d[array] = without_statistics(d[y], y, array, pairs, mode, stat_length)


@tangent(np.pad)
def pad_tangent(
    y, array, pad_width, mode='constant', *, constant_values=0, end_values=0,
    stat_length=None, reflect_type='even',
):  # fmt: skip
    require_name(mode)
    if mode == 'constant':
        change = np.broadcast_to(d[array], np.shape(array))
        d[y] = np.pad(change, pad_width, constant_values=d[constant_values])
    elif mode == 'empty':
        d[y] = np.pad(d[array], pad_width)
    elif mode == 'maximum' or mode == 'minimum' or mode == 'median':
        pairs = pairs_of(pad_width, np.ndim(array))
        d[y] = with_statistics(d[array], y, array, pairs, mode, stat_length)
    elif mode == 'linear_ramp':
        change = np.broadcast_to(d[array], np.shape(array))
        d[y] = np.pad(change, pad_width, mode, end_values=d[end_values])
    elif mode == 'mean':
        d[y] = np.pad(d[array], pad_width, mode, stat_length=stat_length)
    else:
        d[y] = np.pad(d[array], pad_width, mode, reflect_type=reflect_type)


def require_name(mode):
    if not isinstance(mode, str):
        refuse(
            'np.pad with a function, which writes the margins,',
            'Pad with zeros, and write them: y = np.pad(x, 2); y[:2] = ...',
        )


# The one or two entries in the middle, by their ranks.
def in_the_middle(a, axis):
    ranks = np.argsort(np.argsort(a, axis, kind='stable'), axis)
    last = np.shape(a)[axis] - 1
    return (ranks >= last // 2) & (ranks <= (last + 1) // 2)
