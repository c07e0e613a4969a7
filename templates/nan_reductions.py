"""Reductions that leave out what is not a number."""
import numpy as np

from tangentlite.rules.registry import adjoint, d, tangent


@adjoint(np.nansum)
def nansum(y, a, axis=None, dtype=None, *, keepdims=False):
    if axis is None or keepdims:
        d[a] = np.where(np.isnan(a), 0.0, d[y])
    else:
        d[a] = np.where(np.isnan(a), 0.0, np.expand_dims(d[y], axis))


@tangent(np.nansum)
def nansum_tangent(y, a, axis=None, dtype=None, *, keepdims=False):
    d[y] = np.sum(np.where(np.isnan(a), 0.0, d[a]), axis, keepdims=keepdims)


@adjoint(np.nanmean)
def nanmean(y, a, axis=None, dtype=None, *, keepdims=False):
    missing = np.isnan(a)
    share = np.divide(d[y], np.sum(~missing, axis, keepdims=keepdims))
    if axis is None or keepdims:
        d[a] = np.where(missing, 0.0, share)
    else:
        d[a] = np.where(missing, 0.0, np.expand_dims(share, axis))


@tangent(np.nanmean)
def nanmean_tangent(y, a, axis=None, dtype=None, *, keepdims=False):
    missing = np.isnan(a)
    total = np.sum(np.where(missing, 0.0, d[a]), axis, keepdims=keepdims)
    d[y] = np.divide(total, np.sum(~missing, axis, keepdims=keepdims))
