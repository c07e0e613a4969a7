"""Samples of means, variances and entropies of distributions."""
from scipy import stats

from tests.rules.samples.sample import sample

CONTINUOUS = [
    (stats.norm, ()), (stats.expon, ()), (stats.uniform, ()), (stats.laplace, ()),
    (stats.logistic, ()), (stats.gumbel_r, ()), (stats.gumbel_l, ()),
    (stats.gamma, (2.3,)), (stats.chi2, (3.4,)), (stats.beta, (2.2, 3.1)),
    (stats.lognorm, (0.8,)), (stats.weibull_min, (1.6,)),
]  # fmt: skip
COUNTS = [
    (stats.poisson, (1.7,)), (stats.bernoulli, (0.3,)), (stats.binom, (5, 0.3)),
    (stats.geom, (0.3,)), (stats.nbinom, (2.5, 0.4)),
]  # fmt: skip

SAMPLES = [
    *(
        sample(getattr(distribution, name), *shapes, 0.3, 1.4)
        for distribution, shapes in CONTINUOUS
        for name in ('mean', 'var', 'std', 'entropy')
    ),
    *(
        sample(getattr(distribution, name), *shapes, 0.0)
        for distribution, shapes in COUNTS
        for name in ('mean', 'var', 'std')
    ),
]
