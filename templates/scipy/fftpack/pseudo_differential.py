"""Pseudo-differential operators of scipy.fftpack: factors for each frequency.

Each is defined by its factor in the docstring of SciPy's function. Where the factor is
imaginary, and in `diff`, the highest frequency of an even number of points is dropped.
"""

import numpy as np
from scipy import fft, fftpack

from tangentlite.rules.registry import formula


def frequencies(x):
    count = np.shape(x)[0]
    return np.fft.fftfreq(count) * count


# Of frequencies 0, and of the highest one, other factors are taken.
def nonzero(k):
    return np.where(k == 0.0, 1.0, k)


def is_highest(k):
    return 2.0 * np.abs(k) == np.shape(k)[0]


def multiplied(x, factor):
    whole = fft.ifft(factor * fft.fft(x))
    return whole if np.iscomplexobj(x) else np.real(whole)


def scale(period):
    return 1.0 if period is None else 2.0 * np.pi / period


def odd(x, factor):
    k = frequencies(x)
    return multiplied(x, np.where((k == 0.0) | is_highest(k), 0.0, 1j * factor))


@formula(fftpack.diff, may_view='x')
def diff(x, order=1, period=None):
    if order == 0:
        return np.asarray(x)
    k = frequencies(x)
    factor = (1j * scale(period) * nonzero(k)) ** order
    return multiplied(x, np.where((k == 0.0) | is_highest(k), 0.0, factor))


@formula(fftpack.hilbert)
def hilbert(x):
    return odd(x, np.sign(frequencies(x)))


@formula(fftpack.ihilbert)
def ihilbert(x):
    return odd(x, -np.sign(frequencies(x)))


@formula(fftpack.tilbert)
def tilbert(x, h, period=None):
    return odd(x, 1.0 / np.tanh(scale(period) * h * nonzero(frequencies(x))))


@formula(fftpack.itilbert)
def itilbert(x, h, period=None):
    return odd(x, -np.tanh(scale(period) * h * frequencies(x)))


@formula(fftpack.cs_diff)
def cs_diff(x, a, b, period=None):
    k = scale(period) * nonzero(frequencies(x))
    return odd(x, -np.cosh(a * k) / np.sinh(b * k))


@formula(fftpack.sc_diff)
def sc_diff(x, a, b, period=None):
    k = scale(period) * frequencies(x)
    return odd(x, np.sinh(a * k) / np.cosh(b * k))


@formula(fftpack.ss_diff)
def ss_diff(x, a, b, period=None):
    k = frequencies(x)
    moved = scale(period) * nonzero(k)
    ratio = np.sinh(a * moved) / np.sinh(b * moved)
    return multiplied(x, np.where(k == 0.0, a / b, ratio))


@formula(fftpack.cc_diff)
def cc_diff(x, a, b, period=None):
    k = scale(period) * frequencies(x)
    return multiplied(x, np.cosh(a * k) / np.cosh(b * k))


# What SciPy does to the highest frequency of an even number is no shift.
@formula(fftpack.shift)
def shift(x, a, period=None):
    k = frequencies(x)
    turned = scale(period) * a * k
    sine = np.sin(turned)
    return multiplied(x, np.cos(turned) + np.where(is_highest(k), -sine, 1j * sine))
