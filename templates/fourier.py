"""Fourier transforms of numpy.fft.

The matrix of exp(-2 pi i j k / n) is symmetric, so a complex transform is its own
adjoint. Of a real signal the spectrum is kept up to the middle: the transforms to and
from that half are each other's adjoints but for the frequencies in between, which stand
for two. Where a length is given the signal is cut or filled up with zeros first, and so
is the gradient at last.
"""
import numpy as np

from tangentlite.rules.registry import d, formula, linear
from tangentlite.templates.subscripts import fill_time


@linear(np.fft.fft, in_='a')
def fft(y, a, n=None, axis=-1, norm=None):
    whole = np.fft.fft(d[y], axis=axis, norm=norm)
    d[a] = whole if n is None else fitted(whole, a, (axis,))


@linear(np.fft.ifft, in_='a')
def ifft(y, a, n=None, axis=-1, norm=None):
    whole = np.fft.ifft(d[y], axis=axis, norm=norm)
    d[a] = whole if n is None else fitted(whole, a, (axis,))


@linear(np.fft.rfft, in_='a')
def rfft(y, a, n=None, axis=-1, norm=None):
    count = np.shape(a)[axis] if n is None else n
    whole = np.fft.hfft(scaled(np.copy(d[y]), 0.5, count, axis), count, axis, norm)
    d[a] = whole if n is None else fitted(whole, a, (axis,))


@linear(np.fft.hfft, in_='a')
def hfft(y, a, n=None, axis=-1, norm=None):
    half = np.fft.rfft(d[y], axis=axis, norm=norm)
    whole = scaled(half, 2.0, np.shape(y)[axis], axis)
    d[a] = whole if n is None else fitted(whole, a, (axis,))


@linear(np.fft.irfft, in_='a')
def irfft(y, a, n=None, axis=-1, norm=None):
    half = np.fft.ihfft(d[y], axis=axis, norm=norm)
    whole = scaled(half, 2.0, np.shape(y)[axis], axis)
    d[a] = whole if n is None else fitted(whole, a, (axis,))


@linear(np.fft.ihfft, in_='a')
def ihfft(y, a, n=None, axis=-1, norm=None):
    count = np.shape(a)[axis] if n is None else n
    whole = np.fft.irfft(scaled(np.copy(d[y]), 0.5, count, axis), count, axis, norm)
    d[a] = whole if n is None else fitted(whole, a, (axis,))


@linear(np.fft.fft2, in_='a')
def fft2(y, a, s=None, axes=(-2, -1), norm=None):
    if s is None:
        d[a] = np.fft.fft2(d[y], axes=axes, norm=norm)
    else:
        for places in transformed(s, axes, np.ndim(a)):
            whole = np.fft.fft2(d[y], axes=places, norm=norm)
            d[a] = fitted(whole, a, places)


@linear(np.fft.ifft2, in_='a')
def ifft2(y, a, s=None, axes=(-2, -1), norm=None):
    if s is None:
        d[a] = np.fft.ifft2(d[y], axes=axes, norm=norm)
    else:
        for places in transformed(s, axes, np.ndim(a)):
            whole = np.fft.ifft2(d[y], axes=places, norm=norm)
            d[a] = fitted(whole, a, places)


@linear(np.fft.fftn, in_='a')
def fftn(y, a, s=None, axes=None, norm=None):
    if s is None:
        d[a] = np.fft.fftn(d[y], axes=axes, norm=norm)
    else:
        for places in transformed(s, axes, np.ndim(a)):
            whole = np.fft.fftn(d[y], axes=places, norm=norm)
            d[a] = fitted(whole, a, places)


@linear(np.fft.ifftn, in_='a')
def ifftn(y, a, s=None, axes=None, norm=None):
    if s is None:
        d[a] = np.fft.ifftn(d[y], axes=axes, norm=norm)
    else:
        for places in transformed(s, axes, np.ndim(a)):
            whole = np.fft.ifftn(d[y], axes=places, norm=norm)
            d[a] = fitted(whole, a, places)


@linear(np.fft.rfft2, in_='a')
def rfft2(y, a, s=None, axes=(-2, -1), norm=None):
    for places in transformed(s, axes, np.ndim(a)):
        d[a] = from_half(d[y], a, s, places, norm)


@linear(np.fft.rfftn, in_='a')
def rfftn(y, a, s=None, axes=None, norm=None):
    for places in transformed(s, axes, np.ndim(a)):
        d[a] = from_half(d[y], a, s, places, norm)


@linear(np.fft.irfft2, in_='a')
def irfft2(y, a, s=None, axes=(-2, -1), norm=None):
    for places in transformed(s, axes, np.ndim(a)):
        d[a] = to_half(d[y], a, s, places, norm)


@linear(np.fft.irfftn, in_='a')
def irfftn(y, a, s=None, axes=None, norm=None):
    for places in transformed(s, axes, np.ndim(a)):
        d[a] = to_half(d[y], a, s, places, norm)


# The last axis is the halved one; along the others the seed is as long as the result.
def from_half(seed, a, s, axes, norm):
    last = axes[-1]
    count = np.shape(a)[last] if s is None or s[-1] == -1 else s[-1]
    if len(axes) == 1:
        half = np.copy(seed)
    elif len(axes) == 2:
        half = np.fft.fft(seed, axis=axes[0], norm=norm)
    else:
        half = np.fft.fftn(seed, axes=axes[:-1], norm=norm)
    whole = np.fft.hfft(scaled(half, 0.5, count, last), count, last, norm)
    return whole if s is None else fitted(whole, a, axes)


def to_half(seed, a, s, axes, norm):
    last = axes[-1]
    half = np.fft.ihfft(seed, axis=last, norm=norm)
    whole = scaled(half, 2.0, np.shape(seed)[last], last)
    if len(axes) == 2:
        whole = np.fft.ifft(whole, axis=axes[0], norm=norm)
    elif len(axes) > 2:
        whole = np.fft.ifftn(whole, axes=axes[:-1], norm=norm)
    return whole if s is None else fitted(whole, a, axes)


# In place: all but frequency 0 and, of an even count, the highest.
def scaled(spectrum, factor, count, axis):
    between = slice(1, (count + 1) // 2)
    if axis == -1:
        spectrum[..., between] *= factor
    elif axis % np.ndim(spectrum) == 0:
        spectrum[between] *= factor
    else:
        spectrum[(slice(None),) * (axis % np.ndim(spectrum)) + (between,)] *= factor
    return spectrum


# Slices end where the array ends, so that the two parts are of one size.
def fitted(whole, like, axes):
    real = np.real(whole) if not np.iscomplexobj(like) else whole
    kept = ()
    places = ()
    for k, is_chosen in chosen(axes, np.ndim(like)):
        kept = kept + (slice(None, np.shape(like)[k] if is_chosen else None),)
        places = places + (slice(None, np.shape(whole)[k] if is_chosen else None),)
    filled = np.zeros_like(like)
    if len(kept) == 1:
        filled[places[0]] = real[kept[0]]
    else:
        filled[places] = real[kept]
    return filled


# One tuple of axes; none where one is transformed twice, with lengths for each time.
@fill_time
def transformed(s, axes, rank):
    if axes is None:
        axes = tuple(range(-rank if s is None else -len(s), 0))
    return (axes,) if len({axis % rank for axis in axes}) == len(axes) else ()


# The axes up to the last of those given, and whether they are given.
@fill_time
def chosen(axes, rank):
    given = {axis % rank for axis in axes}
    return tuple((axis, axis in given) for axis in range(max(given, default=-1) + 1))


@linear(np.fft.fftshift, in_='x')
def fftshift(y, x, axes=None):
    d[x] = np.fft.ifftshift(d[y], axes)


@linear(np.fft.ifftshift, in_='x')
def ifftshift(y, x, axes=None):
    d[x] = np.fft.fftshift(d[y], axes)


# The frequencies -(n // 2) ... (n - 1) // 2, from 0 on.
@formula(np.fft.fftfreq)
def fftfreq(n, d=1.0):
    return ((np.arange(n) + n // 2) % n - n // 2) * np.divide(1.0, n * d)


@formula(np.fft.rfftfreq)
def rfftfreq(n, d=1.0):
    return np.arange(n // 2 + 1) * np.divide(1.0, n * d)
