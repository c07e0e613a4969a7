"""Convolution and correlation of scipy.signal, linear in each operand.

The modes 'same' and 'valid' are the middle of the full result, which the operands make
by whichever is larger: in the adjoints the seed is put among zeros, and what is left
of a convolution where the operands overlap wholly is the derivative. Along an axis that
is not transformed the operands are broadcast.
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


# The adjoint of the full result: zeros where a part of it was left out.
def whole(seed, in1, in2, mode, axes=None):
    if mode == 'full' or np.ndim(in1) == 0:
        return seed
    widths = ()
    for k, length in enumerate(shape_of_full(in1, in2, axes)):
        ahead = (length - np.shape(seed)[k]) // 2
        widths = widths + ((ahead, length - np.shape(seed)[k] - ahead),)
    return np.pad(seed, widths)


# Of these SciPy returns zeros or nothing, of various shapes.
def has_none(in1, in2):
    return np.size(in1) == 0 or np.size(in2) == 0


@linear(signal.convolve, in_=('in1', 'in2'))
def convolve(y, in1, in2, mode='full', method='auto'):
    if mode != 'full' and has_none(in1, in2):
        d[in1] = np.zeros_like(in1)
        d[in2] = np.zeros_like(in2)
    else:
        seed = whole(d[y], in1, in2, mode)
        d[in1] = signal.convolve(seed, np.flip(in2), 'valid', method)
        d[in2] = signal.convolve(seed, np.flip(in1), 'valid', method)


# The second operand is turned around and conjugated.
@linear(signal.correlate, in_=('in1', 'in2'))
def correlate(y, in1, in2, mode='full', method='auto'):
    if mode != 'full' and has_none(in1, in2):
        d[in1] = np.zeros_like(in1)
        d[in2] = np.zeros_like(in2)
    else:
        seed = whole(d[y], in1, in2, mode)
        d[in1] = signal.convolve(seed, conjugated(in2), 'valid', method)
        of_in2 = signal.convolve(seed, np.flip(in1), 'valid', method)
        d[in2] = np.flip(conjugated(of_in2))


def register_transformed(function):
    @linear(function, in_=('in1', 'in2'))
    def transformed_convolve(y, in1, in2, mode='full', axes=None):
        if has_none(in1, in2):
            d[in1] = np.zeros_like(in1)
            d[in2] = np.zeros_like(in2)
        elif axes is None:
            seed = whole(d[y], in1, in2, mode)
            d[in1] = function(seed, np.flip(in2), 'valid')
            d[in2] = function(seed, np.flip(in1), 'valid')
        else:
            places = tuple(axes) if np.ndim(axes) == 1 else (axes,)
            places = tuple([k % np.ndim(in1) for k in places])
            seed = whole(d[y], in1, in2, mode, places)
            of_in1 = function(seed, np.flip(in2, places), 'valid', places)
            of_in2 = function(seed, np.flip(in1, places), 'valid', places)
            d[in1] = unbroadcast(of_in1, in1)
            d[in2] = unbroadcast(of_in2, in2)


register_transformed(signal.fftconvolve)
register_transformed(signal.oaconvolve)
