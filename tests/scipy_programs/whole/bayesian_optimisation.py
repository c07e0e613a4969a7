"""Bayesian optimisation: expected improvement of a Gaussian process."""
import numpy as np
import scipy.linalg
from scipy.spatial.distance import cdist
from scipy.stats import norm


class GaussianProcess:
    def __init__(self, length, noise=1e-3):
        self.length = length
        self.noise = noise

    def kernel(self, x, y):
        r = np.sqrt(5.0) * cdist(x, y) / self.length
        return (1 + r + r ** 2 / 3) * np.exp(-r)

    def fit(self, x, y):
        self.x = x
        self.offset = np.mean(y)
        k = self.kernel(x, x) + self.noise * np.eye(len(x))
        self.low = scipy.linalg.cholesky(k, lower=True)
        self.weights = scipy.linalg.cho_solve((self.low, True), y - self.offset)
        return self

    def predict(self, new):
        cross = self.kernel(new, self.x)
        mean = self.offset + cross @ self.weights
        v = scipy.linalg.solve_triangular(self.low, cross.T, lower=True)
        variance = np.maximum(1.0 - np.sum(v ** 2, axis=0), 1e-9)
        return mean, np.sqrt(variance)


def expected_new_min(mean, std, min_so_far):
    return norm.cdf((min_so_far - mean) / std) * (mean - min_so_far) \
        - norm.pdf((min_so_far - mean) / std) * std


def probability_of_improvement(mean, std, min_so_far, margin=0.05):
    return norm.sf((mean - min_so_far + margin) / std)


def lower_confidence_bound(mean, std, level=0.9):
    return mean - norm.ppf(level) * std


def branin(x):
    a, b = 15 * x[:, 0] - 5, 15 * x[:, 1]
    parabola = (b - 5.1 / (4 * np.pi ** 2) * a ** 2 + 5 / np.pi * a - 6) ** 2
    return (parabola + 10 * (1 - 1 / (8 * np.pi)) * np.cos(a) + 10) / 50


KNOWN = np.array([[0.1, 0.2], [0.8, 0.3], [0.4, 0.7], [0.6, 0.9], [0.25, 0.5]])
VALUES = branin(KNOWN)
START = (np.array([[0.5, 0.4], [0.15, 0.75]]), 0.4)
STEP = 0.02


def objective(query):
    points, length = query
    model = GaussianProcess(length).fit(KNOWN, VALUES)
    mean, std = model.predict(points)
    best = np.min(VALUES)
    gain = expected_new_min(mean, std, best)
    chance = probability_of_improvement(mean, std, best)
    return np.sum(gain - 0.1 * chance + 0.2 * lower_confidence_bound(mean, std))
