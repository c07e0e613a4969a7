"""The Fourier transform of short pieces of a signal, and its inverse."""
import numpy as np
from scipy import signal

from tangentlite.rules.registry import formula
from tangentlite.templates.scipy.signal.filters import extended
from tangentlite.templates.scipy.signal.spectra import (
    frequencies,
    padded_to,
    placed,
    scale_of,
    transformed_pieces,
    windowed,
)
from tangentlite.templates.subscripts import refuse


def with_ends(rows, edge, boundary):
    if boundary is None:
        return rows
    if boundary == 'zeros':
        return np.pad(rows, [(0, 0)] * (np.ndim(rows) - 1) + [(edge, edge)])
    return extended(rows, edge, boundary)


@formula(signal.stft, takes_lists=True)
def stft(
    x, fs=1.0, window='hann', nperseg=256, noverlap=None, nfft=None, detrend=False,
    return_onesided=True, boundary='zeros', padded=True, axis=-1, scaling='spectrum',
):  # fmt: skip
    x = np.asarray(x)  # lists come as they are, as a window may be a tuple
    rows = np.moveaxis(x, axis, -1)
    weights = windowed(window, nperseg, np.shape(rows)[-1])
    length = np.size(weights)
    step = length - (length // 2 if noverlap is None else noverlap)
    points = length if nfft is None else nfft
    rows = with_ends(rows, length // 2, boundary)
    if padded:
        size = np.shape(rows)[-1]
        rows = padded_to(rows, size + (-(size - length) % step) % length)
    one_sided = return_onesided and not np.iscomplexobj(x)
    pieces = transformed_pieces(rows, weights, step, points, detrend, one_sided)
    pieces = pieces * np.sqrt(scale_of(weights, fs, scaling))
    starts = np.arange(0, np.shape(rows)[-1] - length + 1, step)
    times = (starts if boundary is not None else starts + length / 2) / fs
    return frequencies(points, fs, one_sided), times, placed(pieces, axis)


# The pieces, of which rows are along the last axes, where each begins a step behind
# the one before.
def added_up(pieces, step):
    count, length = np.shape(pieces)[-2:]
    places = np.expand_dims(np.arange(count) * step, 1) + np.arange(length)
    whole = np.zeros((length + (count - 1) * step, *np.shape(pieces)[:-2]))
    np.add.at(whole, places, np.moveaxis(pieces, (-2, -1), (0, 1)))
    return np.moveaxis(whole, 0, -1)


@formula(signal.istft, takes_lists=True)
def istft(
    Zxx, fs=1.0, window='hann', nperseg=None, noverlap=None, nfft=None,
    input_onesided=True, boundary=True, time_axis=-1, freq_axis=-2, scaling='spectrum',
):  # fmt: skip
    if not input_onesided:
        refuse('istft of spectra with two sides', 'Use one side.')
    Zxx = np.asarray(Zxx)
    spectra = np.moveaxis(Zxx, (time_axis, freq_axis), (-2, -1))
    default = 2 * (np.shape(spectra)[-1] - 1)
    length = default if nperseg is None else nperseg
    points = length if length == default + 1 else default
    points = points if nfft is None else nfft
    step = length - (length // 2 if noverlap is None else noverlap)
    if isinstance(window, (str, tuple)):
        weights = signal.get_window(window, length)
    else:
        weights = np.asarray(window)
    pieces = np.fft.irfft(spectra, points)[..., :length]
    pieces = pieces / np.sqrt(scale_of(weights, fs, scaling))
    whole = added_up(pieces * weights, step)
    total = added_up(weights**2 * np.ones((np.shape(spectra)[-2], 1)), step)
    if boundary:
        half = length // 2
        last = np.shape(total)[0] - half
        whole, total = whole[..., half:last], total[half:last]
    whole = whole / np.where(total > 1e-10, total, 1.0)
    axis = time_axis % np.ndim(Zxx)
    if freq_axis % np.ndim(Zxx) < axis:
        axis = axis - 1
    whole = np.moveaxis(whole, -1, axis)
    return np.arange(np.shape(whole)[0]) / fs, whole  # of SciPy, whatever the axis
