"""Samples of balanced matrices and of eigenvalues in real blocks."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, single, spread

A33 = spread(3, 3)
UNEVEN = A33 * np.array([[1.0, 5.0, 30.0]]) / np.array([[1.0], [4.0], [20.0]])
BOTH = 'b, t = scipy.linalg.matrix_balance({})\nreturn b * b + t'
BLOCKS = (
    'w, v = scipy.linalg.eig(x0)\nv = v / v[:1]\n'
    'wr, vr = scipy.linalg.cdf2rdf(w, v)\nreturn wr + vr ** 2'
)

SAMPLES = [
    *(
        sample(linalg.matrix_balance, a, body=BOTH.format(call))
        for a, call in (
            (UNEVEN, 'x0'), (UNEVEN, 'np.triu(x0)'), (UNEVEN, 'x0, permute=False'),
            (UNEVEN, 'x0, scale=False'), (single(3, 3), 'x0'),
        )
    ),
    sample(
        linalg.matrix_balance, UNEVEN,
        body='b, t = scipy.linalg.matrix_balance(x0 + 1j * x0.T)\n'
        'return np.real(b) + np.imag(b * b)',
    ),
    sample(linalg.cdf2rdf, A33 - 2.0 * A33.T, body=BLOCKS),
    sample(linalg.cdf2rdf, np.diag([3.0, 5.0]) + 0.1 * spread(2, 2), body=BLOCKS),
]  # fmt: skip
