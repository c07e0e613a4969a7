"""Derivatives of the models that are fitted with SciPy."""

import math

import numpy as np
import scipy.linalg
import scipy.special
import scipy.stats


def gaussian_process(log_amplitude, log_lengths, log_noise, x, y):
    n = len(y)
    scaled = x / np.exp(log_lengths)
    squares = np.sum(scaled**2, 1)
    distances = squares[:, None] + squares - 2.0 * (scaled @ scaled.T)
    smooth = np.exp(2.0 * log_amplitude - 0.5 * distances)
    noise = np.exp(2.0 * log_noise)
    factor = scipy.linalg.cho_factor(smooth + noise * np.eye(n), lower=True)
    weights = scipy.linalg.cho_solve(factor, y)
    log_det = 2.0 * np.sum(np.log(np.diag(factor[0])))
    value = -0.5 * (y @ weights + log_det + n * math.log(2.0 * math.pi))

    covariance_bar = np.outer(weights, weights)
    covariance_bar -= scipy.linalg.cho_solve(factor, np.eye(n), overwrite_b=True)
    covariance_bar *= 0.5
    noise_bar = 2.0 * noise * np.trace(covariance_bar)
    smooth *= covariance_bar
    sums = np.sum(smooth, 1)
    # The matrix is symmetric: each row is met once more as a column.
    scaled_bar = smooth @ scaled
    scaled_bar -= sums[:, None] * scaled
    scaled_bar *= 2.0
    lengths_bar = -np.einsum("ij,ij->j", scaled_bar, scaled)
    return value, (2.0 * np.sum(sums), lengths_bar, noise_bar)


def poisson_regression(weights, offset, x, counts):
    log_rates = x @ weights + offset
    rates = np.exp(log_rates)
    terms = counts * log_rates - rates
    likelihood = np.sum(terms - scipy.special.gammaln(counts + 1.0))
    value = likelihood - 0.5 * np.sum(weights**2)

    log_rates_bar = np.subtract(counts, rates, out=rates)
    weights_bar = log_rates_bar @ x
    weights_bar -= weights
    return value, (weights_bar, np.sum(log_rates_bar))


def kalman_filter(transition, log_q, log_r, observed, data):
    q, r = np.exp(log_q), np.exp(log_r)
    noise = np.diag(r)
    centre = np.zeros(len(r))
    mean = np.zeros(len(transition))
    covariance = np.eye(len(transition))
    value = 0.0
    steps = []
    for y in data:
        before = mean, covariance
        mean = transition @ mean
        moved = transition @ covariance
        covariance = moved @ transition.T + np.diag(q)
        error = y - observed @ mean
        crossed = observed @ covariance
        spread = crossed @ observed.T + noise
        value += scipy.stats.multivariate_normal.logpdf(error, centre, spread)
        gain = scipy.linalg.solve(spread, crossed, assume_a="pos").T
        mean = mean + gain @ error
        steps.append((*before, moved, error, spread, gain))
        covariance = covariance - gain @ spread @ gain.T

    transition_bar = np.zeros_like(transition)
    q_bar, r_bar = np.zeros_like(q), np.zeros_like(r)
    mean_bar = np.zeros(len(transition))
    covariance_bar = np.zeros_like(transition)  # symmetric, as all covariances
    while steps:
        mean, covariance, moved, error, spread, gain = steps.pop()
        inverse = np.linalg.inv(spread)
        solved = inverse @ error
        gain_bar = np.outer(mean_bar, error)
        gain_bar -= 2.0 * (covariance_bar @ gain) @ spread
        crossed_bar = inverse @ gain_bar.T
        spread_bar = 0.5 * (np.outer(solved, solved) - inverse)
        spread_bar -= gain.T @ covariance_bar @ gain
        spread_bar -= crossed_bar @ gain
        error_bar = gain.T @ mean_bar
        error_bar -= solved
        crossed_bar += spread_bar @ observed
        covariance_bar = covariance_bar + observed.T @ crossed_bar
        covariance_bar = 0.5 * (covariance_bar + covariance_bar.T)
        r_bar += np.diag(spread_bar)
        q_bar += np.diag(covariance_bar)
        mean_bar = mean_bar - observed.T @ error_bar
        transition_bar += 2.0 * (covariance_bar @ moved)
        transition_bar += np.outer(mean_bar, mean)
        covariance_bar = transition.T @ covariance_bar @ transition
        mean_bar = transition.T @ mean_bar
    q_bar *= q
    r_bar *= r
    return value, (transition_bar, q_bar, r_bar)


def spline_fit(log_smoothing, y, design, penalty):
    n = len(y)
    gram = design.T @ design
    smoothing = np.exp(log_smoothing)
    system = gram + smoothing * penalty
    coefficients = scipy.linalg.solve(system, design.T @ y, assume_a="pos")
    residuals = y - design @ coefficients
    shares = scipy.linalg.solve(system, gram, assume_a="pos")
    freedom = np.trace(shares)
    error = residuals @ residuals
    value = n * error / (n - freedom) ** 2

    error_bar = n / (n - freedom) ** 2
    freedom_bar = 2.0 * (n * error) / (n - freedom) ** 3
    y_bar = 2.0 * error_bar * residuals
    right_bar = scipy.linalg.solve(system, design.T @ -y_bar, assume_a="pos")
    gram_bar = scipy.linalg.solve(
        system, freedom_bar * np.eye(len(gram)), assume_a="pos"
    )
    y_bar += design @ right_bar
    # The derivative of the system, summed with the penalty that the smoothing weighs.
    smoothing_bar = -(right_bar @ (penalty @ coefficients))
    smoothing_bar -= np.sum((gram_bar @ penalty) * shares.T)
    return value, (smoothing * smoothing_bar, y_bar)
