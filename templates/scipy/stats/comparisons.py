"""Entropies and distances of samples, and transformations towards normal ones."""

import numpy as np
from scipy import special, stats

from tangentlite.rules.registry import definition, formula
from tangentlite.runtime import stop_gradient
from tangentlite.templates.scipy.stats.descriptive import require_propagation
from tangentlite.templates.subscripts import refuse


@formula(stats.entropy)
def entropy(pk, qk=None, base=None, axis=0, *, nan_policy='propagate', keepdims=False):
    require_propagation(nan_policy)
    total = np.sum(pk, axis=axis, keepdims=True)
    # by pk itself: an infinite slope at a share of 0 would reach all that it depends on
    parts, total = pk * np.sign(total), np.abs(total)
    if qk is None:
        parts = special.entr(parts) / total + parts * (np.log(total) / total)
    else:
        shares = qk / np.sum(qk, axis=axis, keepdims=True)
        parts = special.rel_entr(parts, shares * total) / total
    found = np.sum(parts, axis=axis, keepdims=keepdims)
    return found if base is None else found / np.log(base)


def share_below(values, weights, points):
    """The share of a sample up to each point."""
    order = np.argsort(values)
    places = np.searchsorted(values[order], points, 'right')
    if weights is None:
        return places / np.size(values)
    sums = np.concatenate((np.zeros(1), np.cumsum(weights[order])))
    return sums[places] / sums[-1]


def distance(u_values, v_values, u_weights, v_weights, power):
    u, v = np.asarray(u_values), np.asarray(v_values)
    points = np.sort(np.concatenate((u, v)))
    below_u = share_below(u, u_weights, points[:-1])
    below_v = share_below(v, v_weights, points[:-1])
    return np.sum(np.abs(below_u - below_v) ** power * np.diff(points))


@formula(stats.wasserstein_distance)
def wasserstein_distance(u_values, v_values, u_weights=None, v_weights=None):
    return distance(u_values, v_values, u_weights, v_weights, 1)


@formula(stats.energy_distance)
def energy_distance(u_values, v_values, u_weights=None, v_weights=None):
    return np.sqrt(2.0 * distance(u_values, v_values, u_weights, v_weights, 2))


@definition(stats.boxcox)
def boxcox(x, lmbda=None, alpha=None, optimizer=None):
    if lmbda is None:
        refuse('boxcox with an exponent that it finds', 'Pass lmbda.')
    return special.boxcox(x, lmbda)


# In units in which the largest power is 1, as it may be too large for a number, or so
# small beside 1 that all transformed entries are the same.
@formula(stats.boxcox_llf)
def boxcox_llf(lmb, data, *, axis=0, keepdims=False, nan_policy='propagate'):
    require_propagation(nan_policy)
    high = np.max(data, axis=axis, keepdims=True)
    low = np.min(data, axis=axis, keepdims=True)
    unit = stop_gradient(np.where(lmb > 0.0, high, low))
    logs = np.log(data / unit)
    size = np.size(logs) if axis is None else np.shape(logs)[axis]
    whole = size * np.log(unit if keepdims else np.squeeze(unit, axis))
    found = likelihood(lmb, logs, special.boxcox(data / unit, lmb), axis, keepdims)
    return found - whole


def likelihood(lmb, logs, transformed, axis, keepdims):
    size = np.size(logs) if axis is None else np.shape(logs)[axis]
    spread = np.log(np.var(transformed, axis=axis, keepdims=keepdims))
    whole = np.sum(logs, axis=axis, keepdims=keepdims)
    return (lmb - 1.0) * whole - 0.5 * size * spread


def moved_power(x, lmbda):
    is_high = x >= 0.0
    high = special.boxcox1p(np.where(is_high, x, 0.0), lmbda)
    low = special.boxcox1p(np.where(is_high, 0.0, -x), 2.0 - lmbda)
    return np.where(is_high, high, -low)


@formula(stats.yeojohnson)
def yeojohnson(x, lmbda=None):
    if lmbda is None:
        refuse('yeojohnson with an exponent that it finds', 'Pass lmbda.')
    return moved_power(x, lmbda)


@formula(stats.yeojohnson_llf)
def yeojohnson_llf(lmb, data, *, axis=0, nan_policy='propagate', keepdims=False):
    require_propagation(nan_policy)
    sign = np.where(data < 0.0, -1.0, 1.0)
    logs = sign * np.log1p(sign * data)
    return likelihood(lmb, logs, moved_power(data, lmb), axis, keepdims)
