"""Likelihoods, priors, tests and summaries with `scipy.stats`."""
import numpy as np
import scipy.stats as st
from scipy import stats
from scipy.stats import (
    beta,
    chi2,
    expon,
    gamma,
    lognorm,
    multivariate_normal,
    norm,
    poisson,
    t,
)

from tests.programs.record import program, sample

TIMES = np.array([0.5, 1.2, 2.2, 3.1])
DEAD = np.array([True, False, True, True])
COUNTS = np.array([1, 0, 3, 2, 5])


def linear_model_likelihood(theta, x, y):
    slope, intercept, log_sigma = theta
    mu = slope * x + intercept
    return np.sum(norm.logpdf(y, loc=mu, scale=np.exp(log_sigma)))


def log_posterior(params, data):
    log_prior = stats.norm(0, 10).logpdf(params['mu'])
    log_prior += stats.halfnorm(scale=2.0).logpdf(params['sigma'])
    log_like = stats.norm(params['mu'], params['sigma']).logpdf(data).sum()
    return -(log_prior + log_like)


def confidence_interval(x, level=0.9):
    se = x.std(ddof=1) / np.sqrt(len(x))
    margin = t.ppf(0.5 + level / 2, len(x) - 1) * se
    return x.mean() - margin, x.mean() + margin


def european_call(spot, strike, rate, sigma, maturity):
    d1 = (np.log(spot / strike) + (rate + sigma ** 2 / 2) * maturity) / (
        sigma * maturity ** 0.5)
    d2 = d1 - sigma * maturity ** 0.5
    return spot * norm.cdf(d1) - strike * np.exp(-rate * maturity) * norm.cdf(d2)


def mills_ratio(x):
    return np.sum(norm.pdf(x) / norm.sf(x))


def probit_regression(beta_hat, x, y):
    q = 2 * y - 1
    return -np.sum(st.norm.logcdf(q * (x @ beta_hat)))


def value_at_risk(mu, sigma, weights):
    portfolio = weights @ mu
    risk = np.sqrt(weights @ sigma @ weights)
    return -(portfolio + risk * norm.ppf(0.05))


def false_positive_threshold(mean, scale):
    threshold = norm.isf(0.01, loc=mean, scale=scale)
    return norm.sf(threshold, loc=1.0, scale=scale)


def expected_shortfall(mu, sigma, alpha=0.05):
    z = norm.ppf(alpha)
    return -mu + sigma * norm.pdf(z) / alpha


def gaussian_classes(means, scale, x):
    total = 0.0
    for k, row in enumerate(means):
        cov = scale[k] * np.eye(2)
        total += multivariate_normal.logpdf(x, mean=row, cov=cov).sum()
    return total


def factor_returns(mean, factor, x):
    cov = factor @ factor.T + 0.5 * np.eye(len(mean))
    return stats.multivariate_normal(mean, cov).logpdf(x).sum()


def parameters_that_change(x):
    """SciPy factors matrices when a distribution is made, and keeps other arrays."""
    a, total = np.array([[2.0, 0.3], [0.3, 1.5]]), 0.0
    scale, mean, p, alpha = a * x[0], x[:2] * 1.0, x / np.sum(x), 2.0 * x
    made = [
        stats.wishart(5, scale), stats.invwishart(5, scale),
        stats.matrix_normal(None, scale, scale),
    ]
    shaped = stats.multivariate_t(mean, scale, 3), multivariate_normal(mean, scale)
    counts = stats.multinomial(4, p), stats.dirichlet_multinomial(alpha, 4)
    scale *= 2.0
    mean *= 1.5
    p[0] = 0.1
    alpha *= 2.0
    for one in made:
        total = total + one.logpdf(a)
    for one in shaped:
        total = total + one.logpdf(np.ones(2))
    for one in counts:
        total = total + one.logpmf(np.array([1, 2, 1]))
    return total + counts[0].p[2]


def two_bumps(centre, width, x):
    first = multivariate_normal.pdf(x, centre, width * np.eye(2))
    second = multivariate_normal.pdf(x, -centre, np.diag([width, 2 * width]))
    return np.log(0.3 * first + 0.7 * second)


def robust_location(mu, log_scale, df, data):
    return -np.mean(t.logpdf(data, df, loc=mu, scale=np.exp(log_scale)))


def t_test_p_value(x, popmean):
    n = len(x)
    statistic = (x.mean() - popmean) / np.sqrt(x.var(ddof=1) / n)
    return 2 * stats.t.sf(np.abs(statistic), n - 1)


def goodness_of_fit(amplitude, decay, y):
    model = amplitude * np.exp(-decay * TIMES)
    statistic = np.sum((y - model) ** 2 / 0.1)
    return chi2.sf(statistic, df=len(y) - 2)


def confidence_region(x, mean, cov):
    d = x - mean
    return chi2.cdf(d @ np.linalg.solve(cov, d), 2) - chi2.ppf(0.2, 2)


def gamma_regression(coef, shape, x, y):
    mu = np.exp(x @ coef)
    return gamma.logpdf(y, shape, scale=mu / shape).sum()


def censored_exponential(log_rate):
    model = expon(scale=np.exp(-log_rate))
    return np.sum(np.where(DEAD, model.logpdf(TIMES), model.logsf(TIMES)))


def weibull_survival(shape, scale):
    ll = 0.0
    for time, event in zip(TIMES, DEAD):
        if event:
            ll += stats.weibull_min.logpdf(time, shape, scale=scale)
        else:
            ll += stats.weibull_min.logsf(time, shape, scale=scale)
    return ll


def bid_prices(mu, s, x):
    return np.sum(lognorm.logpdf(x, s, scale=np.exp(mu))) + lognorm(s).mean()


def click_rates(a, b, rates):
    return beta.logpdf(rates, a, b).sum() - 0.1 * stats.gamma.pdf(a, 2.0)


def poisson_regression(coef, x):
    mu = np.exp(coef[0] + coef[1] * x)
    return -poisson.logpmf(COUNTS, mu).sum()


def zero_inflated_poisson(logit_pi, log_mu):
    pi = 1 / (1 + np.exp(-logit_pi))
    pmf = poisson.pmf(COUNTS, np.exp(log_mu))
    return np.sum(np.log(np.where(COUNTS == 0, pi + (1 - pi) * pmf, (1 - pi) * pmf)))


def dose_response(a, b, dose):
    p = stats.logistic.cdf(a + b * dose)
    return stats.binom.logpmf(COUNTS, 10, p).sum()


def over_dispersed(mu, alpha):
    n = 1 / alpha
    return st.nbinom.logpmf(COUNTS, n, n / (n + mu)).sum()


def geometric_and_bernoulli(p):
    return stats.geom.logpmf(COUNTS + 1, p).sum() + stats.bernoulli.logpmf(1, p)


def annual_maxima(loc, scale, x):
    return stats.gumbel_r.logpdf(x, loc, scale).sum()


def return_level(shape, loc, scale, years=50):
    return stats.genextreme.isf(1 / years, shape, loc=loc, scale=scale)


def peaks_over_threshold(xi, sigma, x):
    return stats.genpareto.logpdf(x, xi, scale=sigma).sum()


def income_tail(b, x):
    return np.sum(stats.pareto.logpdf(x, b)) + stats.pareto.sf(3.0, b)


def truncated_trait(mu, sigma, x):
    a, b = (0 - mu) / sigma, (4 - mu) / sigma
    return stats.truncnorm.logpdf(x, a, b, loc=mu, scale=sigma).sum()


def heavy_tails(loc, scale, x):
    mix = 0.5 * stats.cauchy.pdf(x, loc, scale) + 0.5 * stats.laplace.pdf(x, loc, scale)
    return np.sum(np.log(mix))


def wind_speed(sigma, x):
    calm = stats.maxwell.cdf(1.0, 0, sigma)
    return stats.rayleigh(scale=sigma).logpdf(x).sum() * calm


def regression_f_test(y, x):
    slope, intercept = np.polyfit(x, y, 1)
    fitted = slope * x + intercept
    explained = np.sum((fitted - y.mean()) ** 2)
    residual = np.sum((y - fitted) ** 2) / (len(y) - 2)
    return stats.f.sf(explained / residual, 1, len(y) - 2)


def wind_direction(mu, kappa, angles):
    return stats.vonmises.logpdf(angles, kappa, loc=mu).sum()


def skewed_residuals(a, loc, scale, x):
    return -stats.skewnorm.logpdf(x, a, loc, scale).sum()


def chromatogram(k, loc, scale, time):
    return np.sum(stats.exponnorm.pdf(time, k, loc=loc, scale=scale) ** 2)


def variance_prior(a, scale, variances):
    return np.sum(st.invgamma.logpdf(variances, a, scale=scale))


PROGRAMS = [
    program(linear_model_likelihood, np.array([0.4, 0.2, -0.3]), sample(1, 5),
            sample(2, 5)),
    program(log_posterior, {'mu': 0.3, 'sigma': 0.8}, sample(3, 5)),
    program(confidence_interval, sample(4, 5)),
    program(european_call, 100.0, 95.0, 0.02, 0.3, 0.5),
    program(mills_ratio, sample(5, 4)),
    program(probit_regression, sample(6, 2), sample(7, 5, 2),
            np.array([0, 1, 1, 0, 1])),
    program(value_at_risk, sample(8, 3), np.diag([0.4, 0.3, 0.6]) + 0.1,
            np.array([0.5, 0.3, 0.2])),
    program(false_positive_threshold, 0.3, 0.8),
    program(expected_shortfall, 0.05, 0.2),
    program(gaussian_classes, sample(9, 2, 2), np.array([0.6, 1.4]), sample(10, 3, 2)),
    program(parameters_that_change, np.array([0.3, 0.5, 0.2])),
    program(factor_returns, sample(11, 3), sample(12, 3, 2), sample(13, 4, 3)),
    program(two_bumps, np.array([0.5, -0.3]), 0.8, np.array([0.2, 0.4])),
    program(robust_location, 0.2, -0.2, 4.0, sample(14, 5)),
    program(t_test_p_value, sample(15, 5), 0.4),
    program(goodness_of_fit, 1.2, 0.5, np.array([1.1, 0.5, 0.6, 0.1])),
    program(confidence_region, sample(16, 2), sample(17, 2),
            np.array([[1.2, 0.3], [0.3, 0.8]])),
    program(gamma_regression, sample(18, 2), 1.8, sample(19, 4, 2),
            sample(20, 4, low=0.3, high=3.0)),
    program(censored_exponential, -0.4),
    program(weibull_survival, 1.4, 2.2),
    program(bid_prices, 0.3, 0.6, sample(21, 4, low=0.3, high=3.0)),
    program(click_rates, 2.3, 3.4, sample(22, 4, low=0.1, high=0.9)),
    program(poisson_regression, np.array([0.3, 0.4]), sample(23, 5)),
    program(zero_inflated_poisson, -0.6, 0.5),
    program(dose_response, -0.4, 0.9, sample(24, 5)),
    program(over_dispersed, 1.7, 0.6),
    program(geometric_and_bernoulli, 0.35),
    program(annual_maxima, 0.3, 1.2, sample(25, 5)),
    program(return_level, 0.1, 2.0, 0.7),
    program(peaks_over_threshold, 0.2, 0.9, sample(26, 4, low=0.1, high=3.0)),
    program(income_tail, 2.1, sample(27, 4, low=1.2, high=5.0)),
    program(truncated_trait, 1.6, 0.9, sample(28, 4, low=0.3, high=3.5)),
    program(heavy_tails, 0.2, 0.7, sample(29, 4)),
    program(wind_speed, 1.3, sample(30, 4, low=0.3, high=3.0)),
    program(regression_f_test, np.array([0.3, 0.9, 0.7, 1.8, 1.5]),
            np.array([0.0, 1.0, 2.0, 3.0, 4.0])),
    program(wind_direction, 0.4, 1.6, sample(31, 5)),
    program(skewed_residuals, 1.4, 0.2, 0.9, sample(32, 4)),
    program(chromatogram, 1.3, 0.4, 0.6, sample(33, 4, low=0.0, high=3.0)),
    program(variance_prior, 2.4, 1.3, sample(34, 3, low=0.4, high=3.0)),
]
