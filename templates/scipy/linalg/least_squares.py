"""Pseudoinverses, of matrices whose rank does not change."""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.least_squares import (
    cut_off,
    pinv_adjoint,
    pinv_change,
    values_and_vectors,
)
from tangentlite.templates.linalg import adjoint_of, hermitian_part


# The bound under which singular values are cut off, relative to the largest.
def bound_of(s, atol, rtol):
    relative = 0.0 if rtol is None else rtol
    return relative if atol is None else relative + np.divide(atol, np.max(s))


def gradient_of(y, a, seed, atol, rtol):
    gradient = pinv_adjoint(y, a, seed)
    if atol is None and rtol is None:
        return gradient
    u, s, vh = values_and_vectors(a)
    inner = vh @ conjugated(seed) @ u
    return gradient + conjugated(u @ cut_off(inner, s, bound_of(s, atol, rtol)) @ vh)


def change_of(y, a, change, atol, rtol):
    y_dot = pinv_change(y, a, change)
    if atol is None and rtol is None:
        return y_dot
    u, s, vh = values_and_vectors(a)
    turned = adjoint_of(u) @ change @ adjoint_of(vh)
    inner = cut_off(turned, s, bound_of(s, atol, rtol))
    return y_dot + adjoint_of(vh) @ inner @ adjoint_of(u)


@adjoint(linalg.pinv)
def pinv(y, a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
    value = y[0] if return_rank else y
    seed = d[y][0] if return_rank else d[y]
    d[a] = gradient_of(value, a, seed, atol, rtol)
    d[atol] = 0.0
    d[rtol] = 0.0


@tangent(linalg.pinv)
def pinv_tangent(y, a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
    value = y[0] if return_rank else y
    change = change_of(value, a, d[a], atol, rtol)
    d[y] = (change, 0.0) if return_rank else change


def as_read(a, lower):
    if lower:
        return np.tril(a) + adjoint_of(np.tril(a, -1))
    return np.triu(a) + adjoint_of(np.triu(a, 1))


# Of one triangle, as eigh.
@adjoint(linalg.pinvh)
def pinvh(y, a, atol=None, rtol=None, lower=True, return_rank=False, check_finite=True):
    value = y[0] if return_rank else y
    seed = d[y][0] if return_rank else d[y]
    d[a] = hermitian_part(gradient_of(value, as_read(a, lower), seed, atol, rtol))
    d[atol] = 0.0
    d[rtol] = 0.0


@tangent(linalg.pinvh)
def pinvh_tangent(
    y, a, atol=None, rtol=None, lower=True, return_rank=False, check_finite=True
):
    value = y[0] if return_rank else y
    moved = hermitian_part(d[a])
    change = change_of(value, as_read(a, lower), moved, atol, rtol)
    d[y] = (change, 0.0) if return_rank else change
