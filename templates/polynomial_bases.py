"""Series of numpy.polynomial: one text for the powers and five orthogonal bases.

A series c has the value sum c[k] basis[k](x): linear in c, with the pseudo-Vandermonde
matrix of the basis as its matrix. Derivatives and integrals are linear in c, too, with
those of the identity as matrices.
"""
import numpy as np
from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre
from numpy.polynomial import polynomial as power

from tangentlite.rules.registry import (
    adjoint,
    d,
    definition,
    formula,
    linear,
    tangent,
)
from tangentlite.runtime import unbroadcast
from tangentlite.templates.polynomials import fit, full_fit
from tangentlite.templates.subscripts import refuse


def register_values(val, der, vander):
    @adjoint(val)
    def val_adjoint(y, x, c, tensor=True):
        slopes = d[y] * val(x, der(c), tensor)
        functions = vander(x, len(c) - 1)
        if np.ndim(c) == 1:
            d[x] = slopes
            d[c] = np.reshape(over_points(d[y], functions, x), np.shape(c))
        elif tensor:
            series = tuple(range(np.ndim(c) - 1))
            d[x] = np.sum(slopes, 0 if np.ndim(c) == 2 else series)
            total = over_points(d[y], functions, x)
            d[c] = np.reshape(np.moveaxis(total, -1, 0), np.shape(c))
        else:
            d[x] = unbroadcast(slopes, x)
            products = d[y][..., None] * functions
            total = unbroadcast(products, np.moveaxis(c, 0, -1))
            d[c] = np.moveaxis(total, -1, 0)

    @tangent(val)
    def val_tangent(y, x, c, tensor=True):
        change = d[x] * val(x, der(c), tensor)
        d[y] = change if np.ndim(d[c]) == 0 else change + val(x, d[c], tensor)


# Sums over the axes of x, the last ones of the seed; the functions are the last axis.
def over_points(seed, functions, x):
    if np.ndim(x) == 0:
        return seed * functions if np.ndim(seed) == 0 else seed[..., None] * functions
    if np.ndim(x) == 1:
        return seed @ functions
    return np.tensordot(seed, functions, np.ndim(x))


# The order is that of NumPy. Of the series of a grid every one is for all points.
def register_several(val, val2d, val3d, grid2d, grid3d):
    @definition(val2d)
    def values_2d(x, y, c):
        return val(point(y), val(point(x), c), tensor=False)

    @definition(val3d)
    def values_3d(x, y, z, c):
        plane = val(point(y), val(point(x), c), tensor=False)
        return val(point(z), plane, tensor=False)

    @definition(grid2d)
    def values_on_grid_2d(x, y, c):
        return val(y, val(x, c))

    @definition(grid3d)
    def values_on_grid_3d(x, y, z, c):
        return val(z, val(y, val(x, c)))


# As NumPy takes a number here: in double precision.
def point(x):
    return np.asarray(x) if np.ndim(x) == 0 else x


# Of any number of coordinates: since NumPy 2.5.
def register_any_number(val, valnd):
    @definition(valnd, takes_lists=True)
    def values_of_points(pts, c):
        value = val(point(pts[0]), c)
        for x in pts[1:]:
            value = val(point(x), value, tensor=False)
        return value


def register_matrices(der, vander, vander2d, vander3d):
    @adjoint(vander)
    def vander_adjoint(y, x, deg):
        total = np.sum(d[y] * basis_slopes(y, der), -1)
        d[x] = np.reshape(total, np.shape(x))

    @tangent(vander)
    def vander_tangent(y, x, deg):
        d[y] = np.expand_dims(np.atleast_1d(d[x]), -1) * basis_slopes(y, der)

    @formula(vander2d)
    def vander_2d(x, y, deg):
        first, second = vander(x, deg[0]), vander(y, deg[1])
        products = first[..., :, None] * second[..., None, :]
        return np.reshape(products, (*np.shape(first)[:-1], -1))

    @formula(vander3d)
    def vander_3d(x, y, z, deg):
        first, second, third = vander(x, deg[0]), vander(y, deg[1]), vander(z, deg[2])
        products = first[..., :, None, None] * second[..., None, :, None]
        products = products * third[..., None, None, :]
        return np.reshape(products, (*np.shape(first)[:-1], -1))


# The derivative of the last function has no part in itself; of a lone one it is 0.
def basis_slopes(functions, der):
    count = np.shape(functions)[-1]
    return functions[..., : max(count - 1, 1)] @ der(np.eye(count))


def register_calculus(val, der, integral):
    @adjoint(der)
    def der_adjoint(y, c, m=1, scl=1, axis=0):
        d[c] = matrix_adjoint(d[y], der(np.eye(np.shape(c)[axis]), m) * scl**m, c, axis)
        d[scl] = np.sum(d[y] * der(c, m, axis=axis)) * (m * scl ** (m - 1))

    @tangent(der)
    def der_tangent(y, c, m=1, scl=1, axis=0):
        change = d[scl] * (m * scl ** (m - 1)) * der(c, m, axis=axis)
        d[y] = change if np.ndim(d[c]) == 0 else der(d[c], m, scl, axis) + change

    # The integral from lbnd on with a constant k: only the first coefficient changes.
    @formula(integral, takes_lists=True)  # of numbers, not of an array of doubles
    def integral_formula(c, m=1, k=(), lbnd=0, scl=1, axis=0):
        series = np.moveaxis(c, axis, 0)
        for i in range(m):
            series = integrated(scl * series, integral)
            if not isinstance(lbnd, int) or lbnd != 0:
                series = with_first(series, series[:1] - val(lbnd, series))
            if np.ndim(k) == 0:
                series = with_first(series, series[:1] + k) if i == 0 else series
            elif i < len(k):
                series = with_first(series, series[:1] + k[i])
        return np.moveaxis(series, 0, axis)


def with_first(series, first):
    return np.concatenate((first, series[1:]))


def integrated(c, integral):
    """The integral of a series, linear in it: 0 at 0."""
    return integral(c)


@linear(integrated, in_='c')
def integrated_adjoint(y, c, integral):
    d[c] = matrix_adjoint(d[y], integral(np.eye(np.shape(c)[0])), c, 0)


def matrix_adjoint(seed, matrix, c, axis):
    if np.ndim(c) == 1:
        return np.reshape(seed @ matrix, np.shape(c))
    if np.ndim(c) == 2 and axis == 0:
        return np.reshape(matrix.T @ seed, np.shape(c))
    total = np.tensordot(matrix, seed, (0, axis))
    return np.reshape(np.moveaxis(total, 0, axis), np.shape(c))


def register_fit(fit_of, vander):
    @formula(fit_of)
    def fit_formula(x, y, deg, rcond=None, full=False, w=None):
        if np.iscomplexobj(x):
            refuse('a fit at complex points', 'Use lstsq.')
        if np.ndim(deg) == 0:
            orders, functions = None, vander(x, deg)
        else:
            orders = np.sort(deg)
            functions = vander(x, np.max(deg))[:, orders]
        if not full:
            return among_all(fit(functions, y, w, rcond), orders)
        c, *more = full_fit(functions, y, w, rcond)
        return among_all(c, orders), more


# The coefficients among those of the orders that are not fitted, which are 0.
def among_all(c, orders):
    if orders is None:
        return c
    series = np.zeros_like(c, shape=(np.max(orders) + 1, *np.shape(c)[1:]))
    series[orders] = c
    return series


@definition(chebyshev.chebinterpolate, takes_lists=True)
def chebinterpolate(func, deg, args=()):
    points = chebyshev.chebpts1(deg + 1)
    c = np.dot(chebyshev.chebvander(points, deg).T, func(points, *args))
    c[0] /= deg + 1
    c[1:] /= 0.5 * (deg + 1)
    return c


BASES = (
    (power, 'poly'), (chebyshev, 'cheb'), (legendre, 'leg'),
    (hermite, 'herm'), (hermite_e, 'herme'), (laguerre, 'lag'),
)  # fmt: skip


def functions_of(basis, *endings):
    """The functions of a module, by what follows its prefix in their names."""
    module, prefix = basis
    return [getattr(module, prefix + ending) for ending in endings]


for basis in BASES:
    register_values(*functions_of(basis, 'val', 'der', 'vander'))
    register_several(
        *functions_of(basis, 'val', 'val2d', 'val3d', 'grid2d', 'grid3d')
    )
    if hasattr(basis[0], f'{basis[1]}valnd'):
        register_any_number(*functions_of(basis, 'val', 'valnd'))
    register_matrices(*functions_of(basis, 'der', 'vander', 'vander2d', 'vander3d'))
    register_calculus(*functions_of(basis, 'val', 'der', 'int'))
    register_fit(*functions_of(basis, 'fit', 'vander'))
