"""Sample inputs of pseudoinverses of SciPy."""
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
]  # fmt: skip
