"""Sample inputs of Schur forms, real ones with and without blocks."""
import numpy as np
from scipy import linalg

from tangentlite.templates.scipy.linalg.schur_factors import eigenvectors
from tests.rules.samples.sample import sample, spread

# With three real eigenvalues and with a pair of complex ones.
A33, TURNING = spread(3, 3) + np.diag([2.0, 4.0, 8.0]), spread(3, 3)
FOUR = spread(4, 4, start=3) ** 3
COMPLEX = 'a = x0 + 1j * x0.T * x0\n'
FORM = 'return scipy.linalg.schur(x0)[0]'
BASIS = 'return scipy.linalg.schur(x0)[1]'
BOTH = 'return np.sin(t) + z ** 2'
PARTS = 'return np.abs(t) + np.abs(z) ** 2 * np.real(np.diagonal(t))'

SAMPLES = [
    *(
        sample(linalg.schur, a, body=text)
        for a in (A33, TURNING, FOUR)
        for text in (
            FORM,
            BASIS,
            f't, z = scipy.linalg.schur(x0)\n{BOTH}',
            f't, z, n = scipy.linalg.schur(x0, sort="lhp")\n{BOTH}',
            f't, z = scipy.linalg.schur(x0, output="complex")\n{PARTS}',
        )
    ),
    sample(linalg.schur, A33, body=f'{COMPLEX}t, z = scipy.linalg.schur(a)\n{PARTS}'),
    sample(eigenvectors, FOUR,
           body='t, z = scipy.linalg.schur(x0)\nreturn np.diagonal(t) * z ** 2'),
    sample(linalg.rsf2csf, TURNING, body='t, z = scipy.linalg.schur(x0)\n'
           't, z = scipy.linalg.rsf2csf(t, z)\nreturn np.imag(t * t + z)'),
    sample(linalg.rsf2csf, np.triu(FOUR, -1), FOUR,
           body='t, z = scipy.linalg.rsf2csf(x0, x1)\nreturn np.imag(t) + np.real(z)'),
]  # fmt: skip
