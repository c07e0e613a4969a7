"""Sample inputs of numbers in a range."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

A3, P3, Q3 = spread(3), spread(3, low=0.5), spread(3, low=0.5, high=4.0, start=9)

LINES = [
    sample(np.linspace, A3, 0.5, 4),
    sample(np.linspace, 0.5, A3, 4, axis=-1),
    sample(np.linspace, A3, P3, 4, False, axis=1),
    sample(np.linspace, 0.5, 2.0, 1),
    sample(np.linspace, single(3), single(3, start=9), 3),
    sample(
        np.linspace, 0.5, 2.0, 5,
        body='t, step = np.linspace(x0, x1, 5, retstep=True)\nreturn t * step'),
    sample(
        np.linspace, A3, 2.0, 5,
        body='t, step = np.linspace(x0, x1, 5, endpoint=False, retstep=True)\n'
             'return t * step'),
    sample(
        np.linspace, A3, 2.0, 5, body='return np.linspace(x0, x1, 5, retstep=True)[1]'),
    sample(
        np.linspace, 0.5, 2.0, 5,
        body='return np.linspace(x0, x1, 5, retstep=True)[0] ** 2'),
]  # fmt: skip

SCALES = [
    sample(np.logspace, 0.5, 1.0, 4),
    sample(np.logspace, A3, 0.5, 4, base=2.0, axis=-1),
    sample(np.logspace, 0.5, 1.0, 3, True, 1.5),
    sample(np.geomspace, 0.5, 4.0, 4),
    sample(np.geomspace, -0.5, -4.0, 4, False),
    sample(np.geomspace, P3, Q3, 4),
    sample(np.geomspace, P3, 2.0, 4, axis=-1),
]

SAMPLES = [*LINES, *SCALES]
