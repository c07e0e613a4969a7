"""Linear filters of scipy.ndimage.

Each is a correlation with weights of an array that is extended at its ends. Along an
axis there are as many more entries as weights but one, `origin` further ahead.
"""
import numpy as np
from scipy import ndimage, signal

from tangentlite.rules.registry import formula
from tangentlite.templates.conversion import as_array
from tangentlite.templates.subscripts import refuse


# NumPy names the extensions otherwise.
def extended(x, widths, mode, cval):
    if mode == 'reflect' or mode == 'grid-mirror':
        return np.pad(x, widths, 'symmetric')
    if mode == 'mirror':
        return np.pad(x, widths, 'reflect')
    if mode == 'nearest':
        return np.pad(x, widths, 'edge')
    if mode == 'wrap' or mode == 'grid-wrap':
        return np.pad(x, widths, 'wrap')
    if mode == 'constant' or mode == 'grid-constant':
        return np.pad(x, widths, constant_values=cval)
    refuse('this mode of a filter', 'Use reflect, constant, nearest, mirror or wrap.')


def margins(size, origin):
    ahead = size // 2 + origin
    return ahead, size - 1 - ahead


# What has no entries cannot be extended.
def along_axis(x, weights, axis, mode, cval, origin):
    if np.size(x) == 0:
        return x
    rows = np.moveaxis(x, axis, -1)
    size = np.shape(weights)[0]
    widths = ((0, 0),) * (np.ndim(x) - 1) + (margins(size, origin),)
    weights = np.reshape(weights, (1,) * (np.ndim(x) - 1) + (size,))
    longer = extended(rows, widths, mode, cval)
    return np.moveaxis(signal.correlate(longer, weights, 'valid', 'direct'), -1, axis)


# Turned around, weights of an even number have their middle an entry further on.
def turned_origin(size, origin):
    return -origin - (size % 2 == 0)


@formula(ndimage.correlate1d)
def correlate1d(input, weights, axis=-1, *, mode='reflect', cval=0.0, origin=0):
    return along_axis(input, as_array(weights), axis, mode, cval, origin)


@formula(ndimage.convolve1d)
def convolve1d(input, weights, axis=-1, *, mode='reflect', cval=0.0, origin=0):
    turned = as_array(weights)[::-1]
    place = turned_origin(np.shape(turned)[0], origin)
    return along_axis(input, turned, axis, mode, cval, place)


# An item for each axis.
def of_axis(value, k):
    return value[k] if np.ndim(value) == 1 else value


@formula(ndimage.correlate)
def correlate(input, weights, *, mode='reflect', cval=0.0, origin=0):
    weights = as_array(weights)
    if np.size(input) == 0:
        return input
    widths = ()
    for k in range(np.ndim(input)):
        widths = widths + (margins(np.shape(weights)[k], of_axis(origin, k)),)
    longer = extended(input, widths, mode, cval)
    return signal.correlate(longer, weights, 'valid', 'direct')


@formula(ndimage.convolve)
def convolve(input, weights, *, mode='reflect', cval=0.0, origin=0):
    turned = np.flip(as_array(weights))
    if np.size(input) == 0:
        return input
    widths = ()
    for k in range(np.ndim(input)):
        size = np.shape(turned)[k]
        widths = widths + (margins(size, turned_origin(size, of_axis(origin, k))),)
    longer = extended(input, widths, mode, cval)
    return signal.correlate(longer, turned, 'valid', 'direct')


@formula(ndimage.uniform_filter1d)
def uniform_filter1d(input, size, axis=-1, *, mode='reflect', cval=0.0, origin=0):
    return along_axis(input, np.ones(size) / size, axis, mode, cval, origin)


@formula(ndimage.uniform_filter)
def uniform_filter(input, size=3, *, mode='reflect', cval=0.0, origin=0):
    value = input
    for k in range(np.ndim(input)):
        count = of_axis(size, k)
        place = of_axis(origin, k)
        kind = mode if isinstance(mode, str) else mode[k]
        value = along_axis(value, np.ones(count) / count, k, kind, cval, place)
    return value


# The derivatives of the bell are Hermite polynomials times it.
def bell(sigma, order, radius):
    places = np.arange(-radius, radius + 1) / sigma
    weights = np.exp(-0.5 * places * places)
    weights = weights / np.sum(weights)
    factor, previous = 1.0, 0.0
    for k in range(order):
        factor, previous = places * factor - k * previous, factor
    return weights * factor / sigma**order


def smoothed(x, sigma, axis, order, mode, cval, truncate, radius):
    reach = int(truncate * sigma + 0.5) if radius is None else radius
    return along_axis(x, bell(sigma, order, reach), axis, mode, cval, 0)


@formula(ndimage.gaussian_filter1d)
def gaussian_filter1d(
    input, sigma, axis=-1, order=0, *, mode='reflect', cval=0.0, truncate=4.0,
    radius=None,
):  # fmt: skip
    return smoothed(input, sigma, axis, order, mode, cval, truncate, radius)


# An axis of which sigma is 0 is left as it is.
@formula(ndimage.gaussian_filter)
def gaussian_filter(
    input, sigma, order=0, *, mode='reflect', cval=0.0, truncate=4.0, radius=None
):
    value = input
    for k in range(np.ndim(input)):
        width = of_axis(sigma, k)
        if width > 1e-15:
            reach = None if radius is None else of_axis(radius, k)
            kind = mode if isinstance(mode, str) else mode[k]
            turns = of_axis(order, k)
            value = smoothed(value, width, k, turns, kind, cval, truncate, reach)
    return value
