"""Elliptic integrals and functions, by amplitude and parameter (DLMF 19.4).

For a small parameter m the differences divided by m cancel: there the complete
integrals are hypergeometric functions, the incomplete ones power series in m.
"""

import math

import numpy as np
from scipy import special

from tangentlite.rules.registry import adjoint, d, elementwise, formula, tangent
from tangentlite.runtime import unbroadcast

NEAR = 0.5
NEAR_INCOMPLETE = 2e-3


@elementwise(special.ellipk)
def ellipk(y, m):
    d[m] = d[y] * slope_of_k(m, 1.0 - m)


@elementwise(special.ellipkm1)
def ellipkm1(y, p):
    d[p] = d[y] * -slope_of_k(1.0 - p, p)


def slope_of_k(m, rest):
    is_near = np.abs(m) < NEAR
    small = np.where(is_near, m, 0.0)
    large = np.where(is_near, 0.75, m)
    left = np.where(is_near, 0.25, rest)
    near = (math.pi / 4.0) * special.hyp2f1(1.5, 1.5, 2.0, small)
    # At m = 1 it is the second integral, as K is less singular than 1 / left.
    first = special.ellipkm1(left + (left == 0.0))
    difference = special.ellipe(large) - left * first
    return 0.5 * np.where(is_near, near, np.divide(difference, large * left))


@elementwise(special.ellipe)
def ellipe(y, m):
    is_near = np.abs(m) < NEAR
    small = np.where(is_near, m, 0.0)
    large = np.where(is_near, 0.75, m)
    near = (-math.pi / 4.0) * special.hyp2f1(0.5, 1.5, 2.0, small)
    far = (special.ellipe(large) - special.ellipk(large)) / large
    d[m] = d[y] * 0.5 * np.where(is_near, near, far)


@elementwise(special.ellipkinc)
def ellipkinc(y, phi, m):
    d[phi] = np.divide(d[y], delta(phi, m))
    d[m] = d[y] * slope_of_first(phi, m)


@elementwise(special.ellipeinc)
def ellipeinc(y, phi, m):
    d[phi] = d[y] * delta(phi, m)
    is_near = np.abs(m) < NEAR_INCOMPLETE
    small = np.where(is_near, m, 0.0)
    large = np.where(is_near, 0.5, m)
    second = special.ellipeinc(phi, large)
    far = (second - special.ellipkinc(phi, large)) / large
    s2, s4, s6, s8, s10 = integrals_of_powers(phi)
    series = s8 * (5.0 / 16.0) + small * s10 * (35.0 / 128.0)
    series = s2 + small * (0.5 * s4 + small * (0.375 * s6 + small * series))
    d[m] = d[y] * 0.5 * np.where(is_near, -series, far)


def delta(phi, m):
    return np.sqrt(1.0 - m * np.sin(phi) ** 2)


# Of the second, fourth, ..., tenth power of the sine.
def integrals_of_powers(phi):
    sine, cosine = np.sin(phi), np.cos(phi)
    square = sine * sine
    ends = sine * cosine
    s2 = (phi - ends) / 2.0
    s4 = (3.0 * s2 - ends * square) / 4.0
    s6 = (5.0 * s4 - ends * square**2) / 6.0
    s8 = (7.0 * s6 - ends * square**3) / 8.0
    s10 = (9.0 * s8 - ends * square**4) / 10.0
    return s2, s4, s6, s8, s10


def slope_of_first(phi, m):
    is_near = np.abs(m) < NEAR_INCOMPLETE
    is_one = m == 1.0
    small = np.where(is_near, m, 0.0)
    large = np.where(is_near | is_one, 0.5, m)
    s2, s4, s6, s8, s10 = integrals_of_powers(phi)
    series = s8 * (35.0 / 16.0) + small * s10 * (315.0 / 128.0)
    series = s2 + small * (1.5 * s4 + small * (1.875 * s6 + small * series))
    rest = 1.0 - large
    ends = large * np.sin(phi) * np.cos(phi) / delta(phi, large)
    second = special.ellipeinc(phi, large) - ends
    first = special.ellipkinc(phi, large)
    far = (second - rest * first) / (large * rest)
    at_one = special.ellipkinc(phi, np.where(is_one, m, 1.0))
    end = 0.5 * (np.tan(phi) / np.cos(phi) - at_one)
    return 0.5 * np.where(is_near, series, np.where(is_one, end, far))


# The amplitude is the inverse of the first integral.
@adjoint(special.ellipj)
def ellipj(y, u, m):
    sn, cn, dn, amplitude = y
    sn_bar, cn_bar, dn_bar, amplitude_bar = d[y]
    of_amplitude = sn_bar * cn - cn_bar * sn - dn_bar * m * sn * cn / dn + amplitude_bar
    d[u] = unbroadcast(of_amplitude * dn, u)
    of_m = -dn * slope_of_first(amplitude, m) * of_amplitude
    d[m] = unbroadcast(of_m - dn_bar * sn * sn / (2.0 * dn), m)


@tangent(special.ellipj)
def ellipj_tangent(y, u, m):
    sn, cn, dn, amplitude = y
    change = dn * (d[u] - slope_of_first(amplitude, m) * d[m])
    of_dn = -(m * sn * cn * change + 0.5 * sn * sn * d[m]) / dn
    d[y] = cn * change, -sn * change, of_dn, change


# DLMF 19.8.5, of which the parameter is 0 for equal numbers.
@formula(special.agm)
def agm(a, b):
    total = a + b
    total = total + (total == 0.0)
    return (0.25 * math.pi) * (a + b) / special.ellipk(((a - b) / total) ** 2)
