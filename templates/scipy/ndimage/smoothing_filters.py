"""Filters of scipy.ndimage that smooth: by means, and by a bell and its derivatives."""
import numpy as np
from scipy import ndimage

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.runtime import unpadded
from tangentlite.templates.scipy.ndimage.filters import (
    margins,
    name_of,
    of_axis,
    starts,
    turned_origin,
    widths_along,
)


@adjoint(ndimage.uniform_filter1d, shaped_like='input')
def uniform_filter1d(y, input, size, axis=-1, *, mode='reflect', cval=0.0, origin=0):
    place = turned_origin(size, origin)
    if np.size(input) == 0:
        d[input], d[cval] = np.zeros_like(input), 0.0
    elif name_of(mode) == 'constant':
        back = ndimage.uniform_filter1d(
            d[y], size, axis, mode='constant', origin=place
        )
        d[cval] = np.sum(d[y]) - np.sum(back)
        d[input] = back
    else:
        widths = widths_along(input, axis, margins(size, origin))
        back = ndimage.uniform_filter1d(
            np.pad(d[y], widths), size, axis, mode='constant', origin=place
        )
        d[cval] = 0.0
        d[input] = unpadded(back, input, starts(widths), name_of(mode))


@tangent(ndimage.uniform_filter1d)
def uniform_filter1d_tangent(
    y, input, size, axis=-1, *, mode='reflect', cval=0.0, origin=0
):
    moving = np.broadcast_to(d[input], np.shape(input))
    d[y] = ndimage.uniform_filter1d(
        moving, size, axis, mode=mode, cval=d[cval], origin=origin
    )


@formula(ndimage.uniform_filter, shaped_like='input')
def uniform_filter(input, size=3, *, mode='reflect', cval=0.0, origin=0):
    value = input
    for k in range(np.ndim(input)):
        count = of_axis(size, k)
        place = of_axis(origin, k)
        kind = mode if isinstance(mode, str) else mode[k]
        value = ndimage.uniform_filter1d(
            value, count, k, mode=kind, cval=cval, origin=place
        )
    return value


# The derivatives of the bell are Hermite polynomials times it.
def bell(sigma, order, radius):
    places = np.arange(-radius, radius + 1) / sigma
    weights = np.exp(-0.5 * places * places)
    weights = weights / np.sum(weights)
    factor, previous = np.ones_like(places), np.zeros_like(places)
    for k in range(order):
        factor, previous = places * factor - k * previous, factor
    return weights * factor / sigma**order


def smoothed(x, sigma, axis, order, mode, cval, truncate, radius):
    reach = int(truncate * sigma + 0.5) if radius is None else radius
    weights = bell(sigma, order, reach)
    return ndimage.correlate1d(x, weights, axis, mode=mode, cval=cval)


@formula(ndimage.gaussian_filter1d, shaped_like='input')
def gaussian_filter1d(
    input, sigma, axis=-1, order=0, *, mode='reflect', cval=0.0, truncate=4.0,
    radius=None,
):  # fmt: skip
    return smoothed(input, sigma, axis, order, mode, cval, truncate, radius)


# An axis of which sigma is 0 is left as it is.
@formula(ndimage.gaussian_filter, shaped_like='input')
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
