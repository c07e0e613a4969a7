"""Likelihoods, losses and estimates with the functions of `scipy.special`."""
import numpy as np
import scipy.special
import scipy.special as sc
from scipy import special
from scipy.special import (
    betaln,
    entr,
    expit,
    gammaln,
    log_ndtr,
    log_softmax,
    logit,
    logsumexp,
    ndtr,
    rel_entr,
    softmax,
    xlog1py,
    xlogy,
)

from tests.programs.record import program, sample

COUNTS = np.array([0, 2, 1, 4, 3, 7])
TRIALS = np.array([5, 8, 4, 9, 6, 10])
LABELS = np.array([0.0, 1.0, 1.0, 0.0, 1.0])
TABLE = np.array([[3, 1, 2], [0, 4, 1], [2, 2, 5]])


def poisson_log_likelihood(beta, x):
    rate = np.exp(beta[0] + beta[1] * x)
    return np.sum(COUNTS * np.log(rate) - rate - gammaln(COUNTS + 1))


def negative_binomial_nll(params, counts):
    mu, alpha = np.exp(params['log_mu']), np.exp(params['log_alpha'])
    r = 1.0 / alpha
    ll = 0.0
    for k in counts:
        ll += gammaln(k + r) - gammaln(r) - gammaln(k + 1)
        ll += r * np.log(r / (r + mu)) + k * np.log(mu / (r + mu))
    return -ll


def student_t_log_likelihood(x, nu, mu, sigma):
    z = (x - mu) / sigma
    norm = gammaln((nu + 1) / 2) - gammaln(nu / 2) - 0.5 * np.log(nu * np.pi)
    return (norm - np.log(sigma) - (nu + 1) / 2 * np.log1p(z ** 2 / nu)).sum()


def dirichlet_log_density(log_alpha, p):
    alpha = np.exp(log_alpha)
    norm = gammaln(np.sum(alpha)) - np.sum(gammaln(alpha))
    return norm + np.sum((alpha - 1) * np.log(p))


def beta_binomial(mean, precision):
    a, b = mean * precision, (1 - mean) * precision
    successes = np.minimum(COUNTS, TRIALS)
    choose = -np.log(TRIALS + 1) - betaln(TRIALS - successes + 1, successes + 1)
    return np.sum(choose + betaln(successes + a, TRIALS - successes + b) - betaln(a, b))


class GammaModel:
    def __init__(self, shape, rate):
        self.shape = shape
        self.rate = rate

    def logpdf(self, x):
        a, b = self.shape, self.rate
        return xlogy(a, b) - gammaln(a) + xlogy(a - 1, x) - b * x


def gamma_waiting_times(log_shape, log_rate, times):
    model = GammaModel(np.exp(log_shape), np.exp(log_rate))
    return -np.mean(model.logpdf(times))


def dirichlet_multinomial(alpha, counts):
    n = counts.sum(axis=1)
    a0 = alpha.sum()
    per_row = special.gammaln(a0) - special.gammaln(n + a0)
    per_row = per_row + np.sum(special.gammaln(counts + alpha)
                               - special.gammaln(alpha), axis=1)
    return per_row.sum()


def softmax_regression(w, b, x, y):
    logits = x @ w + b
    log_p = logits - logsumexp(logits, axis=1, keepdims=True)
    return -np.mean(log_p[np.arange(len(y)), y])


def mixture_density(weights, means, sigma, x):
    z = (x[:, np.newaxis] - means) / sigma
    log_phi = -0.5 * z ** 2 - np.log(sigma) - 0.5 * np.log(2 * np.pi)
    return np.sum(logsumexp(log_phi, b=weights / np.sum(weights), axis=1))


def hidden_markov_forward(log_start, log_trans, log_emit):
    log_trans = log_trans - logsumexp(log_trans, axis=1)[:, None]
    alpha = log_start - logsumexp(log_start) + log_emit[0]
    for t in range(1, len(log_emit)):
        alpha = logsumexp(alpha[:, None] + log_trans, axis=0) + log_emit[t]
    return logsumexp(alpha)


def cross_entropy_with_log_softmax(logits, targets):
    return -np.sum(targets * log_softmax(logits, axis=-1)) / logits.shape[0]


def attention_by_softmax(q, k, v):
    scale = 1.0 / np.sqrt(k.shape[-1])
    return softmax(q @ k.T * scale, axis=1) @ v


def policy_gradient(theta, returns):
    p = sc.softmax(theta)
    baseline = p @ returns
    return np.dot(p, (returns - baseline) ** 2) + baseline


def logistic_regression(w, x, penalty=0.1):
    p = expit(x @ w)
    nll = -(xlogy(LABELS, p) + xlog1py(1 - LABELS, -p)).sum()
    return nll + 0.5 * penalty * w @ w


def stable_logistic_loss(w, x):
    z = x.dot(w)
    return -np.mean(sc.log_expit(np.where(LABELS > 0, z, -z)))


def logit_normal(p, mu, sigma):
    z = (logit(p) - mu) / sigma
    return -0.5 * np.sum(z ** 2) - len(p) * np.log(sigma) - np.sum(np.log(p * (1 - p)))


def item_response(ability, difficulty, discrimination):
    p = scipy.special.expit(
        discrimination[None, :] * (ability[:, None] - difficulty[None, :]))
    return np.sum(p * (1 - p) * discrimination ** 2, axis=1)


def entropy_of_logits(logits, temperature):
    p = np.exp(logits / temperature)
    p /= p.sum()
    return entr(p).sum() / np.log(2.0)


def mutual_information(joint):
    joint = joint / joint.sum()
    px = joint.sum(axis=1, keepdims=True)
    py = joint.sum(axis=0, keepdims=True)
    return np.sum(rel_entr(joint, px * py))


def generalised_kl_of_factors(w, h, v):
    return special.kl_div(v, w @ h).sum()


def jensen_shannon(p, q):
    p, q = p / np.sum(p), q / np.sum(q)
    m = (p + q) / 2
    return np.sqrt((rel_entr(p, m).sum() + rel_entr(q, m).sum()) / 2)


def robust_line(coef, x, y, delta=0.8):
    residual = y - (coef[0] + coef[1] * x)
    return np.sum(special.huber(delta, residual))


def robust_scatter(mu, x, delta):
    def loss(r):
        return special.pseudo_huber(delta, r)
    return sum(loss(xi - mu) for xi in x)


def probit(beta, x):
    signs = 2 * LABELS - 1
    return np.sum(log_ndtr(signs * (x @ beta)))


def tobit(beta, log_sigma, x, y, limit=0.0):
    sigma = np.exp(log_sigma)
    mu = x @ beta
    censored = y <= limit
    inside = -0.5 * ((y - mu) / sigma) ** 2 - log_sigma - 0.5 * np.log(2 * np.pi)
    return np.sum(np.where(censored, log_ndtr((limit - mu) / sigma), inside))


def black_scholes(spot, strike, rate, sigma, maturity):
    d1 = np.log(spot / strike) + (rate + 0.5 * sigma ** 2) * maturity
    d1 = d1 / (sigma * np.sqrt(maturity))
    d2 = d1 - sigma * np.sqrt(maturity)
    return spot * ndtr(d1) - strike * np.exp(-rate * maturity) * ndtr(d2)


def expected_improvement(mu, sigma, best):
    z = (best - mu) / sigma
    pdf = np.exp(-0.5 * z ** 2) / np.sqrt(2 * np.pi)
    return sigma * (z * special.ndtr(z) + pdf)


PROGRAMS = [
    program(poisson_log_likelihood, np.array([0.3, 0.4]), sample(1, 6)),
    program(negative_binomial_nll, {'log_mu': 0.8, 'log_alpha': -0.4}, [0, 2, 5, 3]),
    program(student_t_log_likelihood, sample(2, 5), 4.5, 0.2, 0.8),
    program(dirichlet_log_density, sample(3, 3), np.array([0.2, 0.5, 0.3])),
    program(beta_binomial, 0.35, 4.0),
    program(gamma_waiting_times, 0.3, -0.2, sample(4, 5, low=0.3, high=3.0)),
    program(dirichlet_multinomial, np.array([0.8, 1.5, 2.2]), TABLE),
    program(softmax_regression, sample(5, 2, 3), sample(6, 3), sample(7, 4, 2),
            np.array([0, 2, 1, 1])),
    program(mixture_density, np.array([0.3, 0.9, 0.5]), sample(8, 3), 0.7,
            sample(9, 4)),
    program(hidden_markov_forward, sample(10, 3), sample(11, 3, 3), sample(12, 4, 3)),
    program(cross_entropy_with_log_softmax, sample(13, 3, 4), np.eye(4)[[1, 3, 0]]),
    program(attention_by_softmax, sample(14, 2, 3), sample(15, 4, 3), sample(16, 4, 2)),
    program(policy_gradient, sample(17, 4), sample(18, 4)),
    program(logistic_regression, sample(19, 2), sample(20, 5, 2)),
    program(stable_logistic_loss, sample(21, 2), sample(22, 5, 2)),
    program(logit_normal, np.array([0.2, 0.6, 0.9]), 0.3, 1.2),
    program(item_response, sample(23, 3), sample(24, 2), np.array([0.8, 1.4])),
    program(entropy_of_logits, sample(25, 4), 1.3),
    program(mutual_information, sample(26, 3, 2, low=0.2, high=2.0)),
    program(generalised_kl_of_factors, sample(27, 3, 2, low=0.3),
            sample(28, 2, 4, low=0.3), sample(29, 3, 4, low=0.2)),
    program(jensen_shannon, sample(30, 4, low=0.2), sample(31, 4, low=0.2)),
    program(robust_line, np.array([0.3, 1.2]), sample(32, 6), sample(33, 6)),
    program(robust_scatter, 0.4, sample(34, 4), 0.7),
    program(probit, sample(35, 2), sample(36, 5, 2)),
    program(tobit, sample(37, 2), -0.3, sample(38, 5, 2),
            np.array([0.0, 0.8, 0.0, 1.7, 0.4]), wrt=(0, 1, 2)),
    program(black_scholes, 100.0, 105.0, 0.03, 0.25, 0.75),
    program(expected_improvement, sample(39, 4), sample(40, 4, low=0.4), 0.2),
]
