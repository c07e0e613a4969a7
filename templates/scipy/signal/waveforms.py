"""Oscillations whose frequency or strength changes in time."""
import math

import numpy as np
from scipy import signal

from tangentlite.rules.registry import formula

TURN = 2.0 * math.pi


def phase_of_chirp(t, f0, t1, f1, method, vertex_zero):
    if method in ('linear', 'lin', 'li'):
        return TURN * (f0 * t + 0.5 * (f1 - f0) / t1 * t * t)
    if method in ('quadratic', 'quad', 'q'):
        rate = (f1 - f0) / t1**2
        if vertex_zero:
            return TURN * (f0 * t + rate * t**3 / 3.0)
        return TURN * (f1 * t + rate * ((t1 - t) ** 3 - t1**3) / 3.0)
    if f0 == f1:
        return TURN * f0 * t
    if method in ('logarithmic', 'log', 'lo'):
        steepness = np.log(f1 / f0)
        return TURN * f0 * t1 / steepness * np.expm1(steepness * t / t1)
    pole = f1 * t1 / (f1 - f0)
    return -TURN * pole * f0 * np.log(np.abs(1.0 - t / pole))


@formula(signal.chirp)
def chirp(t, f0, t1, f1, method='linear', phi=0, vertex_zero=True, *, complex=False):
    phase = phase_of_chirp(t, f0, t1, f1, method, vertex_zero) + phi * (TURN / 360.0)
    return np.exp(1j * phase) if complex else np.cos(phase)


# Polynomials of numpy.poly1d are objects, which have no rules.
@formula(signal.sweep_poly)
def sweep_poly(t, poly, phi=0):
    return np.cos(TURN * np.polyval(np.polyint(poly), t) + phi * (TURN / 360.0))


@formula(signal.gausspulse)
def gausspulse(
    t, fc=1000, bw=0.5, bwr=-6, tpr=-60, retquad=False, retenv=False
):
    rate = -((math.pi * fc * bw) ** 2) / (bwr * (math.log(10.0) / 5.0))
    if isinstance(t, str):
        return np.sqrt(-tpr * (math.log(10.0) / 20.0) / rate)
    envelope = np.exp(-rate * t * t)
    waves = (envelope * np.cos(TURN * fc * t),)
    if retquad:
        waves = (*waves, envelope * np.sin(TURN * fc * t))
    if retenv:
        waves = (*waves, envelope)
    return waves if retquad or retenv else waves[0]


# Rises to 1 in a share of each turn, and falls to -1 in the rest.
@formula(signal.sawtooth)
def sawtooth(t, width=1):
    share = np.mod(t, TURN) / TURN
    rises = share < width
    up = 2.0 * np.divide(share, np.where(rises, width, 1.0)) - 1.0
    down = (1.0 + width - 2.0 * share) / np.where(rises, 1.0, 1.0 - width)
    return np.where(rises, up, down)
