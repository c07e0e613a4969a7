"""Means, variances and entropies of distributions, by their parameters.

For each distribution those of its standard form, as texts in its shapes: x = loc +
scale * z has the mean loc + scale * E(z), the variance scale**2 * Var(z) and the
entropy H(z) + log(scale). What is not elementary, or a long sum, has an empty text; of
the square of a mean a text may say `mean**2`.
"""
import numpy as np
from scipy import special, stats

from tangentlite.rules.registry import formula
from tangentlite.templates.scipy.stats.methods import defined, shapes_of
from tangentlite.templates.scipy.stats.parts import above_zero
from tangentlite.templates.subscripts import refuse

MEAN = """\
def mean({parameters}loc=0, scale=1):
    return loc + scale * ({mean})
"""
SPREAD = """\
def var({parameters}loc=0, scale=1):
    mean = {mean}
    return scale * scale * ({var})


def std({parameters}loc=0, scale=1):
    mean = {mean}
    return scale * np.sqrt({var})


def stats({parameters}loc=0, scale=1, moments='mv'):
    mean = {mean}
    if moments == 'm':
        return loc + scale * mean
    if moments == 'v':
        return scale * scale * ({var})
    if moments != 'mv':
        refuse('skewness and kurtosis of a distribution', 'Ask for mean and variance.')
    return loc + scale * mean, scale * scale * ({var})
"""
ENTROPY = """\
def entropy({parameters}loc=0, scale=1):
    return {entropy} + np.log(scale)
"""
MEAN_OF_COUNTS = """\
def mean({parameters}loc=0):
    return loc + ({mean})
"""
SPREAD_OF_COUNTS = """\
def var({parameters}loc=0):
    mean = {mean}
    return {var} + 0.0 * loc


def std({parameters}loc=0):
    mean = {mean}
    return np.sqrt({var}) + 0.0 * loc


def stats({parameters}loc=0, moments='mv'):
    mean = {mean}
    if moments == 'm':
        return loc + mean
    if moments == 'v':
        return {var} + 0.0 * loc
    if moments != 'mv':
        refuse('skewness and kurtosis of a distribution', 'Ask for mean and variance.')
    return loc + mean, {var} + 0.0 * loc
"""
ENTROPY_OF_COUNTS = """\
def entropy({parameters}loc=0):
    return {entropy} + 0.0 * loc
"""
EULER = repr(float(np.euler_gamma))


def moments(distribution, mean='', var='', entropy='') -> None:
    """Register the moments of a continuous distribution."""
    register(distribution, (MEAN, SPREAD, ENTROPY), (mean, var, entropy))


def moments_of_counts(distribution, mean, var, entropy='') -> None:
    """Register the moments of a discrete distribution."""
    texts = MEAN_OF_COUNTS, SPREAD_OF_COUNTS, ENTROPY_OF_COUNTS
    register(distribution, texts, (mean, var, entropy))


def register(distribution, texts: tuple, given: tuple) -> None:
    """Register what is given of the mean, the variance and the entropy."""
    spelled = dict(zip(('mean', 'var', 'entropy'), given))
    parameters = ''.join(f'{name}, ' for name in shapes_of(distribution))
    text = '\n\n'.join(
        text.format(parameters=parameters, **spelled)
        for text, one in zip(texts, given)
        if one
    )
    place = {
        'np': np, 'special': special, 'refuse': refuse, 'above_zero': above_zero,
    }  # fmt: skip
    made = defined(text, f'moments of {distribution.name}', place)
    for name in ('mean', 'var', 'std', 'stats', 'entropy'):
        if name in made:
            formula(getattr(distribution, name))(made[name])


SQUARE = 'np.pi**2 / 6.0'
moments(stats.norm, '0.0', '1.0', '0.5 * np.log(2.0 * np.pi * np.e)')
moments(stats.cauchy, entropy='np.log(4.0 * np.pi)')
moments(stats.expon, '1.0', '1.0', '1.0')
moments(stats.uniform, '0.5', '1.0 / 12.0', '0.0')
moments(stats.laplace, '0.0', '2.0', 'np.log(2.0 * np.e)')
moments(stats.logistic, '0.0', 'np.pi**2 / 3.0', '2.0')
moments(stats.gumbel_r, EULER, SQUARE, f'{EULER} + 1.0')
moments(stats.gumbel_l, f'-{EULER}', SQUARE, f'{EULER} + 1.0')
moments(stats.hypsecant, '0.0', 'np.pi**2 / 4.0', 'np.log(2.0 * np.pi)')
moments(stats.moyal, f'np.log(2.0) + {EULER}', 'np.pi**2 / 2.0')
moments(
    stats.halfnorm, 'np.sqrt(2.0 / np.pi)', '1.0 - 2.0 / np.pi',
    '0.5 * np.log(np.pi / 2.0) + 0.5',
)  # fmt: skip
moments(stats.halfcauchy, entropy='np.log(2.0 * np.pi)')
moments(
    stats.halflogistic, '2.0 * np.log(2.0)', 'np.pi**2 / 3.0 - mean**2',
    '2.0 - np.log(2.0)',
)  # fmt: skip
moments(
    stats.rayleigh, 'np.sqrt(0.5 * np.pi)', '2.0 - 0.5 * np.pi',
    f'0.5 * {EULER} + 1.0 - 0.5 * np.log(2.0)',
)  # fmt: skip
moments(
    stats.maxwell, 'np.sqrt(8.0 / np.pi)', '3.0 - 8.0 / np.pi',
    f'{EULER} + 0.5 * np.log(2.0 * np.pi) - 0.5',
)  # fmt: skip
moments(
    stats.gibrat, 'np.sqrt(np.e)', 'np.e * (np.e - 1.0)',
    '0.5 * np.log(2.0 * np.pi) + 0.5',
)  # fmt: skip
moments(stats.wald, '1.0', '1.0')
moments(stats.arcsine, '0.5', '0.125', 'np.log(0.25 * np.pi)')
moments(stats.anglit, '0.0', 'np.pi**2 / 16.0 - 0.5', '1.0 - np.log(2.0)')
moments(stats.cosine, '0.0', 'np.pi**2 / 3.0 - 2.0', 'np.log(4.0 * np.pi) - 1.0')
moments(stats.semicircular, '0.0', '0.25', 'np.log(np.pi) - 0.5')

OF_GAMMA = 'a + special.gammaln(a) + (1.0 - a) * special.digamma(a)'
moments(stats.t, '0.0 * df', 'df / (df - 2.0)',
        '0.5 * (df + 1.0) * (special.digamma(0.5 * (df + 1.0))'
        ' - special.digamma(0.5 * df)) + 0.5 * np.log(df)'
        ' + special.betaln(0.5 * df, 0.5)')  # fmt: skip
moments(stats.gamma, 'a', 'a', OF_GAMMA)
moments(stats.erlang, 'a', 'a', OF_GAMMA)
moments(stats.dgamma, '0.0 * a', 'a * (a + 1.0)', f'np.log(2.0) + {OF_GAMMA}')
moments(stats.loggamma, 'special.digamma(c)', 'special.polygamma(1, c)',
        'special.gammaln(c) - c * special.digamma(c) + c')  # fmt: skip
moments(stats.invgamma, '1.0 / (a - 1.0)', 'mean**2 / (a - 2.0)',
        'a - (a + 1.0) * special.digamma(a) + special.gammaln(a)')  # fmt: skip
moments(stats.gengamma, 'special.poch(a, 1.0 / c)',
        'special.poch(a, 2.0 / c) - mean**2',
        'a + special.gammaln(a) + special.digamma(a) * (1.0 / c - a)'
        ' - np.log(np.abs(c))')  # fmt: skip
moments(stats.chi2, 'df', '2.0 * df',
        '0.5 * df + np.log(2.0) + special.gammaln(0.5 * df)'
        ' + (1.0 - 0.5 * df) * special.digamma(0.5 * df)')  # fmt: skip
moments(stats.chi, 'np.sqrt(2.0) * special.poch(0.5 * df, 0.5)', 'df - mean**2',
        'special.gammaln(0.5 * df) + 0.5 * (df - np.log(2.0)'
        ' - (df - 1.0) * special.digamma(0.5 * df))')  # fmt: skip
moments(stats.ncx2, 'df + nc', '2.0 * (df + 2.0 * nc)')
moments(stats.nakagami, 'special.poch(nu, 0.5) / np.sqrt(nu)', '1.0 - mean**2',
        'special.gammaln(nu) + nu - (nu - 0.5) * special.digamma(nu)'
        ' - np.log(2.0) - 0.5 * np.log(nu)')  # fmt: skip
moments(stats.gennorm, '0.0 * beta',
        'special.gamma(3.0 / beta) / special.gamma(1.0 / beta)',
        '1.0 / beta - np.log(0.5 * beta) + special.gammaln(1.0 / beta)')  # fmt: skip
moments(stats.halfgennorm, 'special.gamma(2.0 / beta) / special.gamma(1.0 / beta)',
        'special.gamma(3.0 / beta) / special.gamma(1.0 / beta) - mean**2',
        '1.0 / beta - np.log(beta) + special.gammaln(1.0 / beta)')  # fmt: skip
moments(stats.beta, 'a / (a + b)', 'a * b / ((a + b) ** 2 * (a + b + 1.0))',
        'special.gammaln(a) + special.gammaln(b) - special.gammaln(a + b)'
        ' - (a - 1.0) * special.digamma(a) - (b - 1.0) * special.digamma(b)'
        ' + (a + b - 2.0) * special.digamma(a + b)')  # fmt: skip
moments(stats.betaprime, 'a / (b - 1.0)',
        'a * (a + b - 1.0) / ((b - 2.0) * (b - 1.0) ** 2)')  # fmt: skip
moments(stats.f, 'dfd / (dfd - 2.0) + 0.0 * dfn',
        '2.0 * mean**2 * (dfn + dfd - 2.0) / (dfn * (dfd - 4.0))')  # fmt: skip
moments(stats.rdist, '0.0 * c', '1.0 / (c + 1.0)')

OF_WEIBULL = f'{EULER} * (1.0 - 1.0 / c) - np.log(c) + 1.0'
moments(stats.weibull_min, 'special.gamma(1.0 + 1.0 / c)',
        'special.gamma(1.0 + 2.0 / c) - mean**2', OF_WEIBULL)  # fmt: skip
moments(stats.weibull_max, '-special.gamma(1.0 + 1.0 / c)',
        'special.gamma(1.0 + 2.0 / c) - mean**2', OF_WEIBULL)  # fmt: skip
moments(stats.dweibull, '0.0 * c', 'special.gamma(1.0 + 2.0 / c)',
        f'np.log(2.0) + {OF_WEIBULL}')  # fmt: skip
moments(stats.invweibull, 'special.gamma(1.0 - 1.0 / c)',
        'special.gamma(1.0 - 2.0 / c) - mean**2',
        f'1.0 + {EULER} + {EULER} / c - np.log(c)')  # fmt: skip
moments(stats.genextreme, entropy=f'{EULER} * (1.0 - c) + 1.0')
moments(stats.pareto, 'b / (b - 1.0)', 'b / ((b - 2.0) * (b - 1.0) ** 2)',
        '1.0 + 1.0 / b - np.log(b)')  # fmt: skip
moments(stats.lomax, '1.0 / (c - 1.0)', 'c / ((c - 2.0) * (c - 1.0) ** 2)',
        '1.0 + 1.0 / c - np.log(c)')  # fmt: skip
moments(stats.genpareto, '1.0 / (1.0 - c)', 'mean**2 / (1.0 - 2.0 * c)', '1.0 + c')
moments(stats.powerlaw, 'a / (a + 1.0)', 'a / ((a + 2.0) * (a + 1.0) ** 2)',
        '1.0 - 1.0 / a - np.log(a)')  # fmt: skip
moments(stats.fisk, 'np.pi / c / np.sin(np.pi / c)',
        '2.0 * np.pi / c / np.sin(2.0 * np.pi / c) - mean**2',
        '2.0 - np.log(c)')  # fmt: skip
moments(stats.burr12, 'd * special.beta(d - 1.0 / c, 1.0 + 1.0 / c)',
        'd * special.beta(d - 2.0 / c, 1.0 + 2.0 / c) - mean**2')  # fmt: skip
moments(stats.burr, 'd * special.beta(d + 1.0 / c, 1.0 - 1.0 / c)',
        'd * special.beta(d + 2.0 / c, 1.0 - 2.0 / c) - mean**2')  # fmt: skip
moments(stats.mielke,
        'special.gamma((k + 1.0) / s) * special.gamma(1.0 - 1.0 / s)'
        ' / special.gamma(k / s)',
        'special.gamma((k + 2.0) / s) * special.gamma(1.0 - 2.0 / s)'
        ' / special.gamma(k / s) - mean**2')  # fmt: skip
moments(stats.loglaplace, 'c**2 / (c**2 - 1.0)', 'c**2 / (c**2 - 4.0) - mean**2',
        'np.log(2.0 / c) + 1.0')  # fmt: skip
moments(stats.genlogistic, f'{EULER} + special.digamma(c)',
        f'{SQUARE} + special.polygamma(1, c)',
        f'special.digamma(c + 1.0) + {EULER} + 1.0 - np.log(c)')  # fmt: skip
moments(stats.laplace_asymmetric, '1.0 / kappa - kappa', 'kappa**2 + 1.0 / kappa**2',
        '1.0 + np.log(kappa + 1.0 / kappa)')  # fmt: skip

moments(stats.lognorm, 'np.exp(0.5 * s * s)', 'np.expm1(s * s) * np.exp(s * s)',
        '0.5 * np.log(2.0 * np.pi * np.e) + np.log(s)')  # fmt: skip
moments(stats.skewnorm, 'np.sqrt(2.0 / np.pi) * a / np.sqrt(1.0 + a * a)',
        '1.0 - mean**2')  # fmt: skip
moments(stats.exponnorm, 'K', '1.0 + K**2')
moments(stats.johnsonsu, '-np.exp(0.5 / b**2) * np.sinh(a / b)',
        '0.5 * np.expm1(1.0 / b**2)'
        ' * (np.exp(1.0 / b**2) * np.cosh(2.0 * a / b) + 1.0)')  # fmt: skip
moments(stats.fatiguelife, '1.0 + 0.5 * c**2', 'c**2 * (1.0 + 1.25 * c**2)')
moments(stats.invgauss, 'mu', 'mu**3')
moments(stats.foldnorm,
        'np.sqrt(2.0 / np.pi) * np.exp(-0.5 * c * c)'
        ' + c * special.erf(c / np.sqrt(2.0))',
        'c * c + 1.0 - mean**2')  # fmt: skip
moments(stats.norminvgauss, 'b / np.sqrt(a**2 - b**2)',
        'a**2 / (a**2 - b**2) ** 1.5')  # fmt: skip
moments(stats.rice,
        'np.sqrt(0.5 * np.pi) * '
        '((1.0 + 0.5 * b * b) * special.i0e(above_zero(0.25 * b * b))'
        ' + 0.5 * b * b * special.i1e(above_zero(0.25 * b * b)))',
        '2.0 + b * b - mean**2')  # fmt: skip

moments(stats.triang, '(1.0 + c) / 3.0', '(1.0 - c + c * c) / 18.0',
        '0.5 - np.log(2.0) + 0.0 * c')  # fmt: skip
moments(stats.trapezoid, '(1.0 + d + d**2 - c**2) / (3.0 * (1.0 + d - c))',
        '(1.0 + d + d**2 + d**3 - c**3) / (6.0 * (1.0 + d - c)) - mean**2',
        '0.5 * (1.0 - d + c) / (1.0 + d - c)'
        ' + np.log(0.5 * (1.0 + d - c))')  # fmt: skip
moments(stats.bradford, '1.0 / np.log1p(c) - 1.0 / c',
        '0.5 * (1.0 + 2.0 / c) / np.log1p(c) - 1.0 / np.log1p(c) ** 2',
        '0.5 * np.log1p(c) - np.log(c / np.log1p(c))')  # fmt: skip
moments(stats.truncexpon, '1.0 - b / np.expm1(b)',
        '1.0 - (0.5 * b / np.sinh(0.5 * b)) ** 2',
        '1.0 - b / np.expm1(b) + np.log(-np.expm1(-b))')  # fmt: skip
for known in (stats.loguniform, stats.reciprocal):
    moments(known, '(b - a) / np.log(b / a)',
            '0.5 * (b - a) * (b + a) / np.log(b / a) - mean**2',
            '0.5 * np.log(a * b) + np.log(np.log(b / a))')  # fmt: skip

moments_of_counts(stats.poisson, 'mu', 'mu')
moments_of_counts(stats.bernoulli, 'p', 'p * (1.0 - p)',
                  'special.entr(p) + special.entr(1.0 - p)')  # fmt: skip
moments_of_counts(stats.binom, 'n * p', 'n * p * (1.0 - p)')
moments_of_counts(stats.geom, '1.0 / p', '(1.0 - p) / p**2',
                  '-np.log(p) - (1.0 - p) / p * np.log1p(-p)')  # fmt: skip
moments_of_counts(stats.nbinom, 'n * (1.0 - p) / p', 'n * (1.0 - p) / p**2')
moments_of_counts(stats.betabinom, 'n * a / (a + b)',
                  'n * a * b * (a + b + n)'
                  ' / ((a + b) ** 2 * (a + b + 1.0))')  # fmt: skip
if hasattr(stats, 'betanbinom'):
    moments_of_counts(stats.betanbinom, 'n * b / (a - 1.0)',
                      'n * b * (n + a - 1.0) * (b + a - 1.0)'
                      ' / ((a - 2.0) * (a - 1.0) ** 2)')  # fmt: skip
moments_of_counts(stats.logser, '-p / ((1.0 - p) * np.log1p(-p))',
                  'mean / (1.0 - p) - mean**2')  # fmt: skip
# By exponentials of negative numbers: those of positive ones may be too large.
OCCUPATION = '-np.exp(-({0})) / np.expm1(-({0}))'
RATE = 'np.exp(-({0})) / np.expm1(-({0})) ** 2'
LAMBDA, LAST = 'lambda_', 'N * lambda_'
moments_of_counts(stats.planck, OCCUPATION.format(LAMBDA), RATE.format(LAMBDA),
                  f'lambda_ * ({OCCUPATION.format(LAMBDA)})'
                  ' - np.log(-np.expm1(-lambda_))')  # fmt: skip
moments_of_counts(stats.boltzmann,
                  f'{OCCUPATION.format(LAMBDA)} - N * ({OCCUPATION.format(LAST)})',
                  f'{RATE.format(LAMBDA)} - N**2 * ({RATE.format(LAST)})')  # fmt: skip
moments_of_counts(stats.dlaplace, '0.0 * a', f'2.0 * ({RATE.format("a")})',
                  '-2.0 * a * np.exp(-a) / np.expm1(-2.0 * a)'
                  ' - np.log(np.tanh(0.5 * a))')  # fmt: skip
moments_of_counts(stats.skellam, 'mu1 - mu2', 'mu1 + mu2')
moments_of_counts(stats.yulesimon, 'alpha / (alpha - 1.0)',
                  'mean**2 / (alpha - 2.0)')  # fmt: skip
