"""Convolution and correlation of two matrices, whose edges go on in some way."""
import numpy as np
from scipy import signal

from tangentlite.rules.registry import definition, formula
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.conversion import as_array


# The first matrix with as much around it as the second one reaches.
def surrounded(image, kernel, boundary, fillvalue):
    rows, columns = np.shape(kernel)
    widths = ((rows - 1, rows - 1), (columns - 1, columns - 1))
    if boundary in ('fill', 'pad'):
        return np.pad(image, widths, constant_values=fillvalue)
    if boundary in ('wrap', 'circular'):
        return np.pad(image, widths, 'wrap')
    return np.pad(image, widths, 'symmetric')


# The middle of the full result, from where the middle of the kernel is on its first
# entry: of an even kernel, the entry in front of the middle, or that behind it.
def middle_of(whole, image, kernel, behind):
    rows = (np.shape(kernel)[0] - 1 + behind) // 2
    columns = (np.shape(kernel)[1] - 1 + behind) // 2
    height, width = np.shape(image)
    return whole[rows : rows + height, columns : columns + width]


def convolved(in1, in2, mode, boundary, fillvalue, behind):
    around = surrounded(in1, in2, boundary, fillvalue)
    whole = signal.convolve(around, in2, 'valid')
    return whole if mode == 'full' else middle_of(whole, in1, in2, behind)


# SciPy reads beside a matrix that has no entries.
def require_entries(in1, in2):
    if np.size(in1) == 0 or np.size(in2) == 0:
        raise ValueError('a matrix without entries cannot be convolved')


def convolved_planes(in1, in2, mode, boundary, fillvalue):
    """Return the convolution of two matrices that have entries."""
    require_entries(in1, in2)
    return signal.convolve2d(in1, in2, mode, boundary, fillvalue)


@formula(convolved_planes)
def convolved_planes_formula(in1, in2, mode, boundary, fillvalue):
    if mode == 'valid':
        return signal.convolve(in1, in2, 'valid')
    return convolved(in1, in2, mode, boundary, fillvalue, 0)


@definition(signal.convolve2d)
def convolve2d(in1, in2, mode='full', boundary='fill', fillvalue=0):
    return convolved_planes(as_array(in1), as_array(in2), mode, boundary, fillvalue)


def correlated_planes(in1, in2, mode, boundary, fillvalue):
    """Return the correlation of two matrices that have entries."""
    require_entries(in1, in2)
    return signal.correlate2d(in1, in2, mode, boundary, fillvalue)


@formula(correlated_planes)
def correlated_planes_formula(in1, in2, mode, boundary, fillvalue):
    if mode == 'valid':
        return signal.correlate(in1, in2, 'valid')
    turned = conjugated(in2)[::-1, ::-1]
    return convolved(in1, turned, mode, boundary, fillvalue, 1)


@definition(signal.correlate2d)
def correlate2d(in1, in2, mode='full', boundary='fill', fillvalue=0):
    return correlated_planes(as_array(in1), as_array(in2), mode, boundary, fillvalue)
