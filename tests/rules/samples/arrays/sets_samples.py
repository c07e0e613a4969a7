"""Sample inputs of functions that treat arrays as sets."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

A4, A23, B23 = spread(4), spread(2, 3), spread(2, 3, start=20)

UNIQUE = [
    sample(np.unique, A4),
    sample(np.unique, A23),
    sample(np.unique, single(4)),
    sample(np.unique, A4, body='return np.unique(np.maximum(x0, 0.1))'),
    sample(
        np.unique, A23,
        body='v, i, n = np.unique(x0, return_inverse=True, return_counts=True)\n'
             'return v[i] * v[0] * n[0]'),
    sample(np.unique, A23, axis=0),
    sample(np.unique, single(3, 2), axis=-1),
    sample(np.unique, spread(2, 3, 2), axis=1, equal_nan=False),
    sample(np.unique, A4, axis=0),
    sample(
        np.unique, A23,
        body='rows = np.concatenate((x0, x0[:1]))\n'
             'v, i, j, n = np.unique(rows, True, True, True, 0)\n'
             'return v[np.ravel(j)] * np.sin(v[0]) * n[0] * (1 + i[1])'),
    sample(np.unique, A4, equal_nan=False),
    sample(np.unique_values, A4, body='return np.sort(np.unique_values(x0))'),
    sample(np.unique_all, A4, body='return np.unique_all(x0).values'),
    sample(np.unique_counts, A23, body='v, n = np.unique_counts(x0)\nreturn v * n'),
    sample(np.unique_inverse, A4, body='v, i = np.unique_inverse(x0)\nreturn v[i]'),
]  # fmt: skip

SETS = [
    sample(np.isin, A4, np.array([0.5, 0.7]), wrt=()),
    sample(np.union1d, A4, B23),
    sample(
        np.intersect1d, A4, B23,
        body='return np.intersect1d(x0, x0[1:3]) * x1[0, 0]'),
    sample(np.setdiff1d, A4, B23),
    sample(
        np.setdiff1d, A4, B23,
        body='return np.setdiff1d(x0, x0[1:2], assume_unique=True) * x1[0, 0]'),
    sample(np.setxor1d, A4, B23),
]  # fmt: skip

SAMPLES = [*UNIQUE, *SETS]
