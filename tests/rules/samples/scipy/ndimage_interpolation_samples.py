"""Samples of interpolated images of scipy.ndimage."""
import numpy as np
from scipy import ndimage

from tests.rules.samples.sample import sample, spread

A7, A56 = spread(7), spread(5, 6)
PLACES = np.array([[0.3, 1.7, 2.2, 3.9, -0.7], [1.4, 0.2, 4.6, 2.3, 5.8]])
MODES = ('constant', 'nearest', 'mirror', 'reflect', 'grid-wrap')

SAMPLES = [
    *(
        sample(ndimage.spline_filter1d, A56, order, axis, mode=mode)
        for order, axis, mode in (
            (3, 0, 'mirror'), (5, 1, 'reflect'), (2, 1, 'grid-wrap'), (1, 0, 'mirror'),
            (4, -1, 'mirror'),
        )
    ),
    sample(ndimage.spline_filter, A56),
    sample(ndimage.spline_filter, A56, 2, mode='reflect'),
    *(
        sample(ndimage.map_coordinates, A56, PLACES, order=order)
        for order in (1, 2, 3, 4, 5)
    ),
    *(sample(ndimage.map_coordinates, A56, PLACES, mode=mode) for mode in MODES[1:]),
    sample(ndimage.map_coordinates, A56, PLACES, wrt=(0,), order=0),
    sample(ndimage.map_coordinates, A56, PLACES, prefilter=False, cval=0.5),
    sample(ndimage.map_coordinates, A7, PLACES[:1], order=2, mode='mirror'),
    sample(ndimage.shift, A56, 0.317, mode='nearest'),
    sample(ndimage.shift, A56, np.array([0.317, -1.213])),
    sample(
        ndimage.affine_transform, A56, np.array([[0.87, 0.213], [-0.171, 0.793]]),
        np.array([0.317, 0.429]), order=1,
    ),
    sample(ndimage.affine_transform, A56, np.array([0.87, 0.71]), 0.217, mode='mirror'),
    *(
        sample(ndimage.zoom, A56, factor, wrt=(0,), order=order, mode='nearest')
        for factor, order in ((2.0, 1), (1.5, 3), ((1.0, 0.6), 3))
    ),
    sample(ndimage.rotate, A56, 20.3, order=1, reshape=False),
    sample(ndimage.rotate, A56, 20.3, mode='nearest'),
    sample(ndimage.rotate, A56, -140.3, wrt=(0,), order=2, mode='mirror'),
    sample(ndimage.rotate, A56, 90, wrt=(0,)),
    sample(ndimage.rotate, spread(2, 3, 4), 20.3, (0, -1), order=1),
]  # fmt: skip
