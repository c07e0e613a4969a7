"""The Gaussian mixture of ADBench."""

import math

import numpy as np
from scipy.special import multigammaln


def gaussian_mixture(alphas, means, factors, x, gamma, m):
    """Log-likelihood of a mixture with a Wishart prior.

    A row of `factors` holds the logarithms of the diagonal of one inverse covariance
    factor, then its strictly lower triangle by columns.
    """
    n, d = x.shape
    k = len(alphas)
    diagonals = np.exp(factors[:, :d])
    log_dets = np.sum(factors[:, :d], 1)
    lower = lower_triangles(factors, k, d)
    centred = x[:, None, :] - means
    scaled = diagonals * centred + np.einsum("kij,nkj->nki", lower, centred)
    inner = alphas + log_dets - 0.5 * np.sum(scaled**2, 2)
    highest = np.max(inner, 1)
    likelihood = np.sum(np.log(np.sum(np.exp(inner - highest[:, None]), 1)) + highest)
    alpha_max = np.max(alphas)
    alpha_norm = np.log(np.sum(np.exp(alphas - alpha_max))) + alpha_max
    squares = np.sum(diagonals**2, 1) + np.sum(factors[:, d:] ** 2, 1)
    freedom = d + m + 1
    prior = np.sum(0.5 * gamma * gamma * squares - m * log_dets)
    log_gamma = multigammaln(0.5 * freedom, d)
    prior_norm = k * (freedom * d * math.log(gamma / math.sqrt(2.0)) - log_gamma)
    constant = -0.5 * n * d * math.log(2.0 * math.pi)
    return constant + likelihood - n * alpha_norm + prior - prior_norm


def lower_triangles(factors, k, d):
    lower = np.zeros((k, d, d))
    start = d
    for i in range(d):
        stop = start + d - i - 1
        lower[:, i + 1 :, i] = factors[:, start:stop]
        start = stop
    return lower


def gaussian_mixture_inputs(n, d, k):
    random = np.random.default_rng(0)
    return (
        random.standard_normal(k),
        random.random((k, d)),
        0.5 * random.standard_normal((k, d * (d + 1) // 2)),
        random.standard_normal((n, d)),
        1.0,
        0,
    )
