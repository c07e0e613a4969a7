"""Spectra at chosen points: the chirp z-transform, and that of uneven samples."""
import math

import numpy as np
from scipy import signal

from tangentlite.rules.registry import formula
from tangentlite.templates.subscripts import refuse


# Samples times powers of the points, along the last axis.
@formula(signal.czt)
def czt(x, m=None, w=None, a=1 + 0j, *, axis=-1):
    rows = np.moveaxis(x, axis, -1)
    places = np.arange(np.shape(rows)[-1])
    count = np.shape(rows)[-1] if m is None else m
    step = np.exp(-2j * math.pi / count) if w is None else w
    powers = step ** np.outer(places, np.arange(count))
    spectrum = (rows * (1.0 * a) ** (-1.0 * places)) @ powers
    return np.moveaxis(spectrum, -1, axis)


@formula(signal.zoom_fft)
def zoom_fft(x, fn, m=None, *, fs=2, endpoint=False, axis=-1):
    rows = np.moveaxis(x, axis, -1)
    places = np.arange(np.shape(rows)[-1])
    count = np.shape(rows)[-1] if m is None else m
    first, last = (0.0, fn) if np.ndim(fn) == 0 else (fn[0], fn[1])
    parts = count - 1 if endpoint else count
    at = first + (last - first) / parts * np.arange(count)
    angles = np.outer(places, at) * (2.0 * math.pi / fs)
    return np.moveaxis(rows @ np.exp(-1j * angles), -1, axis)


# The power of the sine and cosine that fit samples best, with a constant or without.
@formula(signal.lombscargle)
def lombscargle(x, y, freqs, *, normalize=False, weights=None, floating_mean=False):
    if normalize == 'amplitude':
        refuse('amplitudes of lombscargle', 'Use its powers.')
    shares = np.ones(np.shape(y)) if weights is None else weights
    shares = shares / np.sum(shares)
    turns = np.expand_dims(freqs, 1) * x
    cosine, sine = np.cos(turns), np.sin(turns)
    if floating_mean:
        y = y - np.sum(shares * y)
        cosine = cosine - np.expand_dims(cosine @ shares, 1)
        sine = sine - np.expand_dims(sine @ shares, 1)
    cc, ss, cs = cosine**2 @ shares, sine**2 @ shares, (cosine * sine) @ shares
    of_cosine, of_sine = cosine @ (shares * y), sine @ (shares * y)
    power = of_cosine**2 * ss + of_sine**2 * cc - 2.0 * of_cosine * of_sine * cs
    power = power / (cc * ss - cs**2)
    if normalize is True or normalize == 'normalize':
        return power / np.sum(shares * y * y)
    return power * (0.5 * np.size(x))
