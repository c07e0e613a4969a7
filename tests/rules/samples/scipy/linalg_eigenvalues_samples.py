"""Sample inputs of eigenvalues and vectors of SciPy."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, single, spread

A33, NARROW = spread(3, 3), single(3, 3)
B33 = spread(3, 3, start=4, low=-1.0, high=1.0) + 4.0 * np.eye(3)
SYMMETRIC = 'a = x0 + x0.T\n'
HERMITIAN = 'a = x0 + x0.T + 1j * (x0 @ x0 - x0.T @ x0.T)\n'
PAIR = SYMMETRIC + 'b = x1 @ x1.T + np.eye(3)\n'
COMPLEX = 'a = x0 + 1j * x0.T * x0\n'

EIGH = [
    sample(linalg.eigh, a, body=before + text)
    for a, before, text in (
        (A33, SYMMETRIC, 'w, v = scipy.linalg.eigh(a)\nreturn w'),
        (A33, SYMMETRIC, 'w, v = scipy.linalg.eigh(a, lower=False)\nreturn w * v * v'),
        (A33, SYMMETRIC, 'return scipy.linalg.eigh(a, eigvals_only=True)'),
        (NARROW, SYMMETRIC, 'return scipy.linalg.eigh(a, eigvals_only=True)'),
        (A33, SYMMETRIC,
         'w, v = scipy.linalg.eigh(a, subset_by_index=[1, 2])\nreturn w * v * v'),
        (A33, HERMITIAN,
         'w, v = scipy.linalg.eigh(a, subset_by_index=(0, 1))\nreturn np.abs(v) * w'),
        (A33, HERMITIAN, 'w, v = scipy.linalg.eigh(a)\nreturn np.abs(v) ** 2 * w'),
        (A33, SYMMETRIC, 'return scipy.linalg.eigvalsh(a)'),
        (A33, SYMMETRIC, 'return scipy.linalg.eigvalsh(a, subset_by_index=(1, 2))'),
    )
]
PAIRS = [
    sample(linalg.eigh, A33, B33, body=PAIR + text)
    for text in (
        'w, v = scipy.linalg.eigh(a, b)\nreturn w',
        'w, v = scipy.linalg.eigh(a, b)\nreturn w * v * v',
        'return scipy.linalg.eigh(a, b, eigvals_only=True)',
    )
]
VALUES = [
    sample(linalg.eigvalsh, A33, body=SYMMETRIC + 'return scipy.linalg.eigvalsh(a)'),
    sample(
        linalg.eigvalsh, A33, B33, body=PAIR + 'return scipy.linalg.eigvalsh(a, b)'
    ),
]  # fmt: skip

# The phase of an eigenvector is not determined: its absolute values are.
EIG = [
    sample(linalg.eig, A33, body=f'{COMPLEX}w, v = scipy.linalg.eig(a)\nreturn {text}')
    for text in ('np.real(w)', 'np.abs(v * v) * np.imag(w)')
]
EIG += [
    sample(function, A33, body=text)
    for function, text in (
        (linalg.eigvals, COMPLEX + 'return np.real(scipy.linalg.eigvals(a))'),
        (linalg.eigvals, 'return np.abs(scipy.linalg.eigvals(x0))'),
    )
]
EIG += [
    sample(linalg.eigvals, A33, B33, body=f'{COMPLEX}{text}')
    for text in (
        'return np.real(scipy.linalg.eigvals(a, x1))',
        'w, v = scipy.linalg.eig(a, x1)\nreturn np.abs(v * v) * np.imag(w)',
        'w, v = scipy.linalg.eig(B33, x1)\nreturn np.abs(w)'.replace('B33', 'x0 @ x0'),
    )
]

SAMPLES = [*EIGH, *PAIRS, *VALUES, *EIG]
