"""Sample inputs of decompositions of matrices."""
import numpy as np

from tangentlite.templates.decompositions import quotient
from tests.rules.samples.sample import sample, single, spread

A33 = spread(3, 3)
TALL = spread(4, 2)
PAIR = spread(2, 2, 3)
STACK = spread(2, 3, 3)
NARROW = single(3, 3)

# Symmetric matrices of one that changes freely.
SYMMETRIC = 'a = x0 + np.swapaxes(x0, -1, -2)\n'
COMPLEX = 'x0 + 1j * x0.T * x0'
HERMITIAN = 'a = x0 + x0.T + 1j * (x0 @ x0 - x0.T @ x0.T)\n'

EIGH = [
    sample(function, a, body=SYMMETRIC + text)
    for function, text in (
        (np.linalg.eigh, 'w, v = np.linalg.eigh(a)\nreturn w'),
        (np.linalg.eigh, 'w, v = np.linalg.eigh(a)\nreturn v'),
        (np.linalg.eigh, 'w, v = np.linalg.eigh(a, "U")\nreturn w[..., None] * v * v'),
        (np.linalg.eigvalsh, 'return np.linalg.eigvalsh(a)'),
    )
    for a in (A33, STACK)
]

# Of a singular pair the sign is not determined: the square of the columns is.
SVD = [
    sample(np.linalg.svd, a, body=text)
    for a, text in (
        (A33, 'u, s, vh = np.linalg.svd(x0)\nreturn u @ vh'),
        (TALL, 'u, s, vh = np.linalg.svd(x0, False)\nreturn u @ vh'),
        (TALL.T, 'u, s, vh = np.linalg.svd(x0, full_matrices=False)\nreturn u * u'),
        (TALL.T, 'u, s, vh = np.linalg.svd(x0, False)\nreturn vh * vh * s[:, None]'),
        (TALL, 'u, s, vh = np.linalg.svd(x0)\nreturn u[:, 2:] @ u[:, 2:].T'),
        (TALL.T, 'u, s, vh = np.linalg.svd(x0)\nreturn vh.T[:, 2:] @ vh[2:, :]'),
        (PAIR, 'u, s, vh = np.linalg.svd(x0, False)\nreturn s[..., None] * (u @ vh)'),
        (PAIR, 'return np.linalg.svd(x0, compute_uv=False)'),
        (TALL, 'return np.linalg.svd(x0, False, False)'),
        (
            A33,
            'u, s, vh = np.linalg.svd(x0 + x0.T, hermitian=True)\nreturn u * u + s',
        ),
        (NARROW, 'u, s, vh = np.linalg.svd(x0)\nreturn s'),
        (NARROW, 'u, s, vh = np.linalg.svd(x0)\nreturn u @ vh'),
    )
]

# The phase of an eigenvector is not determined: its absolute values are.
EIG = [
    sample(np.linalg.eig, A33, body=f'w, v = np.linalg.eig({COMPLEX})\nreturn {text}')
    for text in ('np.real(w)', 'np.abs(v)', 'np.abs(v * v) * np.imag(w)')
]

# Of a real matrix the results are complex, or real if they can be.
REAL = spread(3, 3, start=3)
EIG += [
    sample(function, a, body=text)
    for a in (A33, REAL)
    for function, text in (
        (np.linalg.eig, 'w, v = np.linalg.eig(x0)\nreturn np.abs(v) * np.real(w)'),
        (np.linalg.eigvals, 'return np.abs(np.linalg.eigvals(x0)) ** 2'),
    )
]
EIG.append(
    sample(np.linalg.eigvals, NARROW, body='return np.real(np.linalg.eigvals(x0))')
)

COMPLEX_SAMPLES = [
    sample(np.linalg.eigh, A33, body=HERMITIAN + 'return np.linalg.eigh(a)[0]'),
    sample(
        np.linalg.eigh, A33,
        body=HERMITIAN + 'w, v = np.linalg.eigh(a)\nreturn np.abs(v) ** 2 * w',
    ),
    sample(np.linalg.eigvalsh, A33, body=HERMITIAN + 'return np.linalg.eigvalsh(a)'),
    sample(
        np.linalg.svd, A33,
        body=f'u, s, vh = np.linalg.svd({COMPLEX})\nreturn np.imag(u @ vh) + s',
    ),
    sample(
        np.linalg.eigvals, A33,
        body=f'return np.real(np.linalg.eigvals({COMPLEX}))',
    ),
]  # fmt: skip

SAMPLES = [
    *EIGH,
    *EIG,
    *COMPLEX_SAMPLES,
    *SVD,
    sample(np.linalg.svdvals, TALL),
    sample(np.linalg.svdvals, PAIR),
    sample(quotient, A33, 2.0 * A33, A33 > 9.0, wrt=()),
]
