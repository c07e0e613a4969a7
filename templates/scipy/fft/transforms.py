"""Fourier transforms of scipy.fft, by the adjoints that those of numpy.fft have.

`overwrite_x` is no parameter here: what it destroys may be needed.
"""

import numpy as np
from scipy import fft

from tangentlite.rules.registry import constant, d, formula, linear
from tangentlite.templates.fourier import fitted, lengths, scaled, transformed

constant(fft.next_fast_len)

if hasattr(fft, 'prev_fast_len'):
    constant(fft.prev_fast_len)


def register_transform(transform):
    @linear(transform, in_='x')
    def along_one_axis(y, x, n=None, axis=-1, norm=None, *, workers=None):
        whole = transform(d[y], axis=axis, norm=norm, workers=workers)
        d[x] = whole if n is None else fitted(whole, x, (axis,))


register_transform(fft.fft)
register_transform(fft.ifft)


def register_from_half(transform, half_transform):
    @linear(transform, in_='x')
    def from_half_spectrum(y, x, n=None, axis=-1, norm=None, *, workers=None):
        half = half_transform(d[y], axis=axis, norm=norm, workers=workers)
        whole = scaled(half, 2.0, np.shape(y)[axis], axis)
        d[x] = whole if n is None else fitted(whole, x, (axis,))


def register_to_half(transform, half_inverse):
    @linear(transform, in_='x')
    def to_half_spectrum(y, x, n=None, axis=-1, norm=None, *, workers=None):
        count = np.shape(x)[axis] if n is None else n
        half = scaled(np.copy(d[y]), 0.5, count, axis)
        whole = half_inverse(half, count, axis, norm, workers=workers)
        d[x] = whole if n is None else fitted(whole, x, (axis,))


register_from_half(fft.hfft, fft.rfft)
register_from_half(fft.irfft, fft.ihfft)
register_to_half(fft.rfft, fft.hfft)
register_to_half(fft.ihfft, fft.irfft)


def register_transform_of_axes(transform, default):
    @linear(transform, in_='x')
    def along_axes(y, x, s=None, axes=default, norm=None, *, workers=None):
        if s is None:
            d[x] = transform(d[y], axes=axes, norm=norm, workers=workers)
        else:
            for places in transformed(lengths(s), axes, np.ndim(x)):
                whole = transform(d[y], axes=places, norm=norm, workers=workers)
                d[x] = fitted(whole, x, places)


register_transform_of_axes(fft.fft2, (-2, -1))
register_transform_of_axes(fft.ifft2, (-2, -1))
register_transform_of_axes(fft.fftn, None)
register_transform_of_axes(fft.ifftn, None)


def register_half_transforms(forward, backward, default):
    @linear(forward, in_='x')
    def to_half_spectrum(y, x, s=None, axes=default, norm=None, *, workers=None):
        for places in transformed(lengths(s), axes, np.ndim(x)):
            d[x] = from_half(d[y], x, lengths(s), places, norm, workers)

    @linear(backward, in_='x')
    def from_half_spectrum(y, x, s=None, axes=default, norm=None, *, workers=None):
        for places in transformed(lengths(s), axes, np.ndim(x)):
            d[x] = to_half(d[y], x, lengths(s), places, norm, workers)


register_half_transforms(fft.rfft2, fft.irfft2, (-2, -1))
register_half_transforms(fft.rfftn, fft.irfftn, None)


# The last axis is the halved one; along the others the seed is as long as the result.
def from_half(seed, x, s, axes, norm, workers):
    last = axes[-1]
    count = np.shape(x)[last] if s is None or s[-1] == -1 else s[-1]
    half = np.copy(seed)
    if len(axes) > 1:
        half = fft.fftn(half, axes=axes[:-1], norm=norm, workers=workers)
    half = scaled(half, 0.5, count, last)
    whole = fft.hfft(half, count, last, norm, workers=workers)
    return whole if s is None else fitted(whole, x, axes)


def to_half(seed, x, s, axes, norm, workers):
    last = axes[-1]
    half = fft.ihfft(seed, axis=last, norm=norm, workers=workers)
    whole = scaled(half, 2.0, np.shape(seed)[last], last)
    if len(axes) > 1:
        whole = fft.ifftn(whole, axes=axes[:-1], norm=norm, workers=workers)
    return whole if s is None else fitted(whole, x, axes)


# Hermitian transforms of axes are the inverse ones of what is conjugated, or give it;
# the norm changes direction with them.
def turned(norm):
    if norm is None or norm == 'backward':
        return 'forward'
    return 'backward' if norm == 'forward' else norm


def register_hermitian_transforms(forward, backward, of_half, to_half, default):
    @formula(forward)
    def from_half_signal(x, s=None, axes=default, norm=None, *, workers=None):
        return of_half(np.conjugate(x), s, axes, turned(norm), workers=workers)

    @formula(backward)
    def to_half_signal(x, s=None, axes=default, norm=None, *, workers=None):
        return np.conjugate(to_half(x, s, axes, turned(norm), workers=workers))


register_hermitian_transforms(fft.hfft2, fft.ihfft2, fft.irfft2, fft.rfft2, (-2, -1))
register_hermitian_transforms(fft.hfftn, fft.ihfftn, fft.irfftn, fft.rfftn, None)


# In some versions of SciPy these are NumPy's own, which have rules.
if fft.fftshift is not np.fft.fftshift:

    @linear(fft.fftshift, in_='x')
    def fftshift(y, x, axes=None):
        d[x] = fft.ifftshift(d[y], axes)

    @linear(fft.ifftshift, in_='x')
    def ifftshift(y, x, axes=None):
        d[x] = fft.fftshift(d[y], axes)


if fft.fftfreq is not np.fft.fftfreq:

    @formula(fft.fftfreq)
    def fftfreq(n, d=1.0):
        return np.fft.fftfreq(n, d)

    @formula(fft.rfftfreq)
    def rfftfreq(n, d=1.0):
        return np.fft.rfftfreq(n, d)
