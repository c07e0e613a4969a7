"""Sample inputs of matrices made of vectors and blocks."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, single, spread

A3, A4, B3 = spread(3), spread(4, start=5), spread(3, start=20)
COLUMN = np.array([5.0, 1.0, -0.5])
ROW = np.array([5.0, 0.3, 0.7])
COMPLEX = 'return np.real(scipy.linalg.toeplitz(x0 + 1j * x0 * x0) * (1.0 + 2.0j))'
SOLVED = 'return scipy.linalg.solve_toeplitz({}, x1)'

SAMPLES = [
    sample(linalg.block_diag, spread(2, 2), spread(1, 3), spread(2, 1)),
    sample(linalg.block_diag, spread(2, 3), A3),
    sample(linalg.block_diag, spread(2, 3)),
    sample(linalg.block_diag, 0.5, spread(2, 2)),
    sample(linalg.block_diag, single(2, 3), single(3)),
    sample(linalg.toeplitz, A3),
    sample(linalg.toeplitz, A3, A4),
    sample(linalg.toeplitz, A3, body=COMPLEX),
    sample(linalg.toeplitz, A4, A3),
    sample(linalg.toeplitz, A3, A4, wrt=(1,)),
    sample(linalg.toeplitz, 0.7),
    sample(linalg.toeplitz, single(3), single(2)),
    sample(linalg.hankel, A4, A3, wrt=(1,)),
    sample(linalg.hankel, A3),
    sample(linalg.hankel, A3, A4),
    sample(linalg.circulant, A4),
    sample(linalg.companion, A4),
    *(sample(linalg.fiedler_companion, spread(n, start=4)) for n in (2, 3, 6, 7)),
    sample(linalg.leslie, A4, A3),
    *(
        sample(linalg.convolution_matrix, a, n, mode=mode, wrt=(0,))
        for mode in ('full', 'same', 'valid')
        for a, n in ((A3, 5), (A4, 2))
    ),
    sample(linalg.fiedler, A4),
    sample(linalg.khatri_rao, spread(2, 3), spread(4, 3)),
    sample(linalg.diagsvd, A3, 3, 4, wrt=(0,)),
    sample(linalg.matmul_toeplitz, (COLUMN, ROW), A3),
    sample(linalg.matmul_toeplitz, COLUMN, spread(3, 2)),
    sample(linalg.solve_toeplitz, (COLUMN, ROW), A3),
    sample(linalg.solve_toeplitz, COLUMN, spread(3, 2)),
    sample(linalg.solve_toeplitz, COLUMN, A3),
    sample(linalg.solve_toeplitz, (COLUMN, ROW), spread(3, 2)),
    *(
        sample(linalg.solve_toeplitz, COLUMN, A3, body=SOLVED.format(pair))
        for pair in ('(x0 * x0, x0)', '(x0, [1.0, 0.3, 0.2])', '([5.0, 0.3, 0.7], x0)')
    ),
    sample(linalg.solve_toeplitz, COLUMN[:1], A3[:1]),
    sample(linalg.solve_circulant, COLUMN, A3),
    sample(linalg.solve_circulant, COLUMN, spread(3, 2)),
    sample(linalg.solve_circulant, COLUMN, spread(2, 3), baxis=1, outaxis=1),
    sample(
        linalg.solve_circulant, np.ones(3) / 3.0, A3, wrt=(1,), singular='lstsq',
    ),
    *(
        sample(function, 4, wrt=())
        for function in (
            linalg.dft, linalg.hadamard, linalg.helmert, linalg.hilbert,
            linalg.invhilbert, linalg.invpascal, linalg.pascal,
        )
    ),
    *(
        sample(function, spread(3, 3), wrt=())
        for function in (linalg.bandwidth, linalg.ishermitian, linalg.issymmetric)
    ),
]  # fmt: skip
if hasattr(linalg, 'kron'):
    SAMPLES.append(sample(linalg.kron, spread(2, 3), spread(2, 2)))
