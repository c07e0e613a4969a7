"""Samples of the methods of continuous distributions."""
import numpy as np
from scipy import stats

from tests.rules.samples.sample import sample, spread

LINE = spread(4, low=-2.0, high=2.0)
HALF = spread(2, 2, low=0.4, high=2.5)
UNIT = spread(3, low=0.1, high=0.9)

# A distribution, points inside its support, its shapes.
DISTRIBUTIONS = [
    (stats.norm, LINE, ()), (stats.t, LINE, (3.5,)), (stats.cauchy, LINE, ()),
    (stats.logistic, LINE, ()), (stats.laplace, LINE, ()), (stats.gumbel_r, LINE, ()),
    (stats.gumbel_l, LINE, ()), (stats.hypsecant, LINE, ()), (stats.expon, HALF, ()),
    (stats.uniform, UNIT, ()), (stats.halfnorm, HALF, ()), (stats.halfcauchy, HALF, ()),
    (stats.gennorm, HALF, (1.7,)), (stats.rayleigh, HALF, ()),
    (stats.maxwell, HALF, ()),
    (stats.gamma, HALF, (2.3,)), (stats.invgamma, HALF, (2.3,)),
    (stats.chi2, HALF, (3.4,)), (stats.chi, HALF, (2.6,)),
    (stats.beta, UNIT, (2.2, 3.1)),
    (stats.lognorm, HALF, (0.8,)), (stats.weibull_min, HALF, (1.6,)),
    (stats.f, HALF, (4.2, 5.3)), (stats.fisk, HALF, (2.4,)),
    (stats.powerlaw, UNIT, (1.8,)), (stats.invgauss, HALF, (0.9,)),
    (stats.pareto, HALF + 1.2, (2.1,)),
]  # fmt: skip


def of_methods(distribution, z, shapes):
    """Samples of each method, in the standard form and with location and scale."""
    loc, scale = 0.3, 1.4
    last = len(shapes) + 1
    for name in ('logpdf', 'pdf'):
        method = getattr(distribution, name)
        yield sample(method, loc + scale * z, *shapes, loc, scale)
        yield sample(method, z[0], *shapes)
    for name in ('cdf', 'sf', 'logcdf', 'logsf'):
        method = getattr(distribution, name)
        given = loc + scale * z, *shapes, loc, scale
        yield sample(method, *given, wrt=(0, last, last + 1))
    for name in ('ppf', 'isf'):
        method = getattr(distribution, name)
        yield sample(method, UNIT, *shapes, loc, scale, wrt=(0, last, last + 1))


SAMPLES = [
    *(one for case in DISTRIBUTIONS for one in of_methods(*case)),
    sample(stats.norm.logpdf, 0.7),
    sample(stats.norm.logpdf, LINE, spread(4), spread(4, low=0.5, high=2.0)),
    sample(stats.norm.logcdf, np.array([-30.0, 8.0])),
    sample(stats.gamma.pdf, np.array([-0.5, 0.7]), 2.3, 0.0, 1.2),
    sample(stats.beta.pdf, np.array([-0.5, 0.7, 1.5]), 2.3, 3.0),
    sample(stats.t.logpdf, LINE, spread(2, 1, low=2.0, high=5.0)),
]
