"""Sample inputs of systems with a factorization that is kept."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, single, spread

A33, A3, COLUMNS = spread(3, 3), spread(3), spread(3, 2, start=4)
REGULAR = A33 + 3.0 * np.eye(3)
POSITIVE = 'a = x0 @ x0.T + np.eye(3)\n'
HERMITIAN = 'b = x0 + 1j * x0 * x0.T\na = b @ np.conj(b.T) + np.eye(3)\n'

SAMPLES = [
    *(
        sample(
            linalg.cho_factor, a,
            body=f'{before}c, low = scipy.linalg.cho_factor(a{more})\nreturn {value}',
        )
        for a, before, more, value in (
            (A33, POSITIVE, '', 'np.triu(c)'),
            (A33, POSITIVE, ', True', 'np.tril(c)'),
            (single(3, 3), POSITIVE, ', lower=True', 'np.tril(c)'),
            (A33, HERMITIAN, '', 'np.imag(np.triu(c))'),
        )
    ),
    *(
        sample(
            linalg.cho_solve, A33, b,
            body=f'{before}c = scipy.linalg.cho_factor(a{more})\n'
            'return np.real(scipy.linalg.cho_solve(c, x1))',
        )
        for b, before, more in (
            (A3, POSITIVE, ''), (COLUMNS, POSITIVE, ', True'), (A3, HERMITIAN, ''),
        )
    ),
    sample(
        linalg.cho_solve, REGULAR, A3,
        body='return scipy.linalg.cho_solve((x0, False), x1)',
    ),
    sample(
        linalg.cho_solve, REGULAR, COLUMNS,
        body='return scipy.linalg.cho_solve((x0, True), x1)',
    ),
    sample(
        linalg.lu_factor, REGULAR, body='lu, p = scipy.linalg.lu_factor(x0)\nreturn lu',
    ),
    sample(
        linalg.lu_factor, A33, body='lu, p = scipy.linalg.lu_factor(x0)\nreturn lu',
    ),
    *(
        sample(
            linalg.lu_solve, A33, b,
            body='lu = scipy.linalg.lu_factor(x0)\n'
            f'return scipy.linalg.lu_solve(lu, x1, {trans})',
        )
        for b, trans in ((A3, 0), (COLUMNS, 0), (A3, 1), (COLUMNS, 2))
    ),
]  # fmt: skip
