"""Derivatives of the Gaussian mixture."""

import math

import numpy as np
from scipy.special import multigammaln

from benchmarks.primals.mixture import lower_triangles


def gaussian_mixture(alphas, means, factors, x, gamma, m):
    n, d = x.shape
    k = len(alphas)
    diagonals = np.exp(factors[:, :d])
    log_dets = np.sum(factors[:, :d], 1)
    lower = lower_triangles(factors, k, d)
    centred = x[:, None, :] - means
    scaled = diagonals * centred
    scaled += np.einsum("kij,nkj->nki", lower, centred)
    inner = alphas + log_dets - 0.5 * np.sum(scaled**2, 2)
    highest = np.max(inner, 1)
    inner -= highest[:, None]
    e = np.exp(inner, out=inner)
    totals = np.sum(e, 1)
    likelihood = np.sum(np.log(totals) + highest)
    alpha_norm, alphas_bar = log_sum_exp(alphas)
    value = posterior(x, factors, diagonals, log_dets, likelihood, alpha_norm, gamma, m)

    e /= totals[:, None]
    inner_bar = np.add.reduce(e, 0)
    scaled *= e[:, :, None]
    diagonals_bar = -np.einsum("nki,nki->ki", scaled, centred)
    lower_bar = np.einsum("nki,nkj->kij", scaled, centred)
    offset_bar = scaled * diagonals
    offset_bar += np.einsum("kij,nki->nkj", lower, scaled)
    means_bar = np.add.reduce(offset_bar, 0)

    factors_bar = adjoint_of_factors(
        factors, diagonals, diagonals_bar, lower_bar, inner_bar, gamma, m
    )
    alphas_bar *= -n
    alphas_bar += inner_bar
    return value, (alphas_bar, means_bar, factors_bar)


def gaussian_mixture_matmul(alphas, means, factors, x, gamma, m):
    """The same with the mixture's axis first, where each contraction is a matmul."""
    n, d = x.shape
    k = len(alphas)
    diagonals = np.exp(factors[:, :d])
    log_dets = np.sum(factors[:, :d], 1)
    lower = lower_triangles(factors, k, d)
    centred = x - means[:, None, :]
    scaled = diagonals[:, None, :] * centred
    scaled += centred @ lower.transpose(0, 2, 1)
    inner = np.einsum("kni,kni->kn", scaled, scaled)
    inner *= -0.5
    inner += (alphas + log_dets)[:, None]
    highest = np.max(inner, 0)
    inner -= highest
    e = np.exp(inner, out=inner)
    totals = np.sum(e, 0)
    likelihood = np.sum(np.log(totals) + highest)
    alpha_norm, alphas_bar = log_sum_exp(alphas)
    value = posterior(x, factors, diagonals, log_dets, likelihood, alpha_norm, gamma, m)

    e /= totals
    inner_bar = np.add.reduce(e, 1)
    scaled *= e[:, :, None]
    lower_bar = scaled.transpose(0, 2, 1) @ centred
    diagonals_bar = -np.einsum("kii->ki", lower_bar)
    offset_bar = scaled @ lower
    scaled *= diagonals[:, None, :]
    offset_bar += scaled
    means_bar = np.add.reduce(offset_bar, 1)

    factors_bar = adjoint_of_factors(
        factors, diagonals, diagonals_bar, lower_bar, inner_bar, gamma, m
    )
    alphas_bar *= -n
    alphas_bar += inner_bar
    return value, (alphas_bar, means_bar, factors_bar)


def log_sum_exp(a):
    """Give the logarithm of the sum and its gradient."""
    highest = np.max(a)
    e = np.exp(a - highest)
    total = np.sum(e)
    e /= total
    return np.log(total) + highest, e


def posterior(x, factors, diagonals, log_dets, likelihood, alpha_norm, gamma, m):
    """Add the prior and the constants to the likelihood."""
    n, d = x.shape
    k = len(factors)
    squares = np.sum(diagonals**2, 1) + np.sum(factors[:, d:] ** 2, 1)
    freedom = d + m + 1
    prior = np.sum(0.5 * gamma * gamma * squares - m * log_dets)
    log_gamma = multigammaln(0.5 * freedom, d)
    prior_norm = k * (freedom * d * math.log(gamma / math.sqrt(2.0)) - log_gamma)
    constant = -0.5 * n * d * math.log(2.0 * math.pi)
    return constant + likelihood - n * alpha_norm + prior - prior_norm


def adjoint_of_factors(
    factors, diagonals, diagonals_bar, lower_bar, inner_bar, gamma, m
):
    """Gather what reaches the factors; lower_bar comes with its sign reversed."""
    d = diagonals.shape[1]
    factors_bar = gamma * gamma * factors
    factors_bar[:, :d] = inner_bar[:, None] - m
    diagonals_bar += gamma * gamma * diagonals
    diagonals_bar *= diagonals
    factors_bar[:, :d] += diagonals_bar
    start = d
    for i in range(d):
        stop = start + d - i - 1
        factors_bar[:, start:stop] -= lower_bar[:, i + 1 :, i]
        start = stop
    return factors_bar
