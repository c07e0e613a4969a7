"""Determinants, inverses and cofactors, also of singular matrices."""

from __future__ import annotations

import numpy as np


def log_abs_det(a):
    """Return the logarithm of the absolute value of the determinant.

    >>> log_abs_det(-np.eye(3))
    np.float64(0.0)
    """
    return np.linalg.slogdet(a)[1]


def sign_of_det(a):
    """Return the sign of the determinant, of complex matrices its phase.

    >>> sign_of_det(-np.eye(3))
    np.float64(-1.0)
    """
    return np.linalg.slogdet(a)[0]


def inverse(a):
    """Return the inverse, for a singular matrix without an error: inf or nan.

    >>> inverse(np.array([[2.0, 0.0], [0.0, 4.0]]))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    try:
        return np.linalg.inv(a)
    except np.linalg.LinAlgError:
        left, values, right = np.linalg.svd(a)
        scaled = np.divide(np.swapaxes(left, -1, -2), np.expand_dims(values, -1))
        return np.conj(np.swapaxes(right, -1, -2) @ scaled)


def cofactors(a):
    """Return the matrix of cofactors, the gradient of the determinant of `a`.

    It is det(a) inv(a).T, or in the singular basis diagonal, with the products of the
    other singular values; so it exists where the inverse does not.

    >>> cofactors(np.array([[1.0, 2.0], [2.0, 4.0]])).round(12)
    array([[ 4., -2.],
           [-2.,  1.]])
    """
    sizes, inverses = _regular(a)
    if inverses is not None:
        return sizes * np.swapaxes(inverses, -1, -2)
    left, values, right, sign = _singular_basis(a)
    others = np.expand_dims(sign * _products_of_others(values), -2)
    return (left * others) @ right


def cofactor_change(a, change):
    """Return the derivative of `cofactors(a)` along a change of `a`.

    It is symmetric: sum(b * cofactor_change(a, c)) == sum(c * cofactor_change(a, b)).
    """
    sizes, inverses = _regular(a)
    if inverses is not None:
        product = inverses @ change
        trace = np.trace(product, axis1=-2, axis2=-1)[..., None, None]
        return sizes * np.swapaxes(trace * inverses - product @ inverses, -1, -2)
    left, values, right, sign = _singular_basis(a)
    turned = np.swapaxes(left, -1, -2) @ change @ np.swapaxes(right, -1, -2)
    n = values.shape[-1]
    # Row i: the singular values with that of i set to one.
    rows = np.where(np.eye(n, dtype=bool), 1.0, np.expand_dims(values, -2))
    pairs = np.where(np.eye(n, dtype=bool), 0.0, _products_of_others(rows))
    across = -pairs * np.swapaxes(turned, -1, -2)
    own = np.diagonal(turned, axis1=-2, axis2=-1)
    straight = pairs @ np.expand_dims(own, -1)
    inner = np.where(np.eye(n, dtype=bool), straight, across)
    return np.expand_dims(sign, -1) * (left @ inner @ right)


def _regular(a):
    """Return the determinants, with two axes of 1, and the inverses, or None.

    They are given where their product is right to half of the digits at least: where
    no matrix is nearly singular, and no determinant over- or underflows.
    """
    with np.errstate(all="ignore"):
        try:
            inverses = np.linalg.inv(a)
        except np.linalg.LinAlgError:
            return None, None
        sizes = np.linalg.det(a)[..., None, None]
        largest = [np.max(np.abs(x), (-2, -1), initial=0.0) for x in (a, inverses)]
        conditions = largest[0] * largest[1] * np.shape(a)[-1]
    limits = np.finfo(inverses.dtype)
    outside = (np.abs(sizes) < limits.tiny) | np.isinf(sizes)
    if np.any(conditions > limits.eps**-0.5) or np.any(outside):
        return None, None
    return sizes, inverses


def _singular_basis(a):
    """Return conj(U), s, conj(V) and det(U) det(V), with an axis of 1, of a = U s V.

    conj(U) det(U) is the matrix of cofactors of U.
    """
    left, values, right = np.linalg.svd(a)
    sign = np.linalg.det(left) * np.linalg.det(right)
    return np.conj(left), values, np.conj(right), np.expand_dims(sign, -1)


def _products_of_others(values):
    """Return, along the last axis, the product of all other entries."""
    first = np.ones_like(values[..., :1])
    before = np.cumprod(np.concatenate((first, values[..., :-1]), -1), -1)
    after = np.cumprod(np.concatenate((first, values[..., :0:-1]), -1), -1)
    return before * after[..., ::-1]
