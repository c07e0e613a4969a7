"""Interpolation between samples on a grid: products of B-splines of each axis."""

import numpy as np
from scipy import interpolate

from tangentlite.rules.registry import (
    adjoint,
    constant,
    d,
    definition,
    formula,
    linear,
    tangent,
)
from tangentlite.templates.scipy.interpolate.bases import tensor_spline
from tangentlite.templates.scipy.interpolate.fits import (
    coefficients_of,
    onto_fitted,
    spline_knots,
)
from tangentlite.templates.subscripts import refuse


# Of as many samples as both the axes and the values have.
def fitting(grid, values):
    values = values[tuple(slice(len(each)) for each in grid)]
    return tuple(each[:size] for each, size in zip(grid, values.shape)), values


def between_grid(xi, grid, values, method="linear", fill_value=None):
    """Return values between samples on a grid; a filling outside, if there is one."""
    grid, values = fitting(grid, values)
    made = interpolate.RegularGridInterpolator(grid, values, method, False, fill_value)
    found = made(np.reshape(xi[..., : len(grid)], (-1, len(grid))))
    return np.reshape(found, np.shape(xi)[:-1] + np.shape(found)[1:])


def inside_grid(xi, grid):
    """Return which points are inside of a grid."""
    ends = [(each[0], each[-1]) for each in grid]
    return np.logical_and.reduce(
        [(xi[..., k] >= ends[k][0]) & (xi[..., k] <= ends[k][1])
         for k in range(len(grid))]
    )  # fmt: skip


def nearest_samples(xi, grid):
    """Return the places of the nearest samples on a grid, an array for each axis."""
    order = [np.arange(len(each)) for each in grid]
    places = []
    for k, each in enumerate(grid):
        low = np.clip(np.searchsorted(each, xi[..., k]) - 1, 0, len(each) - 2)
        share = (xi[..., k] - each[low]) / (each[low + 1] - each[low])
        places.append(order[k][np.where(share <= 0.5, low, low + 1)])
    return tuple(places)


constant(inside_grid, nearest_samples)


def each_axis(function, values, grid, k):
    for axis, x in enumerate(grid):
        rows = np.moveaxis(values, axis, 0)
        values = np.moveaxis(function(rows, x, k), 0, axis)
    return values


def grid_coefficients(values, grid, k):
    """Return the coefficients of the spline through samples on a grid."""
    grid, values = fitting(grid, np.asarray(values))
    return each_axis(coefficients_of, values, grid, k)


def onto_grid(seed, grid, k):
    """Return the adjoint of `grid_coefficients`: what falls on each sample."""
    return each_axis(onto_fitted, np.asarray(seed), grid, k)


@linear(grid_coefficients, in_="values")
def grid_coefficients_rule(c, values, grid, k):
    d[values] = onto_grid(d[c], grid, k)


@linear(onto_grid, in_="seed")
def onto_grid_rule(values, seed, grid, k):
    d[seed] = grid_coefficients(d[values], grid, k)


def degree_of(method):
    for name, k in (("linear", 1), ("slinear", 1), ("cubic", 3), ("quintic", 5)):
        if method == name or method == name + "_legacy":
            return k
    refuse("this method on a grid", "Use linear, nearest, slinear, cubic or quintic.")


def grid_knots(grid, k):
    """Return the knots of the spline through samples on a grid, for each axis."""
    if any(each[0] > each[-1] for each in grid):
        raise NotImplementedError("Derivatives need a grid that rises.")
    return tuple(spline_knots(each, k) for each in grid)


@adjoint(grid_knots)
def grid_knots_adjoint(knots, grid, k):
    pass


@tangent(grid_knots)
def grid_knots_tangent(knots, grid, k):
    pass


@formula(between_grid)
def grid_formula(xi, grid, values, method="linear", fill_value=None):
    if method == "nearest":
        found = values[nearest_samples(xi, grid)]
    else:
        k = degree_of(method)
        c = values if k == 1 else grid_coefficients(values, grid, k)
        axes = len(grid)
        found = tensor_spline(xi, grid_knots(grid, k), c, (k,) * axes, (0,) * axes)
    if fill_value is None:
        return found
    inside = inside_grid(xi, grid)
    behind = np.ndim(values) - len(grid)
    if behind > 0:
        rank = np.ndim(inside)
        inside = np.expand_dims(inside, tuple(range(rank, rank + behind)))
    return np.where(inside, found, fill_value)


# The coordinates of points along a last axis.
def coordinates(xi, count):
    if isinstance(xi, tuple) and len(xi) > 1:
        return np.stack(np.broadcast_arrays(*xi), -1)
    xi = np.asarray(xi[0] if isinstance(xi, tuple) else xi)
    if np.ndim(xi) == 1:
        return np.reshape(xi, (-1, count))
    return xi


@definition(interpolate.RegularGridInterpolator)
class RegularGridInterpolator:
    """Interpolation between samples on a grid."""

    __slots__ = ("grid", "values", "method", "bounds_error", "fill_value")

    def __init__(
        self, points, values, method="linear", bounds_error=True, fill_value=np.nan
    ):
        self.grid = tuple(np.asarray(each) for each in points)
        self.values = np.asarray(values)
        self.method = method
        self.bounds_error = bounds_error
        self.fill_value = fill_value

    def __call__(self, xi, method=None):
        grid = self.grid
        xi = coordinates(xi, len(grid))
        fill_value = self.fill_value
        if self.bounds_error:
            if not np.all(inside_grid(xi, grid)):
                raise ValueError("One of the requested xi is out of bounds.")
            fill_value = None
        method = self.method if method is None else method
        return between_grid(xi, grid, self.values, method, fill_value)


@definition(interpolate.interpn, takes_lists=True)
def interpn(
    points, values, xi, method="linear", bounds_error=True, fill_value=np.nan
):
    made = interpolate.RegularGridInterpolator(
        points, values, method, bounds_error, fill_value
    )
    return made(xi)
