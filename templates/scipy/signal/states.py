"""Recursive filters that begin in a state and return the one in which they end.

With numbers padded by zeros for as long as the state, the result y solves a * y = b * x
+ zi, where convolutions with y leave the last state behind the end of x. So a change of
coefficients, of x and of the state is what this leaves, filtered by 1 / a.
"""
import numpy as np
from scipy import signal

from tangentlite.runtime import unbroadcast


# Both, as long as the state and one more, with a first coefficient of 1 below.
def standard(b, a, order):
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    ahead = np.pad(b, (0, order + 1 - np.size(b)))
    return ahead / a[0], np.pad(a, (0, order + 1 - np.size(a))) / a[0]


# The change of one coefficient that is a number, as an array.
def in_row(change, coefficients):
    return change * np.ones(1) if np.ndim(coefficients) == 0 else change


def followed(rows, count):
    return np.pad(rows, [(0, 0)] * (np.ndim(rows) - 1) + [(0, count)])


def led(rows, count):
    return np.pad(rows, [(0, 0)] * (np.ndim(rows) - 1) + [(count, 0)])


def convolved(coefficients, rows):
    return signal.lfilter(coefficients, (1.0,), rows)


def correlated(coefficients, rows):
    return convolved(coefficients, rows[..., ::-1])[..., ::-1]


# The adjoint of coefficients that filter signals: their correlation with the seed.
def correlation(seed, x, coefficients, axis):
    count = np.size(coefficients)
    length = np.shape(seed)[axis]
    seeds = np.reshape(np.moveaxis(seed, axis, -1), (-1, length))
    rows = np.reshape(np.moveaxis(x, axis, -1), (-1, length))
    rows = np.pad(rows, ((0, 0), (count - 1, 0)))
    delayed = np.lib.stride_tricks.sliding_window_view(rows, length, 1)
    sums = np.einsum('rn,rkn->k', seeds, delayed)[::-1]
    return np.reshape(sums, np.shape(coefficients))


def onto_given(seeds, y, b, a, x, axis, zi):
    """Return what falls on the coefficients, the signal and its first state."""
    values, x = np.moveaxis(y[0], axis, -1), np.moveaxis(x, axis, -1)
    size, order = np.shape(x)[-1], np.shape(zi)[axis]
    ahead, back = standard(b, a, order)
    whole = np.zeros((*np.shape(x)[:-1], size + order))
    seed = whole[..., :size]
    if np.ndim(seeds[1]) > 0:
        whole = whole + led(np.moveaxis(seeds[1], axis, -1), size)
        seed = -correlated(back, whole)[..., :size]
    if np.ndim(seeds[0]) > 0:
        seed = seed + np.moveaxis(seeds[0], axis, -1)
    solved = signal.lfilter((1.0,), back, seed[..., ::-1])[..., ::-1]
    whole = whole + followed(solved, order)
    of_ahead = correlation(whole, followed(x, order), ahead, -1)
    of_back = -correlation(whole, followed(values, order), back, -1)
    first = np.atleast_1d(a)[0]
    of_first = np.sum(of_ahead * ahead) + np.sum(of_back * back)
    of_a = of_back[: np.size(a)] - of_first * np.eye(1, np.size(a))[0]
    of_x = np.moveaxis(correlated(ahead, whole)[..., :size], -1, axis)
    of_state = np.moveaxis(whole[..., :order], -1, axis)
    of_b = np.reshape(of_ahead[: np.size(b)] / first, np.shape(b))
    of_a = np.reshape(of_a / first, np.shape(a))
    return of_b, of_a, of_x, unbroadcast(of_state, zi)


def change_of(coefficients, change, a, of_a, order):
    """Return how standard coefficients change, by what they change and by `a`."""
    first = np.atleast_1d(a)[0]
    moved = 0.0
    if np.ndim(change) > 0:
        moved = np.pad(change, (0, order + 1 - np.size(change)))
    if np.ndim(of_a) > 0:
        moved = moved - coefficients * of_a[0]
    return moved / first


def change_by_given(y, b, a, x, axis, zi, of_b, of_a, of_x, of_state):
    """Return how the result and the last state change; what is no array does not."""
    of_b, of_a = in_row(of_b, b), in_row(of_a, a)
    values, rows = np.moveaxis(y[0], axis, -1), np.moveaxis(x, axis, -1)
    size, order = np.shape(rows)[-1], np.shape(zi)[axis]
    ahead, back = standard(b, a, order)
    left = np.zeros((*np.shape(rows)[:-1], size + order))
    if np.ndim(of_x) > 0:
        left = left + convolved(ahead, followed(np.moveaxis(of_x, axis, -1), order))
    if np.ndim(of_state) > 0:
        left = left + followed(np.moveaxis(of_state, axis, -1), size)
    if np.ndim(of_b) > 0 or np.ndim(of_a) > 0:
        moved = change_of(ahead, of_b, a, of_a, order)
        left = left + convolved(moved, followed(rows, order))
    if np.ndim(of_a) > 0:
        moved = change_of(back, of_a, a, of_a, order)
        left = left - convolved(moved, followed(values, order))
    change = signal.lfilter((1.0,), back, left[..., :size])
    last = (left - convolved(back, followed(change, order)))[..., size:]
    return np.moveaxis(change, -1, axis), np.moveaxis(last, -1, axis)
