"""Filters of scipy.ndimage that are made of others: differences, ranks, spectra."""
import math

import numpy as np
from scipy import ndimage

from tangentlite.rules.registry import constant, d, formula, linear, refused
from tangentlite.templates.scipy.ndimage.filters import extended, margins, of_axis
from tangentlite.templates.subscripts import refuse


def across(input, axis, beside, mode, cval):
    value = ndimage.correlate1d(input, [-1.0, 0.0, 1.0], axis, mode=mode, cval=cval)
    for k in range(np.ndim(input)):
        if k != axis % np.ndim(input):
            value = ndimage.correlate1d(value, beside, k, mode=mode, cval=cval)
    return value


@formula(ndimage.sobel, shaped_like='input')
def sobel(input, axis=-1, *, mode='reflect', cval=0.0):
    return across(input, axis, [1.0, 2.0, 1.0], mode, cval)


@formula(ndimage.prewitt, shaped_like='input')
def prewitt(input, axis=-1, *, mode='reflect', cval=0.0):
    return across(input, axis, [1.0, 1.0, 1.0], mode, cval)


@formula(ndimage.laplace, shaped_like='input')
def laplace(input, *, mode='reflect', cval=0.0):
    value = 0.0
    for k in range(np.ndim(input)):
        second = ndimage.correlate1d(input, [1.0, -2.0, 1.0], k, mode=mode, cval=cval)
        value = value + second
    return value


def turned_once(axis, k, order):
    return tuple(order if place == k else 0 for place in range(axis))


@formula(ndimage.gaussian_laplace, shaped_like='input')
def gaussian_laplace(input, sigma, *, mode='reflect', cval=0.0):
    value = 0.0
    for k in range(np.ndim(input)):
        order = turned_once(np.ndim(input), k, 2)
        value = value + ndimage.gaussian_filter(
            input, sigma, order, mode=mode, cval=cval
        )
    return value


# Where all differences are zero the derivative is zero, by convention.
@formula(ndimage.gaussian_gradient_magnitude, shaped_like='input')
def gaussian_gradient_magnitude(input, sigma, *, mode='reflect', cval=0.0):
    value = 0.0
    for k in range(np.ndim(input)):
        order = turned_once(np.ndim(input), k, 1)
        change = ndimage.gaussian_filter(input, sigma, order, mode=mode, cval=cval)
        value = value + change * change
    return np.sqrt(value + (value == 0))


# As many neighbours as elsewhere, of no entries.
def without_entries(input, count):
    return np.repeat(np.expand_dims(input, -1), count, -1)


# The entries that a filter sees around each, along a last axis.
def neighbours(input, size, mode, cval, origin):
    widths, sizes = (), ()
    for k in range(np.ndim(input)):
        widths = (*widths, margins(of_axis(size, k), of_axis(origin, k)))
        sizes = (*sizes, of_axis(size, k))
    if np.size(input) == 0:
        return without_entries(input, math.prod(sizes))
    longer = extended(input, widths, mode, cval)
    windows = np.lib.stride_tricks.sliding_window_view(longer, sizes)
    return np.reshape(windows, (*np.shape(input), -1))


def keep_size(size):
    if size is None:
        refuse('a filter with a footprint', 'Use size.')


@formula(ndimage.maximum_filter, shaped_like='input')
def maximum_filter(input, size=None, *, mode='reflect', cval=0.0, origin=0):
    keep_size(size)
    return np.max(neighbours(input, size, mode, cval, origin), -1)


@formula(ndimage.minimum_filter, shaped_like='input')
def minimum_filter(input, size=None, *, mode='reflect', cval=0.0, origin=0):
    keep_size(size)
    return np.min(neighbours(input, size, mode, cval, origin), -1)


def along(input, size, axis, mode, cval, origin):
    rows = np.moveaxis(input, axis, -1)
    if np.size(input) == 0:
        return without_entries(rows, size)
    widths = ((0, 0),) * (np.ndim(input) - 1) + (margins(size, origin),)
    longer = extended(rows, widths, mode, cval)
    return np.lib.stride_tricks.sliding_window_view(longer, size, -1)


@formula(ndimage.maximum_filter1d, shaped_like='input')
def maximum_filter1d(input, size, axis=-1, *, mode='reflect', cval=0.0, origin=0):
    windows = along(input, size, axis, mode, cval, origin)
    return np.moveaxis(np.max(windows, -1), -1, axis)


@formula(ndimage.minimum_filter1d, shaped_like='input')
def minimum_filter1d(input, size, axis=-1, *, mode='reflect', cval=0.0, origin=0):
    windows = along(input, size, axis, mode, cval, origin)
    return np.moveaxis(np.min(windows, -1), -1, axis)


@formula(ndimage.median_filter, shaped_like='input')
def median_filter(input, size=None, *, mode='reflect', cval=0.0, origin=0):
    keep_size(size)
    windows = np.sort(neighbours(input, size, mode, cval, origin), -1)
    return windows[..., np.shape(windows)[-1] // 2]


@formula(ndimage.rank_filter, shaped_like='input')
def rank_filter(input, rank, size=None, *, mode='reflect', cval=0.0, origin=0):
    keep_size(size)
    return np.sort(neighbours(input, size, mode, cval, origin), -1)[..., rank]


@formula(ndimage.percentile_filter, shaped_like='input')
def percentile_filter(
    input, percentile, size=None, *, mode='reflect', cval=0.0, origin=0
):
    keep_size(size)
    windows = np.sort(neighbours(input, size, mode, cval, origin), -1)
    count = np.shape(windows)[-1]
    share = percentile + 100.0 if percentile < 0 else percentile
    return windows[..., count - 1 if share == 100 else int(count * share / 100.0)]


# Products with numbers for each frequency.
@linear(ndimage.fourier_gaussian, in_='input')
def fourier_gaussian(y, input, sigma, n=-1, axis=-1):
    d[input] = ndimage.fourier_gaussian(d[y], sigma, n, axis)


@linear(ndimage.fourier_uniform, in_='input')
def fourier_uniform(y, input, size, n=-1, axis=-1):
    d[input] = ndimage.fourier_uniform(d[y], size, n, axis)


@linear(ndimage.fourier_shift, in_='input')
def fourier_shift(y, input, shift, n=-1, axis=-1):
    d[input] = ndimage.fourier_shift(d[y], shift, n, axis)


constant(
    ndimage.label, ndimage.binary_dilation, ndimage.binary_erosion,
    ndimage.binary_opening, ndimage.binary_closing, ndimage.binary_fill_holes,
    ndimage.generate_binary_structure,
)  # fmt: skip
refused(
    'Compute it outside of the function: it depends on where an image is zero.',
    ndimage.distance_transform_edt, ndimage.distance_transform_cdt,
    ndimage.distance_transform_bf,
)  # fmt: skip
refused(
    'Write it with np.lib.stride_tricks.sliding_window_view.',
    ndimage.generic_filter, ndimage.generic_filter1d,
    ndimage.generic_gradient_magnitude, ndimage.generic_laplace,
)  # fmt: skip
