"""Sample inputs of quantiles and L-moments."""
import numpy as np
from scipy import stats

from tangentlite.templates.scipy.stats.order_statistics import lmoment_weights
from tests.rules.samples.sample import sample, single, spread

A7, A45 = spread(7), spread(4, 5)
P3, P5 = np.array([0.11, 0.37, 0.72]), np.array([0.11, 0.21, 0.37, 0.45, 0.72])
METHODS = (
    'linear', 'hazen', 'weibull', 'median_unbiased', 'normal_unbiased',
    'interpolated_inverted_cdf', 'averaged_inverted_cdf', 'inverted_cdf',
    'closest_observation', 'round_outward', 'round_inward', 'round_nearest',
)  # fmt: skip

SAMPLES = [sample(lmoment_weights, 5, 3, wrt=())]

if hasattr(stats, 'quantile'):
    SAMPLES += [
        *(sample(stats.quantile, A7, P3, method=method) for method in METHODS),
        *(
            sample(stats.quantile, A7, p, method='harrell-davis', wrt=(0,))
            for p in (0.37, P3)
        ),
        *(sample(stats.quantile, A45, 0.37, axis=axis) for axis in (0, 1, None)),
        sample(stats.quantile, A45, P3, axis=-1),
        sample(stats.quantile, A45, P5),
        sample(stats.quantile, A45, 0.37, axis=1, keepdims=True),
        sample(stats.quantile, A7, P3[:1], keepdims=False),
        sample(stats.quantile, A7, P3[:1], keepdims=True),
        sample(stats.quantile, single(6), 0.37, wrt=(0,)),
    ]

if hasattr(stats, 'lmoment'):
    SAMPLES += [
        sample(stats.lmoment, A7),
        sample(stats.lmoment, A45, axis=1),
        sample(stats.lmoment, A45, [3, 1], standardize=False),
        sample(stats.lmoment, A7, 3),
        sample(stats.lmoment, A7, 2),
        sample(stats.lmoment, np.sort(A7), sorted=True),
        sample(stats.lmoment, single(6), (1, 3)),
    ]
