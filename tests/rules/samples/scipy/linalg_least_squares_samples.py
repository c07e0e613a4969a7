"""Sample inputs of pseudoinverses and least squares of SciPy."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, single, spread

TALL, A33 = spread(4, 2), spread(3, 3)
SYMMETRIC = 'a = x0 + x0.T\n'

SAMPLES = [
    sample(linalg.pinv, TALL),
    sample(linalg.pinv, TALL.T),
    sample(linalg.pinv, single(4, 2)),
    sample(linalg.pinv, TALL, rtol=0.6),
    sample(linalg.pinv, TALL, atol=0.1, rtol=0.01),
    sample(linalg.pinv, TALL, body='return scipy.linalg.pinv(x0 @ x0.T, rtol=1e-9)'),
    sample(
        linalg.pinv, TALL,
        body='a, rank = scipy.linalg.pinv(x0, return_rank=True)\nreturn a * rank',
    ),
    sample(linalg.pinvh, A33, body=SYMMETRIC + 'return scipy.linalg.pinvh(a)'),
    sample(
        linalg.pinvh, A33,
        body=SYMMETRIC + 'return scipy.linalg.pinvh(a, rtol=0.5, lower=False)',
    ),
    *(
        sample(
            linalg.lstsq, a, b,
            body=f'x, left, rank, s = scipy.linalg.lstsq(x0, x1{more})\nreturn {value}',
        )
        for a, b, more, value in (
            (TALL, spread(4), '', 'x'),
            (TALL, spread(4, 3), '', 'x[0] * left + s[0]'),
            (A33, spread(3, 2), '', 'x'),
            (TALL.T, spread(2), '', 'x'),
            (TALL, spread(4), ', 0.6', 'x'),
            (TALL.astype(np.float32), spread(4, dtype=np.float32), '', 'x'),
        )
    ),
]  # fmt: skip
