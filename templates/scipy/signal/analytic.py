"""Analytic signals of planes, and envelopes of signals.

Half of the frequencies are left out, the others stand for both. The envelope is the
absolute value of what a band of frequencies makes; what is left is the residual.
"""

import inspect

import numpy as np
from scipy import signal

from tangentlite.rules.registry import d, formula, linear
from tangentlite.templates.fourier import fitted
from tangentlite.templates.subscripts import refuse

# Before 1.17 the frequency in the middle of an even number of them is kept.
IMPULSE = np.array([[1.0, 0.0], [0.0, 0.0]])
KEEPS_MIDDLE = bool(np.abs(np.fft.fft2(signal.hilbert2(IMPULSE))[1, 1]) > 0.5)
HAS_AXES = 'axes' in inspect.signature(signal.hilbert2).parameters


def keep_plane(x):
    if np.ndim(x) < 2:
        refuse('hilbert2 of a signal with one axis', 'Give it a matrix.')
    if np.ndim(x) > 2 and not HAS_AXES:
        refuse('hilbert2 of a stack', 'Call it for each.')


# How often each of a number of frequencies counts.
def weights(count):
    places = np.arange(count)
    once = 1.0 * (places == 0)
    if KEEPS_MIDDLE:
        once = once + (2 * places == count)
    return np.where((places > 0) & (2 * places < count), 2.0, once)


def of_planes(seed, x, N, axes):
    keep_plane(x)
    first, second = axes
    rows, columns = np.shape(seed)[first], np.shape(seed)[second]
    both = np.expand_dims(weights(rows), 1) * weights(columns)
    spectrum = np.fft.ifft2(np.moveaxis(seed, axes, (-2, -1)))
    whole = np.moveaxis(np.fft.fft2(both * spectrum), (-2, -1), axes)
    return whole if N is None else fitted(whole, x, axes)


if HAS_AXES:

    @linear(signal.hilbert2, in_='x')
    def hilbert2(y, x, N=None, axes=(-2, -1)):
        d[x] = of_planes(d[y], x, N, axes)

else:

    @linear(signal.hilbert2, in_='x')
    def hilbert2(y, x, N=None):
        d[x] = of_planes(d[y], x, N, (-2, -1))


# As many entries of the last axis as wanted, zeros where there are not so many.
def as_long(rows, count):
    kept = rows[..., :count]
    ahead = [(0, 0)] * (np.ndim(rows) - 1)
    return np.pad(kept, [*ahead, (0, count - np.shape(kept)[-1])])


# The frequencies as a spectrum of another length has them: of an even number of them
# the one in the middle is two in the longer spectrum.
def spectrum_of_length(spectrum, count):
    size = np.shape(spectrum)[-1]
    least = min(count, size)
    whole = as_long(spectrum[..., : least // 2 + 1], count)
    if least // 2 + 1 < least:
        behind = spectrum[..., least // 2 + 1 - least :]
        whole[..., count - (least - least // 2 - 1) :] = behind
    if least % 2 == 0 and count < size:
        middle = whole[..., least // 2] + spectrum[..., size - least // 2]
        whole[..., least // 2] = middle
    elif least % 2 == 0 and count > size:
        half = 0.5 * whole[..., least // 2]
        whole[..., least // 2] = half
        whole[..., count - least // 2] = half
    return whole


def band_of(bp_in, size):
    start = -(size // 2) if bp_in[0] is None else bp_in[0]
    stop = (size + 1) // 2 if bp_in[1] is None else bp_in[1]
    return start, stop


# A real signal is made analytic in its band.
def spectrum_of(rows, start, stop):
    size = np.shape(rows)[-1]
    if np.iscomplexobj(rows):
        return np.fft.fft(rows)
    whole = as_long(np.fft.rfft(rows), size)
    places = np.arange(size)
    return whole * np.where((places >= max(start, 1)) & (places < stop), 2.0, 1.0)


# Which frequencies are not in the band, and with 'lowpass' not above it. As in SciPy
# what ends in front of 0 is a slice that may be empty.
def kept_beside(size, start, stop, residual):
    kept = np.ones(size)
    if start <= 0 < stop:
        kept[:stop] = 0.0
        kept[start:] = 0.0
    else:
        kept[start:stop] = 0.0
    if residual == 'lowpass':
        if stop > 0:
            kept[stop : (size + 1) // 2] = 0.0
        else:
            kept[start:] = 0.0
            kept[: (size + 1) // 2] = 0.0
    return kept


# Its residual is that of a band that is not complex, if the signal is not.
def beside(spectrum, rows, count):
    size = np.shape(spectrum)[-1]
    scale = count / size
    if np.iscomplexobj(rows):
        return np.fft.ifft(spectrum_of_length(spectrum, count)) * scale
    least = min(count, size)
    if least % 2 == 0 and count != size:
        at_middle = np.arange(size) == least // 2
        factor = 2.0 if count < size else 0.5
        spectrum = spectrum * np.where(at_middle, factor, 1.0)
    return np.fft.irfft(as_long(spectrum, count // 2 + 1), count) * scale


if hasattr(signal, 'envelope'):  # from SciPy 1.15 on

    @formula(signal.envelope, takes_lists=True)
    def envelope(
        z, bp_in=(1, None), *, n_out=None, squared=False, residual='lowpass', axis=-1
    ):
        rows = np.moveaxis(z, axis, -1)
        size = np.shape(rows)[-1]
        count = size if n_out is None else n_out
        start, stop = band_of(bp_in, size)
        spectrum = spectrum_of(rows, start, stop)
        if start <= 0 < stop:
            shifted = np.fft.fftshift(spectrum, -1)
            band = shifted[..., start + size // 2 : stop + size // 2]
        else:
            band = spectrum[..., start:stop]
        base = np.fft.ifft(as_long(band, count)) * (count / size)
        if squared:
            found = np.real(base) ** 2 + np.imag(base) ** 2
        else:
            found = np.abs(base)
        found = np.moveaxis(found, -1, axis)
        if residual is None:
            return found
        rest = spectrum * kept_beside(size, start, stop, residual)
        return np.stack((found, np.moveaxis(beside(rest, rows, count), -1, axis)))
