"""Sample inputs of pseudoinverses and least squares."""
import numpy as np

from tangentlite.templates.least_squares import (
    inverse_of_rank,
    solution,
    with_all_squares,
)
from tests.rules.samples.sample import sample, single, spread

TALL, WIDE, STACK = spread(4, 2), spread(2, 4), spread(2, 3, 2)
B4, B42, B2 = spread(4, start=9), spread(4, 2, start=9), spread(2, start=9)
SQUARE, SYMMETRIC = spread(2, 2), spread(3, 3) + spread(3, 3).T

PINV = [
    sample(np.linalg.pinv, TALL),
    sample(np.linalg.pinv, WIDE, 1e-10, wrt=(0,)),
    sample(np.linalg.pinv, STACK, rtol=1e-10),
    sample(np.linalg.pinv, TALL, rtol=None),
    sample(np.linalg.pinv, TALL, 0.9, wrt=(0,)),
    sample(np.linalg.pinv, WIDE, rtol=0.9),
    sample(np.linalg.pinv, STACK, np.array([0.1, 0.9]), wrt=(0,)),
    sample(np.linalg.pinv, single(3, 2)),
    sample(np.linalg.pinv, TALL, body='return np.linalg.pinv(x0 @ x0.T, 1e-10)'),
    sample(
        np.linalg.pinv,
        SYMMETRIC,
        body='return np.linalg.pinv(x0 + x0.T, hermitian=True)',
    ),
]

LSTSQ = [
    sample(np.linalg.lstsq, a, b, body=body)
    for a, b, body in (
        (TALL, B4, 'return np.linalg.lstsq(x0, x1)[0]'),
        (TALL, B42, 'return np.linalg.lstsq(x0, x1, rcond=None)[0]'),
        (WIDE, B2, 'return np.linalg.lstsq(x0, x1, 1e-12)[0]'),
        (TALL, B42, 'x, _, _, s = np.linalg.lstsq(x0, x1)\nreturn x @ s'),
        (TALL, B4, 'return np.linalg.lstsq(x0, x1)[3]'),
        (TALL, B4, 'return np.linalg.lstsq(x0, x1)[1]'),
        (TALL, B42, 'x, r, _, _ = np.linalg.lstsq(x0, x1)\nreturn x * r'),
        (WIDE, B2, 'x, r, _, _ = np.linalg.lstsq(x0, x1)\nreturn np.sum(r) * x'),
        (TALL, B42, 'return np.linalg.lstsq(x0, x1, 0.9)[0]'),
        (SQUARE, B2, 'x, r, _, _ = np.linalg.lstsq(x0, x1)\nreturn x * (1 + len(r))'),
        (TALL, B4, 'return np.linalg.lstsq(x0 @ x0.T, x1, 1e-10)[0]'),
        (single(4, 2), single(4, start=9), 'return np.linalg.lstsq(x0, x1)[0]'),
    )
]

SAMPLES = [
    *PINV,
    *LSTSQ,
    sample(np.linalg.matrix_rank, TALL, wrt=()),
    sample(inverse_of_rank, TALL, 1e-12, wrt=()),
    sample(with_all_squares, TALL, B4, None, wrt=()),
    sample(solution, TALL, B4, 1e-12, wrt=()),
]
