"""Random variates of distributions: the draws of NumPy's generators that they are.

Most are the quantiles of uniform draws, and move with the shapes as quantiles do.
"""
import numpy as np
from scipy import stats

from tangentlite.rules.registry import definition
from tangentlite.templates.scipy.stats.methods import defined, shapes_of

TEXT = """\
def rvs({parameters}loc=0, scale=1, size=None, random_state=None):
    generator = generator_of(random_state)
    shape = np.shape({everything}) if size is None else size
    return ({drawn}) * scale + loc
"""
QUANTILES = """\
def rvs({parameters}loc=0, scale=1, size=None, random_state=None):
    generator = generator_of(random_state)
    shape = np.shape({everything}) if size is None else size
    return distribution.ppf(generator.uniform(size=shape), {parameters}loc, scale)
"""
# Those that SciPy draws in other ways.
DRAWN = {
    'norm': 'generator.standard_normal(shape)',
    'expon': 'generator.standard_exponential(shape)',
    'uniform': 'generator.uniform(0.0, 1.0, shape)',
    'laplace': 'generator.laplace(0.0, 1.0, shape)',
    'logistic': 'generator.logistic(0.0, 1.0, shape)',
    'halfnorm': 'np.abs(generator.standard_normal(shape))',
    'gibrat': 'np.exp(generator.standard_normal(shape))',
    'rayleigh': 'np.sqrt(generator.chisquare(2, shape))',
    'maxwell': 'np.sqrt(generator.chisquare(3.0, shape))',
    'moyal': '-np.log(generator.standard_gamma(0.5, shape) * 2)',
    'wald': 'generator.wald(1.0, 1.0, shape)',
    'semicircular': 'half_circle(generator, shape)',
    'lognorm': 'np.exp(s * generator.standard_normal(shape))',
    'foldnorm': 'np.abs(generator.standard_normal(shape) + c)',
    'exponnorm': 'generator.standard_exponential(shape) * K'
                 ' + generator.standard_normal(shape)',
    'skewnorm': 'skewed(generator, a, shape)',
    'fatiguelife': 'fatigue(generator, c, shape)',
    'gamma': 'generator.standard_gamma(a, shape)',
    'erlang': 'generator.standard_gamma(a, shape)',
    'gengamma': 'generator.standard_gamma(a, shape) ** (1.0 / c)',
    'chi2': 'generator.chisquare(df, shape)',
    'chi': 'np.sqrt(generator.chisquare(df, shape))',
    't': 'generator.standard_t(df, shape)',
    'beta': 'generator.beta(a, b, shape)',
    'f': 'generator.f(dfn, dfd, shape)',
    'invgauss': 'generator.wald(mu, 1.0, shape)',
    'triang': 'generator.triangular(0.0, c, 1.0, shape)',
}  # fmt: skip
BY_QUANTILES = (
    'cauchy gumbel_r gumbel_l hypsecant halfcauchy halflogistic levy arcsine cosine'
    ' levy_l anglit invgamma halfgennorm weibull_min weibull_max invweibull exponweib'
    ' exponpow gompertz pareto lomax genpareto genextreme powerlaw fisk burr12 burr'
    ' mielke kappa3 loglaplace genlogistic genhalflogistic genexpon laplace_asymmetric'
    ' powernorm powerlognorm johnsonsu johnsonsb truncnorm alpha crystalball trapezoid'
    ' bradford truncexpon loguniform reciprocal truncpareto truncweibull_min skewcauchy'
).split()


def generator_of(random_state):
    if random_state is None:
        return np.random
    if isinstance(random_state, int):
        return np.random.RandomState(random_state)
    return random_state


def half_circle(generator, shape):
    radius = np.sqrt(generator.uniform(size=shape))
    return radius * np.cos(np.pi * generator.uniform(size=shape))


def skewed(generator, a, shape):
    first, second = generator.normal(size=shape), generator.normal(size=shape)
    share = a / np.sqrt(1 + a**2)
    both = share * first + second * np.sqrt(1 - share**2)
    return np.where(first >= 0, both, -both)


def fatigue(generator, c, shape):
    x = 0.5 * c * generator.standard_normal(shape)
    square = x * x
    return 1.0 + 2 * square + 2 * x * np.sqrt(1 + square)


def variates(distribution, drawn: str = '') -> None:
    """Register the variates of a distribution, by the text of a standard draw."""
    shapes = shapes_of(distribution)
    parameters = ''.join(f'{name}, ' for name in shapes)
    everything = ' + '.join([*shapes, 'loc', 'scale'])
    text = (TEXT if drawn else QUANTILES).format(
        parameters=parameters, everything=everything, drawn=drawn
    )
    place = {
        'np': np, 'distribution': distribution, 'generator_of': generator_of,
        'half_circle': half_circle, 'skewed': skewed, 'fatigue': fatigue,
    }  # fmt: skip
    made = defined(text, f'variates of {distribution.name}', place)
    definition(distribution.rvs)(made['rvs'])


for name, drawn in DRAWN.items():
    variates(getattr(stats, name), drawn)
for name in BY_QUANTILES:
    if hasattr(stats, name):
        variates(getattr(stats, name))
