"""Entropies, x log y, and the losses of Huber."""

import numpy as np
from scipy import special

from tangentlite.rules.registry import d, elementwise


# x / y, and 0 for 0/0; of a zero x alone the quotient stays a function of x.
def ratio(x, y):
    return np.divide(x, np.where((x == 0.0) & (y == 0.0), 1.0, y))


# The logarithm without warnings, as these functions give none either.
def quiet_log(x):
    return special.xlogy(1.0, x)


@elementwise(special.xlogy)
def xlogy(z, x, y):
    d[x] = d[z] * quiet_log(y)
    d[y] = d[z] * ratio(x, y)


@elementwise(special.xlog1py)
def xlog1py(z, x, y):
    d[x] = d[z] * special.xlog1py(1.0, y)
    d[y] = d[z] * ratio(x, 1.0 + y)


@elementwise(special.entr)
def entr(y, x):
    d[x] = d[y] * (-1.0 - quiet_log(x))


@elementwise(special.rel_entr)
def rel_entr(z, x, y):
    quotient = ratio(x, y)
    d[x] = d[z] * (quiet_log(quotient) + 1.0)
    d[y] = d[z] * -quotient


@elementwise(special.kl_div)
def kl_div(z, x, y):
    quotient = ratio(x, y)
    d[x] = d[z] * quiet_log(quotient)
    d[y] = d[z] * (1.0 - quotient)


@elementwise(special.huber)
def huber(y, delta, r):
    size = np.abs(r)
    d[delta] = d[y] * np.where(size < delta, 0.0, size - delta)
    d[r] = d[y] * np.where(size < delta, r, delta * np.sign(r))


@elementwise(special.pseudo_huber)
def pseudo_huber(y, delta, r):
    root = np.hypot(delta, r)
    root = root + (root == 0.0)
    excess = r * r / (root + delta)
    d[delta] = d[y] * excess * excess / root
    d[r] = d[y] * delta * r / root
