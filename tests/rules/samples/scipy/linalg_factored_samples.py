"""Sample inputs of systems with a factorization that is kept."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, spread

A33 = spread(3, 3) + 3.0 * np.eye(3)
SQUARE = A33 @ A33.T
LOW = np.tril(A33)
FACTORED = (spread(3, 3), np.array([0, 1, 2], dtype=np.int32))
POSITIVE = 'a = x0 @ x0.T + np.eye(3)\n'
HERMITIAN = 'b = x0 + 1j * x0 * x0.T\na = b @ np.conj(b.T) + np.eye(3)\n'

# Both the matrix and the right side depend on x0.
SAMPLES = [
    *(
        sample(
            linalg.cho_factor, a,
            body=f'{before}c, low = scipy.linalg.cho_factor(a{more})\nreturn {value}',
        )
        for a, before, more, value in (
            (SQUARE, POSITIVE, '', 'np.triu(c)'),
            (SQUARE, POSITIVE, ', True', 'np.tril(c)'),
            (SQUARE.astype(np.float32), POSITIVE, ', lower=True', 'np.tril(c)'),
            (SQUARE, HERMITIAN, '', 'np.imag(np.triu(c))'),
        )
    ),
    *(
        sample(
            linalg.cho_solve, (LOW, True), A33, wrt=(1,),
            body=f'{before}return np.real(scipy.linalg.cho_solve({c}, {b}))',
        )
        for before, c, b in (
            (POSITIVE, 'scipy.linalg.cho_factor(a)', 'x0[0]'),
            (POSITIVE, 'scipy.linalg.cho_factor(a, True)', 'x0'),
            (HERMITIAN, 'scipy.linalg.cho_factor(a)', 'x0[:, :2]'),
            ('', '(x0, False)', 'x0[0]'),
            ('', '(x0, True)', 'x0'),
        )
    ),
    *(
        sample(
            linalg.lu_factor, a, body='lu, p = scipy.linalg.lu_factor(x0)\nreturn lu',
        )
        for a in (A33, spread(3, 3))
    ),
    *(
        sample(
            linalg.lu_solve, FACTORED, spread(3, 3, start=7), wrt=(1,),
            body='lu = scipy.linalg.lu_factor(x0)\n'
            f'return scipy.linalg.lu_solve(lu, {b}, {trans})',
        )
        for b, trans in (('x0[0]', 0), ('x0 * x0', 0), ('x0[0]', 1), ('x0[:, :2]', 2))
    ),
]  # fmt: skip
