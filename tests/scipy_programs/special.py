"""Likelihoods, losses and estimates with the functions of `scipy.special`."""
import numpy as np
import scipy.special
import scipy.special as sc
from scipy import special
from scipy.special import (
    betaln,
    digamma,
    entr,
    expit,
    gammaln,
    log_ndtr,
    log_softmax,
    logit,
    logsumexp,
    ndtr,
    ndtri,
    polygamma,
    psi,
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


def gaussian_copula(u, rho):
    a, b = ndtri(u[:, 0]), ndtri(u[:, 1])
    det = 1 - rho ** 2
    q = (rho ** 2 * (a ** 2 + b ** 2) - 2 * rho * a * b) / (2 * det)
    return np.sum(-0.5 * np.log(det) - q)


def credit_loss_quantile(p, rho, level=0.999):
    return ndtr((ndtri(p) + np.sqrt(rho) * ndtri(level)) / np.sqrt(1 - rho))


def kl_of_dirichlets(a, b):
    a0, b0 = a.sum(), b.sum()
    kl = gammaln(a0) - gammaln(b0) - (gammaln(a) - gammaln(b)).sum()
    return kl + ((a - b) * (digamma(a) - digamma(a0))).sum()


def fisher_information_of_gamma(shape, rate):
    info = np.array([[polygamma(1, shape), -1 / rate], [-1 / rate, shape / rate ** 2]])
    return 0.5 * np.log(np.linalg.det(info))


def gamma_shape_by_newton(x):
    s = np.log(np.mean(x)) - np.mean(np.log(x))
    k = (3 - s + np.sqrt((s - 3) ** 2 + 24 * s)) / (12 * s)
    for _ in range(4):
        k = k - (np.log(k) - psi(k) - s) / (1 / k - polygamma(1, k))
    return k


def inverse_wishart_normaliser(nu, diagonal):
    p = 3
    logdet = np.sum(np.log(diagonal))
    return 0.5 * nu * logdet - 0.5 * nu * p * np.log(2.0) - sc.multigammaln(nu / 2, p)


def binomial_expansion(p):
    n = 7
    k = np.arange(n + 1)
    pmf = special.comb(n, k) * p ** k * (1 - p) ** (n - k)
    return np.sum(pmf * np.sqrt(k + 1.0))


def generalised_binomial(alpha, x):
    terms = [special.binom(alpha, k) * x ** k for k in range(6)]
    return sum(terms)


def bernstein_curve(control, t):
    n = len(control) - 1
    point = np.zeros(2)
    for k in range(n + 1):
        weight = sc.comb(n, k, exact=True) * t ** k * (1 - t) ** (n - k)
        point = point + weight * control[k]
    return point


def franck_condon(huang_rhys, width, energy):
    m = np.arange(8)
    weights = np.exp(-huang_rhys) * huang_rhys ** m / special.factorial(m)
    lines = np.exp(-((energy[:, None] - m) / width) ** 2)
    return lines @ weights


def erlang_b(load, servers=5):
    n = np.arange(servers + 1)
    terms = load ** n / sc.factorial(n)
    return terms[-1] / np.sum(terms)


def gamma_survival(shape, scale, times, events):
    z = times / scale
    log_pdf = (shape - 1) * np.log(z) - z - gammaln(shape) - np.log(scale)
    log_sf = np.log(special.gammaincc(shape, z))
    return np.sum(np.where(events, log_pdf, log_sf))


def rainfall_quantile(shape, scale, dry):
    level = (0.95 - dry) / (1 - dry)
    return scale * special.gammaincinv(shape, level)


def discrete_gamma_rates(alpha):
    cuts = special.gammaincinv(alpha, np.array([0.25, 0.5, 0.75])) / alpha
    heads = sc.gammainc(alpha + 1, cuts * alpha)
    return 4 * np.diff(np.concatenate(([0.0], heads, [1.0])))


def poisson_tail(rate, threshold=4):
    return 1.0 - special.pdtr(threshold, rate)


def better_variant(a1, b1, a2, b2):
    grid = np.linspace(0.05, 0.95, 19)
    density = grid ** (a1 - 1) * (1 - grid) ** (b1 - 1) / sc.beta(a1, b1)
    return np.sum(density * special.betainc(a2, b2, grid)) * (grid[1] - grid[0])


def f_test_power_cut(x, dfn=3.0, dfd=12.0):
    return 1 - special.betainc(dfn / 2, dfd / 2, dfn * x / (dfn * x + dfd))


def credible_interval(a, b):
    low, high = special.betaincinv(a, b, [0.05, 0.95])
    return high - low


def gompertz_survival(a, b, age):
    cumulative_hazard = a / b * special.expm1(b * age)
    return np.exp(-cumulative_hazard).mean()


def continuous_growth(rate, tau):
    return tau * special.exprel(rate * tau) - special.log1p(rate)


def box_cox_profile(lmbda, y):
    z = special.boxcox(y, lmbda)
    return -0.5 * len(y) * np.log(np.var(z)) + (lmbda - 1) * np.sum(np.log(y))


def box_cox_forecast(lmbda, mean, sd):
    upper = special.inv_boxcox(mean + 1.64 * sd, lmbda)
    lower = special.inv_boxcox(mean - 1.64 * sd, lmbda)
    return upper - lower


def rising_moments(a, b):
    order = np.arange(1, 5)
    return np.sum(special.poch(a, order) / special.poch(a + b, order))


def skew_normal_cdf(x, alpha):
    return ndtr(x) - 2 * special.owens_t(x, alpha)


def t_p_value(x, y):
    d = x - y
    t = d.mean() / (d.std(ddof=1) / np.sqrt(len(d)))
    return 2 * special.stdtr(len(d) - 1, -abs(t))


def chi_square_p_value(p, observed):
    expected = observed.sum() * p / p.sum()
    stat = np.sum((observed - expected) ** 2 / expected)
    return special.chdtrc(len(observed) - 1, stat)


def median_of_normal_quantiles(mu, sigma, q):
    return np.sum(mu + sigma * np.sqrt(2) * special.erfinv(2 * q - 1))


def orthant_by_erfc(sigma, bits):
    rate = 0.0
    for gap in bits:
        rate = rate + 0.5 * special.erfc(gap / (sigma * np.sqrt(2)))
    return np.log(rate)


def zipf_log_likelihood(s, ranks):
    return -s * np.sum(np.log(ranks)) - len(ranks) * np.log(special.zeta(s))


def logsumexp_with_signs(a, b):
    value, sign = logsumexp(np.array([a, b]), b=np.array([1.0, -0.5]), return_sign=True)
    return sign * np.exp(value) * a


def evidence_of_models(params):
    log_z = [params['prior'][i] - 0.5 * params['bic'][i] for i in range(3)]
    total = special.logsumexp(log_z)
    return total + np.exp(log_z[0] - total)


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
    program(gaussian_copula, sample(41, 4, 2, low=0.1, high=0.9), 0.4),
    program(credit_loss_quantile, 0.02, 0.15),
    program(kl_of_dirichlets, sample(42, 3, low=0.4, high=3.0),
            sample(43, 3, low=0.4, high=3.0)),
    program(fisher_information_of_gamma, 2.3, 1.4),
    program(gamma_shape_by_newton, sample(44, 5, low=0.4, high=3.0)),
    program(inverse_wishart_normaliser, 6.5, np.array([0.7, 1.3, 2.1])),
    program(binomial_expansion, 0.3),
    program(generalised_binomial, 2.7, 0.4),
    program(bernstein_curve, sample(45, 4, 2), 0.35),
    program(franck_condon, 0.9, 0.5, sample(46, 3, low=0.0, high=3.0)),
    program(erlang_b, 3.2),
    program(gamma_survival, 1.7, 2.1, sample(47, 4, low=0.4, high=4.0),
            np.array([True, False, True, False]), wrt=(1, 2)),
    program(rainfall_quantile, 1.8, 2.4, 0.3, wrt=(1, 2)),
    program(discrete_gamma_rates, 0.7),
    program(poisson_tail, 2.6),
    program(better_variant, 4.0, 6.0, 5.0, 5.5, wrt=(0, 1)),
    program(f_test_power_cut, 2.8),
    program(credible_interval, 3.0, 5.0),
    program(gompertz_survival, 0.02, 0.4, sample(48, 4, low=1.0, high=6.0)),
    program(continuous_growth, 0.3, 1.7),
    program(box_cox_profile, 0.4, sample(49, 5, low=0.4, high=3.0)),
    program(box_cox_forecast, 0.4, 1.5, 0.3, heavy=True),
    program(rising_moments, 1.4, 2.3, heavy=True),
    program(skew_normal_cdf, 0.6, 1.8),
    program(t_p_value, sample(50, 5), sample(51, 5)),
    program(chi_square_p_value, np.array([0.2, 0.3, 0.5]),
            np.array([12.0, 20.0, 28.0])),
    program(median_of_normal_quantiles, 0.3, 1.4, np.array([0.2, 0.55, 0.9])),
    program(orthant_by_erfc, 0.8, np.array([0.5, 1.0, 1.7])),
    program(zipf_log_likelihood, 2.4, np.array([1.0, 2.0, 1.0, 5.0]), wrt=(0,)),
    program(logsumexp_with_signs, 1.3, 0.4),
    program(evidence_of_models, {'prior': sample(52, 3), 'bic': sample(53, 3)}),
]
