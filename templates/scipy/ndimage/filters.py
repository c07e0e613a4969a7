"""Linear filters of scipy.ndimage.

Each is a correlation with weights of an array that is extended at its ends. Along an
axis there are as many more entries as weights but one, `origin` further ahead. The
adjoint is the filter with its weights turned around of a seed that has zeros beyond its
ends; what it gives there is added to the entries that stand there.
"""
import numpy as np
from scipy import ndimage

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.runtime import unpadded
from tangentlite.templates.conversion import as_array
from tangentlite.templates.subscripts import refuse


# NumPy names the extensions otherwise.
def name_of(mode):
    if mode == 'reflect' or mode == 'grid-mirror':
        return 'symmetric'
    if mode == 'mirror':
        return 'reflect'
    if mode == 'nearest':
        return 'edge'
    if mode == 'wrap' or mode == 'grid-wrap':
        return 'wrap'
    if mode == 'constant' or mode == 'grid-constant':
        return 'constant'
    refuse('this mode of a filter', 'Use reflect, constant, nearest, mirror or wrap.')


def extended(x, widths, mode, cval):
    name = name_of(mode)
    if name == 'constant':
        return np.pad(x, widths, constant_values=cval)
    return np.pad(x, widths, name)


def margins(size, origin):
    ahead = size // 2 + origin
    return ahead, size - 1 - ahead


# Turned around, weights of an even number have their middle an entry further on.
def turned_origin(size, origin):
    return -origin - (size % 2 == 0)


# The widths of the margins of an axis, and of none elsewhere.
def widths_along(x, axis, pair):
    place = axis % np.ndim(x)
    return tuple(pair if k == place else (0, 0) for k in range(np.ndim(x)))


def starts(widths):
    return tuple(pair[0] for pair in widths)


# The derivative by weights along an axis: products with the entries they met.
def of_weights(seed, input, axis, mode, cval, pair):
    longer = extended(input, widths_along(input, axis, pair), mode, cval)
    count = np.shape(seed)[axis]
    rows = np.reshape(np.moveaxis(seed, axis, -1), (-1, count))
    longer = np.moveaxis(longer, axis, -1)
    longer = np.reshape(longer, (-1, np.shape(longer)[-1]))
    windows = np.lib.stride_tricks.sliding_window_view(longer, count, -1)
    return np.einsum('rn,rkn->k', rows, windows)


# What has no entries cannot be extended.
@adjoint(ndimage.correlate1d, shaped_like='input')
def correlate1d(
    y, input, weights, axis=-1, *, mode='reflect', cval=0.0, origin=0
):
    taps = as_array(weights)
    size = np.shape(taps)[0]
    pair = margins(size, origin)
    if np.size(input) == 0:
        d[input], d[weights], d[cval] = np.zeros_like(input), np.zeros_like(taps), 0.0
    else:
        place = turned_origin(size, origin)
        if name_of(mode) == 'constant':
            back = ndimage.correlate1d(
                d[y], taps[::-1], axis, mode='constant', origin=place
            )
            d[cval] = np.sum(d[y]) * np.sum(taps) - np.sum(back)
            d[input] = back
        else:
            widths = widths_along(input, axis, pair)
            longer = np.pad(d[y], widths)
            back = ndimage.correlate1d(
                longer, taps[::-1], axis, mode='constant', origin=place
            )
            d[cval] = 0.0
            d[input] = unpadded(back, input, starts(widths), name_of(mode))
        d[weights] = of_weights(d[y], input, axis, mode, cval, pair)


@tangent(ndimage.correlate1d)
def correlate1d_tangent(
    y, input, weights, axis=-1, *, mode='reflect', cval=0.0, origin=0
):
    change = np.zeros_like(y)
    taps = as_array(weights)
    if np.ndim(d[input]) > 0 or name_of(mode) == 'constant':
        moving = np.ascontiguousarray(np.broadcast_to(d[input], np.shape(input)))
        change = ndimage.correlate1d(
            moving, taps, axis, mode=mode, cval=d[cval], origin=origin
        )
    turning = as_array(d[weights])
    if np.ndim(turning) > 0:
        change = change + ndimage.correlate1d(
            input, turning, axis, mode=mode, cval=cval, origin=origin
        )
    d[y] = change


@formula(ndimage.convolve1d, shaped_like='input')
def convolve1d(input, weights, axis=-1, *, mode='reflect', cval=0.0, origin=0):
    turned = as_array(weights)[::-1]
    place = turned_origin(np.shape(turned)[0], origin)
    return ndimage.correlate1d(
        input, turned, axis, mode=mode, cval=cval, origin=place
    )


# An item for each axis.
def of_axis(value, k):
    return value[k] if np.ndim(value) == 1 else value


def widths_of(weights, origin):
    widths = ()
    for k in range(np.ndim(weights)):
        widths = (*widths, margins(np.shape(weights)[k], of_axis(origin, k)))
    return widths


def turned_origins(weights, origin):
    places = ()
    for k in range(np.ndim(weights)):
        place = turned_origin(np.shape(weights)[k], of_axis(origin, k))
        places = (*places, place)
    return places


LETTERS = 'abcdefghijkl'


# SciPy 1.17 correlates arrays wrongly whose strides are all 0: what is broadcast is
# copied.
@adjoint(ndimage.correlate, shaped_like='input')
def correlate(y, input, weights, *, mode='reflect', cval=0.0, origin=0):
    taps = as_array(weights)
    if np.size(input) == 0:
        d[input], d[weights], d[cval] = np.zeros_like(input), np.zeros_like(taps), 0.0
    else:
        turned = np.flip(taps)
        places = turned_origins(taps, origin)
        widths = widths_of(taps, origin)
        if name_of(mode) == 'constant':
            whole = np.ascontiguousarray(d[y])
            back = ndimage.correlate(whole, turned, mode='constant', origin=places)
            d[cval] = np.sum(d[y]) * np.sum(taps) - np.sum(back)
            d[input] = back
        else:
            longer = np.pad(d[y], widths)
            back = ndimage.correlate(longer, turned, mode='constant', origin=places)
            d[cval] = 0.0
            d[input] = unpadded(back, input, starts(widths), name_of(mode))
        longer = extended(input, widths, mode, cval)
        windows = np.lib.stride_tricks.sliding_window_view(longer, np.shape(d[y]))
        rank = np.ndim(input)
        own, free = LETTERS[:rank], LETTERS[rank : 2 * rank]
        d[weights] = np.einsum(f'{own},{free}{own}->{free}', d[y], windows)


@tangent(ndimage.correlate)
def correlate_tangent(y, input, weights, *, mode='reflect', cval=0.0, origin=0):
    change = np.zeros_like(y)
    taps = as_array(weights)
    if np.ndim(d[input]) > 0 or name_of(mode) == 'constant':
        moving = np.ascontiguousarray(np.broadcast_to(d[input], np.shape(input)))
        change = ndimage.correlate(
            moving, taps, mode=mode, cval=d[cval], origin=origin
        )
    turning = as_array(d[weights])
    if np.ndim(turning) > 0:
        change = change + ndimage.correlate(
            input, turning, mode=mode, cval=cval, origin=origin
        )
    d[y] = change


@formula(ndimage.convolve, shaped_like='input')
def convolve(input, weights, *, mode='reflect', cval=0.0, origin=0):
    turned = np.flip(as_array(weights))
    places = turned_origins(turned, origin)
    return ndimage.correlate(input, turned, mode=mode, cval=cval, origin=places)
