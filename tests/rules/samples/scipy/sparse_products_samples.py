"""Sample inputs of helpers for sparse matrices."""
import numpy as np

from tangentlite import runtime
from tests.rules.samples.sample import sample, single, spread

INDICES, INDPTR = np.array([0, 2, 1, 2]), np.array([0, 2, 2, 4])
PATTERN = INDICES, INDPTR
DATA, X3, A32 = spread(4), spread(3, start=5), spread(3, 2, start=9)
# Square and regular, its lower triangle alone, and symmetric.
FULL = np.array([0, 1, 1, 0, 2]), np.array([0, 2, 3, 5])
LOWER = np.array([0, 0, 1, 1, 2]), np.array([0, 1, 3, 5])
WIDE = np.array([0, 2, 1]), np.array([0, 2, 3])
FIVE = spread(5, low=1.0)
SYMMETRIC = np.array([0, 1, 0, 1, 2, 1, 2, 3, 2, 3]), np.array([0, 2, 5, 8, 10])
TIGHT = (('atol', 1e-14), ('btol', 1e-14), ('conlim', 0.0))
SETTINGS = (('rtol', 1e-13),)

# These have no derivative, or one of first order: test_sparse_of_scipy.py.
CONSTANT = [
    sample(runtime.blocks_pattern, *PATTERN, np.ones((4, 1, 1)), (3, 3), wrt=()),
    sample(runtime.common_pattern, *PATTERN, *LOWER, 3),
    sample(runtime.is_pattern, np.ones(4), *PATTERN, wrt=()),
    sample(runtime.has_repeats, *PATTERN, wrt=()),
    sample(runtime.exponential_steps, np.ones(4), *PATTERN, wrt=()),
    sample(runtime.joined_pattern, *PATTERN, *LOWER, 3),
    sample(runtime.matched_products, *PATTERN, *LOWER, 3),
    sample(runtime.compressed, *PATTERN[:1], np.array([0, 0, 1, 2]), (3, 3)),
    sample(runtime.shape_of_places, *PATTERN[:1], np.array([0, 0, 1, 2])),
    sample(runtime.diagonals_pattern, np.array([0, 1]), 3, (3, 3)),
    sample(runtime.nonzero_places, np.eye(3), wrt=()),
    sample(runtime.picked_pattern, *PATTERN, 3, (slice(0, 2), slice(None))),
    sample(runtime.places_of_diagonal, *PATTERN, 3, 0),
    sample(runtime.places_of_entry, *PATTERN, 3, 0, 2),
    sample(runtime.places_of_entries, *PATTERN, 3, INDICES[:2], INDICES[1:3]),
    sample(runtime.row_numbers, *PATTERN),
    sample(runtime.triangle_pattern, *PATTERN, 3, 0, True),
    sample(runtime.turned_pattern, *PATTERN, 3),
    sample(runtime.sparse_eigenvalues, np.ones(10), *SYMMETRIC, (('k', 1),), wrt=()),
    sample(
        runtime.sparse_singular_values, np.ones(10), *SYMMETRIC, 4, (('k', 1),), wrt=()
    ),
]

SAMPLES = [
    *CONSTANT,
    *(
        sample(product, DATA, *PATTERN, 3, x)
        for product in (runtime.row_product, runtime.column_product)
        for x in (X3, A32)
    ),
    sample(runtime.row_product, single(4), *PATTERN, 3, single(3)),
    *(
        sample(runtime.products_at, *PATTERN, y, x)
        for y, x in ((X3, spread(3)), (A32, spread(3, 2)))
    ),
    sample(runtime.sums_at, DATA, np.array([0, 2, 0, 1]), 3),
    sample(runtime.dense_matrix, DATA, *PATTERN, 3),
    sample(runtime.entries_at, spread(3, 3), *PATTERN),
    *(
        sample(runtime.sparse_solution, FIVE, *FULL, b, turned)
        for b in (X3, A32)
        for turned in (False, True)
    ),
    *(
        sample(runtime.sparse_solution, FIVE, *LOWER, X3, turned, method)
        for turned in (False, True)
        for method in ('lower', 'unit lower')
    ),
    sample(
        runtime.least_squares_found, FIVE, *FULL, X3, 0.5, wrt=(0, 3, 4),
        body=f'return runtime.least_squares_found(x0, np.array({FULL[0].tolist()}), '
        f'np.array({FULL[1].tolist()}), 3, x1, x2, None, "lsqr", True, {TIGHT})[0]',
    ),
    *(
        sample(runtime.least_squares_again, data, *pattern, 3, b, turned)
        for data, pattern, b, turned in (
            (FIVE, FULL, X3, False), (FIVE, FULL, X3, True),
            (FIVE[:3], WIDE, X3[:2], False), (FIVE[:3], WIDE, X3, True),
        )
    ),
    sample(
        runtime.iterated_solution, FIVE, *FULL, X3, wrt=(0, 3),
        body=f'x, info = runtime.iterated_solution(x0, np.array({FULL[0].tolist()}), '
        f'np.array({FULL[1].tolist()}), x1, "gmres", None, True, {SETTINGS})\n'
        'return x',
    ),
    sample(
        runtime.iterated_solution, FIVE, *FULL, X3, wrt=(0, 3),
        body=f'x, info = runtime.iterated_solution(x0, np.array({FULL[0].tolist()}), '
        f'np.array({FULL[1].tolist()}), x1, "gmres", None, False, {SETTINGS})\n'
        'return x',
    ),
    *(
        sample(runtime.iterated_again, FIVE, *FULL, X3, 'gmres', turned, SETTINGS)
        for turned in (False, True)
    ),
    *(
        sample(runtime.sparse_exponential, FIVE, *FULL, turned)
        for turned in (False, True)
    ),
    *(
        sample(runtime.exponential_product, FIVE, *FULL, b, turned)
        for b in (X3, A32)
        for turned in (False, True)
    ),
    # in several steps, and with an entry that is 0
    sample(
        runtime.exponential_product, np.array([-30.0, 9.0, -20.0, 0.0, -9.0]), *FULL, X3
    ),
]  # fmt: skip
