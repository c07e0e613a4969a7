"""Which axes an index leaves, against what NumPy makes of the same index."""

import gast
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.analysis.stabilizing.selected_axes import selected_axes
from tangentlite.kinds.kind import Array

SHAPE = (3, 3, 3)
ARRAYS = {"r": np.arange(3), "q": np.array([2, 0, 1]), "two": np.array([1, 0])}
KINDS = {name: Array("int64", array.shape) for name, array in ARRAYS.items()}
INDICES = (
    "0", ":, 0", "..., 0", "0, :, r", "r, :, 0", ":, r, 0", "0, r", "r, 0", "r, q",
    "q, r", ":, r, q", "r, :, q", "..., r", "r", ":, r", ":, None, r", "r, None, q",
    "0, None, r", ":1", ":, :1", ":, 1:", "None", "..., None, 0", "[1, 0, 1], r",
    "0, [1, 0, 1]", "[1, 0, 1], :, [1, 0, 1]", "None, 0, :, r", "q", "two, :, 0", "two",
    "r, r", "r, r, r", "..., r, :", "[1, 0], two", "0, 0, r", "r, 0, 0", "0, :, 0",
)  # fmt: skip


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("text", INDICES)
def test_as_numpy_indexes(text, axis):
    index = gast.parse(f"z[{text}]").body[0].value.slice
    axes = tuple(axis if k == axis else None for k in range(3))
    found = selected_axes(index, axes, KINDS.get, lambda name: name == "r", SHAPE)
    if found is None:
        return
    along = np.moveaxis(np.broadcast_to(np.arange(3), SHAPE), -1, axis)
    got = eval(f"z[{text}]", {"z": along, **ARRAYS})
    assert len(found) == got.ndim and found.count(axis) == 1
    shape = [1] * got.ndim
    shape[found.index(axis)] = 3
    np.testing.assert_array_equal(got, np.arange(3).reshape(shape) + 0 * got)


def test_most_are_found():
    found = [
        selected_axes(
            gast.parse(f"z[{text}]").body[0].value.slice,
            tuple(axis if k == axis else None for k in range(3)),
            KINDS.get,
            lambda name: name == "r",
            SHAPE,
        )
        for text in INDICES
        for axis in range(3)
    ]
    assert sum(axes is not None for axes in found) > 40


def numbers_and_rows_apart(s):
    """NumPy puts the axis of the rows in front of the one between them."""
    z = s - np.max(s, axis=(0, 2), keepdims=True)
    b = np.log(np.sum(np.exp(z), axis=2, keepdims=True))
    return np.sum(np.arange(9.0).reshape(3, 3) * (b[0] - z[0, :, [1, 0, 2]]))


def test_an_axis_that_moves_to_the_front():
    s = np.random.default_rng(0).normal(size=(2, 3, 4))
    tl.check_grad(numbers_and_rows_apart, (s,))
