"""Means, variances and entropies of distributions, by their parameters.

For each distribution those of its standard form, as texts in its shapes: x = loc +
scale * z has the mean loc + scale * E(z), the variance scale**2 * Var(z) and the
entropy H(z) + log(scale).
"""
import numpy as np
from scipy import special, stats

from tangentlite.rules.registry import formula
from tangentlite.templates.scipy.stats.methods import defined, shapes_of

TEXT = """\
def mean({parameters}loc=0, scale=1):
    return loc + scale * ({mean})


def var({parameters}loc=0, scale=1):
    return scale * scale * ({var})


def std({parameters}loc=0, scale=1):
    return scale * np.sqrt({var})


def entropy({parameters}loc=0, scale=1):
    return {entropy} + np.log(scale)
"""
STEPS = """\
def mean({parameters}loc=0):
    return loc + ({mean})


def var({parameters}loc=0):
    return {var} + 0.0 * loc


def std({parameters}loc=0):
    return np.sqrt({var}) + 0.0 * loc
"""
EULER = repr(float(np.euler_gamma))


def moments(distribution, mean, var, entropy) -> None:
    """Register the moments of a continuous distribution."""
    spelled = {'mean': mean, 'var': var, 'entropy': entropy}
    _register(distribution, TEXT, spelled)


def moments_of_counts(distribution, mean, var) -> None:
    """Register the moments of a discrete distribution; its entropy is a long sum."""
    _register(distribution, STEPS, {'mean': mean, 'var': var})


def _register(distribution, text: str, spelled: dict) -> None:
    parameters = ''.join(f'{name}, ' for name in shapes_of(distribution))
    filled = text.format(parameters=parameters, **spelled)
    place = {'np': np, 'special': special}
    made = defined(filled, f'moments of {distribution.name}', place)
    for name in ('mean', 'var', 'std', 'entropy'):
        if name in made:
            formula(getattr(distribution, name))(made[name])


moments(stats.norm, '0.0', '1.0', '0.5 * np.log(2.0 * np.pi * np.e)')
moments(stats.expon, '1.0', '1.0', '1.0')
moments(stats.uniform, '0.5', '1.0 / 12.0', '0.0')
moments(stats.laplace, '0.0', '2.0', 'np.log(2.0 * np.e)')
moments(stats.logistic, '0.0', 'np.pi**2 / 3.0', '2.0')
moments(stats.gumbel_r, EULER, 'np.pi**2 / 6.0', f'{EULER} + 1.0')
moments(stats.gumbel_l, f'-{EULER}', 'np.pi**2 / 6.0', f'{EULER} + 1.0')
moments(
    stats.gamma, 'a', 'a', 'a + special.gammaln(a) + (1.0 - a) * special.digamma(a)'
)
moments(
    stats.chi2,
    'df',
    '2.0 * df',
    '0.5 * df + np.log(2.0) + special.gammaln(0.5 * df)'
    ' + (1.0 - 0.5 * df) * special.digamma(0.5 * df)',
)
moments(
    stats.beta,
    'a / (a + b)',
    'a * b / ((a + b) ** 2 * (a + b + 1.0))',
    'special.gammaln(a) + special.gammaln(b) - special.gammaln(a + b)'
    ' - (a - 1.0) * special.digamma(a) - (b - 1.0) * special.digamma(b)'
    ' + (a + b - 2.0) * special.digamma(a + b)',
)
moments(
    stats.lognorm,
    'np.exp(0.5 * s * s)',
    '(np.exp(s * s) - 1.0) * np.exp(s * s)',
    '0.5 * np.log(2.0 * np.pi * np.e) + np.log(s)',
)
moments(
    stats.weibull_min,
    'special.gamma(1.0 + 1.0 / c)',
    'special.gamma(1.0 + 2.0 / c) - special.gamma(1.0 + 1.0 / c) ** 2',
    f'{EULER} * (1.0 - 1.0 / c) - np.log(c) + 1.0',
)
moments_of_counts(stats.poisson, 'mu', 'mu')
moments_of_counts(stats.bernoulli, 'p', 'p * (1.0 - p)')
moments_of_counts(stats.binom, 'n * p', 'n * p * (1.0 - p)')
moments_of_counts(stats.geom, '1.0 / p', '(1.0 - p) / p**2')
moments_of_counts(stats.nbinom, 'n * (1.0 - p) / p', 'n * (1.0 - p) / p**2')
