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

# More weights than entries, and what stands beyond the edges.
EDGES = [
    *(sample(ndimage.correlate1d, spread(2), spread(7), mode=mode) for mode in MODES),
    *(
        sample(
            ndimage.correlate1d, A6, W4, 0.5,
            body=f"return scipy.ndimage.{name}(x0, x1, mode='constant', cval=x2)",
        )
        for name in ('correlate1d', 'convolve1d', 'correlate', 'convolve')
    ),
    sample(ndimage.correlate1d, spread(0, 2), W3, mode='nearest'),
    sample(
        ndimage.correlate, A34, W23,
        body='return np.imag(scipy.ndimage.correlate(x0 + 1j * x0 ** 2, x1))',
    ),
]  # fmt: skip

SAMPLES = [*LINES, *SEVERAL_AXES, *EDGES]
