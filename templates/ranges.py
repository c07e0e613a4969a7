"""Numbers in a range, evenly spaced on a line or a logarithmic scale."""
import numpy as np

from tangentlite.rules.registry import adjoint, d, definition, formula, tangent
from tangentlite.runtime import unbroadcast
from tangentlite.templates.subscripts import refuse


# The result is start times one minus the weights plus stop times the weights, along the
# axis; the step that `retstep` adds is their difference over the number of steps.
@adjoint(np.linspace)
def linspace(
    y, start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0
):
    weights = np.linspace(0.0, 1.0, num, endpoint)
    numbers = d[y][0] if retstep else d[y]
    only_step = np.ndim(numbers) == 0
    if only_step:
        from_start, from_stop = 0.0, 0.0
    elif np.ndim(y[0] if retstep else y) == 1:
        from_start = np.dot(1.0 - weights, numbers)
        from_stop = np.dot(weights, numbers)
    else:
        rows = np.moveaxis(numbers, axis, -1)
        from_start = rows @ (1.0 - weights)
        from_stop = rows @ weights
    if retstep:
        change = np.divide(d[y][1], max(num - endpoint, 1))
        from_start = from_start - change
        from_stop = from_stop + change
    d[start] = unbroadcast(from_start, start)
    d[stop] = unbroadcast(from_stop, stop)


@tangent(np.linspace)
def linspace_tangent(
    y, start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0
):
    first, last = d[start], d[stop]
    if np.ndim(start) > 0:
        first = np.broadcast_to(first, np.shape(start))
    if np.ndim(stop) > 0:
        last = np.broadcast_to(last, np.shape(stop))
    if retstep:
        numbers = np.linspace(first, last, num, endpoint, axis=axis)
        d[y] = numbers, np.divide(last - first, max(num - endpoint, 1))
    else:
        d[y] = np.linspace(first, last, num, endpoint, axis=axis)


# The limit decides how many numbers there are, not what they are.
@adjoint(np.arange)
def arange(y, start, stop=None, step=1, dtype=None):
    if stop is None:
        d[start] = 0.0
    else:
        d[start] = np.sum(d[y])
    d[stop] = 0.0
    d[step] = np.dot(d[y], np.arange(np.size(y)))


@tangent(np.arange)
def arange_tangent(y, start, stop=None, step=1, dtype=None):
    if stop is None:
        d[y] = np.arange(np.size(y)) * d[step]
    else:
        d[y] = d[start] + np.arange(np.size(y)) * d[step]


@definition(np.logspace)
def logspace(start, stop, num=50, endpoint=True, base=10.0, *, axis=0):
    if np.ndim(base) > 0:
        refuse('np.logspace of several bases', 'Use powers of np.linspace.')
    return np.power(base, np.linspace(start, stop, num, endpoint, axis=axis))


@formula(np.geomspace)
def geomspace(start, stop, num=50, endpoint=True, *, axis=0):
    weights = np.linspace(0.0, 1.0, num, endpoint)
    ratio = np.divide(stop, start)
    if np.ndim(ratio) == 0:
        return start * ratio**weights
    columns = np.reshape(weights, (-1,) + (1,) * np.ndim(ratio))
    return np.moveaxis(start * ratio**columns, 0, axis)
