"""Samples of the methods of continuous distributions."""
import numpy as np
from scipy import stats

from tangentlite.rules.registry import rule_of
from tests.rules.samples.sample import sample, spread

LINE = spread(4, low=-2.0, high=2.0)
HALF = spread(2, 2, low=0.4, high=2.5)
UNIT = spread(3, low=0.1, high=0.9)

# Points inside the support of distributions, and their shapes.
ON_LINE = {
    'norm': (), 'cauchy': (), 'logistic': (), 'laplace': (), 'gumbel_r': (),
    'gumbel_l': (), 'hypsecant': (), 'moyal': (), 't': (3.5,), 'jf_skew_t': (2.3, 1.4),
    'dgamma': (1.7,), 'loggamma': (1.3,), 'gennorm': (1.7,), 'dweibull': (1.6,),
    'genextreme': (0.2,), 'genlogistic': (1.7,), 'laplace_asymmetric': (1.4,),
    'powernorm': (1.8,), 'skewnorm': (1.3,), 'exponnorm': (1.3,),
    'johnsonsu': (0.4, 1.3), 'crystalball': (1.2, 2.4), 'norminvgauss': (1.4, 0.5),
    'vonmises': (1.7,), 'vonmises_line': (1.7,), 'skewcauchy': (0.4,),
}  # fmt: skip
POSITIVE = {
    'expon': (), 'halfnorm': (), 'halfcauchy': (), 'halflogistic': (), 'rayleigh': (),
    'maxwell': (), 'gibrat': (), 'levy': (), 'wald': (), 'gamma': (2.3,),
    'erlang': (3.0,), 'invgamma': (2.3,), 'gengamma': (1.8, 1.3), 'chi2': (3.4,),
    'chi': (2.6,), 'nakagami': (1.4,), 'halfgennorm': (1.7,), 'betaprime': (2.2, 3.1),
    'f': (4.2, 5.3), 'weibull_min': (1.6,), 'invweibull': (1.6,),
    'exponweib': (1.4, 1.6), 'exponpow': (0.8,), 'gompertz': (0.7,), 'lomax': (2.1,),
    'genpareto': (0.3,), 'fisk': (2.4,), 'burr12': (1.4, 2.2), 'burr': (1.4, 2.2),
    'mielke': (1.4, 2.2), 'kappa3': (1.4,), 'loglaplace': (1.7,),
    'genhalflogistic': (0.3,), 'genexpon': (0.6, 1.2, 0.8), 'lognorm': (0.8,),
    'powerlognorm': (1.8, 0.7), 'fatiguelife': (0.8,), 'invgauss': (0.9,),
    'recipinvgauss': (0.9,), 'foldnorm': (0.9,), 'alpha': (1.4,), 'rice': (1.2,),
    'ncx2': (2.3, 1.4), 'truncexpon': (3.1,), 'loguniform': (0.3, 3.2),
    'reciprocal': (0.3, 3.2), 'truncweibull_min': (1.6, 0.3, 3.1),
    'wrapcauchy': (0.4,), 'foldcauchy': (1.2,),
}  # fmt: skip
BETWEEN = {
    'uniform': (), 'arcsine': (), 'semicircular': (), 'cosine': (), 'beta': (2.2, 3.1),
    'rdist': (2.7,), 'powerlaw': (1.8,), 'johnsonsb': (0.4, 1.3),
    'truncnorm': (-1.2, 1.4), 'argus': (1.3,), 'triang': (0.45,),
    'trapezoid': (0.3, 0.7), 'bradford': (1.7,),
}  # fmt: skip
# The places of shapes by which probabilities have no elementary derivative.
FIXED = {
    **dict.fromkeys(
        't jf_skew_t dgamma loggamma gennorm norminvgauss vonmises vonmises_line gamma'
        ' erlang invgamma chi2 chi nakagami halfgennorm betaprime f beta rdist'.split(),
        (1, 2)),
    'gengamma': (1,), 'ncx2': (1,),
}  # fmt: skip
DISTRIBUTIONS = [
    *((name, LINE, shapes) for name, shapes in ON_LINE.items()),
    *((name, HALF, shapes) for name, shapes in POSITIVE.items()),
    *((name, UNIT, shapes) for name, shapes in BETWEEN.items()),
    ('levy_l', -HALF, ()), ('weibull_max', -HALF, (1.6,)), ('anglit', 0.3 * LINE, ()),
    ('pareto', HALF + 1.2, (2.1,)), ('truncpareto', HALF + 1.2, (1.7, 4.2)),
]  # fmt: skip


def of_methods(name, z, shapes):
    """Samples of all methods, by all parameters that they have derivatives by."""
    if not hasattr(stats, name):  # not in all versions
        return
    loc, scale = 0.3, 1.4
    given = loc + scale * z, *shapes, loc, scale
    every = tuple(range(len(given)))
    moving = tuple(k for k in every if k not in FIXED.get(name, ()))
    # ive has no derivative by its order
    yield from together(name, 'logpdf pdf', given, moving if name == 'ncx2' else every)
    yield from together(name, 'cdf sf logcdf logsf', given, moving)
    yield from together(name, 'ppf isf', (UNIT, *given[1:]), moving)


def together(name, methods, given, wrt):
    """One program that calls several methods, and calls of them alone."""
    names = iter(f'x{k}' for k in range(len(given)))
    text = ', '.join(next(names) if k in wrt else repr(given[k])
                     for k in range(len(given)))  # fmt: skip
    calls = [f'scipy.stats.{name}.{method}({text})' for method in methods.split()]
    body = f'return np.stack([{", ".join(calls)}])'
    for number, method in enumerate(methods.split()):
        called = getattr(getattr(stats, name), method)
        if number == 0:
            yield sample(called, *given, wrt=wrt, body=body)
        else:
            yield sample(called, *given, wrt=())


def of_standard(name, shapes):
    """Samples of the private methods, which take no location and no scale."""
    if not hasattr(stats, name) or rule_of(getattr(stats, name)._cdf) is None:
        return
    every = tuple(range(1 + len(shapes)))
    moving = tuple(k for k in every if k not in FIXED.get(name, ()))
    yield from together(name, '_logpdf _pdf', (LINE, *shapes), every)
    if name != 'norminvgauss':  # its own `_sf` takes one number
        yield from together(name, '_cdf _sf _logcdf _logsf', (LINE, *shapes), moving)


SAMPLES = [
    *(one for case in DISTRIBUTIONS for one in of_methods(*case)),
    *(one for case in ON_LINE.items() for one in of_standard(*case)),
    sample(stats.norm.logpdf, 0.7), sample(stats.gamma.logpdf, 0.7, 1.3),
    *(sample(getattr(stats.norm, name), LINE, 0.1, 1.3)
      for name in ('logpdf', 'pdf', 'cdf', 'sf', 'logcdf', 'logsf')),
    *(sample(getattr(stats.norm, name), UNIT, 0.1, 1.3) for name in ('ppf', 'isf')),
    *(
        sample(of, UNIT[:2], body=f'return scipy.stats.{called}')
        for of, called in (
            (stats.norm.ppf, 'norm.ppf(x0, loc=[0, 1])'),
            (stats.norm.ppf, 'norm.ppf(x0, scale=[1, 2])'),
            (stats.expon.ppf, 'expon.ppf(x0, loc=[0, x0[1]], scale=[2, 3])'),
            (stats.norm.isf, 'norm.isf(q=x0, loc=[0, 1], scale=[1, 2])'),
        )
    ),
    sample(stats.norm.median, 0.1, 1.3),
    sample(stats.gamma.median, 2.0, 0.1, 1.3, wrt=(1, 2)),
    sample(
        stats.norm.interval, 0.8, 0.1, 1.3,
        body='low, high = scipy.stats.norm.interval(x0, loc=x1, scale=x2)\n'
        'return low * high + high',
    ),
    sample(stats.norm.logpdf, LINE, spread(4), spread(4, low=0.5, high=2.0)),
    sample(stats.norm.logcdf, np.array([-30.0, 8.0])),
    sample(stats.gamma.pdf, np.array([-0.5, 0.7]), 2.3, 0.0, 1.2),
    sample(stats.beta.pdf, np.array([-0.5, 0.7, 1.5]), 2.3, 3.0),
    sample(stats.t.logpdf, LINE, spread(2, 1, low=2.0, high=5.0)),
    sample(stats.genpareto.logpdf, np.array([0.7, 2.0]), -0.3),
    sample(stats.genpareto.logsf, np.array([0.7, 2.0]), 1e-9),
    sample(stats.genpareto.ppf, UNIT, spread(2, 1, low=-0.5, high=0.5)),
    sample(stats.genextreme.logpdf, LINE, spread(2, 1, low=-0.3, high=0.3)),
    sample(stats.genextreme.logpdf, LINE, 0.0),
    sample(stats.weibull_min.logcdf, 0.7, spread(3, low=0.5, high=2.0)),
    sample(stats.truncnorm.logpdf, np.array([3.0, 3.5]), 2.5, np.inf, wrt=(0, 1)),
    sample(stats.truncnorm.logsf, np.array([8.0, 9.0]), -1.0, 12.0),
    sample(stats.triang.logpdf, 0.3, 0.6),
]  # fmt: skip
