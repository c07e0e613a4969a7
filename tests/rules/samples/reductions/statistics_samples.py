"""Sample inputs of averages, ranges, covariances and histograms."""
import numpy as np

from tangentlite.templates.statistics import histogram_of
from tests.rules.samples.sample import sample, single, spread

A4, A34, A234 = spread(4), spread(3, 4), spread(2, 3, 4)
B4, B34 = spread(4, start=20), spread(3, 4, start=20)
SHARES = spread(4, low=0.5, high=1.5)
COUNTS = np.array([1, 3, 0, 2])
COMPLEX = 'c = np.{}(x0 + 1j * x0 * x0)\nreturn np.real(c) + np.imag(c)'

AVERAGES = [
    sample(np.average, A34),
    sample(np.average, A34, 0),
    sample(np.average, A4, None, SHARES, wrt=(0, 2)),
    sample(np.average, A34, -1, SHARES, keepdims=True, wrt=(0, 2)),
    sample(np.average, A234, 1, SHARES[:3], wrt=(0, 2)),
    sample(np.average, A234, (2, 0), spread(4, 2, low=0.5), wrt=(0, 2)),
    sample(np.average, A34, 1, spread(3, 4, low=0.5), wrt=(0, 2)),
    sample(np.average, single(3, 4), 1, SHARES.astype(np.float32), wrt=(0, 2)),
    sample(
        np.average,
        A34,
        1,
        SHARES,
        wrt=(0, 2),
        body='m, s = np.average(x0, 1, x1, returned=True)\nreturn m * m * s',
    ),
    sample(
        np.average, A34, body='m, s = np.average(x0, 1, returned=True)\nreturn m * s'
    ),
]

RANGES = [
    *(sample(np.ptp, A34, **axis) for axis in ({}, {'axis': 0}, {'axis': (0, -1)})),
    sample(np.ptp, A34, axis=-1, keepdims=True),
    sample(np.ptp, single(4)),
]

COVARIANCES = [
    sample(np.cov, A34),
    sample(np.cov, A4),
    sample(np.cov, A4, B4),
    sample(np.cov, A34, B4, bias=True),
    sample(np.cov, A34, B34, rowvar=False, ddof=0),
    sample(np.cov, A34, fweights=COUNTS),
    sample(np.cov, A34, SHARES, body='return np.cov(x0, aweights=x1)'),
    sample(
        np.cov,
        A4,
        SHARES,
        body=f'return np.cov(x0, aweights=x1, fweights=np.array({COUNTS.tolist()}))',
    ),
    sample(np.cov, single(3, 4)),
    sample(np.cov, A34, body=COMPLEX.format('cov')),
    sample(np.corrcoef, A34),
    sample(np.corrcoef, A4, B4),
    sample(np.corrcoef, A34, B34, rowvar=False),
    sample(np.corrcoef, single(3, 4)),
    sample(np.corrcoef, A34, body=COMPLEX.format('corrcoef')),
]

HISTOGRAMS = [
    sample(np.digitize, A4, np.array([-1.0, 0.0, 1.0]), wrt=()),
    sample(np.bincount, COUNTS, SHARES, wrt=(1,)),
    sample(np.bincount, COUNTS, SHARES, 6, wrt=(1,)),
    sample(np.histogram_bin_edges, A34, 3),
    sample(np.histogram_bin_edges, A4, 3, (-1.0, 1.0), wrt=(2,)),
    sample(np.histogram, A34, body='return np.histogram(x0, 3)[1]'),
    sample(np.histogram, A34, body='return np.histogram(x0, 3, density=True)[0]'),
    sample(
        np.histogram,
        A4,
        *(2, None, None, SHARES),
        wrt=(0, 4),
        body='return np.histogram(x0, 2, None, None, x1)[0]',
    ),
    sample(
        np.histogram,
        A4,
        *(3, (-2, 1), True, SHARES),
        wrt=(0, 4),
        body='return np.histogram(x0, 3, (-2, 1), True, x1)[0]',
    ),
    *(
        sample(np.histogram2d, A4, B4, 3, None, None, SHARES, wrt=(0, 1, 5), body=body)
        for body in (
            'h, e, g = np.histogram2d(x0, x1, 3, None, None, x2)\n'
            'return (h * e[1:]).T * g[1:]',
            'return np.histogram2d(x0, x1, (2, 3), None, True, x2)[0]',
        )
    ),
    sample(
        np.histogramdd, spread(4, 2), (3, 2), None, None, SHARES, wrt=(0, 4),
        body='h, e = np.histogramdd(x0, (3, 2), weights=x1)\n'
             'return (h * e[0][1:, None]) * e[1][1:]'),
    sample(
        np.histogramdd, [A4, B4, B4 * B4], 3,
        body='h, e = np.histogramdd([x0, x1, x2], 3, density=True)\n'
             'return h + e[1][:-1, None]'),
    sample(
        np.histogramdd, A4, [3], [(-1, 2)], True, SHARES, wrt=(0, 4),
        body='return np.histogramdd(x0, [3], [(-1, 2)], True, x1)[0]'),
    sample(
        np.histogramdd, single(4, 1), 2, body='return np.histogramdd(x0, 2)[1][0]'),
    sample(
        np.histogramdd, A34, np.ones((4, 1)) * [-5.0, 0.1, 5.0], wrt=(0,),
        body='edges = x0[0, 0] * np.ones((4, 1)) + np.array([-5.0, 0.1, 5.0])\n'
             'return np.histogramdd(x0, edges, density=True)[0]'),
    sample(histogram_of, [A4, B4], [2, 2], [None, None], None, None, wrt=()),
    sample(np.bincount, COUNTS, SHARES.astype(np.float32), wrt=(1,)),
]

SAMPLES = [*AVERAGES, *RANGES, *COVARIANCES, *HISTOGRAMS]
