"""Piecewise polynomials, whose coefficients are those of powers from each break."""

import math

import numpy as np
from scipy import interpolate

from tangentlite.rules.registry import adjoint, d, definition, formula, tangent
from tangentlite.templates.conversion import as_floats
from tangentlite.templates.scipy.interpolate.bases import beside, over_data
from tangentlite.templates.scipy.interpolate.splines import at_axis
from tangentlite.templates.subscripts import refuse


def pieces(x, breaks, c, nu=0, extrapolate=True):
    """Return a piecewise polynomial, or its derivative, at points."""
    return made_of(c, breaks, extrapolate)(x, nu)


# Of as many pieces as both of them have.
def made_of(c, breaks, extrapolate=True):
    c = c[:, : len(breaks) - 1]
    return interpolate.PPoly(c, breaks[: c.shape[1] + 1], extrapolate)


def onto_pieces(seed, x, breaks, count, nu=0, extrapolate=True):
    """Return the adjoint of `pieces`: what falls on `count` powers of each piece."""
    x, seed = np.asarray(x), np.asarray(seed)
    if extrapolate == "periodic":
        x = breaks[0] + (x - breaks[0]) % (breaks[-1] - breaks[0])
    elif not extrapolate:
        inside = (x >= breaks[0]) & (x <= breaks[-1])
        seed = np.where(beside(inside, x, seed), seed, 0.0)
    place = np.clip(np.searchsorted(breaks, x, "right") - 1, 0, len(breaks) - 2)
    shape = count, len(breaks) - 1, *seed.shape[x.ndim :]
    result = np.zeros(shape, np.result_type(seed, 0.0))
    for row in range(count - nu):
        power = count - 1 - row
        weight = math.perm(power, nu) * (x - breaks[place]) ** (power - nu)
        np.add.at(result[row], place, beside(weight, x, seed) * seed)
    return result


# A break moves its piece along, as the points moved the other way.
def onto_breaks(slopes, x, breaks, extrapolate):
    shares = onto_pieces(slopes, x, breaks, 1, 0, extrapolate)[0]
    return np.concatenate((-shares, np.zeros(1)))


def at_breaks(change, x, breaks, extrapolate):
    return pieces(x, breaks, np.expand_dims(change[:-1], 0), 0, extrapolate)


def keep_period(extrapolate):
    if isinstance(extrapolate, str) and extrapolate == "periodic":
        refuse("a periodic piecewise polynomial by its breaks", "Hold them constant.")


@adjoint(pieces)
def pieces_adjoint(y, x, breaks, c, nu=0, extrapolate=True):
    slopes = over_data(d[y] * pieces(x, breaks, c, nu + 1, extrapolate), x)
    d[x] = slopes
    if not (isinstance(extrapolate, str) and extrapolate == "periodic"):
        d[breaks] = onto_breaks(slopes, x, breaks, extrapolate)
    d[c] = onto_pieces(d[y], x, breaks, np.shape(c)[0], nu, extrapolate)


@tangent(pieces)
def pieces_tangent(y, x, breaks, c, nu=0, extrapolate=True):
    change = 0.0
    if np.ndim(d[c]) > 0:
        change = pieces(x, breaks, d[c], nu, extrapolate)
    moved = d[x]
    if np.ndim(d[breaks]) > 0:
        keep_period(extrapolate)
        moved = moved - at_breaks(d[breaks], x, breaks, extrapolate)
    moved = moved if np.ndim(moved) == 0 else beside(moved, x, y)
    d[y] = change + moved * pieces(x, breaks, c, nu + 1, extrapolate)


@adjoint(onto_pieces)
def onto_pieces_adjoint(c, seed, x, breaks, count, nu=0, extrapolate=True):
    d[seed] = pieces(x, breaks, d[c], nu, extrapolate)
    slopes = over_data(seed * pieces(x, breaks, d[c], nu + 1, extrapolate), x)
    d[x] = slopes
    if not (isinstance(extrapolate, str) and extrapolate == "periodic"):
        d[breaks] = onto_breaks(slopes, x, breaks, extrapolate)


@tangent(onto_pieces)
def onto_pieces_tangent(c, seed, x, breaks, count, nu=0, extrapolate=True):
    change = 0.0
    if np.ndim(seed) == 0 or np.ndim(d[seed]) > 0:
        change = onto_pieces(d[seed], x, breaks, count, nu, extrapolate)
    if np.ndim(x) == 0 or np.ndim(d[x]) > 0:
        moved = beside(d[x], x, seed) * seed
        change = change + onto_pieces(moved, x, breaks, count, nu + 1, extrapolate)
    if np.ndim(d[breaks]) > 0:
        keep_period(extrapolate)
        moved = beside(at_breaks(d[breaks], x, breaks, extrapolate), x, seed) * seed
        change = change - onto_pieces(moved, x, breaks, count, nu + 1, extrapolate)
    d[c] = change


def lengths_beside(breaks, c):
    return np.expand_dims(np.diff(breaks), tuple(range(1, np.ndim(c) - 1)))


def antiderivative(c, breaks):
    """Return the coefficients of the antiderivative that starts with zero."""
    return made_of(c, breaks).antiderivative().c


@formula(antiderivative)
def antiderivative_formula(c, breaks):
    count = np.shape(c)[0]
    powers = np.expand_dims(np.arange(count, 0, -1), tuple(range(1, np.ndim(c))))
    rates = c / powers
    areas = np.sum(rates * np.expand_dims(lengths_beside(breaks, c), 0) ** powers, 0)
    starts = np.cumsum(areas, 0) - areas
    return np.concatenate((rates, np.expand_dims(starts, 0)))


def area_of_pieces(a, b, breaks, c, extrapolate):
    """Return the integral of a piecewise polynomial."""
    return made_of(c, breaks, extrapolate).integrate(a, b)


@formula(area_of_pieces)
def area_formula(a, b, breaks, c, extrapolate):
    total = antiderivative(c, breaks)
    if isinstance(extrapolate, str) and extrapolate == "periodic":
        return over_periods(b, breaks, total) - over_periods(a, breaks, total)
    upper = pieces(b, breaks, total, 0, extrapolate)
    return upper - pieces(a, breaks, total, 0, extrapolate)


# The integral from the first break on.
def over_periods(x, breaks, total):
    period = breaks[-1] - breaks[0]
    count = np.floor((x - breaks[0]) / period)
    whole = pieces(breaks[-1], breaks, total)
    return count * whole + pieces(x - count * period, breaks, total)


@definition(interpolate.PPoly)
class PPoly:
    """A piecewise polynomial."""

    __slots__ = ("c", "x", "extrapolate", "axis")

    def __init__(self, c, x, extrapolate=None, axis=0):
        c = as_floats(c)
        self.c = c if axis == 0 else np.moveaxis(c, (axis, axis + 1), (0, 1))
        self.x = as_floats(x)
        self.extrapolate = True if extrapolate is None else extrapolate
        self.axis = axis

    @classmethod
    def construct_fast(cls, c, x, extrapolate=None, axis=0):
        made = interpolate.PPoly(c, x, extrapolate)
        made.axis = axis
        return made

    def __call__(self, x, nu=0, extrapolate=None):
        outside = self.extrapolate if extrapolate is None else extrapolate
        return at_axis(pieces(x, self.x, self.c, nu, outside), x, self.axis)

    def derivative(self, nu=1):
        c = self.c
        for _ in range(nu):
            count = np.shape(c)[0]
            if count > 1:
                powers = np.arange(count - 1, 0, -1)
                c = c[:-1] * np.expand_dims(powers, tuple(range(1, np.ndim(c))))
            else:
                c = np.zeros_like(c)
        return interpolate.PPoly.construct_fast(c, self.x, self.extrapolate, self.axis)

    def antiderivative(self, nu=1):
        c = self.c
        for _ in range(nu):
            c = antiderivative(c, self.x)
        outside = False if self.extrapolate == "periodic" else self.extrapolate
        return interpolate.PPoly.construct_fast(c, self.x, outside, self.axis)

    def integrate(self, a, b, extrapolate=None):
        outside = self.extrapolate if extrapolate is None else extrapolate
        return area_of_pieces(a, b, self.x, self.c, outside)
