"""Samples of entropies of samples, their ends and cumulants, of angles, and of fits."""
from scipy import stats

from tangentlite.templates.scipy.stats.summaries import described
from tests.rules.samples.sample import sample, spread

A8, A12, A34, A38 = spread(8), spread(12), spread(3, 4), spread(3, 8)
ANGLES, DEGREES = spread(6, low=0.3, high=2.0), spread(2, 3, low=-40.0, high=90.0)

ENTROPIES = [
    sample(stats.differential_entropy, A8), sample(stats.differential_entropy, A12),
    *(
        sample(stats.differential_entropy, A12, method=method)
        for method in ('vasicek', 'van es', 'correa')
    ),
    sample(stats.differential_entropy, A38, axis=1, base=2.0, keepdims=True),
    sample(stats.differential_entropy, A38, axis=1, window_length=2, method='correa'),
]  # fmt: skip

ENDS = [
    sample(stats.tmin, A8), sample(stats.tmin, A8, -0.3, wrt=(0,)),
    sample(stats.tmin, A34, -1.5, axis=1, inclusive=False, keepdims=True, wrt=(0,)),
    sample(stats.tmax, A8), sample(stats.tmax, A8, 0.5, wrt=(0,)),
    sample(stats.tmax, A34, 1.6, axis=None, inclusive=False, wrt=(0,)),
    *(sample(stats.kstat, A8, n) for n in (1, 2, 3, 4)),
    sample(stats.kstat, A34, 3, axis=1, keepdims=True),
    sample(
        stats.describe, A8,
        body='r = scipy.stats.describe(x0)\nlow, high = r.minmax\n'
        'return low * high + r.mean * r.variance + r.skewness * r.kurtosis + r.nobs',
    ),
    sample(
        stats.describe, A34, axis=1, ddof=0, bias=False,
        body='r = scipy.stats.describe(x0, 1, 0, False)\n'
        'return r.mean * r.variance + r.skewness * r.kurtosis',
    ),
    sample(described, A8, 0, 1, True, wrt=()),
]  # fmt: skip

CIRCULAR = [
    *(
        case
        for f in (stats.circmean, stats.circvar, stats.circstd)
        for case in (
            sample(f, ANGLES),
            sample(f, DEGREES, 180, -180, axis=1, keepdims=True, wrt=(0,)),
        )
    ),
    sample(stats.circstd, ANGLES, normalize=True),
]

FITS = [
    sample(
        getattr(stats, name).fit, x,
        body=f'loc, scale = scipy.stats.{name}.fit(x0)\nreturn loc * scale + scale',
    )
    for name in ('norm', 'laplace', 'expon', 'uniform')
    for x in (A8[:7], A34)
]  # fmt: skip

SAMPLES = [*ENTROPIES, *ENDS, *CIRCULAR, *FITS]
