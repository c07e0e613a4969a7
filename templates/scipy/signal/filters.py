"""Recursive filters of scipy.signal.

A filter solves a * y = b * x with convolutions. So a change of x is filtered, one of b
filters x / a, and one of a filters -y / a. The adjoint of a filter is the same one
backwards in time.
"""
import numpy as np
from scipy import signal

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.templates.scipy.signal.states import (
    change_by_given,
    correlation,
    in_row,
    onto_given,
)
from tangentlite.templates.subscripts import refuse


@adjoint(signal.lfilter)
def lfilter(y, b, a, x, axis=-1, zi=None):
    if zi is None:
        seed = np.flip(signal.lfilter((1.0,), a, np.flip(d[y], axis), axis), axis)
        d[b] = correlation(seed, x, b, axis)
        d[a] = -correlation(seed, y, a, axis)
        d[x] = np.flip(signal.lfilter(b, a, np.flip(d[y], axis), axis), axis)
    else:
        of_b, of_a, of_x, of_state = onto_given(d[y], y, b, a, x, axis, zi)
        d[b] = of_b
        d[a] = of_a
        d[x] = of_x
        d[zi] = of_state


@tangent(signal.lfilter)
def lfilter_tangent(y, b, a, x, axis=-1, zi=None):
    if zi is None:
        change = 0.0
        if np.ndim(d[x]) > 0:
            change = signal.lfilter(b, a, d[x], axis)
        of_b, of_a = in_row(d[b], b), in_row(d[a], a)
        if np.ndim(of_b) > 0:
            change = change + signal.lfilter(of_b, a, x, axis)
        if np.ndim(of_a) > 0:
            change = change - signal.lfilter(of_a, a, y, axis)
        d[y] = change
    else:
        d[y] = change_by_given(y, b, a, x, axis, zi, d[b], d[a], d[x], d[zi])


# The state in which a filter answers ones with a constant.
@formula(signal.lfilter_zi)
def lfilter_zi(b, a):
    level = np.sum(b) / np.sum(a)
    count = max(np.size(a), np.size(b))
    ahead = np.pad(b, (0, count - np.size(b)))
    back = np.pad(a, (0, count - np.size(a)))
    rests = (ahead - back * level)[1:] / a[0]
    return np.cumsum(rests[::-1])[::-1]


# Entry i, j of the matrix is the coefficient i + j + 1: the state is what the outputs
# and inputs that were, the last one first, leave.
def left_by(coefficients, values, count):
    size = max(np.size(coefficients) - 1, 0)
    later = np.pad(coefficients[1:], (0, size))
    places = np.arange(size)
    kept = np.pad(values[:size], (0, max(size - np.size(values), 0)))
    rests = later[np.expand_dims(places, 1) + places] @ kept
    return np.pad(rests, (0, count - size))


# Before 1.16 the state is that of coefficients that are divided by the first.
IS_DIVIDED = bool(signal.lfiltic([1.0], [2.0, 1.0], [1.0])[0] == -0.5)


@formula(signal.lfiltic)
def lfiltic(b, a, y, x=None):
    ahead, back = np.atleast_1d(b), np.atleast_1d(a)
    count = max(np.size(ahead), np.size(back), 1) - 1
    state = -left_by(back, y, count)
    if x is not None:
        state = left_by(ahead, x, count) + state
    return state / back[0] if IS_DIVIDED else state


# Along the last axis, from the state that belongs to the first entry: the answer to a
# constant, at which what is above it is filtered from rest.
def from_steady(b, a, x):
    level = x[..., :1]
    return signal.lfilter(b, a, x - level) + level * (np.sum(b) / np.sum(a))


# The last axis with more entries at both ends.
def extended(x, edge, padtype):
    if padtype is None:
        return x
    ahead = x[..., :1]
    after = x[..., -1:]
    if padtype == 'constant':
        zeros = np.zeros(edge)
        return np.concatenate((ahead + zeros, x, after + zeros), -1)
    count = np.shape(x)[-1]
    first = x[..., 1 : edge + 1][..., ::-1]
    last = x[..., count - 1 - edge : count - 1][..., ::-1]
    if padtype == 'odd':
        first = 2.0 * ahead - first
        last = 2.0 * after - last
    return np.concatenate((first, x, last), -1)


@formula(signal.filtfilt)
def filtfilt(b, a, x, axis=-1, padtype='odd', padlen=None, method='pad'):
    if method != 'pad':
        refuse("method='gust' of filtfilt", "Use method='pad'.")
    b = np.atleast_1d(b)
    a = np.atleast_1d(a)
    edge = 3 * max(np.size(a), np.size(b)) if padlen is None else padlen
    rows = np.moveaxis(x, axis, -1)
    value = from_steady(b, a, extended(rows, edge, padtype))
    value = from_steady(b, a, value[..., ::-1])[..., ::-1]
    if padtype is not None:
        value = value[..., edge : edge + np.shape(rows)[-1]]
    return np.moveaxis(value, -1, axis)


@formula(signal.sosfilt)
def sosfilt(sos, x, axis=-1, zi=None):
    value = x
    if zi is None:
        for section in sos:
            value = signal.lfilter(section[:3], section[3:], value, axis)
        return value
    states = []
    for k, section in enumerate(sos):
        value, last = signal.lfilter(section[:3], section[3:], value, axis, zi[k])
        states.append(last)
    return value, np.stack(states)


@formula(signal.sosfiltfilt)
def sosfiltfilt(sos, x, axis=-1, padtype='odd', padlen=None):
    if padlen is None:
        unused = min(np.sum(sos[:, 2] == 0), np.sum(sos[:, 5] == 0))
        edge = 3 * (2 * np.shape(sos)[0] + 1 - unused)
    else:
        edge = padlen
    rows = np.moveaxis(x, axis, -1)
    value = extended(rows, edge, padtype)
    for section in sos:
        value = from_steady(section[:3], section[3:], value)
    value = value[..., ::-1]
    for section in sos:
        value = from_steady(section[:3], section[3:], value)
    value = value[..., ::-1]
    if padtype is not None:
        value = value[..., edge : edge + np.shape(rows)[-1]]
    return np.moveaxis(value, -1, axis)
