"""Samples of the masses of discrete distributions, and of their sums."""
import numpy as np
from scipy import stats

from tests.rules.samples.sample import sample, spread

COUNTS = np.array([1, 3, 2])
CASES = {
    'poisson': (1.7,), 'bernoulli': (0.3,), 'binom': (5, 0.3), 'geom': (0.3,),
    'nbinom': (2.5, 0.4), 'betabinom': (6, 1.3, 2.1), 'betanbinom': (3, 2.3, 1.2),
    'logser': (0.4,), 'planck': (0.6,), 'boltzmann': (0.6, 5), 'dlaplace': (0.7,),
    'skellam': (1.7, 1.2), 'yulesimon': (1.6,),
}  # fmt: skip
WITHOUT_SLOPES = {
    'randint': (1, 5), 'hypergeom': (20, 7, 12), 'nhypergeom': (20, 7, 5),
    'zipf': (2.3,), 'zipfian': (2.3, 7),
}  # fmt: skip
SUMS = ('cdf', 'sf', 'logcdf', 'logsf')


def of_methods():
    """Samples of each method, by the parameters that it has derivatives by."""
    for name, shapes in CASES.items():
        if not hasattr(stats, name):  # not in all versions
            continue
        distribution = getattr(stats, name)
        k = np.array([0, 1]) if name == 'bernoulli' else COUNTS
        for method in ('logpmf', 'pmf'):
            yield sample(getattr(distribution, method), k, *shapes)
        for method in SUMS:
            if name in ('betabinom', 'betanbinom'):
                wrt = ()
            else:
                wrt = (2,) if name == 'nbinom' else None
            inside = k[:1] if method == 'logsf' else k  # zero at the last count
            yield sample(getattr(distribution, method), inside, *shapes, wrt=wrt)
    for name, shapes in WITHOUT_SLOPES.items():
        for method in ('logpmf', 'pmf', *SUMS):
            yield sample(getattr(getattr(stats, name), method), COUNTS, *shapes, wrt=())


SAMPLES = [
    *of_methods(),
    sample(stats.poisson.logpmf, 4, spread(3, low=0.5, high=5.0)),
    sample(stats.poisson.pmf, np.array([-1, 0, 2]), 1.3),
    sample(stats.poisson.cdf, np.array([-1.0, 0.5, 2.0]), 1.3, wrt=(1,)),
    sample(stats.binom.pmf, np.array([0, 4, 7]), 4, spread(3, low=0.2, high=0.8)),
    sample(stats.binom.sf, np.array([0, 4, 7]), 4, spread(3, low=0.2, high=0.8)),
    sample(stats.nbinom.pmf, np.array([2, 5]), 3.0, 0.6, 1, wrt=(1, 2)),
    sample(stats.dlaplace.cdf, np.array([-3, -1, 0]), 0.7),
    sample(stats.skellam.pmf, np.array([-3, 0, 2]), 0.7, 1.6),
]
