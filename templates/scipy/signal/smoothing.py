"""The filter of Savitzky and Golay, a product with fitted polynomials."""
import numpy as np
from scipy import ndimage, signal

from tangentlite.rules.registry import constant, formula


# The weights of entries of a window at a distance of 1.
def unit_weights(window_length, polyorder, deriv, pos, use):
    return signal.savgol_coeffs(window_length, polyorder, deriv, pos=pos, use=use)


# The rows of weights of what is fitted at the first places of a window, or the last.
def edge_weights(window_length, polyorder, deriv, is_first):
    half = window_length // 2
    start = 0 if is_first else window_length - half
    rows = [
        unit_weights(window_length, polyorder, deriv, start + k, 'dot')
        for k in range(half)
    ]
    return np.array(rows).reshape(half, window_length)


constant(unit_weights, edge_weights)


@formula(signal.savgol_coeffs)
def savgol_coeffs(window_length, polyorder, deriv=0, delta=1.0, pos=None, use='conv'):
    weights = unit_weights(window_length, polyorder, deriv, pos, use)
    return np.divide(weights, delta**deriv)


@formula(signal.savgol_filter)
def savgol_filter(
    x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, mode='interp', cval=0.0
):
    weights = unit_weights(window_length, polyorder, deriv, None, 'conv')
    wide = x * np.float32(1.0)
    rows = np.moveaxis(wide, axis, -1) / delta**deriv
    if mode != 'interp':
        outside = cval / delta**deriv
        value = ndimage.convolve1d(rows, weights, mode=mode, cval=outside)
    else:
        half = window_length // 2
        count = np.shape(rows)[-1]
        ahead = edge_weights(window_length, polyorder, deriv, True)
        after = edge_weights(window_length, polyorder, deriv, False)
        inner = ndimage.convolve1d(rows, weights, mode='constant')
        first = rows[..., :window_length] @ ahead.T
        last = rows[..., count - window_length :] @ after.T
        value = np.concatenate((first, inner[..., half : count - half], last), -1)
    return np.moveaxis(value, -1, axis)
