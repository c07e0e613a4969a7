"""Samples of linear filters of scipy.ndimage."""
from scipy import ndimage

from tests.rules.samples.sample import sample, single, spread

A6, A34 = spread(6), spread(3, 4)
W3, W4, W23 = (spread(*shape, start=20) for shape in ((3,), (4,), (2, 3)))
MODES = ('reflect', 'constant', 'nearest', 'mirror', 'wrap')

LINES = [
    *(
        sample(f, A6, W4, mode=mode)
        for f in (ndimage.correlate1d, ndimage.convolve1d)
        for mode in MODES
    ),
    *(
        case
        for f in (ndimage.correlate1d, ndimage.convolve1d)
        for case in (
            sample(f, A34, W3, 0), sample(f, A34, W4, origin=1),
            sample(f, A6, W3, mode='constant', cval=0.5, origin=-1),
            sample(f, single(5), single(3)), sample(f, A34, [0.5, 0.3], wrt=(0,)),
        )
    ),
]  # fmt: skip

SEVERAL_AXES = [
    *(
        sample(f, A34, W23, mode=mode)
        for f in (ndimage.correlate, ndimage.convolve)
        for mode in MODES
    ),
    *(
        sample(f, A34, W23, origin=(-1, 1))
        for f in (ndimage.correlate, ndimage.convolve)
    ),
    *(sample(f, A6, W4, origin=1) for f in (ndimage.correlate, ndimage.convolve)),
]

UNIFORM = [
    *(sample(ndimage.uniform_filter1d, A6, 4, mode=mode) for mode in MODES),
    sample(ndimage.uniform_filter1d, A34, 3, 0, origin=1),
    sample(ndimage.uniform_filter, A34),
    sample(ndimage.uniform_filter, A34, (2, 3), mode='wrap'),
]

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

SAMPLES = [*LINES, *SEVERAL_AXES, *UNIFORM, *GAUSSIAN]
