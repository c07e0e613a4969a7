"""Sample inputs of Cholesky factors of matrices given by their diagonals."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, spread

LOWER = np.vstack((np.full(5, 4.0), spread(2, 5, low=-1.0, high=1.0)))
UPPER = LOWER[::-1].copy()
# Of so few diagonals that the whole matrix is never made.
NARROW = np.vstack((np.full(9, 3.0), spread(9, low=-1.0, high=1.0)))
COMPLEX = 'a = x0 + 0.3j * x0 * (np.arange(3)[:, None] != 0)\n'

FACTORS = [
    sample(linalg.cholesky_banded, LOWER, lower=True),
    sample(linalg.cholesky_banded, UPPER),
    sample(linalg.cholesky_banded, NARROW, lower=True),
    sample(linalg.cholesky_banded, NARROW[::-1].copy()),
    sample(linalg.cholesky_banded, NARROW[:1]),
    sample(linalg.cholesky_banded, NARROW.astype(np.float32), lower=True),
    sample(
        linalg.cholesky_banded, LOWER,
        body=f'{COMPLEX}return np.imag(scipy.linalg.cholesky_banded(a, lower=True))',
    ),
]  # fmt: skip

SOLUTIONS = [
    *(
        sample(
            linalg.cho_solve_banded, (band, lower), b, wrt=(1,),
            body=f'return scipy.linalg.cho_solve_banded((x0, {lower}), x0[{place}])',
        )
        for band, lower, b, place in (
            (LOWER, True, LOWER, '1'),
            (UPPER, False, UPPER, '0'),
            (NARROW, True, NARROW, '1'),
            (LOWER, True, LOWER, ':2, :].T[:, :1'),
        )
    ),
    *(
        sample(
            linalg.cho_solve_banded, (LOWER, lower), LOWER, wrt=(1,),
            body=f'{COMPLEX}x = scipy.linalg.cho_solve_banded((a, {lower}), {b})\n'
            'return np.imag(x) + np.abs(x)',
        )
        for lower, b in ((True, 'a[1]'), (False, 'np.conj(a[1]) * x0[0]'))
    ),
]  # fmt: skip

SAMPLES = [*FACTORS, *SOLUTIONS]
