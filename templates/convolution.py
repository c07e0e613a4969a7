"""Discrete convolution and correlation of two vectors, linear in each.

Of the mode 'full' the adjoints are short; the other modes are parts of it, in which the
adjoint is put among zeros.
"""
import numpy as np

from tangentlite.rules.registry import d, linear
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.conversion import as_array


@linear(np.convolve, in_=('a', 'v'))
def convolve(y, a, v, mode='full'):
    if mode == 'full' or mode == 'same' or mode == 'valid':
        shorter = np.minimum(np.size(a), np.size(v))
        seed = whole(d[y], mode, (shorter - 1) // 2, shorter)
        of_a = np.correlate(seed, conjugated(vector(v)))
        of_v = np.correlate(seed, conjugated(vector(a)))
        d[a] = np.reshape(of_a, np.shape(a))
        d[v] = np.reshape(of_v, np.shape(v))


# Of two vectors the first of which is shorter NumPy correlates the second with the
# first and turns the result around. The second operand is conjugated.
@linear(np.correlate, in_=('a', 'v'))
def correlate(y, a, v, mode='valid'):
    if mode == 'full' or mode == 'same' or mode == 'valid':
        shorter = np.minimum(np.size(a), np.size(v))
        ahead = (shorter - (np.size(a) >= np.size(v))) // 2
        seed = whole(d[y], mode, ahead, shorter)
        of_a = np.convolve(seed, conjugated(vector(v)), 'valid')
        of_v = np.correlate(conjugated(seed), vector(a))[::-1]
        d[a] = np.reshape(of_a, np.shape(a))
        d[v] = np.reshape(of_v, np.shape(v))


# The adjoint of the full result: zeros where a part of it was left out.
def whole(seed, mode, ahead, shorter):
    if mode == 'full':
        return seed
    if mode == 'same':
        return np.pad(seed, (ahead, shorter - 1 - ahead))
    return np.pad(seed, shorter - 1)


# A number is convolved as a vector of one entry.
def vector(x):
    return np.reshape(x, 1) if np.ndim(x) == 0 else as_array(x)
