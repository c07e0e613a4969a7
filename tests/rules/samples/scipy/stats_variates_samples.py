"""Samples of random variates of distributions."""
from scipy import stats

from tangentlite.rules.registry import rule_of
from tests.rules.samples.sample import sample
from tests.rules.samples.scipy.stats_continuous_samples import DISTRIBUTIONS

SEEDED = {'size': 3, 'random_state': 5}
# The others are recorded alone: their texts are quantiles of uniform draws, too.
MOVING = (
    'norm expon uniform laplace logistic halfnorm gibrat rayleigh maxwell moyal wald'
    ' semicircular lognorm foldnorm exponnorm skewnorm fatiguelife gumbel_r gompertz'
    ' weibull_min genpareto truncnorm johnsonsu'
).split()


def of_variates():
    """A sample of the variates of each distribution."""
    for name, _, shapes in DISTRIBUTIONS:
        method = getattr(getattr(stats, name, None), 'rvs', None)
        if method is not None and rule_of(method):
            wrt = None if name in MOVING else ()
            yield sample(method, *shapes, 0.3, 1.4, wrt=wrt, **SEEDED)


SAMPLES = [
    *of_variates(),
    sample(stats.gamma.rvs, 2.3, 0.3, 1.4, wrt=(1, 2), **SEEDED),
    sample(stats.gengamma.rvs, 2.3, 1.2, 0.3, 1.4, wrt=(1, 2, 3), **SEEDED),
]
