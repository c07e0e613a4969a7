"""Sample inputs of linear equations for matrices."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, spread

A = spread(3, 3) + 4.0 * np.eye(3)
B = spread(2, 2, start=3) + 4.0 * np.eye(2)
Q = spread(3, 3, start=7)
SMALL = spread(3, 3, low=-0.4, high=0.4)
RICCATI = 'q, r = x2 @ x2.T + np.eye(3), x3 @ x3.T + np.eye(2)\n'
COMPLEX = 'a = x0 + 0.2j * x0.T\nq = x1 + 1j * x1 * x1\n'

SAMPLES = [
    sample(linalg.solve_sylvester, A, B, spread(3, 2)),
    sample(linalg.solve_sylvester, A, B, spread(3, 2), wrt=(1, 2)),
    sample(linalg.solve_sylvester, A, B, spread(3, 2), wrt=(0,)),
    *(
        sample(function, a, Q, wrt=wrt)
        for function, a in (
            (linalg.solve_continuous_lyapunov, A),
            (linalg.solve_discrete_lyapunov, SMALL),
        )
        for wrt in ((0, 1), (0,), (1,))
    ),
    sample(linalg.solve_discrete_lyapunov, SMALL, Q, method='bilinear'),
    *(
        sample(
            function, a, Q,
            body=COMPLEX + f'return np.abs(scipy.linalg.{function.__name__}(a, q))',
        )
        for function, a in (
            (linalg.solve_continuous_lyapunov, A),
            (linalg.solve_discrete_lyapunov, SMALL),
        )
    ),
    *(
        sample(
            function, SMALL, spread(3, 2), Q, B,
            body=f'{RICCATI}return scipy.linalg.{function.__name__}({given})',
        )
        for function in (linalg.solve_continuous_are, linalg.solve_discrete_are)
        for given in ('x0, x1, q, r', 'x0, x1, np.eye(3) + 0.0 * r[0, 0], r')
    ),
]  # fmt: skip
