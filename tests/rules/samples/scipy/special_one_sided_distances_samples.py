"""Samples of Smirnov's distribution."""
import numpy as np
from scipy import special

from tangentlite.templates.scipy.special.one_sided_distances import (
    smirnov_slope,
)
from tests.rules.samples.sample import sample, single, spread

SHARE = spread(3, low=0.11, high=0.89)

SAMPLES = [
    sample(smirnov_slope, 7, SHARE, 1, wrt=(1,),
           body='return scipy.special.smirnov(7, x0)'),
    sample(special.smirnov, np.array([1, 2, 9]), SHARE, wrt=(1,)),
    sample(special.smirnov, 5, 0.45),
    sample(special.smirnov, 120, np.array([0.011, 0.123, 0.512])),
    sample(special.smirnov, 4.0, single(3, low=0.05, high=0.95), wrt=(1,)),
    sample(special.smirnovi, np.array([1, 2, 9]), SHARE, wrt=(1,)),
    sample(special.smirnovi, 5, 0.45),
]
