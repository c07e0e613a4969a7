"""Distributions of vectors: the normal and the Dirichlet distribution."""

import numpy as np
from scipy import special, stats

from tangentlite.rules.registry import formula


@formula(stats.multivariate_normal.logpdf)
def normal_logpdf(x, mean=None, cov=1, allow_singular=False):
    return log_normal(x, mean, cov)


@formula(stats.multivariate_normal.pdf)
def normal_pdf(x, mean=None, cov=1, allow_singular=False):
    return np.exp(log_normal(x, mean, cov))


@formula(stats.dirichlet.logpdf)
def dirichlet_logpdf(x, alpha):
    return log_dirichlet(x, alpha)


@formula(stats.dirichlet.pdf)
def dirichlet_pdf(x, alpha):
    return np.exp(log_dirichlet(x, alpha))


def log_normal(x, mean, cov):
    """The logarithm of the density; a number or a vector is the diagonal of `cov`."""
    # SciPy computes in double precision, whatever it is given.
    x, cov = np.asarray(x, dtype=float), np.asarray(cov, dtype=float)
    deviation = x if mean is None else x - mean
    if np.ndim(cov) == 2:
        whitened = np.linalg.solve(cov, np.moveaxis(np.atleast_2d(deviation), -1, 0))
        squares = np.sum(np.moveaxis(whitened, 0, -1) * np.atleast_2d(deviation), -1)
        size = np.linalg.slogdet(cov)[1] + np.shape(cov)[0] * np.log(2.0 * np.pi)
    else:
        size = np.sum(np.log(cov * np.ones(np.shape(deviation)[-1])))
        size = size + np.shape(deviation)[-1] * np.log(2.0 * np.pi)
        squares = np.atleast_1d(np.sum(deviation * deviation / cov, -1))
    found = -0.5 * (size + squares)
    return found[0] if np.ndim(deviation) == 1 else found


def log_dirichlet(x, alpha):
    """The logarithm of the density; points are columns."""
    weights = special.gammaln(np.sum(alpha)) - np.sum(special.gammaln(alpha))
    return weights + np.sum(special.xlogy(alpha - 1.0, x.T).T, 0)
