"""The polynomial through all samples, as a sum of those that are 1 at one of them."""

import numpy as np
from scipy import interpolate

from tangentlite.rules.registry import definition, formula
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.interpolate.splines import at_axis
from tangentlite.templates.subscripts import refuse


def by_weights(x, xi, yi):
    """Return values at points on one axis of the polynomials through rows."""
    return interpolate.BarycentricInterpolator(xi, yi)(x)


def by_differences(x, xi, yi):
    """Return the same by divided differences; samples are at different places."""
    if len(np.unique(xi)) < len(xi):
        raise ValueError("Slopes at places that repeat are not differentiated.")
    return interpolate.KroghInterpolator(xi, yi)(x)


# Where the point is one of the samples, products of zeros have their derivatives.
@formula(by_weights, equal_rows=("xi", "yi"))
def polynomial_formula(x, xi, yi):
    same = np.eye(np.size(xi)) == 1.0
    lengths = np.expand_dims(xi, 1) - xi
    steps = np.expand_dims(x, (1, 2)) - xi
    shares = np.where(same, 1.0, steps / np.where(same, 1.0, lengths))
    return np.prod(shares, -1) @ yi


@formula(by_differences, equal_rows=("xi", "yi"))
def differences_formula(x, xi, yi):
    return polynomial_formula(x, xi, yi)


class GlobalPolynomial:
    """What both interpolators have: samples as rows, and where their axis was."""

    __slots__ = ("xi", "yi", "_y_axis", "_y_extra_shape")

    def _set(self, xi, yi, axis):
        yi = as_array(yi)
        rows = np.moveaxis(yi, axis, 0)
        self.xi = as_array(xi)
        self._y_axis = axis % np.ndim(yi)
        self._y_extra_shape = np.shape(rows)[1:]
        self.yi = np.reshape(rows, (np.shape(rows)[0], -1))

    def __call__(self, x):
        x = as_array(x)
        values = self._values(np.ravel(x))
        values = np.reshape(values, np.shape(x) + self._y_extra_shape)
        return at_axis(values, x, self._y_axis)


@definition(interpolate.BarycentricInterpolator)
class BarycentricInterpolator(GlobalPolynomial):
    """The polynomial by weights of the samples."""

    __slots__ = ()

    def __init__(self, xi, yi=None, axis=0, *, wi=None, rng=None, random_state=None):
        if yi is None:
            refuse("BarycentricInterpolator without samples", "Pass yi.")
        self._set(xi, yi, axis)

    def _values(self, x):
        return by_weights(x, self.xi, self.yi)


@definition(interpolate.KroghInterpolator)
class KroghInterpolator(GlobalPolynomial):
    """The polynomial by divided differences of the samples."""

    __slots__ = ()

    def __init__(self, xi, yi, axis=0):
        self._set(xi, yi, axis)

    def _values(self, x):
        return by_differences(x, self.xi, self.yi)


@definition(interpolate.barycentric_interpolate)
def barycentric_interpolate(xi, yi, x, axis=0, *, der=0, rng=None):
    if not (isinstance(der, int) and der == 0):
        refuse("derivatives by barycentric_interpolate", "Take them by tl.grad.")
    return interpolate.BarycentricInterpolator(xi, yi, axis)(x)


@definition(interpolate.krogh_interpolate)
def krogh_interpolate(xi, yi, x, der=0, axis=0):
    if not (isinstance(der, int) and der == 0):
        refuse("derivatives by krogh_interpolate", "Take them by tl.grad.")
    return interpolate.KroghInterpolator(xi, yi, axis)(x)
