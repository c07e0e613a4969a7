"""Sample inputs of factors of symmetric matrices, with pivots of one and two rows."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, spread

# With a small diagonal pivots of two rows are taken.
A44 = spread(4, 4) + 3.0 * np.eye(4)
HOLLOW = A44 - np.diag(np.diag(A44)) + 0.01 * np.eye(4)
FACTOR = 'return scipy.linalg.ldl(x0 + x0.T{})[0]'
BLOCKS = 'return scipy.linalg.ldl(x0 + x0.T{})[1]'
BOTH = 'low, d, p = scipy.linalg.ldl(x0 + x0.T{})\nreturn low * low[0] + d[p] ** 2'
COMPLEX = (
    'a = x0 + 1j * x0 * x0.T[0]\nlow, d, p = scipy.linalg.ldl({})\n'
    'return np.abs(low) ** 2 + np.imag(low) + np.real(d * d[0])'
)

SAMPLES = [
    *(
        sample(linalg.ldl, a, body=text.format(options))
        for a in (A44, HOLLOW)
        for text in (FACTOR, BLOCKS, BOTH)
        for options in ('', ', lower=False')
    ),
    *(
        sample(linalg.ldl, a, body=COMPLEX.format(call))
        for a in (A44, HOLLOW)
        for call in (
            'a + np.conj(a.T)', 'a + np.conj(a.T), False', 'a + a.T, hermitian=False',
            'a + a.T, False, False',
        )
    ),
    sample(linalg.ldl, spread(1, 1), body="return scipy.linalg.ldl(x0)[1]"),
]  # fmt: skip
