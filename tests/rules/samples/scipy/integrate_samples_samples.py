"""Samples of integrals of sampled functions of scipy.integrate."""
import numpy as np
from scipy import integrate

from tests.rules.samples.sample import sample, single, spread

A4, A5, A34, A53 = spread(4), spread(5), spread(3, 4), spread(5, 3)
X4, X5 = np.array([0.1, 0.4, 0.9, 1.7]), np.array([0.1, 0.4, 0.9, 1.7, 2.0])
PLACES = np.cumsum(spread(3, 4, low=0.5, high=1.5), 1)

SAMPLES = [
    *(
        case
        for f in (integrate.trapezoid, integrate.cumulative_trapezoid)
        for case in (
            sample(f, A5), sample(f, A5, X5), sample(f, A34, X4),
            sample(f, A34, PLACES),
            sample(f, A53, X5, axis=0), sample(f, A5, None, 0.3, wrt=(0, 2)),
            sample(f, single(4)), sample(f, spread(2, 3, 4), X4),
        )
    ),
    sample(integrate.cumulative_trapezoid, A34, initial=0),
    sample(integrate.cumulative_trapezoid, A53, X5, axis=0, initial=0),
    *(
        sample(f, y, None, dx, axis, wrt=(0, 2))
        for f in (integrate.trapezoid, integrate.cumulative_trapezoid)
        for y, dx, axis in (
            (A34, spread(3, start=7), -1), (A34, spread(4, start=7), 0),
            (A34, spread(2, 1, start=7), 0),
        )
    ),
    sample(integrate.romb, A53, 0.3, 0, False, wrt=(0, 1)),
    sample(integrate.romb, A5, show=False),
    *(
        sample(integrate.simpson, *operands, **options)
        for operands, options in (
            ((A5,), {}), ((A4,), {}), ((spread(2),), {}), ((spread(3),), {'dx': 0.3}),
            ((A5, X5), {}), ((A4, X4), {}), ((spread(2), X4[:2]), {}),
            ((A34, PLACES), {}), ((A53, X5), {'axis': 0}), ((single(4),), {}),
            ((A53.T, np.array([0.1, 0.4, 0.9, 0.9, 2.0])), {'wrt': (0,)}),
        )
    ),
    *(
        sample(integrate.romb, *operands, **options)
        for operands, options in (
            ((A5,), {}), ((A5, 0.3), {}), ((A53, 0.3, 0), {'wrt': (0, 1)}),
            ((spread(2, 3),), {}), ((single(3),), {}),
        )
    ),
]  # fmt: skip
