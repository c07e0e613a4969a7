"""Entries moved, repeated and padded: flip, roll, tile, repeat, pad."""
import numpy as np

from tangentlite.rules.registry import adjoint, d, linear, tangent


@linear(np.flip, in_='m', may_view='m')
def flip(y, m, axis=None):
    d[m] = np.flip(d[y], axis)


@linear(np.flipud, in_='m', may_view='m')
def flipud(y, m):
    d[m] = np.flipud(d[y])


@linear(np.fliplr, in_='m', may_view='m')
def fliplr(y, m):
    d[m] = np.fliplr(d[y])


@adjoint(np.rot90, may_view='m')
def rot90(y, m, k=1, axes=(0, 1)):
    d[m] = np.rot90(d[y], -k, axes)


@tangent(np.rot90)
def rot90_tangent(y, m, k=1, axes=(0, 1)):
    d[y] = np.rot90(d[m], k, axes)


@linear(np.roll, in_='a')
def roll(y, a, shift, axis=None):
    if isinstance(shift, tuple):
        back = ()
        for step in shift:
            back = back + (-step,)
        d[a] = np.roll(d[y], back, axis)
    else:
        d[a] = np.roll(d[y], -shift, axis)


# Each axis of the result is one that counts the copies and one of A.
@linear(np.tile, in_='A')
def tile(y, A, reps):
    counts = tuple(reps) if np.ndim(reps) == 1 else (reps,)
    counts = (1,) * (np.ndim(A) - len(counts)) + counts
    shape = (1,) * (len(counts) - np.ndim(A)) + np.shape(A)
    pairs = ()
    copies = ()
    for k in range(len(counts)):
        pairs = pairs + (counts[k], shape[k])
        copies = copies + (2 * k,)
    d[A] = np.reshape(np.sum(np.reshape(d[y], pairs), copies), np.shape(A))


@linear(np.repeat, in_='a')
def repeat(y, a, repeats, axis=None):
    if axis is None:
        entries = np.ravel(a)
        seeds = d[y]
    else:
        entries = np.moveaxis(a, axis, 0) if axis != 0 else a
        seeds = np.moveaxis(d[y], axis, 0) if axis != 0 else d[y]
    shape = np.shape(entries)
    if np.ndim(repeats) == 0:
        total = np.sum(np.reshape(seeds, shape[:1] + (repeats,) + shape[1:]), 1)
    else:
        total = np.zeros_like(entries)
        np.add.at(total, np.repeat(np.arange(shape[0]), repeats), seeds)
    if axis is None:
        d[a] = np.reshape(total, np.shape(a)) if np.ndim(a) != 1 else total
    else:
        d[a] = np.moveaxis(total, 0, axis) if axis != 0 else total


# The modes that copy entries: where each came from is found by padding the positions.
def summed_by_source(value, array, pad_width, mode):
    positions = np.reshape(np.arange(np.size(array)), np.shape(array))
    sources = np.pad(positions, pad_width, mode)
    total = np.zeros_like(np.ravel(array))
    np.add.at(total, np.ravel(sources), np.ravel(value))
    return np.reshape(total, np.shape(array))


# pad_width is n, (n,), (before, after), or a tuple of these pairs.
def without_margins(value, array, pad_width):
    rank = np.ndim(array)
    widths = tuple(pad_width) if np.ndim(pad_width) > 0 else (pad_width,)
    index = ()
    for k in range(rank):
        width = widths[k] if len(widths) == rank else widths[0]
        if np.ndim(widths[0]) == 0:
            before = widths[0]
        else:
            before = width[0]
        index = index + (slice(before, before + np.shape(array)[k]),)
    return value[index]


@adjoint(np.pad)
def pad(y, array, pad_width, mode='constant', *, constant_values=0):
    if mode == 'constant':
        inside = without_margins(d[y], array, pad_width)
        d[array] = inside
        if np.ndim(constant_values) == 0:
            d[constant_values] = np.sum(d[y]) - np.sum(inside)
    elif mode == 'edge' or mode == 'reflect' or mode == 'symmetric' or mode == 'wrap':
        d[array] = summed_by_source(d[y], array, pad_width, mode)


@tangent(np.pad)
def pad_tangent(y, array, pad_width, mode='constant', *, constant_values=0):
    if mode == 'constant':
        if np.ndim(constant_values) == 0:
            inside = np.broadcast_to(d[array], np.shape(array))
            d[y] = np.pad(inside, pad_width, constant_values=d[constant_values])
    elif mode == 'edge' or mode == 'reflect' or mode == 'symmetric' or mode == 'wrap':
        d[y] = np.pad(d[array], pad_width, mode)
