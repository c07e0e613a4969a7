"""Sample inputs of matrix norms, and of aliases and rarer forms of products."""
import math

import numpy as np

from tests.rules.samples.sample import sample, single, spread

A3, A33, A34 = spread(3), spread(3, 3), spread(3, 4, start=3)
A234 = spread(2, 3, 4) * np.linspace(1.0, 2.0, 24).reshape(2, 3, 4)
REGULAR = A33 + 3.0 * np.eye(3)
STACK = spread(2, 3, 3) + 3.0 * np.eye(3)

# A complex matrix of two real ones, with a number of its own.
COMPLEX = 'a = x0 + 1j * x0[::-1]\n'

MATRIX_NORMS = [
    *(
        sample(np.linalg.norm, A34, order, wrt=(0,))
        for order in (1, -1, math.inf, -math.inf, 2, -2, 2.0, 'nuc')
    ),
    sample(np.linalg.norm, A234, 1, (0, 2)),
    sample(np.linalg.norm, spread(3, 0), 1, wrt=(0,)),
    sample(np.linalg.norm, spread(2, 0), math.inf, -1, wrt=(0,)),
    sample(np.linalg.norm, A234, math.inf, (-1, 0), True, wrt=(0,)),
    sample(np.linalg.norm, A234, 'nuc', (2, 0)),
    sample(np.linalg.norm, A234, 2, (-2, -1), True),
    sample(np.linalg.norm, single(3, 3), 'nuc'),
    sample(np.linalg.norm, single(3, 3), 1),
    *(
        sample(np.linalg.norm, A33, body=f'{COMPLEX}return np.linalg.norm({value})')
        for value in ('a, 1', 'a, 2', 'a, 3, 0', 'a[0], np.inf')
    ),
    sample(np.linalg.matrix_norm, A234),
    sample(np.linalg.matrix_norm, A234, ord='nuc', keepdims=True),
    sample(np.linalg.vector_norm, A34),
    sample(np.linalg.vector_norm, spread(2, 0, 4), axis=(0, -1)),
    sample(np.linalg.vector_norm, A34, keepdims=True, ord=3),
    sample(np.linalg.vector_norm, A234, axis=(0, -1)),
    sample(np.linalg.vector_norm, A234, axis=(2, 1), keepdims=True, ord=1),
    sample(np.linalg.vector_norm, A234, axis=1, keepdims=True),
    sample(np.linalg.cond, REGULAR),
    sample(np.linalg.cond, STACK, -2),
    sample(np.linalg.cond, STACK, 'fro'),
    sample(np.linalg.cond, REGULAR, 1),
]

A23, B34, A222 = spread(2, 3), spread(3, 4, start=20), spread(2, 2, 2)

EINSUM = [
    sample(np.einsum, A23, [0, 1], B34, [1, 2], [0, 2]),
    sample(np.einsum, A23, [3, 1], B34, [1, 0]),
    sample(np.einsum, A33, [0, 0]),
    sample(np.einsum, A33, [27, 0], A33, [0, 27]),
    sample(np.einsum, A222, [..., 0, 0]),
    sample(np.einsum, A222, [..., 0, 0], spread(2), [0], [0, ...]),
    sample(np.einsum, A23, [0, 1], B34, [1, 2], spread(4, 2), [2, 0], []),
    sample(
        np.einsum, *(p for k in range(7) for p in (spread(2, start=9 * k), [k])),
        [0, 6],
    ),
    sample(np.einsum, 'ij,jk,kl', A23, B34, spread(4, 2), optimize='greedy'),
    sample(
        np.einsum, 'ij,jk,k', A23, B34, spread(4),
        optimize=['einsum_path', (1, 2), (0, 1)],
    ),
    sample(np.einsum_path, 'ij,jk', A23, B34, wrt=()),
]  # fmt: skip

# A positive definite matrix, and a part of its factor.
POSITIVE = 'a = x0 + 1j * x0.T\na = a @ np.conj(a.T)\n'
CHOLESKY = [
    sample(np.linalg.cholesky, REGULAR, body=POSITIVE + text)
    for text in (
        'return np.real(np.linalg.cholesky(a))',
        'return np.imag(np.linalg.cholesky(a, upper=True))',
    )
]

SAMPLES = [*MATRIX_NORMS, *EINSUM, *CHOLESKY]
