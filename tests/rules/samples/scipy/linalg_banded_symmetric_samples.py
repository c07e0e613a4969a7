"""Sample inputs of symmetric matrices given by their diagonals."""
import numpy as np
from scipy import linalg

from tangentlite.templates.scipy.linalg.banded_symmetric import (
    banded_pairs as pairs,
)
from tangentlite.templates.scipy.linalg.banded_symmetric import (
    banded_values as values,
)
from tests.rules.samples.sample import sample, spread

LOWER = np.vstack((np.full(5, 4.0), spread(2, 5, low=-1.0, high=1.0)))
UPPER = LOWER[::-1].copy()
SOME_VALUES = 'return scipy.linalg.eigvals_banded(x0, select="i", select_range=(1, 3))'
SOME = (
    'w, v = scipy.linalg.eig_banded(x0, True, select="i", select_range=(0, 1))\n'
    'return w * np.abs(v) ** 2'
)
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
    sample(linalg.eigvals_banded, UPPER, body=SOME_VALUES),
    sample(linalg.eig_banded, LOWER, body=SOME),
    sample(linalg.eig_banded, LOWER, body=COMPLEX + SOME.replace('x0', 'a')),
    sample(pairs, LOWER, body=SOME),
    sample(values, LOWER, body=SOME_VALUES),
]  # fmt: skip
