"""Samples of entropies and distances of samples, and of transformations."""
import numpy as np
from scipy import stats

from tests.rules.samples.sample import sample, spread

A6, B4 = spread(6), spread(4, start=8)
P6, P34 = spread(6, low=0.5, high=3.0), spread(3, 4, low=0.5, high=3.0)
W6, W4 = spread(6, low=0.2, high=1.0, start=9), spread(4, low=0.2, high=1.0)

SAMPLES = [
    sample(stats.entropy, P6), sample(stats.entropy, P34, axis=1, base=2),
    sample(stats.entropy, P6, W6), sample(stats.entropy, P34, keepdims=True),
    sample(stats.wasserstein_distance, A6, B4),
    sample(stats.wasserstein_distance, A6, B4, W6, W4),
    sample(stats.energy_distance, A6, B4),
    sample(stats.energy_distance, A6, B4, W6, W4),
    sample(stats.boxcox, P6, 0.7), sample(stats.boxcox, P6, 0.0, wrt=(0,)),
    sample(stats.boxcox_llf, 0.7, P6),
    sample(stats.boxcox_llf, 0.0, P6, wrt=(0, 1)),
    sample(stats.boxcox_llf, np.float64(0.7), P34, wrt=(0, 1)),
    sample(stats.yeojohnson, A6, 0.7), sample(stats.yeojohnson, A6, 2.0, wrt=(0,)),
    sample(stats.yeojohnson_llf, 0.7, A6),
]  # fmt: skip
