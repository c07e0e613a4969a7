"""Sample inputs of functions of square matrices."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, single, spread

A33 = spread(3, 3, low=-1.0, high=1.0)
POSITIVE = A33 + 3.0 * np.eye(3)
# Of negative numbers the logarithm is complex, and real powers.
MIXED = A33 + np.diag([3.0, -2.0, -4.0])
COMPLEX = 'a = x0 + 0.2j * x0.T * x0\n'

SAMPLES = [
    *(
        sample(f, A33)
        for f in (
            linalg.expm, linalg.cosm, linalg.sinm, linalg.tanm, linalg.coshm,
            linalg.sinhm, linalg.tanhm,
        )
    ),
    sample(linalg.expm, single(3, 3)),
    sample(linalg.expm, spread(2, 3, 3)),
    sample(linalg.expm, A33, body=COMPLEX + 'return np.real(scipy.linalg.expm(a))'),
    sample(
        linalg.expm_frechet, A33, spread(3, 3, start=9),
        body='a, b = scipy.linalg.expm_frechet(x0, x1)\nreturn a + b * b',
    ),
    sample(linalg.expm_frechet, A33, spread(3, 3, start=9), compute_expm=False),
    # Before SciPy 1.14 the root may be complex with zeros as imaginary part.
    sample(linalg.sqrtm, POSITIVE, body='return np.real(scipy.linalg.sqrtm(x0))'),
    sample(
        linalg.sqrtm, POSITIVE, body=COMPLEX + 'return np.abs(scipy.linalg.sqrtm(a))',
    ),
    sample(linalg.logm, POSITIVE),
    sample(linalg.fractional_matrix_power, POSITIVE, 2.0, wrt=(0,)),
    sample(linalg.fractional_matrix_power, POSITIVE, 1.0, wrt=(0,)),
    sample(linalg.fractional_matrix_power, np.array([[2.0, 0.5], [0.5, 1.0]]), 0.5),
    *(
        sample(
            function, MIXED, body=f'return np.{part}(scipy.linalg.{text})',
        )
        for function, text in (
            (linalg.sqrtm, 'sqrtm(x0)'),
            (linalg.logm, 'logm(x0)'),
            (linalg.fractional_matrix_power, 'fractional_matrix_power(x0, 0.3)'),
        )
        for part in ('real', 'imag')
    ),
    sample(linalg.signm, MIXED),
]  # fmt: skip
