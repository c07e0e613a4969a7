"""Division of signals, and filters against noise."""
import numpy as np
from scipy import ndimage
from scipy import signal as filters

from tangentlite.rules.registry import definition, formula
from tangentlite.templates.conversion import as_array


# The quotient is what a recursive filter makes of an impulse. A divisor that is longer
# than the signal leaves it as it is.
@definition(filters.deconvolve)
def deconvolve(signal, divisor):
    signal, divisor = as_array(signal), as_array(divisor)
    if np.ndim(signal) != 1 or np.ndim(divisor) != 1:
        raise ValueError('deconvolve needs two arrays with one axis')
    count = np.shape(signal)[0] - np.shape(divisor)[0] + 1
    impulse = np.zeros(max(count, 0))
    impulse[:1] = 1.0
    quotient = filters.lfilter(signal, divisor, impulse)
    if count < 1:
        return quotient, signal
    return quotient, signal - filters.convolve(divisor, quotient, mode='full')


def size_for_each_axis(size, rank):
    if size is None:
        return (3,) * rank
    return (size,) * rank if np.ndim(size) == 0 else tuple(size)


@formula(filters.medfilt)
def medfilt(volume, kernel_size=None):
    size = size_for_each_axis(kernel_size, np.ndim(volume))
    return ndimage.median_filter(volume, size=size, mode='constant')


@formula(filters.medfilt2d)
def medfilt2d(input, kernel_size=3):
    size = size_for_each_axis(kernel_size, 2)
    return ndimage.median_filter(input, size=size, mode='constant')


# Where the variance is above that of the noise, the signal is kept in part.
@formula(filters.wiener)
def wiener(im, mysize=None, noise=None):
    ones = np.ones(size_for_each_axis(mysize, np.ndim(im)))
    mean = filters.correlate(im, ones, 'same') / np.size(ones)
    square = filters.correlate(im**2, ones, 'same') / np.size(ones)
    variance = square - mean**2
    power = np.mean(variance) if noise is None else noise
    kept = variance >= power
    share = np.where(kept, 1.0 - power / np.where(kept, variance, 1.0), 0.0)
    return mean + share * (im - mean)
