"""Polyfills of iteration over objects, and of NumPy's loops over indices.

They are walked like the user's code, never run.
"""

import numpy as np

from tangentlite.handlers import polyfill


def items(owner):
    """Yield the items of an object with `__getitem__` alone, of any length."""
    place, running = 0, True
    while running:
        try:
            item = owner[place]
        except (IndexError, StopIteration):
            running = False
        if running:
            yield item
        place = place + 1


def following(iterator, default):
    """`next(iterator, default)`."""
    found = default
    try:
        found = iterator.__next__()
    except StopIteration:
        pass
    return found


@polyfill(np.ndenumerate, takes_all=False)
def placed(array):
    """`np.ndenumerate`."""
    for k in range(np.size(array)):
        index = np.unravel_index(k, np.shape(array))
        yield index, array[index]


@polyfill(np.ndindex, takes_all=False)
def indices(*shape):
    """`np.ndindex`."""
    sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
    count = 1
    for size in sizes:
        count = count * size
    for k in range(count):
        yield np.unravel_index(k, sizes)
