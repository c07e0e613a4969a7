"""Sample inputs of linear systems, inverses and determinants of SciPy."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, single, spread

A3, A33 = spread(3), spread(3, 3)
REGULAR = A33 + 3.0 * np.eye(3)
NARROW = single(3, 3) + 3.0 * np.eye(3, dtype=np.float32)
COLUMNS = spread(3, 2, start=4)
# Symmetric and positive definite where x0 changes freely, and one that is complex.
SYMMETRIC = 'a = x0 + x0.T + 9.0 * np.eye(3)\n'
HERMITIAN = 'a = x0 + x0.T + 9.0 * np.eye(3) + 1j * (x0 - x0.T)\n'
COMPLEX = 'a = x0 + 1j * x0.T * x0\n'

INVERSES = [
    *(sample(f, a) for f in (linalg.inv, linalg.det) for a in (REGULAR, NARROW)),
    sample(linalg.inv, REGULAR, check_finite=False),
    sample(linalg.inv, A33, body=COMPLEX + 'return np.real(scipy.linalg.inv(a))'),
    sample(linalg.det, np.array([[1.0, 2.0], [2.0, 4.0]])),
]

SOLUTIONS = [
    sample(linalg.solve, REGULAR, A3),
    sample(linalg.solve, REGULAR, COLUMNS),
    sample(linalg.solve, NARROW, single(3)),
    sample(linalg.solve, REGULAR, A3, transposed=True),
    sample(linalg.solve, REGULAR, COLUMNS, transposed=True),
    sample(linalg.solve, REGULAR, A3, wrt=(1,)),
    sample(linalg.solve, REGULAR, A3, wrt=(0,)),
    *(
        sample(
            linalg.solve, A33, b,
            body=SYMMETRIC + f'return scipy.linalg.solve(a, x1, assume_a={kind})',
        )
        for b in (A3, COLUMNS)
        for kind in ('"sym"', '"pos", lower=True', '"her"')
    ),
    sample(
        linalg.solve, A33, A3,
        body=HERMITIAN + 'return np.real(scipy.linalg.solve(a, x1, assume_a="pos"))',
    ),
    sample(
        linalg.solve, A33, COLUMNS,
        body=COMPLEX + 'return np.imag(scipy.linalg.solve(a, x1))',
    ),
]  # fmt: skip

def takes_stacks():
    """Whether this version of SciPy solves stacks of systems."""
    try:
        return np.ndim(linalg.solve(np.ones((1, 1, 1)), np.ones(1))) == 2
    except ValueError:
        return False


STACK = np.stack([REGULAR, REGULAR.T + 1.0])
SYMMETRIC_STACK = 'a = x0 + np.swapaxes(x0, 1, 2) + 9.0 * np.eye(3)\n'
STACKS = [
    sample(linalg.solve, STACK, A3),
    sample(linalg.solve, STACK, A3, transposed=True),
    sample(linalg.solve, STACK, A3, wrt=(0,)),
    sample(linalg.solve, STACK, A3, wrt=(1,)),
    sample(linalg.solve, STACK, COLUMNS, transposed=True),
    sample(linalg.solve, REGULAR, np.stack([COLUMNS, COLUMNS[::-1]])),
    sample(
        linalg.solve, STACK, A3,
        body=SYMMETRIC_STACK + 'return scipy.linalg.solve(a, x1, assume_a="sym")',
    ),
]  # fmt: skip

TRIANGULAR = [
    *(
        sample(linalg.solve_triangular, REGULAR, b, trans=trans, lower=lower)
        for b, trans, lower in (
            (A3, 0, False), (A3, 'T', True), (COLUMNS, 0, True), (COLUMNS, 1, False),
            (COLUMNS, 'C', False), (A3, 2, True),
        )
    ),
    sample(linalg.solve_triangular, REGULAR, A3, unit_diagonal=True),
    sample(linalg.solve_triangular, REGULAR, COLUMNS, 0, True, True, wrt=(0, 1)),
    sample(linalg.solve_triangular, NARROW, single(3), lower=True),
    sample(
        linalg.solve_triangular, REGULAR, A3,
        body=COMPLEX + 'return np.real(scipy.linalg.solve_triangular(a, x1, "C"))',
    ),
]  # fmt: skip

NORMS = [
    sample(linalg.norm, A3),
    sample(linalg.norm, A33),
    sample(linalg.norm, A33, 'fro'),
    sample(linalg.norm, A33, 1),
    sample(linalg.norm, A33, 2),
    sample(linalg.norm, A33, 'nuc'),
    sample(linalg.norm, A33, 3, 1),
    sample(linalg.norm, A33, axis=0, keepdims=True),
    sample(linalg.norm, A3, np.inf, wrt=(0,)),
]

SAMPLES = [*INVERSES, *SOLUTIONS, *TRIANGULAR, *NORMS]
SAMPLES += STACKS if takes_stacks() else []
