"""Fourier transforms of numpy.fft.

The matrix of exp(-2 pi i j k / n) is symmetric, so a complex transform is its own
adjoint. Of a real signal the spectrum is kept up to the middle: the transforms to and
from that half are each other's adjoints but for the frequencies in between, which stand
for two. Where a length is given the signal is cut or filled up with zeros first, and so
is the gradient at last.
"""
import numpy as np

from tangentlite.rules.registry import d, formula, linear
from tangentlite.templates.assembly import at
from tangentlite.templates.subscripts import fill_time


def register_transform(transform):
    @linear(transform, in_='a')
    def along_one_axis(y, a, n=None, axis=-1, norm=None):
        whole = transform(d[y], axis=axis, norm=norm)
        d[a] = whole if n is None else fitted(whole, a, (axis,))


register_transform(np.fft.fft)
register_transform(np.fft.ifft)


def register_from_half(transform, half_transform):
    @linear(transform, in_='a')
    def from_half_spectrum(y, a, n=None, axis=-1, norm=None):
        half = half_transform(d[y], axis=axis, norm=norm)
        whole = scaled(half, 2.0, np.shape(y)[axis], axis)
        d[a] = whole if n is None else fitted(whole, a, (axis,))


def register_to_half(transform, half_inverse):
    @linear(transform, in_='a')
    def to_half_spectrum(y, a, n=None, axis=-1, norm=None):
        count = np.shape(a)[axis] if n is None else n
        whole = half_inverse(scaled(np.copy(d[y]), 0.5, count, axis), count, axis, norm)
        d[a] = whole if n is None else fitted(whole, a, (axis,))


register_from_half(np.fft.hfft, np.fft.rfft)
register_from_half(np.fft.irfft, np.fft.ihfft)
register_to_half(np.fft.rfft, np.fft.hfft)
register_to_half(np.fft.ihfft, np.fft.irfft)


def register_transform_of_axes(transform, default):
    @linear(transform, in_='a')
    def along_axes(y, a, s=None, axes=default, norm=None):
        if s is None:
            d[a] = transform(d[y], axes=axes, norm=norm)
        else:
            for places in transformed(s, axes, np.ndim(a)):
                whole = transform(d[y], axes=places, norm=norm)
                d[a] = fitted(whole, a, places)


register_transform_of_axes(np.fft.fft2, (-2, -1))
register_transform_of_axes(np.fft.ifft2, (-2, -1))
register_transform_of_axes(np.fft.fftn, None)
register_transform_of_axes(np.fft.ifftn, None)


def register_half_transforms(forward, backward, default):
    @linear(forward, in_='a')
    def to_half_spectrum(y, a, s=None, axes=default, norm=None):
        for places in transformed(s, axes, np.ndim(a)):
            d[a] = from_half(d[y], a, s, places, norm)

    @linear(backward, in_='a')
    def from_half_spectrum(y, a, s=None, axes=default, norm=None):
        for places in transformed(s, axes, np.ndim(a)):
            d[a] = to_half(d[y], a, s, places, norm)


register_half_transforms(np.fft.rfft2, np.fft.irfft2, (-2, -1))
register_half_transforms(np.fft.rfftn, np.fft.irfftn, None)


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
    spectrum[at(between, spectrum, axis)] *= factor
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


# The lengths along the axes, of which SciPy takes a single one also as a number.
def lengths(s):
    return s if s is None or isinstance(s, tuple) or np.ndim(s) == 1 else (s,)


# One tuple of axes; none where one is transformed twice, with lengths for each time.
@fill_time
def transformed(s, axes, rank):
    if isinstance(axes, int):
        axes = (axes,)
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
