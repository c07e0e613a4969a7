"""Sample inputs of NumPy's functions of polynomials."""
import numpy as np

from tangentlite.templates.polynomials import leading_zeros
from tests.rules.samples.sample import sample, single, spread

A3, A4, A23 = spread(3), spread(4), spread(2, 3)
B3 = spread(3, start=9)
POINTS = np.array([-1.0, -0.4, 0.3, 0.8, 1.5])
WEIGHTS = np.array([1.0, 0.5, 2.0, 1.5, 0.7])

VALUES = [
    sample(np.polyval, A4, 0.7),
    sample(np.polyval, A4, A3),
    sample(np.polyval, (0.5, -0.7, 2.0), A23),
    sample(np.polyval, A4, A3, wrt=(1,)),
    sample(np.polyval, A4, A3, wrt=(0,)),
    sample(np.polyval, single(1), single(2, 3)),
    sample(np.vander, A3),
    sample(np.vander, A3, 4),
    sample(np.vander, A3, 4, increasing=True),
    sample(np.vander, single(3), 1),
]

CALCULUS = [
    sample(np.polyder, A4),
    sample(np.polyder, A4, 2),
    sample(np.polyder, A4, 0),
    sample(np.polyder, (0.5, 0.7, 1.5)),
    sample(np.polyder, single(3), m=3),
    sample(np.polyint, A3),
    sample(np.polyint, A3, 2),
    sample(np.polyint, A3, 1, 0.5),
    sample(np.polyint, A3, m=2, k=(0.5, 0.7)),
    sample(np.polyint, single(3), 2, 0.5),
]

ARITHMETIC = [
    *(sample(f, A3, A4) for f in (np.polyadd, np.polysub, np.polymul)),
    *(sample(f, A4, single(2)) for f in (np.polyadd, np.polysub, np.polymul)),
    *(sample(f, (0.5, 0.7), A3) for f in (np.polyadd, np.polysub, np.polymul)),
    *(sample(f, A3, A4, wrt=(1,)) for f in (np.polyadd, np.polymul)),
    sample(np.polyadd, A3, 0.5),
    sample(np.polydiv, A4, spread(2), body='return np.polydiv(x0, x1)[0]'),
    sample(np.polydiv, A4, B3, body='return np.polydiv(x0, x1)[1]'),
    sample(np.polydiv, single(2), A3, body='return np.polydiv(x0, x1)[1]'),
    sample(leading_zeros, np.array([0.0, 0.0, 0.5]), wrt=()),
]

ROOTS = [
    sample(
        np.roots,
        np.array([1.0, -1.5, -3.0, 2.0]),
        body='return np.real(np.roots(x0)) ** 2',
    ),
    sample(np.roots, A4, body='return np.abs(np.roots(x0))'),
    sample(np.roots, A3, body='return np.abs(np.roots(x0))'),
    sample(np.roots, (1.5, -3.0)),
    sample(np.poly, A4),
    sample(np.poly, spread(3, 3)),
    sample(np.poly, 0.5 * np.ones((1, 1))),
    sample(np.poly, (0.5, 0.7)),
    sample(np.poly, single(3)),
]

FITS = [
    sample(np.polyfit, POINTS, spread(5), 2),
    sample(np.polyfit, POINTS, spread(5), 1, w=WEIGHTS),
    *(
        sample(
            np.polyfit, POINTS, y, 1, body='return np.polyfit(x0, x1, 1, w=1 + x0 * x0)'
        )
        for y in (spread(5), spread(5, 2))
    ),
    sample(np.polyfit, POINTS, spread(5), 0, wrt=(1,)),
    sample(np.polyfit, POINTS.astype(np.float32), single(5), 1),
    sample(np.polyfit, np.array([0.3, 0.8]), spread(2), 3),
    sample(np.polyfit, POINTS, spread(5), 2, rcond=1e-9),
    sample(np.polyfit, POINTS, spread(5), 2, 0.3, w=WEIGHTS),
    *(
        sample(
            np.polyfit, POINTS, y, 2,
            body=f'c, v = np.polyfit(x0, x1, 2, cov={cov!r}, w=1 + x0 * x0)\n'
                 'return np.sum(c) + v')
        for y in (spread(5), spread(5, 2)) for cov in (True, 'unscaled')
    ),
    *(
        sample(
            np.polyfit, POINTS, y, 2,
            body='c, r, k, s, _ = np.polyfit(x0, x1, 2, full=True)\n'
                 'return np.sum(c) * s * k + np.sum(r)')
        for y in (spread(5), spread(5, 2), single(5))
    ),
    sample(
        np.polyfit, np.array([0.3]), spread(1), 0,
        body='return np.polyfit(np.append(x0, x0), np.append(x1, 1.0), 1)'),
]

SAMPLES = [*VALUES, *CALCULUS, *ARITHMETIC, *ROOTS, *FITS]
