"""Samples of means, variances and entropies of distributions."""
import numpy as np
from scipy import stats

from tangentlite.rules.registry import rule_of
from tests.rules.samples.sample import sample

SHAPES = {
    'norm': (), 'cauchy': (), 'expon': (), 'uniform': (), 'laplace': (), 'logistic': (),
    'gumbel_r': (), 'gumbel_l': (), 'hypsecant': (), 'moyal': (), 'halfnorm': (),
    'halfcauchy': (), 'halflogistic': (), 'rayleigh': (), 'maxwell': (), 'gibrat': (),
    'wald': (), 'arcsine': (), 'anglit': (), 'cosine': (), 'semicircular': (),
    't': (5.5,), 'gamma': (2.3,), 'erlang': (3.0,), 'dgamma': (1.7,),
    'loggamma': (1.3,), 'invgamma': (4.3,), 'gengamma': (1.8, 1.3), 'chi2': (3.4,),
    'chi': (2.6,), 'ncx2': (2.3, 1.4), 'nakagami': (1.4,), 'gennorm': (1.7,),
    'halfgennorm': (1.7,), 'beta': (2.2, 3.1), 'betaprime': (2.2, 4.1),
    'f': (4.2, 7.3), 'rdist': (2.7,), 'weibull_min': (1.6,), 'weibull_max': (1.6,),
    'dweibull': (1.6,), 'invweibull': (3.6,), 'genextreme': (0.2,), 'pareto': (4.1,),
    'lomax': (4.1,), 'genpareto': (0.2,), 'powerlaw': (1.8,), 'fisk': (3.4,),
    'burr12': (3.4, 2.2), 'burr': (3.4, 2.2), 'mielke': (1.4, 4.2),
    'loglaplace': (3.2,), 'genlogistic': (1.7,), 'laplace_asymmetric': (1.4,),
    'lognorm': (0.8,), 'skewnorm': (1.3,), 'exponnorm': (1.3,),
    'johnsonsu': (0.4, 1.3), 'fatiguelife': (0.8,), 'invgauss': (0.9,),
    'foldnorm': (0.9,), 'norminvgauss': (1.4, 0.5),
    'rice': (1.2,), 'triang': (0.45,), 'trapezoid': (0.3, 0.7), 'bradford': (1.7,),
    'truncexpon': (3.1,), 'loguniform': (0.3, 3.2), 'reciprocal': (0.3, 3.2),
}  # fmt: skip
COUNTS = {
    'poisson': (1.7,), 'bernoulli': (0.3,), 'binom': (5, 0.3), 'geom': (0.3,),
    'nbinom': (2.5, 0.4), 'betabinom': (6, 1.3, 2.1), 'betanbinom': (3, 4.3, 1.2),
    'logser': (0.4,), 'planck': (0.6,), 'boltzmann': (0.6, 5), 'dlaplace': (0.7,),
    'skellam': (1.7, 1.2), 'yulesimon': (3.6,),
}  # fmt: skip


def of_moments(name, given):
    """One program of all moments of a distribution, and calls of each."""
    if not hasattr(stats, name):  # not in all versions
        return
    names = iter(f'x{k}' for k in range(len(given)))
    text = ', '.join(
        next(names) if isinstance(value, float) else repr(value) for value in given
    )
    known = [
        getattr(getattr(stats, name), method)
        for method in ('mean', 'var', 'std', 'entropy')
        if rule_of(getattr(getattr(stats, name), method))
    ]
    calls = [f'scipy.stats.{name}.{method.__name__}({text})' for method in known]
    yield sample(known[0], *given, body=f'return np.stack([{", ".join(calls)}])')
    for method in known[1:]:
        yield sample(method, *given, wrt=())
    if rule_of(getattr(stats, name).stats):
        yield sample(getattr(stats, name).stats, *given, wrt=())


BOTH = """mean, var = scipy.stats.gamma.stats(x0, x1, x2)
return mean * var"""
SAMPLES = [
    *(one for name in SHAPES for one in of_moments(name, (*SHAPES[name], 0.3, 1.4))),
    *(one for name in COUNTS for one in of_moments(name, (*COUNTS[name], 0.0))),
    sample(stats.gamma.mean, 2.3, 0.3, 1.4), sample(stats.gamma.var, 2.3, 0.3, 1.4),
    sample(stats.gamma.std, 2.3, 0.3, 1.4), sample(stats.gamma.entropy, 2.3, 0.3, 1.4),
    sample(stats.gamma.stats, 2.3, 0.3, 1.4, body=BOTH),
    sample(stats.gamma.stats, 2.3, 0.3, 1.4, moments='m'),
    sample(stats.gamma.stats, 2.3, 0.3, 1.4, moments='v'),
    sample(stats.poisson.stats, 2.3, moments='v'),
    sample(stats.beta.mean, np.array([2.2, 1.3]), 3.1),
]  # fmt: skip
