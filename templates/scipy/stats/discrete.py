"""Discrete distributions by the logarithms of their masses."""

import numpy as np
from scipy import special, stats

from tangentlite.templates.scipy.stats.methods import discrete


def poisson(k, mu):
    return special.xlogy(k, mu) - special.gammaln(k + 1.0) - mu


def bernoulli(k, p):
    return special.xlogy(k, p) + special.xlog1py(1.0 - k, -p)


def binomial(k, n, p):
    return chosen(k, n) + special.xlogy(k, p) + special.xlog1py(n - k, -p)


def geometric(k, p):
    return special.xlog1py(k - 1.0, -p) + np.log(p)


def negative_binomial(k, n, p):
    ways = special.gammaln(k + n) - special.gammaln(n) - special.gammaln(k + 1.0)
    return ways + n * np.log(p) + special.xlog1py(k, -p)


def beta_binomial(k, n, a, b):
    return chosen(k, n) + log_beta(k + a, n - k + b) - log_beta(a, b)


def logarithmic(k, p):
    return special.xlogy(k, p) - np.log(k) - np.log(-np.log1p(-p))


def chosen(k, n):
    every = special.gammaln(n + 1.0)
    return every - special.gammaln(k + 1.0) - special.gammaln(n - k + 1.0)


def log_beta(a, b):
    return special.gammaln(a) + special.gammaln(b) - special.gammaln(a + b)


discrete(stats.poisson, poisson)
discrete(stats.bernoulli, bernoulli, upper='1')
discrete(stats.binom, binomial, upper='n')
discrete(stats.geom, geometric, lower='1')
discrete(stats.nbinom, negative_binomial)
discrete(stats.betabinom, beta_binomial, upper='n')
discrete(stats.logser, logarithmic, lower='1')
