"""Filters that change the rate of samples."""
import math

import numpy as np
from scipy import signal

from tangentlite.rules.registry import constant, formula
from tangentlite.templates.subscripts import refuse


# Between samples are zeros, which the weights of the filter reach.
def filtered_at(h, x, up, down, axis):
    rows = np.moveaxis(x, axis, -1)
    count = np.shape(rows)[-1]
    apart = np.expand_dims(rows, -1) * unit(up)
    apart = np.reshape(apart, (*np.shape(rows)[:-1], count * up))
    size = (count - 1) * up + np.size(h)
    reach = np.pad(apart, [(0, 0)] * (np.ndim(x) - 1) + [(0, np.size(h) - 1)])
    return np.moveaxis(signal.lfilter(h, (1.0,), reach)[..., :size:down], -1, axis)


def unit(count):
    first = np.zeros(count)
    first[0] = 1.0
    return first


@formula(signal.upfirdn)
def upfirdn(h, x, up=1, down=1, axis=-1, mode='constant', cval=0):
    if mode != 'constant' or not (isinstance(cval, int) and cval == 0):
        refuse('mode or cval of upfirdn', 'Pad the signal before.')
    if isinstance(h, (list, tuple)):
        h = np.array(h)
    return filtered_at(h, x, up, down, axis)


def low_pass(rate, window):
    """Return the weights of the filter below the slower of two rates."""
    return signal.firwin(20 * rate + 1, 1.0 / rate, window=window)


def recursive_low_pass(order, factor):
    """Return the sections of the filter that keeps what a lower rate can hold."""
    return signal.cheby1(order, 0.05, 0.8 / factor, output='sos')


constant(low_pass, recursive_low_pass)


# With zeros in front and behind, so that what is kept is not late.
def resampled_by(x, up, down, axis, weights):
    half = (np.size(weights) - 1) // 2
    count = np.shape(x)[axis] * up
    size = count // down + (count % down > 0)
    ahead = down - half % down
    first = (half + ahead) // down
    missing = (size + first) * down - (count - up + np.size(weights) + ahead)
    around = np.pad(weights * up, (ahead, max(missing, 0)))
    rows = np.moveaxis(filtered_at(around, x, up, down, axis), axis, -1)
    return np.moveaxis(rows[..., first : first + size], -1, axis)


@formula(signal.resample_poly, takes_lists=True)
def resample_poly(
    x, up, down, axis=0, window=('kaiser', 5.0), padtype='constant', cval=None
):
    if padtype != 'constant' or cval is not None:
        refuse('padtype or cval of resample_poly', 'Take the background away before.')
    x = np.asarray(x)  # lists come as they are, as a window may be a tuple
    common = math.gcd(up, down)
    up, down = up // common, down // common
    if up == 1 and down == 1:
        return x
    if isinstance(window, str):
        window = low_pass(max(up, down), window)
    elif isinstance(window, tuple) and isinstance(window[0], str):
        window = low_pass(max(up, down), window)
    return resampled_by(x, up, down, axis, np.asarray(window))


@formula(signal.decimate)
def decimate(x, q, n=None, ftype='iir', axis=-1, zero_phase=True):
    if ftype == 'fir':
        order = 20 * q if n is None else n
        weights = signal.firwin(order + 1, 1.0 / q, window='hamming')
        if zero_phase:
            return resampled_by(x, 1, q, axis, weights)
        rows = np.moveaxis(filtered_at(weights, x, 1, q, axis), axis, -1)
        return np.moveaxis(rows[..., : -(-np.shape(x)[axis] // q)], -1, axis)
    if ftype != 'iir':
        refuse('a system as ftype of decimate', "Use 'iir' or 'fir'.")
    sections = recursive_low_pass(8 if n is None else n, q)
    if zero_phase:
        value = signal.sosfiltfilt(sections, x, axis)
    else:
        value = signal.sosfilt(sections, x, axis)
    return np.moveaxis(np.moveaxis(value, axis, -1)[..., ::q], -1, axis)
