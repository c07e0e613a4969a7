"""Helpers of derivatives for arrays of the array API, in the functions of these.

They take the namespace of the arrays first, and read nothing of NumPy's: such arrays
need not be NumPy's, and do not go together with those.
"""

from __future__ import annotations


def unbroadcast_in(xp, value, like, times=None):
    """Sum a value over the axes along which `like` was broadcast to it.

    It is `unbroadcast` with the functions of the namespace `xp`: `like` is a number, an
    array, or the shape of one; with an array `times`, the product is summed. A value
    that is smaller stays so, if it broadcasts, with as many axes.

    >>> import numpy as np
    >>> unbroadcast_in(np, np.ones((2, 3)), np.zeros((1, 3)))
    array([[2., 2., 2.]])
    >>> unbroadcast_in(np, np.ones((2, 3)), (3,), np.full((2, 3), 4.0))
    array([8., 8., 8.])
    >>> unbroadcast_in(np, np.ones(3), (1, 3)).shape
    (1, 3)
    >>> float(unbroadcast_in(np, np.ones((2, 3)), 1.5))
    6.0
    """
    shape = like if type(like) is tuple else getattr(like, "shape", ())
    if times is not None:
        value = value * times
    own = getattr(value, "shape", ())
    if own == shape:
        return value
    extra = len(own) - len(shape)
    if extra > 0:
        value = xp.sum(value, axis=tuple(range(extra)))
    elif extra < 0:  # an assignment dropped axes of `like`
        value = xp.reshape(value, (1,) * -extra + own)
    axes = tuple(
        axis for axis, size in enumerate(shape) if size == 1 and value.shape[axis] != 1
    )
    return xp.sum(value, axis=axes, keepdims=True) if axes else value
