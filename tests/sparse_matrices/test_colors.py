"""Colors of random patterns: each entry can be read off one product."""

import numpy as np
import pytest

from tangentlite.sparse.column_colors import column_colors, count_of, greedy_colors
from tangentlite.sparse.compression import plan_of
from tangentlite.sparse.detection import longest
from tangentlite.sparse.entry_patterns import full_pattern, given_pattern, pattern_of
from tangentlite.sparse.star_colors import star_colors, symmetric_colors

RANDOM = np.random.default_rng(11)
SHAPES = [(1, 1), (6, 6), (5, 40), (40, 5), (30, 30), (40, 40)]


def random_flags(shape: tuple[int, int], share: float) -> np.ndarray:
    return RANDOM.random(shape) < share


def symmetric_flags(size: int, share: float) -> np.ndarray:
    flags = random_flags((size, size), share)
    return flags | flags.T


def grid(size: int) -> np.ndarray:
    place = np.arange(size * size)
    across = np.abs(np.subtract.outer(place % size, place % size))
    down = np.abs(np.subtract.outer(place // size, place // size))
    return across + down <= 1


@pytest.mark.parametrize("share", [0.0, 0.03, 0.1, 0.5, 1.0])
@pytest.mark.parametrize("shape", SHAPES)
def test_no_row_has_two_columns_of_a_color(shape, share):
    flags = random_flags(shape, share)
    for colors in (
        column_colors(given_pattern(flags)),
        greedy_colors(given_pattern(flags)),
    ):
        assert ((colors == -1) == ~flags.any(axis=0)).all() or (colors >= 0).all()
        assert (colors[flags.any(axis=0)] >= 0).all()
        for row in flags:
            assert len(set(colors[row])) == row.sum()


@pytest.mark.parametrize("share", [0.0, 0.02, 0.05, 0.15, 0.6, 1.0])
@pytest.mark.parametrize("size", [1, 2, 7, 25, 36])
def test_paths_of_four_have_three_colors(size, share):
    flags = symmetric_flags(size, share)
    order = RANDOM.permutation(size).tolist()
    for colors in (
        star_colors(given_pattern(flags)),
        star_colors(given_pattern(flags), order),
    ):
        require_star(flags, colors)


def require_star(flags: np.ndarray, colors: np.ndarray) -> None:
    """A path of two colors has no more than three vertices: its ends meet no fourth."""
    neighbours = [set(np.flatnonzero(row)) - {k} for k, row in enumerate(flags)]
    for second, around in enumerate(neighbours):
        for third in around:
            assert colors[second] != colors[third]
            for first in around - {third}:
                for last in neighbours[third] - {first, second}:
                    assert (
                        colors[first] != colors[third] or colors[second] != colors[last]
                    )


class Exact:
    """Products with a matrix that is known."""

    def __init__(self, matrix: np.ndarray) -> None:
        self.matrix, self.dtype, self.count = matrix, matrix.dtype, 0
        self.rows, self.columns = matrix.shape

    def forward_each(self, vectors: np.ndarray) -> np.ndarray:
        self.count += len(vectors)
        return vectors @ self.matrix.T

    def backward(self, vector: np.ndarray) -> np.ndarray:
        self.count += 1
        return self.matrix.T @ vector


@pytest.mark.parametrize("share", [0.02, 0.1, 0.5, 1.0])
@pytest.mark.parametrize("shape", SHAPES)
def test_jacobians_are_recovered(shape, share):
    flags = random_flags(shape, share)
    flags[0] |= RANDOM.random() < 0.5
    require_recovered(flags, is_symmetric=False)


@pytest.mark.parametrize("share", [0.02, 0.1, 0.5, 1.0])
@pytest.mark.parametrize("size", [1, 9, 40])
def test_hessians_are_recovered(size, share):
    require_recovered(symmetric_flags(size, share), is_symmetric=True)


def require_recovered(flags: np.ndarray, is_symmetric: bool) -> None:
    matrix = np.where(flags, RANDOM.integers(1, 9, flags.shape), 0).astype(float)
    if is_symmetric:
        matrix = np.maximum(matrix, matrix.T)
    plan, products = plan_of(given_pattern(flags), is_symmetric), Exact(matrix)
    found, product = plan.entries(products), matrix @ plan.probe(matrix.dtype)
    np.testing.assert_array_equal(found.values, matrix[flags])
    for one in (found.expected, found.product):
        assert one is None or np.allclose(one, product, rtol=1e-13)
    # One product more tells whether the pattern holds all entries.
    assert products.count - 1 == plan.colors <= min(flags.shape) + 1


@pytest.mark.parametrize(
    ("flags", "columns", "stars"),
    [
        (np.eye(9), 1, 1),
        (np.tri(30, k=1) * np.tri(30, k=1).T, 3, 3),
        (np.tri(30, k=2) * np.tri(30, k=2).T, 5, 5),
        (grid(8), 7, 7),
        (np.ones((6, 6)), 6, 6),
    ],
)
def test_few_colors_are_enough(flags, columns, stars):
    assert count_of(column_colors(given_pattern(flags))) <= columns
    assert count_of(symmetric_colors(given_pattern(flags))) <= stars


@pytest.mark.parametrize("hub", [0, 7, 19])
def test_an_arrow_has_two_star_colors_wherever_its_hub_is(hub):
    flags = np.eye(20, dtype=bool)
    flags[hub] = flags[:, hub] = True
    assert count_of(symmetric_colors(given_pattern(flags))) == 2
    assert count_of(column_colors(given_pattern(flags))) == 20


def test_a_long_row_is_taken_by_the_transpose():
    flags = np.eye(50, dtype=bool)
    flags[17] = True
    plan = plan_of(given_pattern(flags), is_symmetric=False)
    assert count_of(plan.column_colors) == count_of(plan.row_colors) == 1
    assert longest(flags.sum(axis=1), 1).tolist() == [17]


def test_few_rows_are_taken_by_the_transpose():
    plan = plan_of(full_pattern((3, 40)), is_symmetric=False)
    assert plan.colors == 3 == count_of(plan.row_colors)


def test_patterns_are_sorted_and_without_repetitions():
    rows, columns = np.array([2, 0, 2, 1]), np.array([1, 3, 1, 0])
    found = pattern_of((3, 4), rows, columns)
    assert (found.rows.tolist(), found.columns.tolist()) == ([0, 1, 2], [3, 0, 1])
    other = found.transposed().transposed()
    assert (other.rows == found.rows).all() and (other.columns == found.columns).all()
    assert found.joined(full_pattern((3, 4))).rows.size == 12
    assert found.starts.tolist() == [0, 1, 2, 3]
