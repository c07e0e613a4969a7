"""Entries moved and repeated: flip, roll, tile, repeat."""
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
    if isinstance(shift, tuple | list):
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
