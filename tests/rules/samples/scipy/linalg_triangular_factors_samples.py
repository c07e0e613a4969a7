"""Sample inputs of LU, RQ and bases of spaces."""
from scipy import linalg

from tests.rules.samples.sample import sample, spread

A33, TALL = spread(3, 3), spread(4, 2)
WIDE = TALL.T
COMPLEX = 'a = x0 + 1j * x0.T * x0\n'

LU = [
    sample(linalg.lu, a, body=text)
    for a in (A33, TALL, WIDE)
    for text in (
        'p, low, up = scipy.linalg.lu(x0)\nreturn np.sum(low * low[0]) * up',
        'low, up = scipy.linalg.lu(x0, True)\nreturn np.sum(low * low[1]) + up',
        'p, low, up = scipy.linalg.lu(x0, p_indices=True)\nreturn low',
        'return scipy.linalg.lu(x0)[2]',
    )
]
LU.append(
    sample(
        linalg.lu, A33,
        body=COMPLEX
        + 'p, low, up = scipy.linalg.lu(a)\nreturn np.imag(low @ low + up)',
    )
)

RQ = [
    sample(linalg.rq, a, body=text)
    for a, text in (
        (A33, 'r, q = scipy.linalg.rq(x0)\nreturn q + r'),
        (TALL, 'r, q = scipy.linalg.rq(x0)\nreturn r @ q ** 2'),
        (WIDE, 'r, q = scipy.linalg.rq(x0)\nreturn r[:, 2:] @ q[2:] ** 2'),
        (WIDE, 'r, q = scipy.linalg.rq(x0, mode="economic")\nreturn r @ q ** 2'),
        (TALL, 'return scipy.linalg.rq(x0, mode="r")'),
        (A33, COMPLEX + 'r, q = scipy.linalg.rq(a)\nreturn np.imag(q) + np.real(r)'),
    )
]

PRODUCTS = [
    sample(linalg.qr_multiply, a, c, body=f'c, r = {call}\nreturn np.sum(r) * c')
    for a, c, call in (
        (A33, A33.T, 'scipy.linalg.qr_multiply(x0, x1)'),
        (TALL, A33[:2, :2], 'scipy.linalg.qr_multiply(x0, x1, "left")'),
        (TALL, spread(4), 'scipy.linalg.qr_multiply(x0, x1)'),
        (A33, A33.T, 'scipy.linalg.qr_multiply(x0, x1, pivoting=True)[:2]'),
        (A33, A33.T, 'scipy.linalg.qr_multiply(x0, x1, conjugate=True)'),
    )
]

# The square of a basis, whose signs are not determined, and projections.
SPACES = [
    sample(linalg.orth, A33, body='return scipy.linalg.orth(x0) ** 2'),
    sample(linalg.orth, TALL, body='q = scipy.linalg.orth(x0)\nreturn q @ q.T'),
    sample(linalg.null_space, WIDE,
           body='q = scipy.linalg.null_space(x0)\nreturn q @ q.T'),
    sample(linalg.subspace_angles, TALL, spread(4, 2, start=20)),
    sample(linalg.subspace_angles, TALL, TALL + 0.1 * spread(4, 2, start=20)),
    sample(linalg.subspace_angles, spread(5, 1), spread(5, 2, start=20)),
    *(
        sample(
            linalg.orthogonal_procrustes, a, b,
            body='r, scale = scipy.linalg.orthogonal_procrustes(x0, x1)\n'
            'return scale * r[0] + r[1]',
        )
        for a, b in ((A33, A33.T), (TALL, spread(4, 2, start=7)))
    ),
]  # fmt: skip

SAMPLES = [*LU, *RQ, *PRODUCTS, *SPACES]
