"""Samples of filters that change the rate, of matrices that are convolved, of noise."""
from scipy import signal

from tangentlite.templates.scipy.signal.planes import (
    convolved_planes,
    correlated_planes,
)
from tangentlite.templates.scipy.signal.rates import low_pass, recursive_low_pass
from tests.rules.samples.sample import sample, single, spread

X, X59, X60 = spread(21) ** 2, spread(5, 9), spread(60) ** 2
H5, IMAGE = spread(5, start=20), spread(5, 6) ** 2
KERNELS = spread(2, 3, start=20), spread(3, 4, start=20)

PLANES = [
    *(
        sample(f, IMAGE, kernel, mode, boundary)
        for f in (signal.convolve2d, signal.correlate2d)
        for mode, boundary in (
            ('full', 'fill'), ('same', 'wrap'), ('same', 'symm'), ('full', 'symm'),
            ('valid', 'fill'),
        )
        for kernel in KERNELS
    ),
    *(
        case
        for f in (signal.convolve2d, signal.correlate2d)
        for case in (
            sample(f, KERNELS[0], IMAGE, 'valid'), sample(f, KERNELS[0], IMAGE, 'same'),
            sample(f, IMAGE, KERNELS[0], 'same', 'fill', 1.5, wrt=(0, 1)),
            sample(
                f, IMAGE, KERNELS[0],
                body=f'y = scipy.signal.{f.__name__}(x0 * 1j + x0, x1 - 2j * x1**2)\n'
                'return np.real(y) + 2.0 * np.imag(y)',
            ),
        )
    ),
]  # fmt: skip

HELPERS = [
    sample(f, IMAGE, KERNELS[0], mode, boundary, 0, wrt=())
    for f in (convolved_planes, correlated_planes)
    for mode, boundary in (('full', 'fill'), ('same', 'wrap'), ('valid', 'fill'))
]

RATES = [
    sample(signal.upfirdn, H5, X, 3, 2), sample(signal.upfirdn, H5, X59, 2, 3, 0),
    sample(signal.upfirdn, H5, X), sample(signal.upfirdn, [0.5, 0.5], X, 2, wrt=(1,)),
    sample(signal.resample_poly, X, 3, 2), sample(signal.resample_poly, X, 2, 4),
    sample(signal.resample_poly, X, 2, 2),
    sample(signal.resample_poly, X, 3, 2, 0, ('kaiser', 6.0)),
    sample(signal.resample_poly, X, 1, 2, window=[0.25, 0.5, 0.25]),
    sample(signal.resample_poly, X59, 2, 3, 1),
    sample(
        signal.resample_poly, X59, H5,
        body='return scipy.signal.resample_poly(x0, 2, 3, 1, x1)',
    ),
    sample(signal.resample_poly, single(6), 3, 2),
    sample(signal.decimate, X60, 2, 2),
    sample(signal.decimate, spread(15, 2), 2, axis=0, n=1),
    sample(signal.decimate, X, 3, zero_phase=False),
    sample(signal.decimate, X, 2, ftype='fir'),
    sample(signal.decimate, X, 3, 4, 'fir', zero_phase=False),
    sample(low_pass, 3, 'hamming'), sample(recursive_low_pass, 4, 3),
]  # fmt: skip

NOISE = [
    sample(
        signal.deconvolve, X[:6], H5[:3],
        body='q, r = scipy.signal.deconvolve(x0, x1)\nreturn np.sum(q**2) + np.sum(r)',
    ),
    sample(signal.medfilt, X), sample(signal.medfilt, X59, (3, 1)),
    sample(signal.medfilt2d, X59, 3), sample(signal.wiener, X, 3),
    sample(signal.wiener, X59, (3, 5), 0.5, wrt=(0, 2)), sample(signal.wiener, X59),
]  # fmt: skip

SAMPLES = [*PLANES, *HELPERS, *RATES, *NOISE]
