"""Models that are fitted to data with SciPy's linear algebra and distributions."""

import math

import numpy as np
import scipy.interpolate
import scipy.linalg
import scipy.special
import scipy.stats


def gaussian_process(log_amplitude, log_lengths, log_noise, x, y):
    """Log marginal likelihood of a Gaussian process with a length for each axis."""
    n = len(y)
    scaled = x / np.exp(log_lengths)
    squares = np.sum(scaled**2, 1)
    distances = squares[:, None] + squares - 2.0 * (scaled @ scaled.T)
    smooth = np.exp(2.0 * log_amplitude - 0.5 * distances)
    covariance = smooth + np.exp(2.0 * log_noise) * np.eye(n)
    factor = scipy.linalg.cho_factor(covariance, lower=True)
    weights = scipy.linalg.cho_solve(factor, y)
    log_det = 2.0 * np.sum(np.log(np.diag(factor[0])))
    return -0.5 * (y @ weights + log_det + n * math.log(2.0 * math.pi))


def gaussian_process_inputs(n, d):
    random = np.random.default_rng(0)
    x = random.uniform(-2.0, 2.0, (n, d))
    y = np.sin(x.sum(1)) + 0.1 * random.standard_normal(n)
    return 0.2, 0.3 * random.standard_normal(d), -1.5, x, y


def poisson_regression(weights, offset, x, counts):
    """Log posterior of weights in the logarithm of a rate."""
    log_rates = x @ weights + offset
    terms = counts * log_rates - np.exp(log_rates)
    likelihood = np.sum(terms - scipy.special.gammaln(counts + 1.0))
    return likelihood - 0.5 * np.sum(weights**2)


def poisson_regression_inputs(n, d):
    random = np.random.default_rng(0)
    x = random.standard_normal((n, d))
    weights = 0.3 * random.standard_normal(d)
    counts = random.poisson(np.exp(x @ weights)).astype(float)
    return weights + 0.1 * random.standard_normal(d), 0.2, x, counts


def kalman_filter(transition, log_q, log_r, observed, data):
    """Log-likelihood of a series under a linear model with Gaussian noise."""
    q, r = np.diag(np.exp(log_q)), np.diag(np.exp(log_r))
    mean = np.zeros(len(transition))
    covariance = np.eye(len(transition))
    total = 0.0
    for y in data:
        mean, covariance, term = kalman_step(
            mean, covariance, y, transition, q, r, observed
        )
        total = total + term
    return total


def kalman_step(mean, covariance, y, transition, q, r, observed):
    """Predict the next state and correct it by what is observed of it."""
    mean = transition @ mean
    covariance = transition @ covariance @ transition.T + q
    error = y - observed @ mean
    crossed = observed @ covariance
    spread = crossed @ observed.T + r
    term = scipy.stats.multivariate_normal.logpdf(error, np.zeros(len(r)), spread)
    gain = scipy.linalg.solve(spread, crossed, assume_a="pos").T
    mean = mean + gain @ error
    covariance = covariance - gain @ spread @ gain.T
    return mean, covariance, term


def kalman_filter_inputs(steps, states, outputs):
    random = np.random.default_rng(0)
    rotation = np.linalg.qr(random.standard_normal((states, states)))[0]
    return (
        0.9 * rotation,
        0.2 * random.standard_normal(states) - 1.0,
        0.2 * random.standard_normal(outputs) - 0.5,
        random.standard_normal((outputs, states)),
        random.standard_normal((steps, outputs)),
    )


def spline_fit(log_smoothing, y, design, penalty):
    """Generalised cross-validation of a penalised fit of splines."""
    n = len(y)
    gram = design.T @ design
    system = gram + np.exp(log_smoothing) * penalty
    coefficients = scipy.linalg.solve(system, design.T @ y, assume_a="pos")
    residuals = y - design @ coefficients
    freedom = np.trace(scipy.linalg.solve(system, gram, assume_a="pos"))
    return n * (residuals @ residuals) / (n - freedom) ** 2


def spline_fit_inputs(n, pieces):
    random = np.random.default_rng(0)
    x = np.sort(random.uniform(0.0, 1.0, n))
    knots = np.concatenate([np.zeros(3), np.linspace(0.0, 1.0, pieces + 1), np.ones(3)])
    design = scipy.interpolate.BSpline.design_matrix(x, knots, 3).toarray()
    differences = np.diff(np.eye(design.shape[1]), 2, axis=0)
    y = np.sin(6.0 * x) + 0.2 * random.standard_normal(n)
    return -1.0, y, design, differences.T @ differences
