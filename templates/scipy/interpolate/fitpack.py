"""Splines of FITPACK: knots, coefficients and a degree.

Behind the coefficients stand zeros, as many as the degree and one: there are as many
coefficients as knots.
"""

import numpy as np
from scipy import interpolate

from tangentlite.rules.registry import definition


# What a division by the length of an axis of the data behind the first one takes.
def along_first(lengths, like):
    return np.expand_dims(lengths, tuple(range(1, np.ndim(like))))


@definition(interpolate.splder, takes_lists=True)
def splder(tck, n=1):
    t, c, k = tck
    for _ in range(n):
        lengths = along_first(t[k + 1 : -1] - t[1 : -k - 1], c)
        rates = (c[1 : -1 - k] - c[: -2 - k]) * k / lengths
        c = np.concatenate((rates, np.zeros((k, *np.shape(c)[1:]))))
        t = t[1:-1]
        k = k - 1
    return t, c, k


@definition(interpolate.splantider, takes_lists=True)
def splantider(tck, n=1):
    t, c, k = tck
    for _ in range(n):
        lengths = along_first(t[k + 1 :] - t[: -k - 1], c)
        sums = np.cumsum(c[: -k - 1] * lengths, 0) / (k + 1)
        first = np.zeros((1, *np.shape(c)[1:]))
        c = np.concatenate((first, sums) + (sums[-1:],) * (k + 2))
        t = np.concatenate((t[:1], t, t[-1:]))
        k = k + 1
    return t, c, k
