"""Overlapping windows of an array, as views of it."""
import numpy as np

from tangentlite.rules.registry import d, linear


# Each window axis is summed along the diagonals it makes with the axis that it slides
# along. A row of n + 1 entries that is read as one of n begins an entry further right:
# so the diagonals become columns.
@linear(np.lib.stride_tricks.sliding_window_view, in_='x', may_view='x')
def sliding_window_view(y, x, window_shape, axis=None, *, writeable=False):
    if axis is None:
        axes = tuple(range(np.ndim(x)))
    else:
        axes = tuple(axis) if np.ndim(axis) == 1 else (axis,)
    value = d[y]
    for k in axes[::-1]:
        rows = np.moveaxis(value, k % np.ndim(x), -1)
        ahead = np.shape(rows)[:-2]
        width = np.shape(rows)[-2]
        count = np.shape(rows)[-1] + width - 1
        margins = ((0, 0),) * (len(ahead) + 1) + ((0, width),)
        flat = np.reshape(np.pad(rows, margins), ahead + (width * (count + 1),))
        turned = np.reshape(flat[..., : width * count], ahead + (width, count))
        value = np.sum(turned, -2)
        if np.ndim(value) > 1:
            value = np.moveaxis(value, -1, k % np.ndim(x))
    d[x] = value
