"""Sample inputs of quantiles and medians."""
import math

import numpy as np

from tangentlite.templates.quantiles import quantile_of
from tests.rules.samples.sample import sample, single, spread

A5, A34, A234 = spread(5), spread(3, 4), spread(2, 3, 4)
METHODS = (
    'lower', 'higher', 'nearest', 'midpoint', 'hazen', 'weibull', 'median_unbiased',
    'normal_unbiased', 'interpolated_inverted_cdf', 'inverted_cdf',
    'averaged_inverted_cdf', 'closest_observation',
)  # fmt: skip
RANKS = np.array([0.31, 0.77, 0.05])

QUANTILES = [
    sample(np.quantile, A5, 0.3, wrt=(0,)),
    sample(np.quantile, A34, 0.3, 1, wrt=(0,)),
    sample(np.quantile, A234, RANKS, 1),
    sample(np.quantile, A34, RANKS, -1),
    sample(np.quantile, A34, RANKS[:, None], 0, keepdims=True),
    sample(np.quantile, A34, RANKS, keepdims=True),
    sample(np.quantile, A234, RANKS, (0, -1), keepdims=True),
    sample(np.quantile, single(5), 0.3, wrt=(0,)),
    *(sample(np.quantile, A5, RANKS, method=name, wrt=(0,)) for name in METHODS),
    sample(np.quantile, A5, RANKS, method='hazen'),
    sample(np.percentile, A5, 30.0, wrt=(0,)),
    sample(np.percentile, A34, 100.0 * RANKS, 0),
    sample(np.percentile, A34, 25, -1, keepdims=True, wrt=(0,)),
    sample(np.quantile, A5, 0.3, body='return np.quantile(x0, np.abs(x1))'),
]

MEDIANS = [
    sample(np.argpartition, A5, 2, wrt=()),
    sample(np.median, spread(6)),
    sample(np.median, A234, axis=(0, 2)),
    sample(np.median, A234, axis=(-1, 0), keepdims=True),
    sample(np.median, single(4)),
    sample(np.nanmedian, 0.7),
]

MISSING = np.where(A34 > 1.2, math.nan, A34)

OF_NUMBERS = [
    *(
        sample(np.nanmedian, MISSING, **axes)
        for axes in ({}, {'axis': 0}, {'axis': -1, 'keepdims': True})
    ),
    sample(np.nanmedian, A234, axis=(0, -1)),
    sample(np.nanquantile, MISSING, RANKS, 1),
    sample(np.nanpercentile, MISSING, [[10, 30], [20, 95]], 1, wrt=(0,)),
    sample(np.nanmedian, MISSING, keepdims=True),
    sample(np.nanquantile, MISSING, RANKS, method='lower', wrt=(0,)),
    sample(np.nanquantile, MISSING.astype(np.float32), 0.3, 0, wrt=(0,)),
    sample(np.nanquantile, MISSING, RANKS, 0, method='hazen', keepdims=True),
    sample(np.nanpercentile, MISSING, 30, 0, wrt=(0,)),
    sample(np.nanpercentile, MISSING, 100.0 * RANKS),
]

SHARES = spread(3, 4, low=0.2, high=1.0, start=30)
BY_WEIGHT = {'method': 'inverted_cdf', 'wrt': (0,)}

WEIGHTED = [
    sample(np.quantile, A34, 0.3, 0, weights=SHARES[:, 0], **BY_WEIGHT),
    sample(np.quantile, A34, RANKS, -1, weights=SHARES, keepdims=True, **BY_WEIGHT),
    sample(np.quantile, A34, RANKS[:, None], weights=SHARES, **BY_WEIGHT),
    sample(np.percentile, A34, 30, weights=SHARES, **BY_WEIGHT),
    sample(np.percentile, single(3, 4), 100.0 * RANKS, 0, weights=SHARES, **BY_WEIGHT),
    sample(np.nanquantile, MISSING, RANKS, 1, weights=SHARES, **BY_WEIGHT),
    sample(np.nanpercentile, MISSING, 30, 0, weights=SHARES, **BY_WEIGHT),
    sample(np.quantile, A34, RANKS[:2, None], (0, 1), weights=SHARES, **BY_WEIGHT),
    sample(
        np.quantile, A5, spread(5, low=0.2, high=1.0),
        body='return np.quantile(x0, 0.3, weights=x1, method="inverted_cdf")'),
    sample(np.percentile, A34, 100.0 * RANKS, 0, method='closest_observation'),
    sample(np.nanquantile, MISSING, RANKS, 0, method='averaged_inverted_cdf'),
    sample(quantile_of, np.quantile, A5, 0.3, None, 'inverted_cdf', None, wrt=()),
]

SAMPLES = [*WEIGHTED, *QUANTILES, *MEDIANS, *OF_NUMBERS]
