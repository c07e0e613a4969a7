"""Sample inputs of symmetric matrices given by their diagonals."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, spread

LOWER = np.vstack((np.full(5, 4.0), spread(2, 5, low=-1.0, high=1.0)))
UPPER = LOWER[::-1].copy()
COMPLEX = 'a = x0 + 0.3j * x0 * (np.arange(3)[:, None] != 0)\n'

SAMPLES = [
    sample(linalg.eigvals_banded, LOWER, lower=True),
    sample(linalg.eigvals_banded, UPPER),
    sample(linalg.eig_banded, UPPER, eigvals_only=True),
    *(
        sample(linalg.eig_banded, band, body=f'{before}{text}')
        for band, before, text in (
            (LOWER, 'w, v = scipy.linalg.eig_banded(x0, True)\n', 'return w * v * v'),
            (UPPER, 'w, v = scipy.linalg.eig_banded(x0)\n', 'return w * v * v'),
            (UPPER, 'w, v = scipy.linalg.eig_banded(x0)\n', 'return w'),
            (LOWER, COMPLEX + 'w, v = scipy.linalg.eig_banded(a, True)\n',
             'return w * np.abs(v)'),
        )
    ),
    sample(linalg.eigvalsh_tridiagonal, spread(4), spread(3)),
]  # fmt: skip
