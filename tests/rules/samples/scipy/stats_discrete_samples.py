"""Samples of the masses of discrete distributions."""
import numpy as np
from scipy import stats

from tests.rules.samples.sample import sample, spread

COUNTS = np.array([1, 3, 2])
CASES = [
    (stats.poisson, COUNTS, (1.7,)), (stats.bernoulli, np.array([0, 1]), (0.3,)),
    (stats.binom, COUNTS, (5, 0.3)), (stats.geom, COUNTS, (0.3,)),
    (stats.nbinom, COUNTS, (2.5, 0.4)), (stats.betabinom, COUNTS, (6, 1.3, 2.1)),
    (stats.logser, COUNTS, (0.4,)),
]  # fmt: skip

SAMPLES = [
    *(
        sample(getattr(distribution, name), k, *shapes)
        for distribution, k, shapes in CASES
        for name in ('logpmf', 'pmf')
    ),
    sample(stats.poisson.logpmf, 4, spread(3, low=0.5, high=5.0)),
    sample(stats.poisson.pmf, np.array([-1, 0, 2]), 1.3),
    sample(stats.binom.pmf, np.array([0, 4, 7]), 4, spread(3, low=0.2, high=0.8)),
    sample(stats.nbinom.pmf, np.array([2, 5]), 3.0, 0.6, 1, wrt=(1, 2)),
]
