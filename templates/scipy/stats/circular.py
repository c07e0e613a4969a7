"""Means and spreads of angles, by the mean of the points on the unit circle."""

import numpy as np
from scipy import stats

from tangentlite.rules.registry import formula
from tangentlite.templates.scipy.stats.descriptive import require_propagation

TURN = 6.283185307179586


def mean_point(samples, high, low, axis, keepdims):
    angles = samples * (TURN / (high - low))
    cosine = np.mean(np.cos(angles), axis=axis, keepdims=keepdims)
    return cosine, np.mean(np.sin(angles), axis=axis, keepdims=keepdims)


@formula(stats.circmean)
def circmean(
    samples, high=TURN, low=0, axis=None, nan_policy='propagate', *, keepdims=False
):
    require_propagation(nan_policy)
    cosine, sine = mean_point(samples, high, low, axis, keepdims)
    angle = np.arctan2(sine, cosine) * ((high - low) / TURN)
    return (angle - low) % (high - low) + low


@formula(stats.circvar)
def circvar(
    samples, high=TURN, low=0, axis=None, nan_policy='propagate', *, keepdims=False
):
    require_propagation(nan_policy)
    cosine, sine = mean_point(samples, high, low, axis, keepdims)
    return 1.0 - np.hypot(sine, cosine)


@formula(stats.circstd)
def circstd(
    samples, high=TURN, low=0, axis=None, nan_policy='propagate', *, normalize=False,
    keepdims=False,
):  # fmt: skip
    require_propagation(nan_policy)
    cosine, sine = mean_point(samples, high, low, axis, keepdims)
    spread = np.sqrt(-2.0 * np.log(np.hypot(sine, cosine)))
    return spread if normalize else spread * ((high - low) / TURN)
