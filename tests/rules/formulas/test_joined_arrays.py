"""Arrays that are joined: from lists of any length, from tuples of several ranks."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

JOINS = [np.hstack, np.vstack, np.dstack, np.column_stack, np.stack, np.concatenate]
SHAPES = [(), (3,), (2, 3), (2, 3, 2)]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("shape", SHAPES, ids=map(len, SHAPES))
@pytest.mark.parametrize("join", JOINS, ids=lambda join: join.__name__)
def test_lists_that_grow(join, shape, count):
    if join is np.concatenate and not shape:
        pytest.skip("NumPy joins no numbers so")

    def joined(x, y, count):
        parts = []
        for k in range(count):
            parts.append(x * (k + 1.0) + y)
        return join(parts)

    compare(joined, (spread(*shape) if shape else 0.7, 0.3), more=(count,))


def test_tuples_of_several_ranks():
    vector, other, matrix = spread(3), spread(3, start=5), spread(2, 3)
    compare(lambda a, b, c: np.vstack((a, b, c)), (vector, other, matrix))
    compare(lambda a, b, c: np.vstack((c, a, b)), (vector, other, matrix))
    compare(lambda a, b, c: np.column_stack((a, b, c)), (vector, other, matrix.T))
    compare(lambda a, b, c: np.column_stack((c, a, b)), (vector, other, matrix.T))
    cube = spread(2, 3, 2)
    compare(lambda a, b, c: np.dstack((a, b, c)), (matrix, cube, 2.0 * matrix))
    compare(lambda a, b, c: np.hstack((a, b, c)), (0.3, vector, 0.7))
    compare(lambda a, b, c: np.hstack((a, b, c)), (vector, 0.3, other))


def test_numbers_below_one_another_and_blocks_of_vectors():
    compare(lambda x, y, z: np.vstack((x, y, z)), (0.3, 0.5, 0.7))
    vector = spread(3)
    compare(lambda v, w: np.block([[v], [w]]), (vector, vector[::-1].copy()))
    compare(lambda v, w: np.block([[v, w]]), (vector, spread(2, 3).T[:1]))


def test_parts_of_arrays():
    compare(lambda x: np.array_split(x, 1)[0], (spread(3),))
    compare(lambda x: np.hsplit(x, 3)[1], (spread(3),))

    def weighted(x, places):
        parts = np.split(x, places)
        return sum(np.sum(part**2) * (i + 1.0) for i, part in enumerate(parts))

    got = tl.grad(weighted)(np.ones(5), np.array([1, 3]))
    np.testing.assert_array_equal(got, [2.0, 4.0, 4.0, 6.0, 6.0])


def test_lists_of_matrices_of_several_sizes():
    def joined(x, axis):
        parts = []
        for k in range(1, 4):
            parts.append(x[:, :k] if axis else x[:k])
        return np.concatenate(parts, 1) if axis else np.concatenate(parts)

    compare(lambda x: joined(x, 0), (spread(3, 2),))
    compare(lambda x: joined(x, 1), (spread(2, 3),))


@pytest.mark.parametrize("x", [0.7, spread(3)])
@pytest.mark.parametrize("join", [np.hstack, np.column_stack])
def test_the_text_is_for_lists_of_any_length(join, x):
    def joined(x, n):
        parts = []
        for k in range(n):
            parts.append(x * (k + 1.0))
        return np.sum(join(parts) ** 2)

    gradient = tl.grad(joined)
    gradient(x, 3)
    assert "in range(n)" in gradient.source
