"""Sample inputs of numpy.linalg."""
import math

import numpy as np

from tangentlite import runtime
from tests.rules.samples.sample import sample, single, spread

A3, A22, A33, A234 = (spread(*shape) for shape in ((3,), (2, 2), (3, 3), (2, 3, 4)))
STACK = spread(2, 3, 3) + 3.0 * np.eye(3)
REGULAR = A33 + 3.0 * np.eye(3)
SINGULAR = np.array([[1.0, 2.0], [2.0, 4.0]])
NARROW = single(3, 3) + 3.0 * np.eye(3, dtype=np.float32)

CHOLESKY = 'return np.linalg.cholesky(x0 @ np.swapaxes(x0, -1, -2)'

MATRICES = [
    *(sample(f, a) for f in (np.linalg.inv, np.linalg.det) for a in (REGULAR, STACK)),
    *(sample(f, NARROW) for f in (np.linalg.inv, np.linalg.det)),
    sample(np.linalg.det, SINGULAR),
    sample(np.linalg.det, np.zeros((3, 3))),
    sample(np.linalg.det, np.outer(A3, A3)),
    sample(np.linalg.det, spread(1, 1)),
    sample(np.linalg.det, np.stack((SINGULAR, A22))),
    sample(np.linalg.slogdet, REGULAR, body='return np.linalg.slogdet(x0)[1]'),
    sample(
        np.linalg.slogdet,
        STACK,
        body='sign, value = np.linalg.slogdet(x0)\nreturn sign * value',
    ),
    sample(np.linalg.solve, REGULAR, A3),
    sample(np.linalg.solve, REGULAR, spread(3, 2)),
    sample(np.linalg.solve, STACK, A3),
    sample(np.linalg.solve, STACK, spread(2, 3, 2)),
    sample(np.linalg.solve, REGULAR, spread(2, 3, 2)),
    sample(np.linalg.solve, STACK, spread(3, 2)),
    sample(np.linalg.solve, STACK, spread(1, 3, 2)),
    sample(np.linalg.solve, NARROW, single(3)),
    sample(np.linalg.solve, REGULAR, A3, wrt=(1,)),
    sample(np.linalg.solve, REGULAR, A3, wrt=(0,)),
    *(
        sample(np.linalg.cholesky, a @ np.swapaxes(a, -1, -2), body=CHOLESKY + o)
        for a in (REGULAR, STACK)
        for o in (')', ', upper=True)')
    ),
]

COMPLEX_MATRICES = [
    sample(function, REGULAR, body=f'a = x0 + 1j * x0.T * x0\nreturn {value}')
    for function, value in (
        (np.linalg.inv, 'np.real(np.linalg.inv(a))'),
        (np.linalg.det, 'np.imag(np.linalg.det(a))'),
        (np.linalg.slogdet, 'np.linalg.slogdet(a)[1]'),
        (np.linalg.slogdet, 'np.imag(np.linalg.slogdet(a)[0])'),
        (runtime.solve_lower, 'np.real(runtime.solve_lower(np.tril(a), a * a))'),
        (
            runtime.solve_lower,
            'np.imag(runtime.solve_lower(np.tril(a), a * a, True))',
        ),
    )
]

# order and axis
VECTOR_NORMS = (
    (), (2,), (1,), (math.inf,), (-math.inf,), (0,), (3,), (2.5,), (-1,),
)  # fmt: skip

NORMS = [
    *(sample(np.linalg.norm, A3, *order, wrt=(0,)) for order in VECTOR_NORMS),
    *(
        sample(np.linalg.norm, A234, axis=1, keepdims=keep, ord=order)
        for keep in (False, True)
        for order in (None, 1, 2, 3.5)
    ),
    sample(np.linalg.norm, A234, math.inf, -1, wrt=(0,)),
    sample(np.linalg.norm, A234),
    sample(np.linalg.norm, A234, keepdims=True),
    sample(np.linalg.norm, A33, 'fro'),
    sample(np.linalg.norm, A234, 'fro', axis=(0, 2)),
    sample(np.linalg.norm, A234, None, (-2, -1), True),
    sample(np.linalg.norm, single(3)),
    sample(np.linalg.norm, single(2, 3), 3, 0),
    sample(np.linalg.norm, A3, body='return np.linalg.norm(1j * x0 + 2.0)'),
]

HELPERS = [
    sample(runtime.inverse, REGULAR),
    sample(runtime.inverse, STACK),
    sample(runtime.log_abs_det, REGULAR),
    sample(runtime.solve_lower, np.tril(REGULAR), spread(3, 2)),
    sample(runtime.solve_lower, np.tril(REGULAR), spread(3, 2), True),
    sample(runtime.solve_lower, np.tril(STACK), spread(2, 3, 2), adjoint=True),
    sample(runtime.solve_lower, np.tril(REGULAR), spread(2, 3, 2)),
    sample(runtime.solve_lower, np.tril(STACK), spread(3, 2)),
    sample(runtime.half_lower, STACK),
    *(
        sample(
            runtime.cholesky_pullback, factor, seed,
            body='return runtime.cholesky_pullback(np.tril(x0), x1)',
        )
        for factor, seed in ((REGULAR, A33), (STACK, spread(2, 3, 3)))
    ),
    sample(
        runtime.triangle_product, spread(2, 3), A33, 1,
        body='return runtime.triangle_product(x0, np.triu(x1, 1), 1)',
    ),
    sample(
        runtime.triangle_product, spread(2, 3), A33, 1,
        body='return runtime.triangle_product(x0, np.triu(x1, 1), 1, True)',
    ),
    *(
        sample(runtime.mirrored_product, spread(2, 3), A33, count, offset)
        for count in (3, 2, -1) for offset in (0, 1)
    ),
    sample(
        runtime.symmetric_product, spread(2, 3), spread(2, 3), 1,
        body='return runtime.symmetric_product(x0, np.triu(x1, 1), 1)',
    ),
    sample(runtime.nearest_orthogonal, REGULAR),
    sample(runtime.nearest_orthogonal, STACK),
    sample(runtime.log_abs_det, -STACK),
    sample(runtime.sign_of_det, REGULAR),
    sample(runtime.cofactors, REGULAR, wrt=()),
    sample(runtime.cofactor_change, SINGULAR, A22, wrt=(1,)),
    sample(runtime.cofactor_change, STACK, spread(2, 3, 3), wrt=(1,)),
]

LINALG = [*MATRICES, *COMPLEX_MATRICES, *NORMS, *HELPERS]
