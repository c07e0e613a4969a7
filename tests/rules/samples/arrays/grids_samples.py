"""Sample inputs of broadcasts, grids and the functions that give positions."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

A3, A4, A34 = spread(3), spread(4, start=9), spread(3, 4)
MATRIX = np.ones((3, 3))

POSITIONS = [
    sample(np.broadcast_shapes, (2, 1), (3,)),
    sample(np.indices, (2, 3)),
    sample(np.ravel_multi_index, (np.array([0, 1]), np.array([2, 1])), (2, 3)),
    sample(np.tril_indices, 3, -1),
    sample(np.mask_indices, 3, np.triu, 1),
    sample(np.triu_indices, 3),
    sample(np.diag_indices, 3),
    *(
        sample(f, MATRIX, wrt=())
        for f in (np.tril_indices_from, np.triu_indices_from, np.diag_indices_from)
    ),
    sample(
        np.ix_, A3, A4, body='return np.outer(x0, x1)[np.ix_([0, 2], [1, 1, 3])]'),
    sample(
        np.triu_indices_from, spread(3, 3),
        body='return x0[np.triu_indices_from(x0, 1)] ** 2'),
    sample(
        np.mask_indices, spread(3, 3),
        body='return x0[np.mask_indices(3, np.triu)] ** 2'),
]  # fmt: skip

GRIDS = [
    sample(
        np.broadcast_arrays, A34, A3[:, None],
        body='a, b = np.broadcast_arrays(x0, x1)\nreturn a * np.sin(b)'),
    sample(
        np.broadcast_arrays, A3, 0.7,
        body='a, b = np.broadcast_arrays(x0, x1)\nreturn a * b'),
    sample(
        np.meshgrid, A3, A4,
        body='a, b = np.meshgrid(x0, x1)\nreturn a * np.sin(b)'),
    sample(
        np.meshgrid, A3, A4,
        body='a, b = np.meshgrid(x0, x1, indexing="ij")\nreturn a * np.sin(b)'),
    sample(
        np.meshgrid, A3, A4, spread(2),
        body='a, b, c = np.meshgrid(x0, x1, x2, sparse=True)\n'
             'return a * np.sin(b) - c'),
    sample(np.meshgrid, single(3), body='return np.meshgrid(x0)[0] ** 2'),
]  # fmt: skip

SAMPLES = [*POSITIONS, *GRIDS]
