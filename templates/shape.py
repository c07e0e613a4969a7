"""Changes of shape and of the order of axes."""
import numpy as np

from tangentlite.rules.registry import d, linear


# With the orders 'A' and 'K' the memory of the argument decides where an entry goes.
@linear(np.reshape, in_='a', may_view='a')
def reshape(y, a, shape, order='C'):
    if order == 'C':
        d[a] = np.reshape(d[y], np.shape(a))
    elif order == 'F':
        d[a] = np.reshape(d[y], np.shape(a), 'F')


@linear(np.ravel, in_='a', may_view='a')
def ravel(y, a, order='C'):
    if order == 'C':
        d[a] = np.reshape(d[y], np.shape(a))
    elif order == 'F':
        d[a] = np.reshape(d[y], np.shape(a), 'F')


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


@linear(np.flip, in_='m', may_view='m')
def flip(y, m, axis=None):
    d[m] = np.flip(d[y], axis)


@linear(np.expand_dims, in_='a', may_view='a')
def expand_dims(y, a, axis):
    d[a] = np.squeeze(d[y], axis)


@linear(np.squeeze, in_='a', may_view='a')
def squeeze(y, a, axis=None):
    if axis is None:
        d[a] = np.reshape(d[y], np.shape(a))
    else:
        d[a] = np.expand_dims(d[y], axis)
