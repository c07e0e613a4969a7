"""Values of images between their entries: splines of scipy.ndimage.

An image is interpolated by B-splines of a degree, whose coefficients are those of the
image filtered. Beyond its edges it goes on as `mode` says.
"""
import math

import numpy as np
from scipy import ndimage, special

from tangentlite.rules.registry import d, formula, linear
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.ndimage.filters import of_axis
from tangentlite.templates.subscripts import refuse


# Row p holds the coefficients of t**p in the weights of the entries from the first on,
# where t is counted from an entry for odd degrees, and between -1/2 and 1/2 for even.
def pieces(order):
    if order == 0:
        return np.array([[1.0]])
    if order == 1:
        return np.array([[1.0, 0.0], [-1.0, 1.0]])
    if order == 2:
        return np.array([[1.0, 6.0, 1.0], [-4.0, 0.0, 4.0], [4.0, -8.0, 4.0]]) / 8.0
    if order == 3:
        rows = [[1, 4, 1, 0], [-3, 0, 3, 0], [3, -6, 3, 0], [-1, 3, -3, 1]]
        return np.array(rows) / 6.0
    if order == 4:
        rows = [
            [1, 76, 230, 76, 1], [-8, -176, 0, 176, 8], [24, 96, -240, 96, 24],
            [-32, 64, 0, -64, 32], [16, -64, 96, -64, 16],
        ]  # fmt: skip
        return np.array(rows) / 384.0
    rows = [
        [1, 26, 66, 26, 1, 0], [-5, -50, 0, 50, 5, 0], [10, 20, -60, 20, 10, 0],
        [-10, 20, 0, -20, 10, 0], [5, -20, 30, -20, 5, 0], [-1, 5, -10, 10, -5, 1],
    ]  # fmt: skip
    return np.array(rows) / 120.0


# The filter solves for coefficients. The matrix of a mirrored row is symmetric but for
# its ends, which count half; that of one with a reflected edge is so but for errors of
# SciPy in short rows.
@linear(ndimage.spline_filter1d, in_='input')
def spline_filter1d(y, input, order=3, axis=-1, *, mode='mirror'):
    rows = np.moveaxis(d[y], axis, -1)
    if mode in ('mirror', 'constant', 'wrap'):
        ends = np.ones(np.shape(input)[axis])
        ends[:1] = 0.5
        ends[-1:] = 0.5
        rows = ndimage.spline_filter1d(rows / ends, order, -1, mode=mode) * ends
    elif mode == 'grid-wrap':
        rows = ndimage.spline_filter1d(rows, order, -1, mode=mode)
    else:
        unit = np.eye(np.shape(input)[axis])
        rows = rows @ ndimage.spline_filter1d(unit, order, 0, mode=mode)
    d[input] = np.moveaxis(rows, -1, axis)


@formula(ndimage.spline_filter)
def spline_filter(input, order=3, *, mode='mirror'):
    value = input
    for k in range(np.ndim(input)):
        value = ndimage.spline_filter1d(value, order, k, mode=mode)
    return value


# The entries that take part, counted beyond the edges, as entries of the image.
def within(places, size, mode):
    if mode == 'reflect' or mode == 'grid-mirror':
        places = places % (2 * size)
        return np.minimum(places, 2 * size - 1 - places)
    if mode == 'grid-wrap':
        return places % size
    if mode == 'nearest':
        return np.clip(places, 0, size - 1)
    turn = max(2 * size - 2, 1)
    places = places % turn
    return np.minimum(places, turn - places)


# An image that goes on as it ends is filtered with a margin of this many entries.
MARGIN = 12


def interpolated(image, coordinates, order, mode, cval, prefilter):
    if mode == 'wrap' or mode == 'grid-constant':
        refuse('this mode of interpolation', "Use 'grid-wrap', or 'constant'.")
    if np.size(image) == 0:
        return np.zeros(np.shape(coordinates)[1:])
    count = np.ndim(image)
    sizes = np.shape(image)
    before = 0
    if mode == 'nearest' and prefilter and order > 1:
        before = MARGIN
        image = np.pad(image, MARGIN, 'edge')
    if prefilter and order > 1:
        image = ndimage.spline_filter(image, order, mode=mode)
    inside = True
    places, weights = (), ()
    for k in range(count):
        x = coordinates[k]
        if mode == 'constant':
            inside = inside & (x >= 0) & (x <= sizes[k] - 1)
        x = x + before
        start = np.floor(x) if order % 2 == 1 else np.floor(x + 0.5)
        powers = np.expand_dims(x - start, 0) ** np.reshape(
            np.arange(order + 1), (-1,) + (1,) * np.ndim(x)
        )
        weights = (*weights, np.tensordot(pieces(order).T, powers, 1))
        steps = np.reshape(
            np.arange(order + 1) - order // 2, (-1,) + (1,) * np.ndim(x)
        )
        whole = start.astype(np.int64) + steps
        places = (*places, within(whole, np.shape(image)[k], mode))
    index, product = (), 1.0
    for k in range(count):
        shape = (1,) * k + (order + 1,) + (1,) * (count - 1 - k)
        shape = (*shape, *np.shape(coordinates)[1:])
        index = (*index, np.reshape(places[k], shape))
        product = product * np.reshape(weights[k], shape)
    value = np.sum(image[index] * product, tuple(range(count)))
    return np.where(inside, value, cval) if mode == 'constant' else value


@formula(ndimage.map_coordinates)
def map_coordinates(
    input, coordinates, *, order=3, mode='constant', cval=0.0, prefilter=True
):
    return interpolated(input, as_array(coordinates), order, mode, cval, prefilter)


@formula(ndimage.shift)
def shift(input, shift, *, order=3, mode='constant', cval=0.0, prefilter=True):
    moved = as_array(shift)
    grid = ()
    for k in range(np.ndim(input)):
        grid = (*grid, np.arange(np.shape(input)[k]) - of_axis(moved, k))
    coordinates = np.stack(np.meshgrid(*grid, indexing='ij'))
    return interpolated(input, coordinates, order, mode, cval, prefilter)


# SciPy 1.18 reads beyond a matrix that is too small, and beyond an image where a scale
# is zero, which kills the process.
def like_the_image(
    input, matrix, offset=0.0, output_shape=None, *, order=3, mode='constant',
    cval=0.0, prefilter=True,
):  # fmt: skip
    image = np.asarray(input)
    return np.zeros(image.shape if output_shape is None else output_shape, image.dtype)


@formula(ndimage.affine_transform, trial=like_the_image)
def affine_transform(
    input, matrix, offset=0.0, output_shape=None, *, order=3, mode='constant',
    cval=0.0, prefilter=True,
):  # fmt: skip
    matrix, offset = as_array(matrix), as_array(offset)
    count = np.ndim(input)
    shape = np.shape(input) if output_shape is None else output_shape
    grid = np.stack(
        np.meshgrid(*(np.arange(size) * 1.0 for size in shape), indexing='ij')
    )
    if np.ndim(matrix) == 2 and np.shape(matrix)[1] == count + 1:
        offset = matrix[:count, count]
        matrix = matrix[:count, :count]
    if np.ndim(matrix) == 1:
        matrix = np.diag(matrix)
    place = np.reshape(np.broadcast_to(offset, (count,)), (-1,) + (1,) * count)
    coordinates = np.tensordot(matrix, grid, 1) + place
    return interpolated(input, coordinates, order, mode, cval, prefilter)


@formula(ndimage.zoom)
def zoom(input, zoom, *, order=3, mode='constant', cval=0.0, prefilter=True):
    grid = ()
    for k in range(np.ndim(input)):
        size = np.shape(input)[k]
        longer = int(round(size * of_axis(zoom, k)))
        step = (size - 1) / (longer - 1) if longer > 1 else 1.0
        grid = (*grid, np.arange(longer) * step)
    coordinates = np.stack(np.meshgrid(*grid, indexing='ij'))
    return interpolated(input, coordinates, order, mode, cval, prefilter)


# In planes of two axes, about their middle.
@formula(ndimage.rotate)
def rotate(
    input, angle, axes=(1, 0), reshape=True, *, order=3, mode='constant', cval=0.0,
    prefilter=True,
):  # fmt: skip
    count = np.ndim(input)
    one, other = axes[0] % count, axes[1] % count
    one, other = min(one, other), max(one, other)
    rows, columns = np.shape(input)[one], np.shape(input)[other]
    cosine, sine = special.cosdg(angle), special.sindg(angle)
    height, width = rows, columns
    if reshape:
        height = int(np.abs(cosine) * rows + np.abs(sine) * columns + 0.5)
        width = int(np.abs(sine) * rows + np.abs(cosine) * columns + 0.5)
    down = np.expand_dims(np.arange(height) - (height - 1) / 2, 1)
    right = np.arange(width) - (width - 1) / 2
    first = cosine * down + sine * right + (rows - 1) / 2
    second = cosine * right - sine * down + (columns - 1) / 2
    coordinates = np.stack((first, second))
    planes = np.moveaxis(input, (one, other), (-2, -1))
    many = math.prod(np.shape(planes)[:-2])
    flat = np.reshape(planes, (many, rows, columns))
    turned = []
    for k in range(np.shape(flat)[0]):
        turned.append(interpolated(flat[k], coordinates, order, mode, cval, prefilter))
    whole = np.reshape(np.stack(turned), (*np.shape(planes)[:-2], height, width))
    return np.moveaxis(whole, (-2, -1), (one, other))
