"""What is predicted of the patterns of sparse matrices is true of all their contents.

All sizes are numbers, so that trials of a call differ in nothing but contents.
"""
from random import Random

import numpy as np
import pytest

from tangentlite import runtime
from tangentlite.kinds.kind import Array
from tests.rules.sizes.compared_kinds import differences, predicted

PICKS = [[1], slice(1, None)], [slice(None), [0]], [[0], slice(None)]


def pattern(random: Random, count: int, height: int = 3):
    places = sorted(random.sample(range(height * 3), count))
    rows, columns = np.divmod(np.array(places, np.int32), 3)
    return columns, np.searchsorted(rows, np.arange(height + 1)).astype(np.int32)


def calls(random: Random, count: int):
    """The helpers, with arguments of sizes that `count` decides."""
    one, other = pattern(random, count), pattern(random, 3)
    rows, columns = (np.array(random.choices(range(3), k=count)) for _ in range(2))
    width = 2 if count == 3 else 1
    offsets = np.array(random.sample(range(-2, 3), min(count, 5)))
    dense = np.array(random.choices((0.0, 1.0), k=9)).reshape(3, 3)
    blocks = np.ones((count, 2, width))
    yield from ((runtime.picked_pattern, *one, 3, tuple(pick)) for pick in PICKS)
    yield runtime.common_pattern, *one, *other, 3
    yield runtime.joined_pattern, *one, *other, 3
    yield runtime.matched_products, *one, *other, 3
    yield runtime.matched_products, *other, *one, 3
    yield runtime.triangle_pattern, *one, 3, 0, True
    yield runtime.turned_pattern, *one, 3
    yield runtime.row_numbers, *one
    yield runtime.places_of_diagonal, *one, 3, 1
    yield runtime.places_of_entry, *one, 3, 0, 1
    yield runtime.places_of_entries, *one, 3, rows, columns
    yield runtime.compressed, rows, columns, (3, 3)
    yield runtime.compressed, [0, 0, 1][:count], columns[:3], (3, 3)
    yield runtime.shape_of_places, rows, columns
    yield runtime.diagonals_pattern, offsets, 3, (3, 3)
    yield runtime.diagonals_pattern, offsets, 2, (5, 1)
    yield runtime.nonzero_places, dense
    yield runtime.blocks_pattern, *one, blocks, (6, 3 * width)


@pytest.mark.parametrize('count', [1, 2, 3, 4, 6])
def test_sizes_of_patterns(count):
    random = Random(count)
    for _ in range(12):
        for function, *arguments in calls(random, count):
            kinds = [kind_of(argument) for argument in arguments]
            kind, proved = predicted(function, kinds, {})
            assert kind != Array(None, None)
            found = function(*arguments)
            assert not [*differences(kind, found, proved, {})], (kinds, arguments)


def kind_of(value):
    if isinstance(value, np.ndarray):
        return Array(value.dtype.name, value.shape)
    return value


def test_the_size_of_what_is_all_known():
    kind, _ = predicted(runtime.compressed, [[0, 1, 1], [1, 0, 0], (2, 2)], {})
    assert [item.shape for item in kind] == [(2,), (3,), (3,)]
