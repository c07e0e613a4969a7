"""Sample inputs of products made of other products, and of names of numpy.linalg."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

A3, A23, A34, A33 = (spread(*shape) for shape in ((3,), (2, 3), (3, 4), (3, 3)))
A233, A234 = spread(2, 3, 3), spread(2, 3, 4)
B3, B23, B33 = spread(3, start=20), spread(2, 3, start=20), spread(3, 3, start=20)
REGULAR = A33 + 3.0 * np.eye(3)
TENSOR = spread(6, 6) + 3.0 * np.eye(6)
STACK = A233 + 3.0 * np.eye(3)

CROSS = [
    sample(np.cross, A3, B3),
    sample(np.cross, A23, B23),
    sample(np.cross, A23, B3),
    sample(np.cross, A3, spread(4, 2, 3)),
    sample(np.cross, A33, B33, axis=0),
    sample(np.cross, spread(3, 2), B23, 0, 1, 0),
    sample(np.cross, A3, spread(3, 2), axisb=0),
    sample(np.cross, single(3), single(2, 3)),
    sample(np.linalg.cross, A23, B3),
    sample(np.linalg.cross, A33, B33, axis=0),
]
if np.lib.NumpyVersion(np.__version__) < '2.5.0':  # then vectors of two are no more
    CROSS += [
        sample(np.cross, spread(2), spread(2, start=20)),
        sample(np.cross, A234[..., :2], spread(2, 3), axisb=0),
        sample(np.cross, A23, spread(2, start=20)),
        sample(np.cross, spread(2, 4), spread(3, 4), axis=0),
    ]

MATRIX_VECTOR = [
    sample(np.matrix_transpose, A234),
    sample(np.linalg.matrix_transpose, A34),
]

if hasattr(np, 'matvec'):
    MATRIX_VECTOR += [
        sample(np.matvec, A23, B3),
        sample(np.matvec, A234, spread(4)),
        sample(np.matvec, A34, spread(2, 4)),
        sample(np.vecmat, A3, A34),
        sample(np.vecmat, A23, A234),
        sample(np.vecmat, A3, A234),
        sample(np.vecmat, single(2, 3), single(3, 4)),
        sample(
            np.vecmat,
            A3,
            A33,
            body='z = np.vecmat(x0 + 2j, x1 + 1j * x1.T)\n'
            'return np.real(z) + np.imag(z)',
        ),
    ]

ALIASES = [
    sample(np.linalg.matmul, A23, A34),
    sample(np.linalg.matmul, A234, spread(4)),
    sample(np.linalg.tensordot, A23, B23),
    sample(np.linalg.tensordot, A34, A23, axes=((0,), (1,))),
    sample(np.linalg.vecdot, A23, B23),
    sample(np.linalg.vecdot, A23, B23, axis=0),
    sample(np.linalg.outer, A3, spread(2)),
    sample(np.linalg.diagonal, A34),
    sample(np.linalg.diagonal, A234, offset=1),
    sample(np.linalg.trace, A34, offset=-1),
    sample(np.linalg.trace, A234),
    sample(np.linalg.trace, single(3, 3), dtype=np.float64),
    sample(np.trace, single(3, 3), dtype=np.float64),
]

CHAINS = [
    *(sample(np.linalg.matrix_power, REGULAR, n) for n in (0, 1, 2, 5, -1, -3)),
    sample(np.linalg.matrix_power, STACK, 3),
    sample(np.linalg.matrix_power, single(2, 2), 4),
    sample(np.linalg.tensorinv, TENSOR.reshape(2, 3, 6)),
    sample(np.linalg.tensorinv, TENSOR.reshape(6, 3, 2), ind=1),
    sample(np.linalg.tensorsolve, TENSOR.reshape(2, 3, 3, 2), A23),
    sample(np.linalg.tensorsolve, TENSOR.reshape(2, 6, 3), A23, (1,)),
]

SAMPLES = [
    *CROSS, *MATRIX_VECTOR, *ALIASES, *CHAINS,
    sample(np.linalg.multi_dot, [A23, A34, spread(4, 2)]),
    sample(np.linalg.multi_dot, [spread(2), A23, A34, spread(4)]),
    sample(np.linalg.multi_dot, (A23, A3)),
]
