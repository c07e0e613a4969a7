"""Parameters of distributions that fit a sample best, where formulas give them."""

import numpy as np
from scipy import stats

from tangentlite.rules.registry import formula


@formula(stats.norm.fit)
def normal_fit(data):
    return np.mean(data), np.std(data)


@formula(stats.laplace.fit)
def laplace_fit(data):
    middle = np.median(data)
    return middle, np.mean(np.abs(data - middle))


@formula(stats.expon.fit)
def exponential_fit(data):
    least = np.min(data)
    return least, np.mean(data) - least


@formula(stats.uniform.fit)
def uniform_fit(data):
    return np.min(data), np.ptp(data)
