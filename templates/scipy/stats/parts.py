"""Functions that densities and speeds of several distributions are made of.

Quotients that have a limit at zero are sums of powers near it, as their slopes lose
digits otherwise.
"""
import numpy as np
from scipy import special

from tangentlite.templates.scipy.special.error_functions import mills

NEAR, FAR = 0.02, 100.0


def log_normal_density(z):
    return -0.5 * (z * z) - 0.5 * np.log(2.0 * np.pi)


def beyond_mills(z):
    """The Mills ratio `mills` and z, which almost cancel far below 0 (DLMF 7.12.1)."""
    is_far = z < -FAR
    small = 1.0 / np.where(is_far, -z, FAR)
    square = small * small
    tail = small * (1.0 - square * (2.0 - square * (10.0 - 74.0 * square)))
    near = np.where(is_far, 0.0, z)
    return np.where(is_far, tail, near + mills(near))


# Functions with a factor exp(-abs(x)) have at 0 the slope from above, not between both.
def above_zero(x):
    return x + 1e-300


def log_beta(a, b):
    return special.gammaln(a) + special.gammaln(b) - special.gammaln(a + b)


def log_ratio(c, z):
    """log(1 + c z) / c, for c = 0 its limit z."""
    is_near = np.abs(c * z) < NEAR
    near = np.where(is_near, c * z, 0.0)
    series = 0.0
    for k in range(10, 0, -1):
        series = 1.0 / k - near * series
    far = np.where(is_near, 1.0, c)
    return np.where(is_near, z * series, np.log1p(np.where(is_near, 0.0, c * z)) / far)


def excess(u):
    """((1 + u) log(1 + u) - u) / u**2, for u = 0 its limit 1 / 2."""
    is_near = np.abs(u) < NEAR
    near = np.where(is_near, u, 0.0)
    series = 0.0
    for k in range(11, 1, -1):
        series = 1.0 / (k * (k - 1.0)) - near * series
    far = np.where(is_near, 1.0, u)
    plain = (special.xlogy(1.0 + far, 1.0 + far) - far) / far**2
    return np.where(is_near, series, plain)


def widened(log_t):
    """(1 + 1 / t) log(1 + t), whose limit is 1 for t = 0."""
    s = np.maximum(log_t, -300.0)
    return (1.0 + np.exp(-s)) * np.logaddexp(0.0, s)


def stretched(z, c):
    """The speed by c of u**(1 / c), where u does not depend on c."""
    return -special.xlogy(z, np.abs(z)) / c
