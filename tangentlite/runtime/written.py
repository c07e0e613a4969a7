"""Writes into arrays: views, copies and memory for them, sums, repeated indices."""

from __future__ import annotations

import numpy as np


def last_written(adjoint, index):
    """Return `adjoint[index]`, zero where a later item of `index` wrote the place.

    In `y[index] = values` with repeated indices the last value wins.

    >>> last_written(np.array([1.0, 2.0]), ([0, 0, 1],))
    array([0., 1., 2.])
    """
    part = adjoint[index]
    order = np.arange(part.size).reshape(part.shape)
    winner = np.empty(adjoint.shape, int)
    winner[index] = order
    return np.where(winner[index] == order, part, 0.0)


def put_last(part, like, index):
    """Return zeros like an array with `part` at `index`; the last of repeats wins.

    >>> put_last(np.array([1.0, 2.0]), np.zeros(3), ([0, 0],))
    array([2., 0., 0.])
    """
    placed = np.zeros_like(like)
    placed[index] = part
    return placed


def stored_at_once(value, place):
    """Return a copy of what is stored in a part of its own array.

    Raises where NumPy, which copies between lines of different strides entry by entry,
    reads an entry that it has overwritten.

    >>> y = np.arange(8.0)
    >>> stored_at_once(y[:4], y[1::2])
    array([0., 1., 2., 3.])
    >>> stored_at_once(y[1:5], y[::2])
    Traceback (most recent call last):
    ValueError: this value is overwritten while it is stored; store a copy of it instead
    """
    same = value.dtype == place.dtype and np.may_share_memory(value, place)
    step, target = (value.strides[0], place.strides[0]) if same else (1, 1)
    if step == target or step * target < 0 or len(value) != len(place):
        return np.copy(value)
    lines = (value, place) if target > 0 else (value[::-1], place[::-1])
    read, written = (
        line.__array_interface__["data"][0] + line.strides[0] * np.arange(len(line))
        for line in lines
    )
    if not len(read):
        return np.copy(value)
    from_the_end = read[0] < written[0] < read[0] + abs(step) * len(read)
    _, when_written, when_read = np.intersect1d(written, read, return_indices=True)
    late = when_written > when_read if from_the_end else when_written < when_read
    if late.any():
        raise ValueError(
            "this value is overwritten while it is stored; store a copy of it instead"
        )
    return np.copy(value)


def diagonal_to_write(x, offset=0, axis1=0, axis2=1):
    """Return a diagonal as a view that may be written, unlike that of NumPy.

    >>> x = np.zeros((2, 2))
    >>> diagonal_to_write(x)[:] = 3.0
    >>> x
    array([[3., 0.],
           [0., 3.]])
    """
    view = np.diagonal(x, offset, axis1, axis2)
    view.flags.writeable = True
    return view


def copy_as_it_lies(x):
    """Copy an array with its strides, so that the same of its reshapes are views.

    >>> x = np.zeros((4, 4))[::2, ::-1]
    >>> copy_as_it_lies(x).strides == x.strides
    True
    """
    copy = zeros_as_it_lies(x)
    copy[...] = x
    return copy


def zeros_as_it_lies(x):
    """Make an array of zeros with the shape, dtype and strides of another.

    >>> zeros_as_it_lies(np.ones((2, 6))[:, 1::2]).strides
    (48, 16)
    """
    zeros = np.zeros_like(x)
    if zeros.strides == x.strides or x.size == 0 or 0 in x.strides:
        return zeros
    reach = [(n - 1) * step for n, step in zip(x.shape, x.strides)]
    before = -sum(min(step, 0) for step in reach)
    behind = sum(max(step, 0) for step in reach)
    memory = np.zeros(before + behind + x.itemsize, np.uint8)
    return np.ndarray(x.shape, x.dtype, memory, before, x.strides)


def zeros_in_order_of(dtype, *arrays):
    """Make an array of zeros that lies in memory as what a ufunc makes of some arrays.

    >>> x, y = np.ones((3, 2), order='F'), np.ones((2,))
    >>> zeros_in_order_of(float, x, y).strides
    (8, 24)
    """
    made = np.nditer(  # type: ignore[call-overload] # lists of flags per operand
        [*arrays, None],
        flags=["refs_ok", "zerosize_ok"],
        op_flags=[["readonly"]] * len(arrays) + [["writeonly", "allocate"]],
        op_dtypes=[None] * len(arrays) + [dtype],
        order="K",
    ).operands[-1]
    made[...] = 0
    return made


def add_rows(total, rows, values):
    """Add each row of `values` to the row of `total` that has its number.

    What `np.add.at` does, by `np.bincount` if there are rows enough to gain by it.

    >>> total = np.zeros((2, 2))
    >>> add_rows(total, np.array([1, 1]), np.array([[1.0, 2.0], [3.0, 4.0]]))
    >>> total
    array([[0., 0.],
           [4., 6.]])
    """
    if np.size(values) < 500 or total.size > 4 * values.size or np.min(rows) < 0:
        np.add.at(total, rows, values)
        return
    rows = rows.astype(np.intp)  # what follows would overflow in small integers
    if values.ndim == 2 and values.shape[1] <= 16:
        for k in range(values.shape[1]):
            total[:, k] += np.bincount(rows, values[:, k], len(total))
    else:
        width = values.size // len(values)
        places = np.ravel(rows[:, None] * width + np.arange(width))
        sums = np.bincount(places, np.ravel(values), total.size)
        total += np.reshape(sums, total.shape)


def places_visited(order, *arrays):
    """Return the places, counted by rows, in the order in which np.nditer visits them.

    >>> places_visited("K", np.zeros((2, 3)).T)
    array([0, 2, 4, 1, 3, 5])
    """
    visited = np.nditer(arrays, flags=["c_index", "zerosize_ok"], order=order)
    return np.array([visited.index for _ in visited], int)


def unpadded(value, like, before, mode):
    """Sum what NumPy's pad made of the entries of `like`, with widths `before` it.

    >>> unpadded(np.arange(1.0, 7.0), np.zeros(3), (2,), "edge")
    array([ 6.,  4., 11.])
    """
    for axis, (first, size) in enumerate(zip(before, np.shape(like))):
        rows = np.moveaxis(value, axis, -1)
        if first < 0 or rows.shape[-1] < first + size:
            raise ValueError("an array is larger than what was padded")
        total = np.array(rows[..., first : first + size])
        if size and rows.shape[-1] > size:
            turned = total[..., ::-1]
            _add_margin(total, turned, rows[..., :first][..., ::-1], mode)
            _add_margin(turned, total, rows[..., first + size :], mode)
        value = np.moveaxis(total, -1, axis)
    return value


def _add_margin(near, far, margin, mode):
    """Add a margin to the entries it came from, both counted from its edge."""
    size, count = near.shape[-1], margin.shape[-1]
    if mode == "edge" or size == 1:
        near[..., 0] += np.sum(margin, -1)
        return
    first = 1 if mode == "reflect" else 0
    if mode == "wrap":
        near = far
    for start in range(0, count, size - first):
        piece = margin[..., start : start + size - first]
        near[..., first : first + piece.shape[-1]] += piece
        if mode != "wrap":
            near, far = far, near
