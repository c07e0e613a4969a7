"""Densities of vectors, summaries and tests with `scipy.stats`."""
import numpy as np
import scipy.stats
from scipy import stats
from scipy.stats import beta, norm

from tests.programs.record import program, sample


def density_at_points(data, x):
    kde = stats.gaussian_kde(data)
    return np.log(kde(x)).sum()


def topic_proportions(alpha, p):
    return stats.dirichlet.logpdf(p, alpha) + stats.dirichlet.entropy(alpha)


def precision_prior(factor, nu=5):
    s = factor @ factor.T + np.eye(2)
    return stats.wishart.logpdf(s, df=nu, scale=np.eye(2))


def vote_shares(logits, votes):
    p = np.exp(logits) / np.sum(np.exp(logits))
    return stats.multinomial.logpmf(votes, n=12, p=p)


def multivariate_outliers(loc, scale, x):
    shape = np.diag(scale)
    return stats.multivariate_t.logpdf(x, loc=loc, shape=shape, df=4).sum()


def divergence_of_histograms(p, q):
    return stats.entropy(p, q, base=2) + stats.entropy(p)


def entropy_of_models(scale, shape):
    return norm(scale=scale).entropy() + stats.gamma(shape).entropy()


def moments_of_models(mu, sigma, a, b):
    mean, var = beta.stats(a, b, moments='mv')
    return mean / var + stats.norm.mean(mu, sigma) * norm.std(loc=mu, scale=sigma)


def standard_scores(a, weights):
    z = stats.zscore(a, axis=0, ddof=1)
    return z @ weights


def shape_of_sample(x):
    return stats.skew(x) ** 2 + stats.kurtosis(x, fisher=True) + stats.sem(x)


def jarque_bera_by_hand(x):
    s, k = stats.skew(x, bias=False), stats.kurtosis(x, bias=False)
    return len(x) / 6 * (s ** 2 + k ** 2 / 4)


def correlation(x, y):
    return stats.pearsonr(x, y)[0] ** 2


def trend(y, x):
    fit = stats.linregress(x, y)
    return fit.slope + 0.5 * fit.intercept + fit.rvalue ** 2


def growth_factors(x):
    return stats.gmean(x) + stats.hmean(x) - stats.pmean(x, 2)


def welch(x, y):
    statistic, p_value = stats.ttest_ind(x, y, equal_var=False)
    return statistic + p_value


def paired(x, y):
    return stats.ttest_rel(x, y).statistic + stats.ttest_1samp(x, 0.2).pvalue


def anova(a, b, c):
    return scipy.stats.f_oneway(a, b, c).statistic


def observed_and_expected(p):
    expected = 30 * p / np.sum(p)
    return stats.chisquare(np.array([8.0, 9.0, 13.0]), f_exp=expected).statistic


def transport_distance(x, y):
    return stats.wasserstein_distance(x, y)


def transformed_to_normal(y, lmbda):
    return stats.boxcox_llf(lmbda, y) + stats.boxcox(y, lmbda).mean()


def central_moments(x):
    return stats.moment(x, 3) - stats.variation(x)


def trimmed(x):
    return stats.trim_mean(x, 0.2) ** 2 + stats.iqr(x)


def mean_direction(angles):
    return stats.circmean(angles) + stats.circvar(angles)


def two_sided_bands(quantiles, mu, sigma):
    low, high = norm.interval(0.9, loc=mu, scale=sigma)
    return np.sum((quantiles - low) * (high - quantiles))


class Priors:
    def __init__(self):
        self.table = {'rate': stats.gamma(2.0, scale=0.5), 'bias': stats.norm(0, 2)}

    def logpdf(self, values):
        return sum(self.table[name].logpdf(values[name]) for name in self.table)


def hierarchical(values, groups):
    lp = Priors().logpdf(values)
    for y in groups:
        lp += norm.logpdf(y, values['bias'], values['rate']).sum()
    return lp


def kalman_likelihood(q, r, y):
    mean, var, ll = 0.0, 1.0, 0.0
    for value in y:
        var = var + q
        s = var + r
        ll += norm.logpdf(value, mean, np.sqrt(s))
        gain = var / s
        mean, var = mean + gain * (value - mean), (1 - gain) * var
    return ll


def importance_weights(mu, sigma, draws):
    log_w = stats.norm.logpdf(draws) - stats.norm.logpdf(draws, mu, sigma)
    w = np.exp(log_w - log_w.max())
    return w.sum() ** 2 / (w ** 2).sum()


def normal_fit(x):
    loc, scale = norm.fit(x)
    return norm.logpdf(1.5, loc, scale)


def quantile_match(mu, sigma, targets):
    q = np.array([0.1, 0.5, 0.9])
    return np.sum((stats.lognorm.ppf(q, sigma, scale=np.exp(mu)) - targets) ** 2)


def uniform_and_triangle(width, c):
    density = stats.triang.pdf(0.3, c, scale=width)
    return density + stats.uniform.logpdf(0.2, 0, width)


def stress_strength(mu, shape):
    grid = np.linspace(0.1, 4.0, 14)
    load = stats.norm.pdf(grid, mu, 0.4)
    return np.sum(load * stats.weibull_min.cdf(grid, shape, scale=2.0)) * 0.3


PROGRAMS = [
    program(density_at_points, sample(35, 6), sample(36, 3)),
    program(topic_proportions, np.array([1.4, 2.2, 0.8]), np.array([0.3, 0.5, 0.2]),
            wrt=(0,)),
    program(precision_prior, sample(37, 2, 2)),
    program(vote_shares, sample(38, 3), np.array([4, 6, 2])),
    program(multivariate_outliers, sample(39, 2), np.array([0.7, 1.3]),
            sample(40, 3, 2)),
    program(divergence_of_histograms, sample(41, 4, low=0.2), sample(42, 4, low=0.2)),
    program(entropy_of_models, 0.7, 1.8),
    program(moments_of_models, 0.4, 0.9, 2.1, 3.2),
    program(standard_scores, sample(43, 5, 2), sample(44, 2)),
    program(shape_of_sample, sample(45, 6)),
    program(jarque_bera_by_hand, sample(46, 6)),
    program(correlation, sample(47, 5), sample(48, 5)),
    program(trend, sample(49, 5), sample(50, 5)),
    program(growth_factors, sample(51, 4, low=0.4, high=3.0)),
    program(welch, sample(52, 4), sample(53, 5)),
    program(paired, sample(54, 5), sample(55, 5)),
    program(anova, sample(56, 3), sample(57, 4), sample(58, 3)),
    program(observed_and_expected, np.array([0.2, 0.3, 0.4])),
    program(transport_distance, sample(59, 4), sample(60, 4)),
    program(transformed_to_normal, sample(61, 5, low=0.4, high=3.0), 0.4),
    program(central_moments, sample(62, 5, low=0.2, high=2.0)),
    program(trimmed, sample(63, 7)),
    program(mean_direction, sample(64, 5, low=0.3, high=2.0)),
    program(two_sided_bands, sample(65, 3), 0.3, 0.8),
    program(hierarchical, {'rate': 0.9, 'bias': 0.2}, [sample(66, 3), sample(67, 2)]),
    program(kalman_likelihood, 0.2, 0.5, sample(68, 5)),
    program(importance_weights, 0.3, 1.4, sample(69, 5)),
    program(normal_fit, sample(70, 5)),
    program(quantile_match, 0.2, 0.7, np.array([0.5, 1.1, 2.9])),
    program(uniform_and_triangle, 1.7, 0.6),
    program(stress_strength, 1.6, 2.4),
]
