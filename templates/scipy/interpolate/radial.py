"""Interpolation by functions of the distance from samples, and a polynomial."""

import numpy as np
from scipy import interpolate, special

from tangentlite.rules.registry import definition, formula
from tangentlite.templates.conversion import as_array
from tangentlite.templates.subscripts import refuse


def least_degree(kernel):
    """Return the degree of the polynomial that a kernel needs."""
    if kernel in ("thin_plate_spline", "cubic"):
        return 1
    return 2 if kernel == "quintic" else 0


def radial(x, y, d, smoothing, epsilon, kernel, degree):
    """Return the values at points of what is close to rows at samples."""
    if degree > 2:
        raise ValueError("a degree above 2 of RBFInterpolator is not differentiated")
    made = interpolate.RBFInterpolator(
        y, d, smoothing=smoothing, kernel=kernel, epsilon=epsilon, degree=degree
    )
    return made(x)


# Functions of the squares of distances, which have slopes where these are zero.
def kernel_values(squares, kernel):
    if kernel == "gaussian":
        return np.exp(-squares)
    if kernel == "multiquadric":
        return -np.sqrt(squares + 1.0)
    if kernel == "inverse_multiquadric":
        return 1.0 / np.sqrt(squares + 1.0)
    if kernel == "inverse_quadratic":
        return 1.0 / (squares + 1.0)
    apart = squares > 0.0
    safe = np.where(apart, squares, 1.0)
    if kernel == "thin_plate_spline":
        return np.where(apart, 0.5 * special.xlogy(safe, safe), 0.0)
    if kernel == "linear":
        return np.where(apart, -np.sqrt(safe), 0.0)
    if kernel == "cubic":
        return np.where(apart, safe * np.sqrt(safe), 0.0)
    return np.where(apart, -(safe**2) * np.sqrt(safe), 0.0)


def monomials(points, degree):
    """Return the powers of coordinates up to a degree, as columns."""
    ones = np.ones((np.shape(points)[0], 1))
    if degree == 0:
        return ones
    if degree == 1:
        return np.concatenate((ones, points), 1)
    first, second = np.triu_indices(np.shape(points)[1])
    return np.concatenate((ones, points, points[:, first] * points[:, second]), 1)


def squares_between(x, y):
    return np.sum((np.expand_dims(x, 1) - y) ** 2, -1)


@formula(radial, equal_rows=("y", "d"))
def radial_formula(x, y, d, smoothing, epsilon, kernel, degree):
    near, samples = epsilon * x, epsilon * y
    weights = kernel_values(squares_between(samples, samples), kernel)
    weights = weights + smoothing * np.eye(np.shape(y)[0])
    values = kernel_values(squares_between(near, samples), kernel)
    if degree < 0:
        return values @ np.linalg.solve(weights, d)
    middle = np.mean(y, 0)
    columns = monomials(y - middle, degree)
    count = np.shape(columns)[1]
    upper = np.concatenate((weights, columns), 1)
    lower = np.concatenate((columns.T, np.zeros((count, count))), 1)
    whole = np.concatenate((upper, lower))
    given = np.concatenate((d, np.zeros((count, np.shape(d)[1]))))
    values = np.concatenate((values, monomials(x - middle, degree)), 1)
    return values @ np.linalg.solve(whole, given)


@definition(interpolate.RBFInterpolator)
class RBFInterpolator:
    """Samples at places, and the kernel by which they are interpolated."""

    __slots__ = (
        "y", "d", "d_shape", "neighbors", "smoothing", "kernel", "epsilon", "powers",
    )  # fmt: skip

    def __init__(
        self, y, d, neighbors=None, smoothing=0.0, kernel="thin_plate_spline",
        epsilon=None, degree=None,
    ):  # fmt: skip
        self.y = as_array(y)
        d = as_array(d)
        self.d_shape = np.shape(d)[1:]
        self.d = np.reshape(d, (np.shape(d)[0], -1))
        self.neighbors = neighbors
        self.smoothing = as_array(smoothing)
        self.kernel = kernel.lower()
        scaled = ("linear", "thin_plate_spline", "cubic", "quintic")
        if epsilon is None and self.kernel not in scaled:
            raise ValueError("`epsilon` must be specified for this kernel.")
        self.epsilon = 1.0 if epsilon is None else epsilon
        # of those made here the degree, of others the powers of each coordinate
        self.powers = least_degree(self.kernel) if degree is None else degree

    def __call__(self, x):
        if self.neighbors is not None:
            refuse("RBFInterpolator with neighbors", "Use all samples.")
        if np.iscomplexobj(self.d):
            refuse("RBFInterpolator of complex samples", "Use two of real ones.")
        degree = self.powers
        if np.ndim(degree) > 0:
            degree = int(np.max(np.sum(degree, 1), initial=-1))
        values = radial(
            x, self.y, self.d, self.smoothing, self.epsilon, self.kernel, degree
        )
        return np.reshape(values, (np.shape(x)[0], *self.d_shape))
