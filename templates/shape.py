"""Changes of shape and of the order of axes."""
import numpy as np

from tangentlite.rules.registry import d, definition, linear, tangent
from tangentlite.templates.subscripts import refuse


@linear(np.reshape, in_='a', may_view='a')
def reshape(y, a, shape, order='C'):
    require_order(order, 'np.reshape')
    d[a] = np.reshape(d[y], np.shape(a), order)


@tangent(np.reshape)
def reshape_tangent(y, a, shape, order='C'):
    require_order(order, 'np.reshape')
    d[y] = np.reshape(d[a], shape, order)


@linear(np.ravel, in_='a', may_view='a')
def ravel(y, a, order='C'):
    require_order(order, 'np.ravel')
    d[a] = np.reshape(d[y], np.shape(a), order)


@tangent(np.ravel)
def ravel_tangent(y, a, order='C'):
    require_order(order, 'np.ravel')
    d[y] = np.ravel(d[a], order)


# With the orders 'A' and 'K' the memory of the argument decides where an entry goes, in
# which its derivative may lie in another order.
def require_order(order, name):
    if order == 'A' or order == 'K':
        refuse(
            f'{name} with order={order!r}, which looks at the memory of an array,',
            "Give order='C', or order='F' where np.isfortran says so.",
        )


@definition(np.ndarray.flatten)
def flatten(a, order='C'):
    return np.copy(np.ravel(a, order))


# Axis i of the result is axis axes[i] of the argument, which may count from the end.
@linear(np.transpose, in_='a', may_view='a')
def transpose(y, a, axes=None):
    if axes is None:
        d[a] = np.transpose(d[y])
    else:
        inverse = ()
        for k in range(np.ndim(a)):
            for i in range(np.ndim(a)):
                if axes[i] % np.ndim(a) == k:
                    inverse = inverse + (i,)
        d[a] = np.transpose(d[y], inverse)


@linear(np.moveaxis, in_='a', may_view='a')
def moveaxis(y, a, source, destination):
    d[a] = np.moveaxis(d[y], destination, source)


@linear(np.swapaxes, in_='a', may_view='a')
def swapaxes(y, a, axis1, axis2):
    d[a] = np.swapaxes(d[y], axis1, axis2)


# The axis goes before the one at `start`, counted before it was taken out.
@linear(np.rollaxis, in_='a', may_view='a')
def rollaxis(y, a, axis, start=0):
    first = axis % np.ndim(a)
    place = start + np.ndim(a) if start < 0 else start
    d[a] = np.moveaxis(d[y], place - (first < place), first)


@linear(np.expand_dims, in_='a', may_view='a')
def expand_dims(y, a, axis):
    d[a] = np.squeeze(d[y], axis)


@linear(np.squeeze, in_='a', may_view='a')
def squeeze(y, a, axis=None):
    if axis is None:
        d[a] = np.reshape(d[y], np.shape(a))
    else:
        d[a] = np.expand_dims(d[y], axis)


@definition(np.atleast_1d)
def atleast_1d(*arys):
    results = ()
    for array in arys:
        is_number = np.ndim(array) == 0
        array = np.reshape(array, (1,)) if is_number else np.asarray(array)
        results = results + (array,)
    return results[0] if len(results) == 1 else results


@definition(np.atleast_2d)
def atleast_2d(*arys):
    results = ()
    for array in arys:
        if np.ndim(array) == 0:
            array = np.reshape(array, (1, 1))
        elif np.ndim(array) == 1:
            array = np.expand_dims(array, 0)
        else:
            array = np.asarray(array)
        results = results + (array,)
    return results[0] if len(results) == 1 else results


@definition(np.atleast_3d)
def atleast_3d(*arys):
    results = ()
    for array in arys:
        if np.ndim(array) == 0:
            array = np.reshape(array, (1, 1, 1))
        elif np.ndim(array) == 1:
            array = np.expand_dims(array, (0, 2))
        elif np.ndim(array) == 2:
            array = np.expand_dims(array, 2)
        else:
            array = np.asarray(array)
        results = results + (array,)
    return results[0] if len(results) == 1 else results
