"""Transforms of scipy.fftpack: those of scipy.fft, or in a format of real numbers."""

import numpy as np
from scipy import fft, fftpack

from tangentlite.rules.registry import constant, definition, formula
from tangentlite.templates.conversion import as_array

constant(fftpack.next_fast_len)


@formula(fftpack.rfftfreq)
def rfftfreq(n, d=1.0):
    return (np.arange(1, n + 1) // 2) / (n * d)


# The inverse of a cosine or sine transform without its factor is that of another type.
def inverse_of(type):
    return 5 - type if type in (2, 3) else type


def register_transform(name):
    transform = getattr(fft, name)

    @definition(getattr(fftpack, name))
    def along_one_axis(x, n=None, axis=-1, overwrite_x=False):
        return transform(x, n, axis)


def register_transform_of_axes(name, default):
    transform = getattr(fft, name)

    @definition(getattr(fftpack, name))
    def along_axes(x, shape=None, axes=default, overwrite_x=False):
        return transform(x, shape, axes)


for one in ('fft', 'ifft'):
    register_transform(one)
for one in ('fft2', 'ifft2'):
    register_transform_of_axes(one, (-2, -1))
for one in ('fftn', 'ifftn'):
    register_transform_of_axes(one, None)


def register_real_transform(name):
    transform = getattr(fft, name)

    @definition(getattr(fftpack, name))
    def along_one_axis(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
        return transform(x, type, n, axis, norm)

    @definition(getattr(fftpack, 'i' + name))
    def back(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
        return transform(x, inverse_of(type), n, axis, norm)


def register_real_transform_of_axes(name):
    transform = getattr(fft, name)

    @definition(getattr(fftpack, name))
    def along_axes(x, type=2, shape=None, axes=None, norm=None, overwrite_x=False):
        return transform(x, type, shape, axes, norm)

    @definition(getattr(fftpack, 'i' + name))
    def back(x, type=2, shape=None, axes=None, norm=None, overwrite_x=False):
        return transform(x, inverse_of(type), shape, axes, norm)


for one in ('dct', 'dst'):
    register_real_transform(one)
for one in ('dctn', 'dstn'):
    register_real_transform_of_axes(one)


# Of each frequency the real and the imaginary part, but for imaginary parts that are 0.
@formula(fftpack.rfft)
def rfft(x, n=None, axis=-1, overwrite_x=False):
    rows = np.moveaxis(as_array(x), axis, -1)
    count = np.shape(rows)[-1] if n is None else n
    half = fft.rfft(rows, count)
    pairs = np.stack((np.real(half), np.imag(half)), -1)
    flat = np.reshape(pairs, (*np.shape(half)[:-1], 2 * np.shape(half)[-1]))
    packed = np.concatenate((flat[..., :1], flat[..., 2 : count + 1]), -1)
    return np.moveaxis(packed, -1, axis)


@formula(fftpack.irfft)
def irfft(x, n=None, axis=-1, overwrite_x=False):
    rows = np.moveaxis(as_array(x), axis, -1)
    length = np.shape(rows)[-1]
    count = length if n is None else n
    if count > length:
        rows = np.pad(rows, ((0, 0),) * (np.ndim(rows) - 1) + ((0, count - length),))
    real = np.concatenate((rows[..., :1], rows[..., 1:count:2]), -1)
    imaginary = rows[..., 2:count:2]
    lacking = np.shape(real)[-1] - 1 - np.shape(imaginary)[-1]
    zeros = np.zeros_like(rows[..., :1])
    parts = (zeros, imaginary, zeros) if lacking else (zeros, imaginary)
    half = real + 1j * np.concatenate(parts, -1)
    return np.moveaxis(fft.irfft(half, count), -1, axis)
