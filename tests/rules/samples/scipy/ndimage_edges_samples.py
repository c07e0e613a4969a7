"""Samples of filters of scipy.ndimage that are made of others."""
import numpy as np
from scipy import ndimage

from tests.rules.samples.sample import sample, spread

A6, A34 = spread(6), spread(3, 4)
MASK = np.array([[True, False, True], [True, True, False]])

SAMPLES = [
    *(
        sample(f, *more, **options)
        for f in (ndimage.sobel, ndimage.prewitt)
        for more, options in (((A34,), {}), ((A34, 0), {'mode': 'wrap'}), ((A6,), {}))
    ),
    sample(ndimage.laplace, A34),
    sample(ndimage.laplace, A34, mode='constant'),
    *(
        sample(f, A34, 0.8, wrt=(0,))
        for f in (ndimage.gaussian_laplace, ndimage.gaussian_gradient_magnitude)
    ),
    *(
        sample(f, A34, *more, size, mode=mode)
        for f, more in (
            (ndimage.maximum_filter, ()), (ndimage.minimum_filter, ()),
            (ndimage.median_filter, ()), (ndimage.rank_filter, (1,)),
            (ndimage.percentile_filter, (30,)),
        )
        for size, mode in ((3, 'reflect'), ((2, 3), 'nearest'))
    ),
    *(
        sample(f, A34, 3, axis)
        for f in (ndimage.maximum_filter1d, ndimage.minimum_filter1d)
        for axis in (0, 1)
    ),
    *(
        sample(f, A34, 0.6, wrt=(0,), body=f'return np.real({call})')
        for f, call in (
            (ndimage.fourier_gaussian, 'scipy.ndimage.fourier_gaussian(x0, 0.6)'),
            (ndimage.fourier_uniform, 'scipy.ndimage.fourier_uniform(x0, 2)'),
            (ndimage.fourier_shift, 'scipy.ndimage.fourier_shift(x0 + 1j * x0, 0.6)'),
        )
    ),
    *(
        sample(f, MASK)
        for f in (
            ndimage.label, ndimage.binary_dilation, ndimage.binary_erosion,
            ndimage.binary_opening, ndimage.binary_closing, ndimage.binary_fill_holes,
        )
    ),
    sample(ndimage.generate_binary_structure, 2, 1),
]  # fmt: skip
