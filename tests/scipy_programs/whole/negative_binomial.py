"""Maximum likelihood of negative binomial counts, with Newton's steps by digamma."""
import numpy as np
import numpy.random as npr
from scipy.special import digamma, expit, gammaln, polygamma


def np_log_likelihood(r, p, counts):
    """Of counts of failures before r successes of probability 1 - p."""
    terms = gammaln(counts + r) - gammaln(r) - gammaln(counts + 1)
    return np.sum(terms + counts * np.log(p) + r * np.log1p(-p))


def negbin_sample(r, p, size, rs):
    return rs.poisson(rs.gamma(r, p / (1 - p), size=size))


def p_given_r(r, counts):
    mean = np.mean(counts)
    return mean / (mean + r)


def profile_score(r, counts):
    p = p_given_r(r, counts)
    return np.sum(digamma(counts + r) - digamma(r)) + len(counts) * np.log1p(-p)


def profile_curvature(r, counts):
    mean = np.mean(counts)
    slope = len(counts) * mean / (r * (mean + r))
    return np.sum(polygamma(1, counts + r) - polygamma(1, r)) + slope


def fit_r(counts, start, steps=4):
    r = start
    for _ in range(steps):
        step = profile_score(r, counts) / profile_curvature(r, counts)
        r = np.maximum(r - step, 0.5 * r)
    return r


def negbin_regression(params, x, counts):
    r = np.exp(params['log_r'])
    p = expit(params['intercept'] + x @ params['coef'])
    return np_log_likelihood(r, p, counts)


RS = npr.RandomState(0)
X = RS.randn(30, 2)
COUNTS = negbin_sample(2.5, expit(0.2 + X @ np.array([0.5, -0.3])), 30, RS)
START = {'log_r': 0.2, 'intercept': 0.0, 'coef': np.zeros(2), 'guess': 1.2}
STEP = 0.05


def objective(params):
    prior = 0.1 * (np.exp(params['log_r']) - fit_r(COUNTS, params['guess'], 1)) ** 2
    return -negbin_regression(params, X, COUNTS) / len(COUNTS) + prior
