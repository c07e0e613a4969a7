"""Samples of moments, means and spreads of samples."""
import numpy as np
from scipy import stats

from tests.rules.samples.sample import sample, spread

A6, A34 = spread(6), spread(3, 4, start=3)
P6, P34 = spread(6, low=0.5, high=3.0), spread(3, 4, low=0.5, high=3.0)
W6 = spread(6, low=0.2, high=1.0, start=9)
# Of no two gaps of the same size.
UNEVEN = np.array([0.3, -1.1, 2.45, 0.9, -0.25, 1.7])
LIMITS = (0.9, 2.5)

SAMPLES = [
    sample(stats.zscore, A6), sample(stats.zscore, A34, axis=1, ddof=1),
    sample(stats.zscore, A34, axis=None),
    sample(stats.zmap, A6, P34[0]), sample(stats.gzscore, P6),
    sample(stats.moment, A6, [1, 3]), sample(stats.moment, A34, (2, 0), axis=1),
    sample(stats.moment, A34, [2, 3], axis=None, keepdims=True),
    sample(stats.moment, A34, [3, 2], axis=(-1, 0), center=0.1),
    sample(stats.gmean, A34**2 + 1.0, axis=-1, weights=[1, 2, 0, 1]),
    sample(stats.hmean, A34**2 + 1.0, axis=1, weights=spread(4, low=1.0)),
    sample(stats.gmean, A34**2 + 1.0, axis=None, weights=np.arange(12.0)),
    sample(stats.moment, A6, 3), sample(stats.moment, A34, 2, axis=1, keepdims=True),
    sample(stats.skew, A6), sample(stats.skew, A34, axis=1, bias=False),
    sample(stats.sem, A34, axis=(0, 1)), sample(stats.kurtosis, A6),
    sample(stats.kurtosis, A34, axis=1, bias=False),
    sample(stats.kurtosis, A34, axis=None, fisher=False, keepdims=True),
    sample(stats.gmean, P6), sample(stats.gmean, P34, axis=1, keepdims=True),
    sample(stats.gmean, P6, weights=W6),
    sample(stats.hmean, P6), sample(stats.hmean, P34, axis=None),
    sample(stats.pmean, P6, 1.7), sample(stats.pmean, P34, 2, axis=1, wrt=(0,)),
    sample(stats.gstd, P6), sample(stats.variation, P6),
    sample(stats.variation, P34, axis=1, ddof=1),
    sample(stats.sem, A6), sample(stats.sem, A34, axis=1, ddof=0, keepdims=True),
    sample(stats.tmean, P6), sample(stats.tmean, P34, LIMITS, wrt=(0,)),
    sample(stats.tmean, P34, (None, 2.5), axis=0, wrt=(0,)),
    sample(stats.tvar, P6), sample(stats.tvar, P6, LIMITS, (False, True), wrt=(0,)),
    sample(stats.tstd, P6, LIMITS, wrt=(0,)), sample(stats.tsem, P6, LIMITS, wrt=(0,)),
    sample(stats.trim_mean, A6, 0.2, wrt=(0,)),
    sample(stats.trim_mean, A34, 0.3, axis=1, wrt=(0,)),
    sample(stats.trim_mean, A34, 0.1, axis=None, wrt=(0,)),
    sample(stats.iqr, A6), sample(stats.iqr, A34, axis=1, rng=(10, 80)),
    sample(stats.iqr, A34, axis=0, scale='normal', keepdims=True),
    sample(stats.median_abs_deviation, UNEVEN), sample(stats.iqr, UNEVEN),
    sample(stats.median_abs_deviation, spread(3, 5), axis=1, scale='normal'),
]  # fmt: skip
