"""B-splines: what others are made of, sums of a few of them about each point.

About a point of degree k there are k + 1 that are not zero. The derivative of one is a
difference of two of a degree less (de Boor, A Practical Guide to Splines, ch. X).
"""

import itertools

import numpy as np
from scipy import interpolate

from tangentlite.rules.registry import adjoint, d, tangent


def basis(x, t, k, nu=0):
    """Return the first of the B-splines about each point and the values of all.

    >>> basis(np.array(0.25), np.array([0.0, 0.0, 1.0, 1.0]), 1)
    (array(0), array([0.75, 0.25]))
    """
    x = np.asarray(x)
    place = np.clip(np.searchsorted(t, x, "right") - 1, k, len(t) - k - 2)
    values = np.ones((1, *np.shape(x)))
    for degree in range(1, k + 1):
        before = np.stack([t[place - degree + 1 + i] for i in range(degree)])
        length = np.stack([t[place + 1 + i] for i in range(degree)]) - before
        share = np.divide(values, length, where=length > 0.0, out=np.zeros_like(values))
        empty = np.zeros((1, *np.shape(x)))
        if degree > k - nu:
            rising = degree * share
            falling = -rising
        else:
            rising = (x - before) * share
            falling = (before + length - x) * share
        values = np.concatenate((falling, empty)) + np.concatenate((empty, rising))
    if nu > k:
        values = np.zeros_like(values)
    return place - k, np.moveaxis(values, 0, -1)


# Axes for those of the data behind those of the points.
def beside(values, points, like):
    return np.expand_dims(values, tuple(range(np.ndim(points), np.ndim(like))))


def over_data(products, points):
    if np.ndim(products) == np.ndim(points):
        return products
    return np.sum(products, tuple(range(np.ndim(points), np.ndim(products))))


def spline_at(x, knots, c, k, nu=0, extrapolate=True):
    """Return a spline, or its derivative, at points."""
    return interpolate.BSpline(knots, c, k, extrapolate)(x, nu)


def onto_coefficients(seed, x, t, count, k, nu=0, extrapolate=True):
    """Return the adjoint of `spline_at`: what falls on each of `count` coefficients."""
    x, seed = np.asarray(x), np.asarray(seed)
    end = len(t) - k - 1
    if extrapolate == "periodic":
        x = t[k] + (x - t[k]) % (t[end] - t[k])
    elif not extrapolate:
        inside = (x >= t[k]) & (x <= t[end])
        seed = np.where(beside(inside, x, seed), seed, 0.0)
    first, weights = basis(x, t, k, nu)
    result = np.zeros((count, *seed.shape[x.ndim :]), np.result_type(seed, 0.0))
    for i in range(k + 1):
        np.add.at(result, first + i, beside(weights[..., i], x, seed) * seed)
    return result


@adjoint(spline_at)
def spline_at_adjoint(y, x, knots, c, k, nu=0, extrapolate=True):
    d[x] = over_data(d[y] * spline_at(x, knots, c, k, nu + 1, extrapolate), x)
    d[c] = onto_coefficients(d[y], x, knots, np.shape(c)[0], k, nu, extrapolate)


@tangent(spline_at)
def spline_at_tangent(y, x, knots, c, k, nu=0, extrapolate=True):
    change = 0.0
    if np.ndim(d[c]) > 0:
        change = spline_at(x, knots, d[c], k, nu, extrapolate)
    moved = d[x] if np.ndim(d[x]) == 0 else beside(d[x], x, y)
    d[y] = change + moved * spline_at(x, knots, c, k, nu + 1, extrapolate)


@adjoint(onto_coefficients)
def onto_coefficients_adjoint(c, seed, x, t, count, k, nu=0, extrapolate=True):
    d[seed] = spline_at(x, t, d[c], k, nu, extrapolate)
    d[x] = over_data(seed * spline_at(x, t, d[c], k, nu + 1, extrapolate), x)


@tangent(onto_coefficients)
def onto_coefficients_tangent(c, seed, x, t, count, k, nu=0, extrapolate=True):
    change = 0.0
    if np.ndim(seed) == 0 or np.ndim(d[seed]) > 0:
        change = onto_coefficients(d[seed], x, t, count, k, nu, extrapolate)
    if np.ndim(x) == 0 or np.ndim(d[x]) > 0:
        moved = beside(d[x], x, seed) * seed
        change = change + onto_coefficients(moved, x, t, count, k, nu + 1, extrapolate)
    d[c] = change


def products(points, knots, degrees, orders):
    """Yield the place and the weight of each coefficient, for all points."""
    each = [basis(*one) for one in zip(points, knots, degrees, orders)]
    for offsets in itertools.product(*(range(k + 1) for k in degrees)):
        place = tuple(first + i for (first, _), i in zip(each, offsets))
        weight = 1.0
        for (_, weights), i in zip(each, offsets):
            weight = weight * weights[..., i]
        yield place, weight


def tensor_spline(xi, knots, c, degrees, orders):
    """Return a sum of products of B-splines, or its derivative, at points.

    The coordinates of the points are along the last axis of `xi`; the orders are those
    of the derivatives by each.
    """
    xi, c = np.asarray(xi), np.asarray(c)
    points = np.moveaxis(xi, -1, 0)
    behind = tuple(range(xi.ndim - 1, xi.ndim - 1 + c.ndim - len(knots)))
    result = 0.0
    for place, weight in products(points, knots, degrees, orders):
        result = result + np.expand_dims(weight, behind) * c[place]
    return result


def onto_tensor(seed, xi, knots, shape, degrees, orders):
    """Return the adjoint of `tensor_spline`: what falls on each coefficient."""
    xi, seed = np.asarray(xi), np.asarray(seed)
    points = np.moveaxis(xi, -1, 0)
    behind = tuple(range(xi.ndim - 1, seed.ndim))
    result = np.zeros((*shape, *seed.shape[xi.ndim - 1 :]), np.result_type(seed, 0.0))
    for place, weight in products(points, knots, degrees, orders):
        np.add.at(result, place, np.expand_dims(weight, behind) * seed)
    return result


def raised(orders, axis):
    return orders[:axis] + (orders[axis] + 1,) + orders[axis + 1 :]


def of_point(values, xi):
    axes = tuple(range(np.ndim(xi) - 1, np.ndim(values)))
    return np.sum(values, axes) if len(axes) > 0 else values


def coordinate(change, axis, like):
    axes = tuple(range(np.ndim(change) - 1, np.ndim(like)))
    part = change[..., axis]
    return np.expand_dims(part, axes) if len(axes) > 0 else part


@adjoint(tensor_spline)
def tensor_adjoint(y, xi, knots, c, degrees, orders):
    slopes = [
        of_point(d[y] * tensor_spline(xi, knots, c, degrees, raised(orders, axis)), xi)
        for axis in range(len(knots))
    ]
    d[xi] = np.stack(slopes, -1)
    shape = np.shape(c)[: len(knots)]
    d[c] = onto_tensor(d[y], xi, knots, shape, degrees, orders)


@tangent(tensor_spline)
def tensor_tangent(y, xi, knots, c, degrees, orders):
    change = 0.0
    if np.ndim(d[c]) > 0:
        change = tensor_spline(xi, knots, d[c], degrees, orders)
    if np.ndim(d[xi]) > 0:
        for axis in range(len(knots)):
            slope = tensor_spline(xi, knots, c, degrees, raised(orders, axis))
            change = change + coordinate(d[xi], axis, y) * slope
    d[y] = change


@adjoint(onto_tensor)
def onto_tensor_adjoint(c, seed, xi, knots, shape, degrees, orders):
    d[seed] = tensor_spline(xi, knots, d[c], degrees, orders)
    slopes = [
        of_point(
            seed * tensor_spline(xi, knots, d[c], degrees, raised(orders, axis)), xi
        )
        for axis in range(len(knots))
    ]
    d[xi] = np.stack(slopes, -1)


@tangent(onto_tensor)
def onto_tensor_tangent(c, seed, xi, knots, shape, degrees, orders):
    change = 0.0
    if np.ndim(seed) == 0 or np.ndim(d[seed]) > 0:
        change = onto_tensor(d[seed], xi, knots, shape, degrees, orders)
    if np.ndim(d[xi]) > 0:
        for axis in range(len(knots)):
            moved = coordinate(d[xi], axis, seed) * seed
            change = change + onto_tensor(
                moved, xi, knots, shape, degrees, raised(orders, axis)
            )
    d[c] = change
