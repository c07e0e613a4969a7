"""Convolution and correlation of scipy.signal, linear in each operand.

The derivative by an operand is where the seed and the other one, turned around, overlap
wholly. In the mode 'same', the middle of the full result, the seed is put among zeros
first; in the mode 'valid' the derivative by the larger operand is the full result.
Along an axis that is not transformed the operands are broadcast.
"""
import numpy as np
from scipy import signal

from tangentlite.rules.registry import d, linear
from tangentlite.runtime import unbroadcast
from tangentlite.templates.complex_numbers import conjugated


def shape_of_full(in1, in2, axes):
    lengths = ()
    for k in range(np.ndim(in1)):
        one, two = np.shape(in1)[k], np.shape(in2)[k]
        if axes is None or k in axes:
            lengths = lengths + (one + two - 1,)
        else:
            lengths = lengths + (max(one, two),)
    return lengths


# The adjoint of the full result: zeros where 'same' has left out a part of it.
def whole(seed, in1, in2, mode, axes=None):
    if mode != 'same' or np.ndim(in1) == 0:
        return seed
    widths = ()
    for k, length in enumerate(shape_of_full(in1, in2, axes)):
        ahead = (length - np.shape(seed)[k]) // 2
        widths = widths + ((ahead, length - np.shape(seed)[k] - ahead),)
    return np.pad(seed, widths)


# Of these SciPy returns zeros or nothing, of various shapes.
def has_none(in1, in2):
    return np.size(in1) == 0 or np.size(in2) == 0


def is_within(one, other, axes=None):
    fits = True
    for k in range(np.ndim(one)):
        if axes is None or k in axes:
            fits = fits and np.shape(one)[k] <= np.shape(other)[k]
    return fits


# The derivative by the operand that is not turned around.
def by_other(seed, turned, like, mode, method):
    if mode == 'valid' and is_within(turned, like):
        return signal.convolve(seed, turned, 'full', method)
    return signal.convolve(seed, turned, 'valid', method)


@linear(signal.convolve, in_=('in1', 'in2'))
def convolve(y, in1, in2, mode='full', method='auto'):
    if mode != 'full' and has_none(in1, in2):
        d[in1] = np.zeros_like(in1)
        d[in2] = np.zeros_like(in2)
    else:
        seed = whole(d[y], in1, in2, mode)
        d[in1] = by_other(seed, np.flip(in2), in1, mode, method)
        d[in2] = by_other(seed, np.flip(in1), in2, mode, method)


# The second operand is turned around and conjugated.
@linear(signal.correlate, in_=('in1', 'in2'))
def correlate(y, in1, in2, mode='full', method='auto'):
    if mode != 'full' and has_none(in1, in2):
        d[in1] = np.zeros_like(in1)
        d[in2] = np.zeros_like(in2)
    else:
        seed = whole(d[y], in1, in2, mode)
        d[in1] = by_other(seed, conjugated(in2), in1, mode, method)
        of_in2 = by_other(seed, np.flip(in1), in2, mode, method)
        d[in2] = np.flip(conjugated(of_in2))


def register_transformed(function):
    def by_other_along(seed, turned, like, mode, axes):
        if mode == 'valid' and is_within(turned, like, axes):
            return function(seed, turned, 'full', axes)
        return function(seed, turned, 'valid', axes)

    @linear(function, in_=('in1', 'in2'))
    def transformed_convolve(y, in1, in2, mode='full', axes=None):
        if has_none(in1, in2):
            d[in1] = np.zeros_like(in1)
            d[in2] = np.zeros_like(in2)
        elif axes is None:
            seed = whole(d[y], in1, in2, mode)
            d[in1] = by_other_along(seed, np.flip(in2), in1, mode, None)
            d[in2] = by_other_along(seed, np.flip(in1), in2, mode, None)
        else:
            places = tuple(axes) if np.ndim(axes) == 1 else (axes,)
            places = tuple([k % np.ndim(in1) for k in places])
            seed = whole(d[y], in1, in2, mode, places)
            of_in1 = by_other_along(seed, np.flip(in2, places), in1, mode, places)
            of_in2 = by_other_along(seed, np.flip(in1, places), in2, mode, places)
            d[in1] = unbroadcast(of_in1, in1)
            d[in2] = unbroadcast(of_in2, in2)


register_transformed(signal.fftconvolve)
register_transformed(signal.oaconvolve)
