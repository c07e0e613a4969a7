"""Sample inputs of factorizations of SciPy."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, single, spread

A33, TALL, NARROW = spread(3, 3), spread(4, 2), single(3, 3)
WIDE = TALL.T
SQUARE = A33 @ A33.T + np.eye(3)
SINGLE = SQUARE.astype(np.float32)
PRODUCT = 'a = x0 @ x0.T\n'
HERMITIAN = 'b = x0 + 1j * x0 * x0.T\na = b @ np.conj(b.T)\n'
COMPLEX = 'a = x0 + 1j * x0.T * x0\n'

CHOLESKY = [
    sample(linalg.cholesky, a, body=f'{before}return {value}')
    for a, before, value in (
        (SQUARE, PRODUCT, 'scipy.linalg.cholesky(a)'),
        (SQUARE, PRODUCT, 'scipy.linalg.cholesky(a, lower=True)'),
        (SINGLE, PRODUCT, 'scipy.linalg.cholesky(a, True, check_finite=False)'),
        (SQUARE, HERMITIAN, 'np.imag(scipy.linalg.cholesky(a))'),
        (SQUARE, HERMITIAN, 'np.imag(scipy.linalg.cholesky(a, True))'),
    )
]

# Of a singular pair the sign is not determined: the square of the columns is.
SVD = [
    sample(linalg.svd, a, body=text)
    for a, text in (
        (A33, 'u, s, vh = scipy.linalg.svd(x0)\nreturn u @ vh'),
        (TALL, 'u, s, vh = scipy.linalg.svd(x0, False)\nreturn u * u * s'),
        (WIDE, 'u, s, vh = scipy.linalg.svd(x0)\nreturn vh.T[:, 2:] @ vh[2:, :]'),
        (TALL, 'return scipy.linalg.svd(x0, compute_uv=False)'),
        (NARROW, 'u, s, vh = scipy.linalg.svd(x0)\nreturn s'),
        (A33, COMPLEX + 'u, s, vh = scipy.linalg.svd(a)\nreturn np.imag(u @ vh) + s'),
    )
]
SVD += [sample(linalg.svdvals, a) for a in (A33, TALL, NARROW)]

QR = [
    sample(linalg.qr, a, body=f'{text}')
    for a, text in (
        (A33, 'q, r = scipy.linalg.qr(x0)\nreturn q + r'),
        (TALL, 'q, r = scipy.linalg.qr(x0, mode="economic")\nreturn q @ (r * r)'),
        (TALL, 'q, r = scipy.linalg.qr(x0)\nreturn q[:, :2] @ r[:2] ** 2'),
        (WIDE, 'q, r = scipy.linalg.qr(x0)\nreturn q @ (r * r)'),
        (TALL, 'return scipy.linalg.qr(x0, mode="r")[0]'),
        (NARROW, 'q, r = scipy.linalg.qr(x0)\nreturn q + r'),
        (A33, COMPLEX + 'q, r = scipy.linalg.qr(a)\nreturn np.imag(q) + np.real(r)'),
        (A33, 'q, r, p = scipy.linalg.qr(x0, pivoting=True)\nreturn q + r'),
        (WIDE, 'q, r, p = scipy.linalg.qr(x0, pivoting=True)\nreturn q @ (r * r)'),
        (TALL, 'r, p = scipy.linalg.qr(x0, mode="r", pivoting=True)\nreturn r'),
        (TALL, 'q, r, p = scipy.linalg.qr(x0, False, None, "economic", True)\n'
         'return q @ (r * r)'),
    )
]

POLAR = [
    sample(
        linalg.polar, a,
        body=f'u, p = scipy.linalg.polar(x0, {side!r})\nreturn np.sum(u * u[0]) * p',
    )
    for a in (A33, TALL, WIDE)
    for side in ('right', 'left')
]  # fmt: skip

SAMPLES = [*CHOLESKY, *SVD, *QR, *POLAR]
