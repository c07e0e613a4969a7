"""Distributions of vectors: the normal and the Dirichlet distribution.

The logarithm of the normal density changes by half of d' P C P d - tr(P C) with the
covariance, for a change C of it, where d is the deviation and P the inverse of the
covariance; and by -P d with the point (K. B. Petersen and M. S. Pedersen, The Matrix
Cookbook, section 8.1.1).
"""

import numpy as np
from scipy import special, stats

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.runtime import unbroadcast


# Points as rows: one number alone, or several for a distribution of numbers.
def as_rows(x, mean, cov):
    x = np.asarray(x, dtype=float)
    if np.ndim(x) > 1:
        return x
    if mean is not None:
        count = np.size(mean)
    else:
        count = np.shape(cov)[0] if np.ndim(cov) == 2 else 1
    return np.reshape(x, (-1, count))


# Eigenvalues up to this part of the largest are zeros of a singular covariance.
SMALL = 1e6 * float(np.finfo(float).eps)


# A covariance that is a number or a vector is the diagonal.
def inverse_of(cov, allow_singular):
    cov = np.asarray(cov, dtype=float)
    if np.ndim(cov) == 2 and allow_singular:
        return np.linalg.pinv(cov, SMALL, True)
    if np.ndim(cov) == 2:
        return np.linalg.inv(cov)
    if not allow_singular:
        return 1.0 / cov
    is_small = cov <= SMALL * np.max(cov)
    return np.where(is_small, 0.0, 1.0 / np.where(is_small, 1.0, cov))


def times(rows, matrix):
    return rows @ matrix if np.ndim(matrix) == 2 else rows * matrix


def by_covariance(inverse, rows, weighted, total):
    count = np.shape(rows)[-1]
    if np.ndim(inverse) == 2:
        rows = np.reshape(rows, (-1, count))
        return 0.5 * (rows.T @ np.reshape(weighted, (-1, count)) - total * inverse)
    squares = rows * weighted
    if np.ndim(inverse) == 1:
        return 0.5 * (np.sum(np.reshape(squares, (-1, count)), 0) - total * inverse)
    return 0.5 * (np.sum(squares) - count * total * inverse)


def trace(inverse, change, count):
    if np.ndim(change) == 0:
        return count * (inverse * change)
    return np.sum(inverse * change.T)


# SciPy drops axes of size one from its result.
@adjoint(stats.multivariate_normal.logpdf)
def normal_logpdf(y, x, mean=None, cov=1, allow_singular=False):
    inverse, points = inverse_of(cov, allow_singular), as_rows(x, mean, cov)
    rows = times(points if mean is None else points - mean, inverse)
    seed = np.reshape(d[y], np.shape(rows)[:-1])
    weighted = np.expand_dims(seed, -1) * rows
    d[x] = np.reshape(-weighted, np.shape(x))
    if mean is not None:
        d[mean] = unbroadcast(weighted, mean)
    d[cov] = by_covariance(inverse, rows, weighted, np.sum(seed))


@tangent(stats.multivariate_normal.logpdf)
def normal_logpdf_tangent(y, x, mean=None, cov=1, allow_singular=False):
    inverse, points = inverse_of(cov, allow_singular), as_rows(x, mean, cov)
    rows = times(points if mean is None else points - mean, inverse)
    moved = np.reshape(d[x], np.shape(rows))
    if mean is not None:
        moved = moved - d[mean]
    along = np.sum((0.5 * times(rows, d[cov]) - moved) * rows, -1)
    along = along - 0.5 * trace(inverse, d[cov], np.shape(rows)[-1])
    d[y] = np.reshape(along, np.shape(y))


@formula(stats.multivariate_normal.pdf)
def normal_pdf(x, mean=None, cov=1, allow_singular=False):
    return np.exp(stats.multivariate_normal.logpdf(x, mean, cov, allow_singular))


@formula(stats.dirichlet.logpdf)
def dirichlet_logpdf(x, alpha):
    return log_dirichlet(x, alpha)


@formula(stats.dirichlet.pdf)
def dirichlet_pdf(x, alpha):
    return np.exp(log_dirichlet(x, alpha))


def log_dirichlet(x, alpha):
    """The logarithm of the density; points are columns."""
    weights = special.gammaln(np.sum(alpha)) - np.sum(special.gammaln(alpha))
    return weights + np.sum(special.xlogy(alpha - 1.0, x.T).T, 0)
