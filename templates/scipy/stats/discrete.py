"""Discrete distributions by the logarithms of their masses."""

import numpy as np
from scipy import special, stats

from tangentlite.runtime import no_derivative
from tangentlite.templates.scipy.stats.methods import discrete
from tangentlite.templates.scipy.stats.parts import log_beta


def poisson(k, mu):
    return special.xlogy(k, mu) - special.gammaln(k + 1.0) - mu


def poisson_by_mu(k, mu):
    return 1.0


def bernoulli(k, p):
    return special.xlogy(k, p) + special.xlog1py(1.0 - k, -p)


def bernoulli_by_p(k, p):
    return np.divide(1.0 - k, 1.0 - p)


def binomial(k, n, p):
    return chosen(k, n) + special.xlogy(k, p) + special.xlog1py(n - k, -p)


def binomial_by_p(k, n, p):
    return np.divide(n - k, 1.0 - p)


def geometric(k, p):
    return special.xlog1py(k - 1.0, -p) + np.log(p)


def geometric_by_p(k, p):
    return -k / p


def negative_binomial(k, n, p):
    ways = special.gammaln(k + n) - special.gammaln(n) - special.gammaln(k + 1.0)
    return ways + n * np.log(p) + special.xlog1py(k, -p)


def negative_binomial_by_p(k, n, p):
    return -(n + k) / p


def beta_binomial(k, n, a, b):
    return chosen(k, n) + log_beta(k + a, n - k + b) - log_beta(a, b)


def beta_negative_binomial(k, n, a, b):
    ways = special.gammaln(k + n) - special.gammaln(n) - special.gammaln(k + 1.0)
    return ways + log_beta(a + n, b + k) - log_beta(a, b)


def logarithmic(k, p):
    return special.xlogy(k, p) - np.log(k) - np.log(-np.log1p(-p))


def logarithmic_by_p(k, p):
    above = np.exp(stats.logser.logsf(k, p) - k * np.log(p))
    return k * (1.0 - above) / (1.0 - p)


def planck(k, lambda_):
    return np.log(-np.expm1(-lambda_)) - lambda_ * k


def planck_by_lambda(k, lambda_):
    return -(k + 1.0) / np.expm1(lambda_)


def boltzmann(k, lambda_, N):
    rest = np.log(-np.expm1(-lambda_)) - np.log(-np.expm1(-lambda_ * N))
    return rest - lambda_ * k


def boltzmann_by_lambda(k, lambda_, N):
    below = np.expm1(-lambda_ * (k + 1.0)) / np.expm1(-lambda_ * N)
    beyond = below * N * np.exp(-lambda_ * (N - k))
    return ((k + 1.0) * np.exp(-lambda_) - beyond) / np.expm1(-lambda_)


def discrete_laplace(k, a):
    return np.log(np.tanh(0.5 * a)) - a * np.abs(k)


def discrete_laplace_by_a(k, a):
    share = special.expit(a)
    return np.where(
        k < 0, (k + 1.0 - share) / np.expm1(-a), -(k + share) / np.expm1(a)
    )


def skellam(k, mu1, mu2):
    log_bessel = np.log(special.ive(np.abs(k), 2.0 * np.sqrt(mu1 * mu2)))
    return log_bessel - (np.sqrt(mu1) - np.sqrt(mu2)) ** 2 + 0.5 * k * np.log(mu1 / mu2)


def skellam_by_1(k, mu1, mu2):
    return 1.0


def skellam_by_2(k, mu1, mu2):
    return -np.exp(skellam(k + 1.0, mu1, mu2) - skellam(k, mu1, mu2))


def yule_simon(k, alpha):
    return np.log(alpha) + log_beta(k, alpha + 1.0)


def yule_simon_by_alpha(k, alpha):
    return k / alpha * (special.digamma(alpha + 1.0) - special.digamma(k + alpha + 1.0))


# Of these the parameters are counts, or the slope by them is not elementary.
def without_slopes(k, *shapes):
    return k + no_derivative('these parameters have no derivative', *shapes)


def chosen(k, n):
    every = special.gammaln(n + 1.0)
    return every - special.gammaln(k + 1.0) - special.gammaln(n - k + 1.0)


discrete(stats.poisson, poisson, mu=poisson_by_mu)
discrete(stats.bernoulli, bernoulli, upper='1', p=bernoulli_by_p)
discrete(stats.binom, binomial, upper='n', p=binomial_by_p)
discrete(stats.geom, geometric, lower='1', p=geometric_by_p)
discrete(stats.nbinom, negative_binomial, p=negative_binomial_by_p)
discrete(stats.betabinom, beta_binomial, upper='n')
if hasattr(stats, 'betanbinom'):
    discrete(stats.betanbinom, beta_negative_binomial)
discrete(stats.logser, logarithmic, lower='1', p=logarithmic_by_p)
discrete(stats.planck, planck, lambda_=planck_by_lambda)
discrete(stats.boltzmann, boltzmann, upper='N - 1', lambda_=boltzmann_by_lambda)
discrete(stats.dlaplace, discrete_laplace, '-np.inf', a=discrete_laplace_by_a)
discrete(stats.skellam, skellam, '-np.inf', mu1=skellam_by_1, mu2=skellam_by_2)
discrete(stats.yulesimon, yule_simon, lower='1', alpha=yule_simon_by_alpha)
discrete(stats.randint, without_slopes, lower='low', upper='high - 1')
discrete(stats.hypergeom, without_slopes)
discrete(stats.nhypergeom, without_slopes)
discrete(stats.zipf, without_slopes, lower='1')
discrete(stats.zipfian, without_slopes, lower='1')
