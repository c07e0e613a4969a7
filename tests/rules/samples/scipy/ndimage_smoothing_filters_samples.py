"""Samples of filters of scipy.ndimage that smooth."""
from scipy import ndimage

from tests.rules.samples.sample import sample, single, spread

A6, A34 = spread(6), spread(3, 4)
MODES = ('reflect', 'constant', 'nearest', 'mirror', 'wrap')

UNIFORM = [
    *(sample(ndimage.uniform_filter1d, A6, 4, mode=mode) for mode in MODES),
    sample(ndimage.uniform_filter1d, A34, 3, 0, origin=1),
    sample(
        ndimage.uniform_filter1d, A6, 0.5,
        body="return scipy.ndimage.uniform_filter1d(x0, 4, mode='constant', cval=x1)",
    ),
    sample(ndimage.uniform_filter, A34),
    sample(ndimage.uniform_filter, A34, (2, 3), mode='wrap'),
]  # fmt: skip

GAUSSIAN = [
    *(sample(ndimage.gaussian_filter1d, A6, 0.8, mode=mode) for mode in MODES),
    *(sample(ndimage.gaussian_filter1d, A34, 0.8, 0, order) for order in (1, 2, 3)),
    sample(ndimage.gaussian_filter1d, A6, 0.8, truncate=2.0),
    sample(ndimage.gaussian_filter1d, A6, 0.8, radius=2),
    sample(ndimage.gaussian_filter, A34, 0.8),
    sample(ndimage.gaussian_filter, A34, (0.8, 0.6), (1, 0), mode='nearest'),
    sample(ndimage.gaussian_filter, A34, (0.8, 0.0), wrt=(0,)),
    sample(ndimage.gaussian_filter, single(3, 4), 0.8, wrt=(0,)),
]

SAMPLES = [*UNIFORM, *GAUSSIAN]
