"""Polynomials as NumPy's functions poly... have them, the highest power first."""
import numpy as np
from numpy.polynomial.polynomial import polyvander

from tangentlite.rules.registry import (
    adjoint,
    constant,
    d,
    definition,
    formula,
    linear,
    tangent,
)
from tangentlite.templates.conversion import as_array
from tangentlite.templates.least_squares import solution
from tangentlite.templates.subscripts import refuse


@adjoint(np.polyval)
def polyval(y, p, x):
    if np.ndim(p) == 1:
        d[x] = d[y] * np.polyval(np.polyder(p), x)
        if np.ndim(x) == 0:
            d[p] = d[y] * x ** np.arange(len(p) - 1, -1, -1.0)  # of an integer, too
        else:
            powers = polyvander(np.ravel(x), len(p))  # p may be empty
            d[p] = np.reshape((np.ravel(d[y]) @ powers)[-2::-1], len(p))


@tangent(np.polyval)
def polyval_tangent(y, p, x):
    if np.ndim(p) == 1:
        change = d[x] * np.polyval(np.polyder(p), x)
        d[y] = change + np.polyval(d[p], x) if np.ndim(d[p]) == 1 else change


@adjoint(np.vander)
def vander(y, x, N=None, increasing=False):
    d[x] = np.sum(d[y] * power_slopes(y, increasing), 1)


@tangent(np.vander)
def vander_tangent(y, x, N=None, increasing=False):
    d[y] = np.expand_dims(d[x], 1) * power_slopes(y, increasing)


def power_slopes(powers, increasing):
    slopes = np.zeros_like(powers)
    if increasing:
        slopes[:, 1:] = powers[:, :-1] * np.arange(1, np.shape(powers)[1])
    else:
        slopes[:, :-1] = powers[:, 1:] * np.arange(np.shape(powers)[1] - 1, 0, -1)
    return slopes


@linear(np.polyder, in_='p', may_view='p')
def polyder(y, p, m=1):
    seed = d[y]
    for _ in range(m):
        product = seed * np.arange(np.size(seed), 0, -1)
        seed = np.concatenate((product, np.zeros(1)))
    d[p] = seed if m == 1 else seed[: len(p)]


@formula(np.polyint)
def polyint(p, m=1, k=None):
    result = np.asarray(p)
    for i in range(m):
        size = len(result)
        longer = np.zeros_like(result, shape=size + 1)
        longer[:size] = result / np.arange(size, 0, -1)
        if k is None:
            longer[size] = 0.0
        elif np.ndim(k) == 0:
            longer[size] = k
        else:
            longer[size] = k[0] if len(k) == 1 else k[i]
        result = longer
    return result


@definition(np.polyadd)
def polyadd(a1, a2):
    size = max(np.size(a1), np.size(a2))
    return filled_up(a1, size) + filled_up(a2, size)


@definition(np.polysub)
def polysub(a1, a2):
    size = max(np.size(a1), np.size(a2))
    return filled_up(a1, size) - filled_up(a2, size)


def filled_up(p, size):
    zeros = np.zeros_like(p, shape=size - np.size(p))
    return np.concatenate((zeros, np.atleast_1d(p)))


# Of the product NumPy leaves out leading zeros.
@adjoint(np.polymul)
def polymul(y, a1, a2):
    if np.ndim(a1) == 1 and np.ndim(a2) == 1:
        seed = filled_up(d[y], np.size(a1) + np.size(a2) - 1)
        of_a1 = np.convolve(seed, np.asarray(a2)[::-1], 'valid')
        d[a1] = np.reshape(of_a1, np.shape(a1))
        of_a2 = np.convolve(seed, np.asarray(a1)[::-1], 'valid')
        d[a2] = np.reshape(of_a2, np.shape(a2))


@tangent(np.polymul)
def polymul_tangent(y, a1, a2):
    if np.ndim(a1) == 1 and np.ndim(a2) == 1:
        left = np.convolve(d[a1], a2) if np.ndim(d[a1]) == 1 else 0.0
        right = np.convolve(a1, d[a2]) if np.ndim(d[a2]) == 1 else 0.0
        d[y] = (left + right)[-len(y) :]


# The division as NumPy does it, which leaves out leading zeros of the remainder.
@definition(np.polydiv)
def polydiv(u, v):
    divisor = np.atleast_1d(v) + 0.0
    rest = np.atleast_1d(u) + np.zeros(1, np.result_type(np.atleast_1d(u), divisor))
    scale = 1.0 / divisor[0]
    count = len(rest) - len(divisor) + 1
    quotient = np.zeros_like(rest, shape=max(count, 1))
    for k in range(count):
        quotient[k] = scale * rest[k]
        rest[k : k + len(divisor)] -= quotient[k] * divisor
    return quotient, rest[leading_zeros(rest) :]


def leading_zeros(rest):
    """How many entries at the front are as good as 0, but for the last."""
    large = ~np.isclose(rest[:-1], 0, rtol=1e-14)
    return int(np.argmax(large)) if np.any(large) else len(rest) - 1


constant(leading_zeros)


# The implicit function of p(y) = 0.
@adjoint(np.roots, real_or_complex=True)
def roots(y, p):
    weights = np.divide(-d[y], np.polyval(np.polyder(p), y))
    d[p] = np.reshape(weights @ np.vander(y, len(p)), len(p))


@tangent(np.roots)
def roots_tangent(y, p):
    d[y] = np.divide(-np.polyval(d[p], y), np.polyval(np.polyder(p), y))


# Of the zeros of a matrix, its eigenvalues: the coefficients of the powers of t in the
# adjugate of t - a, by the algorithm of Faddeev and LeVerrier.
def adjugates(y, a):
    one = np.eye(len(a))
    rows = [one]
    for k in range(1, len(a)):
        rows.append(a @ rows[-1] + y[k] * one)
    return np.array(rows)


# Of complex zeros that come in conjugate pairs the result is real.
@adjoint(np.poly)
def poly(y, seq_of_zeros):
    keep_real(seq_of_zeros)
    if np.ndim(seq_of_zeros) == 1:
        of_zeros = -d[y][1:] @ quotients(y, np.asarray(seq_of_zeros))
        d[seq_of_zeros] = np.reshape(of_zeros, np.shape(seq_of_zeros))
    else:
        d[seq_of_zeros] = -np.tensordot(d[y][1:], adjugates(y, seq_of_zeros), 1).T


@tangent(np.poly)
def poly_tangent(y, seq_of_zeros):
    keep_real(seq_of_zeros)
    if np.ndim(seq_of_zeros) == 1:
        change = quotients(y, np.asarray(seq_of_zeros)) @ d[seq_of_zeros]
        d[y] = np.concatenate((np.zeros(1), -change))
    else:
        change = np.sum(adjugates(y, seq_of_zeros) * d[seq_of_zeros].T, (1, 2))
        d[y] = np.concatenate((np.zeros(1), -change))


# Whether the coefficients of complex zeros are real depends on their values.
def keep_real(zeros):
    if np.iscomplexobj(zeros):
        refuse('np.poly of complex zeros', 'Multiply the factors by np.convolve.')


# The coefficients of p(x) / (x - z) for all zeros z, a column each, by Horner's scheme.
def quotients(p, zeros):
    rows = np.ones_like(zeros, shape=(len(zeros), len(zeros)))
    for k in range(1, len(zeros)):
        rows[k] = p[k] + zeros * rows[k - 1]
    return rows


@formula(np.polyfit, equal_rows=('x', 'y'))
def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    if np.iscomplexobj(x):
        refuse('np.polyfit at complex points', 'Use np.linalg.lstsq and np.vander.')
    functions = np.vander(x, deg + 1)
    if full:
        return full_fit(functions, y, w, rcond)
    if not isinstance(cov, str) and not cov:
        return fit(functions, y, w, rcond)
    c, squares, _, _, _ = full_fit(functions, y, w, rcond)
    rows, size = scaled(functions, w)
    covariance = np.linalg.inv(rows.T @ rows) / np.outer(size, size)
    variance = 1.0 if cov == 'unscaled' else squares / (len(functions) - deg - 1)
    if np.ndim(c) == 2:  # a matrix for each column of y
        covariance = np.expand_dims(covariance, 2)
    return c, covariance * variance


# The functions have their values at the points in columns, which NumPy scales: it
# decides which solution is the least where there are many.
def fit(functions, y, w, rcond):
    rows, size = scaled(functions, w)
    right = weighted(as_array(y), w)
    if rcond is None:
        c = solution(rows, right, len(rows) * np.finfo(rows.dtype).eps)
    else:
        c = np.linalg.lstsq(rows, right, rcond)[0]
    return divided_by(c, size)


def full_fit(functions, y, w, rcond):
    rows, size = scaled(functions, w)
    bound = len(rows) * np.finfo(rows.dtype).eps if rcond is None else rcond
    right = weighted(as_array(y), w)
    c, squares, rank, values = np.linalg.lstsq(rows, right, bound)
    return divided_by(c, size), squares, rank, values, bound


def scaled(functions, w):
    rows = weighted(functions, w) + 0.0  # of integers, too
    squares = np.sum(rows * rows, 0)
    size = np.sqrt(squares + (squares == 0))
    return rows / size, size


def divided_by(c, size):
    return c / size if np.ndim(c) == 1 else c / np.expand_dims(size, 1)


def weighted(rows, weights):
    if weights is None:
        return rows
    return rows * (weights if np.ndim(rows) == 1 else np.expand_dims(weights, 1))
