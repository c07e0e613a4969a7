"""Functions of scipy.signal that act by the spectrum of a signal, and detrending."""
import numpy as np
from scipy import signal

from tangentlite.rules.registry import d, formula, linear
from tangentlite.templates.assembly import at
from tangentlite.templates.fourier import fitted
from tangentlite.templates.subscripts import refuse


# A projection, so its own adjoint.
@linear(signal.detrend, in_='data')
def detrend(y, data, axis=-1, type='linear', bp=0):
    d[data] = signal.detrend(d[y], axis, type, bp)


# Frequencies below 0 are left out, those above stand for both.
@linear(signal.hilbert, in_='x')
def hilbert(y, x, N=None, axis=-1):
    spectrum = np.fft.ifft(d[y], axis=axis)
    count = np.shape(y)[axis]
    spectrum[at(slice(1, (count + 1) // 2), spectrum, axis)] *= 2.0
    spectrum[at(slice(count // 2 + 1, None), spectrum, axis)] = 0.0
    whole = np.fft.fft(spectrum, axis=axis)
    d[x] = whole if N is None else fitted(whole, x, (axis,))


# Of an even number of frequencies the highest is one of the longer spectrum's two.
def resampled(rows, num):
    size = np.shape(rows)[-1]
    count = min(num, size)
    spectrum = np.copy(np.fft.rfft(rows)[..., : count // 2 + 1])
    if count % 2 == 0 and num != size:
        spectrum[..., count // 2] *= 2.0 if num < size else 0.5
    return np.fft.irfft(spectrum, num) * (num / size)


@formula(signal.resample)
def resample(x, num, t=None, axis=0, window=None, domain='time'):
    if t is not None or window is not None or domain != 'time':
        refuse('t, window or domain of resample', 'Use it without.')
    rows = np.moveaxis(x, axis, -1)
    if np.iscomplexobj(x):
        value = resampled(np.real(rows), num) + 1j * resampled(np.imag(rows), num)
    else:
        value = resampled(rows, num)
    return np.moveaxis(value, -1, axis)
