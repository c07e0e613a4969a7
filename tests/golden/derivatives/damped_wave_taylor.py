# tests.golden_programs.damped_wave, called with
#     t: float
#     rate: float
#     frequency: float
#     t_series: float64[:]

import numpy as np


def counted(first, end, series):
    """Return numbers in a row along the leading axis of a series, and in its dtype."""
    shape = (end - first,) + (1,) * (np.ndim(series) - 1)
    return np.reshape(np.arange(first, end), shape).astype(np.real(series).dtype)


def rated(series):
    """Return k x_k for each coefficient."""
    return series * counted(1, len(series) + 1, series)


def convolved(one, other):
    """Return the sum of the products of coefficients, of which one runs backwards."""
    if np.ndim(one) == np.ndim(other) == 1:
        return one @ other[::-1]
    return np.sum(one * other[::-1], axis=0)


def _turning(sine, cosine, x_series, sign):
    """Return the coefficients of s and c where s' = c x' and c' = sign s x'."""
    rates = rated(x_series)
    sines, cosines = cosine * x_series, sign * sine * x_series
    for k in range(1, len(sines)):
        sines[k] += convolved(rates[:k], cosines[:k]) / (k + 1)
        cosines[k] += sign * convolved(rates[:k], sines[:k]) / (k + 1)
    return sines, cosines


def series_cos(x, x_series):
    """Return the coefficients of cos(x)."""
    return _turning(np.sin(x), np.cos(x), x_series, -1.0)[1]


def aligned(series, axes):
    """Return coefficients with as many axes behind the leading one, or a number."""
    missing = axes + 1 - np.ndim(series)
    if np.ndim(series) == 0 or missing <= 0:
        return series
    shape = np.shape(series)
    return np.reshape(series, shape[:1] + (1,) * missing + shape[1:])


def series_product(x, x_series, y, y_series):
    """Return the coefficients of x * y.

    >>> series_product(2.0, np.array([1.0, 0.0]), 3.0, np.array([1.0, 0.0]))
    array([5., 1.])
    """
    axes = max(np.ndim(x), np.ndim(y))
    one, other = aligned(x_series, axes), aligned(y_series, axes)
    result = x * other + one * y
    for k in range(1, len(result)):
        result[k] += convolved(one[:k], other[:k])
    return result


def series_exp(y, x_series):
    """Return the coefficients of y where y' = y x', as of exp(x).

    >>> series_exp(1.0, np.array([1.0, 0.0, 0.0]))
    array([1.        , 0.5       , 0.16666667])
    """
    rates = rated(x_series)
    result = y * x_series
    for k in range(1, len(result)):
        result[k] += convolved(rates[:k], result[:k]) / (k + 1)
    return result


def damped_wave_jet(t, rate, frequency, t_series):
    """Value and Taylor coefficients of tests.golden_programs.damped_wave with respect
    to t.

    t_series: the coefficients of t, t**2, ... of t.
    """
    a = -rate
    e = np.exp(a * t)
    p = frequency * t
    cos_p = np.cos(p)
    cos_p_series = series_cos(p, frequency * t_series)
    return (
        e * cos_p, series_product(e, series_exp(e, a * t_series), cos_p, cos_p_series)
    )
