"""Arrays that are joined, split, taken and contracted, where a shape decides."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

pytestmark = pytest.mark.one_in(3)

A3, A4, A7 = spread(3), spread(4), spread(7)
A23, A232 = spread(2, 3), spread(2, 3, 2)


@pytest.mark.parametrize(
    ("join", "x"),
    [
        (np.vstack, 0.7), (np.vstack, A3), (np.vstack, A23),
        (np.dstack, 0.7), (np.dstack, A3), (np.dstack, A23), (np.dstack, A232),
        (lambda parts: np.concatenate(parts, -1), A23),
        (lambda parts: np.concatenate(parts, -2), A23),
        (lambda parts: np.concatenate(parts, 1), A232),
        (lambda parts: np.concatenate(parts, None), A23),
    ],
)  # fmt: skip
def test_lists_of_one_rank_stay_lists(join, x):
    def joined(x, n):
        parts = []
        for k in range(n):
            parts.append(x * (k + 1.0))
        return join(parts)

    compare(joined, (x,), more=(3,))
    gradient = tl.grad(lambda x, n: np.sum(joined(x, n) ** 2))
    gradient(x, 3)
    assert "in range(n)" in gradient.source


def test_rows_of_an_array_are_joined():
    compare(lambda x: np.concatenate(x), (A232,))
    compare(lambda x: np.concatenate(x, 1), (A232,))


SPLITS = {
    "whole": (lambda x: np.split(x, 1)[0], A3),
    "first_axis_from_behind": (lambda x: np.split(x, 2, -2)[1], A23),
    "last_axis": (lambda x: np.split(x, 3, -1)[1], A23),
    "of_rows": (lambda x: np.array_split(x, 2)[1], A23),
    "some_larger": (lambda x: np.array_split(x, 3)[1], A7),
    "more_larger": (lambda x: np.array_split(x, 5)[2], A7),
    "last_of_some": (lambda x: np.array_split(x, 3)[2], A7),
}


@pytest.mark.parametrize("name", SPLITS)
def test_parts_of_a_number_of_parts(name):
    program, x = SPLITS[name]
    compare(program, (x,))


@pytest.mark.parametrize(
    ("program", "x", "kind", "words"),
    [
        (lambda x: np.split(x, 0)[0], A3, ZeroDivisionError, "modulo"),
        (lambda x: np.split(x, -1)[0], A3, ValueError, "sections must be larger"),
        (lambda x: np.array_split(x, 0)[0], A3, ValueError, "sections must be larger"),
        (lambda x: np.split(x, 2, 2)[0], A23, IndexError, "out of range"),
        (lambda x: np.array_split(x, 2, -3)[0], A23, IndexError, "out of range"),
        (lambda x: np.hsplit(x, 1)[0], 0.5, ValueError, "1 or more dimensions"),
        (lambda x: np.vsplit(x, 1)[0], A3, ValueError, "2 or more dimensions"),
        (lambda x: np.dsplit(x, 1)[0], A23, ValueError, "3 or more dimensions"),
        (lambda x: x * np.block([]), A3, ValueError, "cannot be empty"),
        (lambda x: np.block([x, [x]]), A3, ValueError, "depths are mismatched"),
        (lambda x: np.take_along_axis(x, np.array([[0]]), 2), A23,
         np.exceptions.AxisError, "out of bounds"),
        (lambda x: np.take_along_axis(x, np.array([[0]]), -3), A23,
         np.exceptions.AxisError, "out of bounds"),
    ],
)  # fmt: skip
def test_what_numpy_refuses(program, x, kind, words):
    def total(x):
        return np.sum(program(x))

    with pytest.raises(kind, match=words):
        total(x)
    with pytest.raises(kind, match=words):
        tl.grad(total)(x)
    with pytest.raises(kind, match=words):
        tl.autodiff(total, mode="forward")(x, x)


def test_a_block_of_an_array_is_another_array():
    def written(x):
        block = np.block(x)
        block[0] = 3.0
        return block * x

    compare(written, (A3,))


MADE = {
    "vector": (lambda x: np.array(x, ndmin=1), 0.7),
    "from_a_row": (lambda row: np.full_like(np.ones((2, 3)), row), A3),
    "from_a_column": (lambda column: np.full_like(A23, column), spread(2, 1)),
    "one_of_a_number": (lambda x: np.take(x, 0), 0.7),
    "many_of_a_number": (lambda x: np.take(x, [[0, 0]]), 0.7),
    "of_one_choice": (lambda x: np.choose([0, 0, 0], [x]), A3),
}


@pytest.mark.parametrize("name", MADE)
def test_arrays_made_and_taken(name):
    program, x = MADE[name]
    compare(program, (x,))


def test_sorted_real_numbers_are_complex():
    compare(lambda x: np.imag(np.sqrt(np.sort_complex(x))), (-np.abs(A4),))


CONTRACTIONS = {
    "diagonal_inside": (lambda a: np.einsum("jiik->jik", a), (spread(2, 3, 3, 4),)),
    "diagonal_before": (lambda a: np.einsum("jiik->ik", a), (spread(2, 3, 3, 2),)),
    "numbers": (lambda x, y: np.einsum(",", x, y), (0.7, 0.3)),
    "number_of_a_vector": (lambda x, y: np.einsum(",i->i", x, y), (0.7, A3)),
}


@pytest.mark.parametrize("name", CONTRACTIONS)
def test_contractions_of_repeated_and_no_indices(name):
    compare(*CONTRACTIONS[name])
