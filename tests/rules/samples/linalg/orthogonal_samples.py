"""Sample inputs of QR decompositions."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

SQUARE, TALL, WIDE = spread(3, 3), spread(4, 2), spread(2, 4)
STACK, NARROW = spread(2, 2, 3), single(2, 3)

Q, R = 'q, r = np.linalg.qr(x0)\nreturn q', 'q, r = np.linalg.qr(x0)\nreturn r'
BOTH = 'q, r = np.linalg.qr(x0)\nreturn q @ (r * r)'
SQUARES = 'q, r = np.linalg.qr(x0)\nreturn (q * q) @ (r * r)'
COMPLETE = 'q, r = np.linalg.qr(x0, mode="complete")\n'

SAMPLES = [
    *(
        sample(np.linalg.qr, a, body=body)
        for a in (SQUARE, TALL, WIDE)
        for body in (Q, R, BOTH)
    ),
    sample(np.linalg.qr, STACK, body=BOTH),
    sample(np.linalg.qr, spread(2, 3, 2), body=BOTH),
    # Signs may be others in single precision than in double.
    sample(np.linalg.qr, NARROW, body=SQUARES),
    sample(np.linalg.qr, single(3, 2), body=SQUARES),
    *(sample(np.linalg.qr, a, mode='r') for a in (SQUARE, TALL, WIDE, STACK)),
    sample(np.linalg.qr, TALL, body=COMPLETE + 'return (q[:, :2] @ r[:2]) * r[0]'),
    sample(np.linalg.qr, TALL, body=COMPLETE + 'return r * r + q[:, :2]'),
    sample(np.linalg.qr, TALL, body=COMPLETE + 'return q[:, 2:] @ q[:, 2:].T'),
    sample(np.linalg.qr, WIDE, body=COMPLETE + 'return q @ (r * r)'),
]
