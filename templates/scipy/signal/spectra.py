"""Spectra of signals that are cut into overlapping pieces under a window.

The values are SciPy's own, the derivatives those of the transformed pieces. By a window
that is given as an array there is a derivative, by the parameters of one in words none.
"""
import numpy as np
from scipy import signal

from tangentlite.rules.registry import formula
from tangentlite.templates.subscripts import refuse


def windowed(window, nperseg, size):
    """Return the weights of a window, at most as many as the signal has samples."""
    if isinstance(window, (str, tuple)):
        length = 256 if nperseg is None else nperseg
        return signal.get_window(window, min(length, size))
    return np.asarray(window)


def transformed_pieces(rows, weights, step, nfft, detrend, one_sided):
    """Return the spectrum of each piece, along the last axis."""
    pieces = np.lib.stride_tricks.sliding_window_view(rows, np.size(weights), -1)
    pieces = pieces[..., ::step, :]
    if isinstance(detrend, str):
        pieces = signal.detrend(pieces, type=detrend)
    elif detrend is not False and detrend is not None:
        refuse('a function as detrend', "Use 'constant', 'linear' or False.")
    if one_sided:
        return np.fft.rfft(pieces * weights, nfft)
    return np.fft.fft(pieces * weights, nfft)


# Of two real signals each frequency stands for the negative one, too.
def one_sided_weights(nfft):
    weights = np.full(nfft // 2 + 1, 2.0)
    weights[0] = 1.0
    if nfft % 2 == 0:
        weights[-1] = 1.0
    return weights


def frequencies(nfft, fs, one_sided):
    if one_sided:
        return np.arange(nfft // 2 + 1) * (fs / nfft)
    return np.fft.fftfreq(nfft) * fs


def scale_of(weights, fs, scaling):
    if scaling in ('density', 'psd'):
        return 1.0 / (fs * np.sum(weights * weights))
    return 1.0 / np.sum(weights) ** 2


def padded_to(rows, count):
    short = count - np.shape(rows)[-1]
    widths = [(0, 0)] * (np.ndim(rows) - 1) + [(0, short)]
    return np.pad(rows, widths)


# Of each piece, along the last axis: frequencies, and the products of both spectra.
def cross_products(
    x, y, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis
):
    # lists come as they are, as a window may be a tuple of a name and numbers
    rows = np.moveaxis(np.asarray(x), axis, -1)
    others = rows if y is None else np.moveaxis(np.asarray(y), axis, -1)
    size = max(np.shape(rows)[-1], np.shape(others)[-1])
    weights = windowed(window, nperseg, size)
    length = np.size(weights)
    step = length - (length // 2 if noverlap is None else noverlap)
    points = length if nfft is None else nfft
    is_complex = np.iscomplexobj(rows) or np.iscomplexobj(others)
    one_sided = return_onesided and not is_complex
    first = transformed_pieces(
        padded_to(rows, size), weights, step, points, detrend, one_sided
    )
    if y is None:
        products = np.real(first) ** 2 + np.imag(first) ** 2
    else:
        second = transformed_pieces(
            padded_to(others, size), weights, step, points, detrend, one_sided
        )
        products = np.conj(first) * second
    products = products * scale_of(weights, fs, scaling)
    if one_sided:
        products = products * one_sided_weights(points)
    return frequencies(points, fs, one_sided), products


# The median of what is distributed exponentially is smaller than the mean.
def median_bias(count):
    places = 2.0 * np.arange(1, (count - 1) // 2 + 1)
    return 1.0 + np.sum(1.0 / (places + 1.0) - 1.0 / places)


def averaged(products, average, axis):
    if average == 'mean':
        found = np.mean(products, -2)
    elif np.iscomplexobj(products):
        middle = np.median(np.real(products), -2)
        middle = middle + 1j * np.median(np.imag(products), -2)
        found = middle / median_bias(np.shape(products)[-2])
    else:
        found = np.median(products, -2) / median_bias(np.shape(products)[-2])
    return np.moveaxis(found, -1, axis)


@formula(signal.csd, takes_lists=True)
def csd(
    x, y, fs=1.0, window='hann', nperseg=None, noverlap=None, nfft=None,
    detrend='constant', return_onesided=True, scaling='density', axis=-1,
    average='mean',
):  # fmt: skip
    found, products = cross_products(
        x, y, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling,
        axis,
    )  # fmt: skip
    return found, averaged(products, average, axis)


@formula(signal.welch, takes_lists=True)
def welch(
    x, fs=1.0, window='hann', nperseg=None, noverlap=None, nfft=None,
    detrend='constant', return_onesided=True, scaling='density', axis=-1,
    average='mean',
):  # fmt: skip
    found, products = cross_products(
        x, None, fs, window, nperseg, noverlap, nfft, detrend, return_onesided,
        scaling, axis,
    )  # fmt: skip
    return found, averaged(products, average, axis)


@formula(signal.periodogram, takes_lists=True)
def periodogram(
    x, fs=1.0, window='boxcar', nfft=None, detrend='constant', return_onesided=True,
    scaling='density', axis=-1,
):  # fmt: skip
    rows = np.moveaxis(np.asarray(x), axis, -1)
    size = np.shape(rows)[-1]
    if nfft is not None and nfft < size:
        rows, size = rows[..., :nfft], nfft
    found, products = cross_products(
        rows, None, fs, 'boxcar' if window is None else window, size, 0, nfft, detrend,
        return_onesided, scaling, -1,
    )  # fmt: skip
    return found, np.moveaxis(products[..., 0, :], -1, axis)


@formula(signal.coherence, takes_lists=True)
def coherence(
    x, y, fs=1.0, window='hann', nperseg=None, noverlap=None, nfft=None,
    detrend='constant', axis=-1,
):  # fmt: skip
    given = window, nperseg, noverlap, nfft, detrend, True, 'density', axis
    found, both = cross_products(x, y, fs, *given)
    _, first = cross_products(x, None, fs, *given)
    _, second = cross_products(y, None, fs, *given)
    both, first = averaged(both, 'mean', axis), averaged(first, 'mean', axis)
    square = np.real(both) ** 2 + np.imag(both) ** 2
    return found, square / first / averaged(second, 'mean', axis)


def placed(pieces, axis):
    """Return spectra with pieces along the last axis, frequencies where `axis` is."""
    whole = np.moveaxis(pieces, -2, -1)
    return np.moveaxis(whole, -2, axis - 1 if axis < 0 else axis)


@formula(signal.spectrogram, takes_lists=True)
def spectrogram(
    x, fs=1.0, window=('tukey', 0.25), nperseg=None, noverlap=None, nfft=None,
    detrend='constant', return_onesided=True, scaling='density', axis=-1, mode='psd',
):  # fmt: skip
    if mode in ('angle', 'phase'):
        refuse('angles of a spectrogram', "Take them of mode='complex'.")
    x = np.asarray(x)
    size = np.shape(x)[axis]
    weights = windowed(window, nperseg, size)
    length = np.size(weights)
    overlap = length // 8 if noverlap is None else noverlap
    times = (np.arange(0, size - length + 1, length - overlap) + length / 2) / fs
    if mode == 'psd':
        found, products = cross_products(
            x, None, fs, weights, length, overlap, nfft, detrend, return_onesided,
            scaling, axis,
        )  # fmt: skip
        return found, times, placed(products, axis)
    one_sided = return_onesided and not np.iscomplexobj(x)
    points = length if nfft is None else nfft
    pieces = transformed_pieces(
        np.moveaxis(x, axis, -1), weights, length - overlap, points, detrend, one_sided
    )
    pieces = placed(pieces * np.sqrt(scale_of(weights, fs, scaling)), axis)
    found = frequencies(points, fs, one_sided)
    return found, times, pieces if mode == 'complex' else np.abs(pieces)
