"""Estimates, quantiles and survival with the functions of `scipy.special`."""
import numpy as np
import scipy.special as sc
from scipy import special
from scipy.special import digamma, gammaln, logsumexp, ndtr, ndtri, polygamma, psi

from tests.programs.record import program, sample


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
