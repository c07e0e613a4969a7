"""Logarithms of sums of exponentials, and softmax.

Where all terms are zero, the weights are zero: there the sum is not a number to scale
with, only 0. Where terms cancel, the weights are infinite. Where some are infinite
these share all of the weight.
"""

import numpy as np
from scipy import special

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.runtime import unbroadcast
from tangentlite.templates.subscripts import refuse


def kept(value, axis, keepdims):
    return value if keepdims or axis is None else np.expand_dims(value, axis)


def real_part(a):
    return np.real(a) if np.iscomplexobj(a) else a


# The sign of complex numbers is one too, and changes.
def require_real_sign(y, return_sign):
    if return_sign and np.iscomplexobj(y[1]):
        refuse(
            'logsumexp with return_sign=True of complex numbers',
            'Leave out return_sign=, and take the real and the imaginary part.',
        )


# The exponentials over the size of their sum. They are multiplied by b later.
def shares(a, b, logarithm, axis):
    is_top = np.isposinf(real_part(a))
    top = is_top if b is None else is_top & (b != 0.0)
    is_none = np.isneginf(real_part(logarithm))
    finite = np.exp(np.where(top, 0.0, a) - np.where(is_none, 0.0, logarithm))
    if b is not None:  # terms that cancel, of which each has an infinite slope
        finite = np.where(is_none & (finite != 0.0), np.inf, finite)
    count = np.sum(top if b is None else b * top, axis=axis, keepdims=True)
    return finite + top / (np.abs(count) + (count == 0.0))


def signed_shares(a, b, logarithm, axis):
    if b is None:
        return shares(a, b, logarithm, axis)
    is_out = (b == 0.0) & np.isposinf(real_part(a))
    return b * shares(np.where(is_out, -np.inf, a), b, logarithm, axis)


@adjoint(special.logsumexp)
def logsumexp(y, a, axis=None, b=None, keepdims=False, return_sign=False):
    require_real_sign(y, return_sign)
    if return_sign:
        logarithm, sign = y
        seed, sign_bar = d[y]
        seed = seed * sign
    else:
        logarithm, seed = y, d[y]
    logarithm = kept(logarithm, axis, keepdims)
    seed = kept(seed, axis, keepdims)
    if b is None:
        d[a] = seed * shares(a, b, logarithm, axis)
    else:
        d[a] = unbroadcast(seed * signed_shares(a, b, logarithm, axis), a)
        d[b] = unbroadcast(seed * shares(a, b, logarithm, axis), b)


@tangent(special.logsumexp)
def logsumexp_tangent(y, a, axis=None, b=None, keepdims=False, return_sign=False):
    require_real_sign(y, return_sign)
    logarithm = kept(y[0] if return_sign else y, axis, keepdims)
    change = signed_shares(a, b, logarithm, axis) * d[a]
    if b is not None:
        change = change + shares(a, b, logarithm, axis) * d[b]
    total = np.sum(change, axis=axis, keepdims=keepdims)
    if return_sign:
        d[y] = total * y[1], 0.0
    else:
        d[y] = total


@adjoint(special.softmax)
def softmax(y, x, axis=None):
    product = y * d[y]
    d[x] = product - y * np.sum(product, axis=axis, keepdims=True)


@tangent(special.softmax)
def softmax_tangent(y, x, axis=None):
    product = y * d[x]
    d[y] = product - y * np.sum(product, axis=axis, keepdims=True)


@adjoint(special.log_softmax)
def log_softmax(y, x, axis=None):
    d[x] = d[y] - np.exp(y) * np.sum(d[y], axis=axis, keepdims=True)


@tangent(special.log_softmax)
def log_softmax_tangent(y, x, axis=None):
    d[y] = d[x] - np.sum(np.exp(y) * d[x], axis=axis, keepdims=True)
