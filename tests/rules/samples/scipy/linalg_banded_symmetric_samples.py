"""Sample inputs of symmetric matrices given by their diagonals."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, spread

LOWER = np.vstack((np.full(5, 4.0), spread(2, 5, low=-1.0, high=1.0)))
UPPER = LOWER[::-1].copy()
COMPLEX = 'a = x0 + 0.3j * x0 * (np.arange(3)[:, None] != 0)\n'

FACTORS = [
    sample(linalg.cholesky_banded, LOWER, lower=True),
    sample(linalg.cholesky_banded, UPPER),
    sample(
        linalg.cholesky_banded, LOWER,
        body=f'{COMPLEX}return np.imag(scipy.linalg.cholesky_banded(a, lower=True))',
    ),
    *(
        sample(
            linalg.cho_solve_banded, (band, lower), b, wrt=(1,),
            body=f'return scipy.linalg.cho_solve_banded((x0, {lower}), x0[{place}])',
        )
        for band, lower, b, place in (
            (LOWER, True, LOWER, '1'),
            (UPPER, False, UPPER, '0'),
            (LOWER, True, LOWER, ':2, :].T[:, :1'),
        )
    ),
]  # fmt: skip

VALUES = [
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

SAMPLES = [*FACTORS, *VALUES]
