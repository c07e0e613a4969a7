"""Reductions that leave out what is not a number; the extrema are in reductions.py."""
import numpy as np

from tangentlite.rules.registry import formula
from tangentlite.templates.conversion import as_array


# With 0 or 1 in the places of what is left out, as the products of an adjoint of 0 with
# what is not a number are none either.
def filled(a, number):
    return np.where(np.isnan(a), number, a)


def numbers(a, where):
    return ~np.isnan(a) if where is None else ~np.isnan(a) & as_array(where)


@formula(np.nansum)
def nansum(a, axis=None, dtype=None, *, keepdims=False, initial=None, where=None):
    entries = filled(a, 0.0)
    return np.sum(entries, axis, keepdims=keepdims, initial=initial, where=where)


@formula(np.nanprod)
def nanprod(a, axis=None, dtype=None, *, keepdims=False, initial=None, where=None):
    entries = filled(a, 1.0)
    return np.prod(entries, axis, keepdims=keepdims, initial=initial, where=where)


@formula(np.nanmean)
def nanmean(a, axis=None, dtype=None, *, keepdims=False, where=None):
    return np.mean(a, axis, keepdims=keepdims, where=numbers(a, where))


@formula(np.nanvar)
def nanvar(
    a, axis=None, dtype=None, *, ddof=None, keepdims=False, where=None, mean=None,
    correction=None,
):  # fmt: skip
    return np.var(
        filled(a, 0.0), axis, ddof=ddof, keepdims=keepdims, where=numbers(a, where),
        mean=mean, correction=correction,
    )  # fmt: skip


@formula(np.nanstd)
def nanstd(
    a, axis=None, dtype=None, *, ddof=None, keepdims=False, where=None, mean=None,
    correction=None,
):  # fmt: skip
    return np.std(
        filled(a, 0.0), axis, ddof=ddof, keepdims=keepdims, where=numbers(a, where),
        mean=mean, correction=correction,
    )  # fmt: skip


@formula(np.nancumsum)
def nancumsum(a, axis=None, dtype=None):
    return np.cumsum(filled(a, 0.0), axis)


@formula(np.nancumprod)
def nancumprod(a, axis=None, dtype=None):
    return np.cumprod(filled(a, 1.0), axis)
