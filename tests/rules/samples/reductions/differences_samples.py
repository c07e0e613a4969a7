"""Sample inputs of differences, slopes, integrals of samples and interpolation."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

A4, A34, A234 = spread(4), spread(3, 4), spread(2, 3, 4)
POINTS = np.array([-1.5, -0.2, 0.3, 1.9])
WAVE = np.array([0.3, 6.1, -0.4, 3.5, 9.9])

DIFFERENCES = [
    sample(np.diff, A4),
    sample(np.diff, A34, axis=0),
    sample(np.diff, A34, 2),
    sample(np.diff, A234, axis=1),
    sample(np.diff, single(4), 3),
    sample(np.diff, A4, 1, -1, 0.5, 0.7, wrt=(0, 3, 4)),
    sample(np.diff, A34, 2, 0, spread(2, 4), 0.5, wrt=(0, 3, 4)),
    sample(np.diff, A234, 1, 1, spread(2, 1, 4), spread(2, 2, 4), wrt=(0, 3, 4)),
    sample(np.diff, A34, append=0.0),
    sample(np.diff, spread(0, 3), 1, 0, 0.5, spread(2, 3), wrt=(0, 3, 4)),
    sample(np.ediff1d, A34),
    sample(np.ediff1d, A4, spread(2), 0.5),
    sample(np.ediff1d, single(3), to_begin=0.0),
]

SLOPES = [
    sample(np.gradient, A4),
    sample(np.gradient, single(4), 0.5, edge_order=2),
    sample(np.gradient, A4, 0.5),
    sample(np.gradient, A4, POINTS),
    sample(np.gradient, A4, POINTS, edge_order=2),
    sample(np.gradient, A34, 0.5, axis=-1),
    sample(np.gradient, A34, POINTS, axis=1, edge_order=2),
    sample(
        np.gradient,
        A34,
        POINTS[:3],
        0.5,
        body='rows, columns = np.gradient(x0, x1, x2)\nreturn rows * columns',
    ),
    sample(
        np.gradient, A34, body='return sum(np.gradient(x0, 2.0, axis=(0, 1)))'
    ),
]

INTEGRALS = [
    sample(np.trapezoid, A4),
    sample(np.trapezoid, A4, POINTS),
    sample(np.trapezoid, A34, dx=0.5),
    sample(np.trapezoid, A34, POINTS[:3], axis=0),
    sample(np.trapezoid, A34, spread(3, 4, start=20), 1.0, 0, wrt=(0, 1)),
    sample(np.trapezoid, A4, None, 0.5, wrt=(0, 2)),
    sample(np.trapezoid, A234, spread(2, 3, 1), axis=1),
    sample(np.trapezoid, single(4)),
]

INTERPOLATION = [
    sample(np.unwrap, WAVE),
    sample(np.unwrap, np.stack((WAVE, -WAVE)), axis=0),
    sample(np.unwrap, WAVE.astype(np.float32)),
    sample(np.unwrap, WAVE, 1.7, body='return np.unwrap(x0, period=x1)'),
    sample(np.interp, 0.1, POINTS, A4),
    sample(np.interp, np.array([[-2.0, -0.5, 0.2], [0.8, 1.7, 2.5]]), POINTS, A4),
    sample(np.interp, np.array([-2.0, 0.8, 2.5]), POINTS, A4, 0.5, 0.7),
    sample(
        np.interp,
        np.array([-2.0, 0.8, 2.5]),
        POINTS,
        A4,
        1.7,
        body='return np.interp(x0, x1, x2, period=x3)',
    ),
    sample(np.interp, single(3), POINTS, A4),
    sample(np.interp, A4, spread(1), spread(1, start=7)),
    sample(np.interp, A4, spread(1), spread(1, start=7), period=1.7, wrt=(0, 1, 2)),
    sample(np.interp, A4, spread(3, start=11), A4[:3], period=-1.7, wrt=(0, 1, 2)),
    sample(np.interp, A4, np.array([0.3]), np.array([0.5]), 0.7),
    sample(np.interp, 0.7, np.array([0.3]), np.array([0.5])),
    sample(np.interp, A4, np.array([0.3, 0.3]), np.array([0.5, 0.7]), wrt=(0, 2)),
]

SAMPLES = [*DIFFERENCES, *SLOPES, *INTEGRALS, *INTERPOLATION]
