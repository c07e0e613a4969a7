"""Samples of tests of samples, and of correlations; bodies take the results apart."""
import numpy as np
from scipy import stats

from tangentlite.templates.scipy.stats import (
    correlations,
    groups,
    normality,
    summaries,
    t_tests,
)
from tests.rules.samples.sample import sample, spread

# Squared, as differences of two spreads are equal in many places.
A6, B4, B6 = spread(6), spread(4, start=8), spread(6, start=20) ** 2
A34, B34, A222 = spread(3, 4), spread(3, 4, start=8) ** 2, spread(2, 22)
P5, W5 = spread(5, low=0.1, high=0.9), spread(5, low=0.2, high=1.0, start=9)
C5 = spread(5, low=2.0, high=5.0)


def tested(function, *args, **kwargs):
    """A sample whose program is a product of the statistic and the p-value."""
    names = iter(f'x{k}' for k in range(len(args)))
    given = [
        next(names) if isinstance(one, float | np.ndarray) else repr(one)
        for one in args
    ]
    given += [f'{key}={value!r}' for key, value in kwargs.items()]
    call = f'scipy.stats.{function.__name__}({", ".join(given)})'
    body = f'statistic, pvalue = {call}\nreturn statistic * pvalue + statistic'
    return sample(function, *args, body=body, **kwargs)


T_TESTS = [
    tested(stats.ttest_1samp, A6, 0.3),
    tested(stats.ttest_1samp, A34, 0.3, axis=1, keepdims=True, alternative='less'),
    tested(stats.ttest_1samp, A34, spread(1, 4), alternative='greater'),
    tested(stats.ttest_1samp, A34, 0.3, axis=None),
    tested(stats.ttest_rel, A6, B6),
    tested(stats.ttest_rel, A34, B34, axis=1, alternative='greater'),
    tested(stats.ttest_ind, A6, B4),
    tested(stats.ttest_ind, A34, spread(2, 4), alternative='less', keepdims=True),
    tested(stats.ttest_ind, A34, B4, axis=None),
    sample(
        stats.ttest_ind, A6, B4, equal_var=False,
        body='r = scipy.stats.ttest_ind(x0, x1, equal_var=False)\nreturn r.statistic',
    ),
    tested(stats.ttest_ind_from_stats, 0.3, 0.7, 6, 0.5, 1.2, 4),
    sample(
        stats.ttest_1samp, A6, 0.3,
        body='r = scipy.stats.ttest_1samp(x0, x1)\nc = r.confidence_interval(0.9)\n'
        'return c.low * c.high + r.df * r.pvalue',
    ),
    sample(t_tests.of_one_sample, A6, 0.3, 0, 'two-sided', False, wrt=()),
    sample(t_tests.of_pairs, A6, B6, 0, 'two-sided', False, wrt=()),
    sample(t_tests.of_two_samples, A6, B4, 0, True, 'two-sided', False, wrt=()),
    sample(
        t_tests.of_summaries, 0.3, 0.7, 6, 0.5, 1.2, 4, True, 'two-sided', wrt=()
    ),
]  # fmt: skip

LINE = 'f = scipy.stats.linregress(x0, x1)\n'
CORRELATIONS = [
    tested(stats.pearsonr, A6, B6),
    tested(stats.pearsonr, A6[:3], B6[:3], alternative='less'),
    tested(stats.pearsonr, A6, B6, alternative='greater'),
    tested(stats.pearsonr, A34, B34, axis=1),
    tested(stats.pearsonr, A34, B34, axis=None),
    sample(
        stats.pearsonr, A6, B6,
        body='r = scipy.stats.pearsonr(x0, x1)\nc = r.confidence_interval(0.8)\n'
        'return c.low * c.high + r.correlation',
    ),
    sample(
        stats.linregress, A6, B6,
        body=f'{LINE}return f.slope * f.intercept + f.rvalue * f.pvalue',
    ),
    sample(
        stats.linregress, A6, B6,
        body=f'{LINE}return f.stderr * f.intercept_stderr + sum(f)',
    ),
    sample(
        stats.linregress, A6[:2], B6[:2], body=f'{LINE}return f.slope * f.intercept',
    ),
    sample(correlations.correlated, A6, B6, 'two-sided', wrt=()),
    sample(correlations.correlated_along, A34, B34, 'two-sided', 1, wrt=()),
    sample(correlations.line_through, A6, B6, 'two-sided', wrt=()),
]  # fmt: skip

GROUPS = [
    tested(stats.f_oneway, A6, B4, B6), tested(stats.f_oneway, A34, B34, axis=1),
    tested(stats.bartlett, A6, B4, B6), tested(stats.bartlett, A34, B34),
    tested(stats.levene, A6, B4, B6), tested(stats.levene, A34, B34),
    tested(stats.levene, A6, B4, center='mean'),
    tested(stats.levene, A6, B4, center='trimmed', proportiontocut=0.2),
    *(
        tested(stats.power_divergence, C5, lambda_=power)
        for power in (
            None, 0, -1, 0.5, 'cressie-read', 'freeman-tukey', 'neyman',
            'log-likelihood', 'mod-log-likelihood', 'pearson',
        )
    ),
    tested(stats.power_divergence, C5, None, 1), tested(stats.chisquare, C5),
    sample(
        stats.chisquare, C5, C5[::-1],
        body='f = x1 * (np.sum(x0) / np.sum(x1))\n'
        'return scipy.stats.chisquare(x0, f).statistic',
    ),
    tested(stats.chisquare, spread(3, 4, low=2.0, high=5.0), axis=1),
    sample(groups.analysed, (A6, B4), 0, wrt=()),
    sample(groups.compared_variances, (A6, B4), wrt=()),
    sample(groups.compared_distances, (A6, B4), 'mean', 0.05, wrt=()),
    sample(groups.diverging, C5, None, 0, 0, 1, wrt=()),
]  # fmt: skip

NORMALITY = [
    *(
        tested(test, spread(22), alternative=alternative)
        for test in (stats.skewtest, stats.kurtosistest)
        for alternative in ('two-sided', 'less', 'greater')
    ),
    *(
        tested(test, A222, axis=1)
        for test in (stats.skewtest, stats.kurtosistest, stats.normaltest)
    ),
    tested(stats.normaltest, spread(22)), tested(stats.jarque_bera, spread(9)),
    tested(stats.jarque_bera, A34, axis=1),
    sample(normality.skewed, spread(22), 0, 'less', wrt=()),
    sample(normality.peaked, spread(22), 0, 'less', wrt=()),
    sample(normality.both_tested, spread(22), 0, wrt=()),
    sample(normality.of_moments, spread(9), None, wrt=()),
]  # fmt: skip

COMBINED = [
    *(
        tested(stats.combine_pvalues, P5, method)
        for method in ('fisher', 'pearson', 'tippett', 'mudholkar_george', 'stouffer')
    ),
    tested(stats.combine_pvalues, P5, 'stouffer', W5),
    tested(stats.combine_pvalues, spread(2, 3, low=0.1, high=0.9), axis=1),
    sample(summaries.combined, P5, 'fisher', None, 0, wrt=()),
]

SAMPLES = [*T_TESTS, *CORRELATIONS, *GROUPS, *NORMALITY, *COMBINED]
