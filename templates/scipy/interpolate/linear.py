"""Interpolation between samples along an axis.

On lines, with weights u and v at the ends of the interval of a point, the value is
u y_i + v y_j. Of its derivative by the point the weights are -1 / h and 1 / h, h the
length of the interval; by the ends of the interval it is minus the slope, times the
weights. Other kinds take one of the samples, or are splines.
"""

import numpy as np
from scipy import interpolate

from tangentlite.rules.registry import adjoint, d, definition, formula, tangent
from tangentlite.templates.scipy.interpolate.bases import beside, over_data
from tangentlite.templates.scipy.interpolate.splines import along_first, at_axis


# The interval of each point, outside the one at that end, and the weights of its ends.
def weights(points, x, nu, kind):
    if kind != "linear":
        order = np.arange(len(x))
        picked = interpolate.interp1d(
            x, order, kind, fill_value="extrapolate", assume_sorted=True
        )(np.clip(points, x[0], x[-1]))
        low = np.nan_to_num(picked).astype(int)
        return low, np.full(low.shape, float(nu == 0)), np.zeros(low.shape)
    low = np.clip(np.searchsorted(x, points, "right") - 1, 0, len(x) - 2)
    length = x[low + 1] - x[low]
    if nu == 0:
        after = (points - x[low]) / length
        return low, 1.0 - after, after
    rate = float(nu == 1) / length
    return low, -rate, rate


def on_lines(points, x, y, nu=0, kind="linear"):
    """Return values between samples along axis 0, or their derivatives by points."""
    points = np.asarray(points)
    low, before, after = weights(points, x, nu, kind)
    first, second = y[low], y[np.minimum(low + 1, len(x) - 1)]
    return beside(before, points, first) * first + beside(after, points, first) * second


def onto_samples(seed, points, x, nu=0, kind="linear"):
    """Return the adjoint of `on_lines`: what falls on each sample."""
    points, seed = np.asarray(points), np.asarray(seed)
    low, before, after = weights(points, x, nu, kind)
    shape = len(x), *np.shape(seed)[np.ndim(points) :]
    result = np.zeros(shape, np.result_type(seed, 0.0))
    np.add.at(result, low, beside(before, points, seed) * seed)
    if kind == "linear":
        np.add.at(result, low + 1, beside(after, points, seed) * seed)
    return result


@adjoint(on_lines, equal_rows=("x", "y"))
def on_lines_adjoint(v, points, x, y, nu=0, kind="linear"):
    if kind == "linear":
        d[points] = over_data(d[v] * on_lines(points, x, y, nu + 1), points)
        slopes = over_data(d[v] * on_lines(points, x, y, 1), points)
        d[x] = -onto_samples(slopes, points, x, nu)
    else:
        d[points] = 0.0
        d[x] = 0.0
    d[y] = onto_samples(d[v], points, x, nu, kind)


@tangent(on_lines)
def on_lines_tangent(v, points, x, y, nu=0, kind="linear"):
    change = on_lines(points, x, d[y], nu, kind) if np.ndim(d[y]) > 0 else 0.0
    if kind == "linear":
        moved = d[points] if np.ndim(d[points]) == 0 else beside(d[points], points, v)
        change = change + moved * on_lines(points, x, y, nu + 1)
        if np.ndim(d[x]) > 0:
            moved = beside(on_lines(points, x, d[x], nu), points, v)
            change = change - moved * on_lines(points, x, y, 1)
    d[v] = change


# By the samples x of slopes that fall on each sample: those of the next order fall.
@adjoint(onto_samples)
def onto_samples_adjoint(v, seed, points, x, nu=0, kind="linear"):
    d[seed] = on_lines(points, x, d[v], nu, kind)
    if kind == "linear":
        d[points] = over_data(seed * on_lines(points, x, d[v], nu + 1), points)
        slopes = over_data(seed * on_lines(points, x, d[v], 1), points)
        d[x] = -onto_samples(slopes, points, x, nu)
    else:
        d[points] = 0.0
        d[x] = 0.0


@tangent(onto_samples)
def onto_samples_tangent(v, seed, points, x, nu=0, kind="linear"):
    change = 0.0
    if np.ndim(seed) == 0 or np.ndim(d[seed]) > 0:
        change = onto_samples(d[seed], points, x, nu, kind)
    if kind == "linear":
        if np.ndim(points) == 0 or np.ndim(d[points]) > 0:
            moved = seed * beside(d[points], points, seed)
            change = change + onto_samples(moved, points, x, nu + 1)
        if np.ndim(d[x]) > 0:
            moved = seed * beside(on_lines(points, x, d[x], nu), points, seed)
            change = change - onto_samples(moved, points, x, 1)
    d[v] = change


def between_samples(points, x, y, kind, axis, bounds_error, fill_value):
    """Return values between samples along an axis, which lie in order."""
    return interpolate.interp1d(
        x, y, kind, axis, False, bounds_error, fill_value, True
    )(points)


@formula(between_samples)
def between_formula(points, x, y, kind, axis, bounds_error, fill_value):
    values = on_lines(points, x, along_first(y, axis), 0, kind)
    return filled(at_axis(values, points, axis % np.ndim(y)), points, x, y, axis,
                  bounds_error, fill_value)  # fmt: skip


# What is outside of the samples has the values that are given, two for below and above.
def filled(values, points, x, y, axis, bounds_error, fill_value):
    if bounds_error is None or bounds_error or isinstance(fill_value, str):
        return values
    low, high = fill_value, fill_value
    if isinstance(fill_value, tuple):
        low, high = fill_value
    below, above = points < x[0], points > x[-1]
    if np.ndim(y) > 1:
        count, axis = np.ndim(points), axis % np.ndim(y)
        behind = tuple(range(count, count + np.ndim(y) - axis - 1))
        below, above = np.expand_dims(below, behind), np.expand_dims(above, behind)
        low, high = in_between(low, axis, count, y), in_between(high, axis, count, y)
    return np.where(below, low, np.where(above, high, values))


# With axes of one for those of the points.
def in_between(fill, axis, count, y):
    if np.ndim(fill) == 0 or count == 0 or axis == 0:
        return fill
    missing = np.ndim(y) - 1 - np.ndim(fill)
    whole = np.expand_dims(fill, tuple(range(missing)))
    return np.expand_dims(whole, tuple(range(axis, axis + count)))


@definition(interpolate.interp1d)
class Interp1d:
    """Interpolation along an axis."""

    __slots__ = (
        "x", "y", "axis", "bounds_error", "fill_value", "_kind", "_spline"
    )  # fmt: skip
    # Of its parameters, the attributes that they become; of splines these are others.
    made_again = {
        "x": "x", "y": "y", "kind": "_kind", "axis": "axis",
        "bounds_error": "bounds_error", "fill_value": "fill_value",
    }  # fmt: skip

    def __init__(
        self, x, y, kind="linear", axis=-1, copy=True, bounds_error=None,
        fill_value=np.nan, assume_sorted=False,
    ):  # fmt: skip
        x, y = np.asarray(x), np.asarray(y)
        if not assume_sorted:
            order = np.argsort(x, kind="mergesort")
            x, y = x[order], np.take(y, order, axis)
        self.x, self.y = x, y
        self.axis = axis % np.ndim(y)
        self.fill_value = fill_value
        self.bounds_error = bounds_error
        if bounds_error is None:
            self.bounds_error = not isinstance(fill_value, str)
        degrees = {"zero": 0, "slinear": 1, "quadratic": 2, "cubic": 3}
        k = kind if isinstance(kind, int) else degrees.get(kind)
        if k is None:
            self._kind = kind
        else:
            self._kind = "spline"
            rows = along_first(y, axis)
            self._spline = interpolate.make_interp_spline(
                x, rows, k, check_finite=False
            )

    def __call__(self, x):
        x = np.asarray(x)
        if self._kind != "spline":
            return between_samples(
                x, self.x, self.y, self._kind, self.axis, self.bounds_error,
                self.fill_value,
            )  # fmt: skip
        if self.bounds_error:
            require_inside(x, self.x)
        values = self._spline(x)
        rows = along_first(self.y, self.axis)
        if np.ndim(self._spline.c) != np.ndim(rows):  # SciPy has them in columns
            values = np.reshape(values, np.shape(x) + np.shape(rows)[1:])
        return filled(at_axis(values, x, self.axis), x, self.x, self.y, self.axis,
                      self.bounds_error, self.fill_value)  # fmt: skip


def require_inside(points, x):
    if np.any(points < x[0]):
        raise ValueError("A value in x_new is below the interpolation range.")
    if np.any(points > x[-1]):
        raise ValueError("A value in x_new is above the interpolation range.")
