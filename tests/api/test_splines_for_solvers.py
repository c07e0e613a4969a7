"""Splines of the program that a right side or an equation reads."""
import numpy as np
import pytest
from scipy import interpolate
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import tangentlite as tl

TIMES = np.linspace(0.0, 5.0, 11)
HEIGHTS = np.sin(TIMES) + 1.5


def driven(spline, delay=0.0):
    motion = lambda t, y: -0.5 * y + spline(t - delay)  # noqa: E731
    exact = {'rtol': 1e-8, 'atol': 1e-8, 'max_step': 0.02}
    return np.sum(solve_ivp(motion, (0.0, 5.0), [2.0], t_eval=TIMES, **exact).y)


def cubic(u):
    return driven(interpolate.CubicSpline(TIMES, u))


def steps_and_slopes(u):
    spline = interpolate.PchipInterpolator(TIMES, u)
    slope = spline.derivative()
    return driven(lambda t: spline(t) + 0.1 * slope(t))


def of_bases(u):
    return driven(interpolate.make_interp_spline(TIMES, u))


def straight(u):
    return driven(interpolate.interp1d(TIMES, u, fill_value='extrapolate'), 0.5)


def filled(u):
    ends = (u[0], u[-1])
    line = interpolate.interp1d(TIMES, u, fill_value=ends, bounds_error=False)
    return driven(line, 0.5)


def crossing(u):
    spline = interpolate.CubicSpline(TIMES, u)
    return brentq(lambda t: spline(t) - 1.0, 3.0, 4.5, xtol=1e-13)


def crossing_of_lines(u):
    line = interpolate.interp1d(TIMES, u)
    return brentq(lambda t: float(line(t)) - 1.0, 3.0, 4.5, xtol=1e-13)


PROGRAMS = [
    cubic, steps_and_slopes, of_bases, straight, filled, crossing, crossing_of_lines
]  # fmt: skip


@pytest.mark.parametrize('program', PROGRAMS)
def test_both_modes(program):
    value, found = tl.value_and_grad(program)(HEIGHTS)
    assert value == program(HEIGHTS)
    along = np.cos(np.arange(11.0))
    step = 1e-4 * along
    ends = [program(HEIGHTS + step), program(HEIGHTS - step)]
    assert found @ along == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=1e-3)
    tangent = tl.autodiff(program, mode='forward')(HEIGHTS, along)
    assert tangent == pytest.approx(found @ along, rel=1e-5)


def test_a_constant_spline():
    def scaled(k):
        spline = interpolate.CubicSpline(TIMES, HEIGHTS)
        return driven(lambda t: k * spline(t))

    ends = [scaled(1.5), scaled(0.5)]
    assert tl.grad(scaled)(1.0) == pytest.approx(ends[0] - ends[1], rel=1e-6)


@pytest.mark.parametrize('kind', ['quadratic', 'cubic'])
def test_interpolation_by_an_inner_spline_is_refused(kind):
    def curved(u):
        return driven(interpolate.interp1d(TIMES, u, kind=kind))

    with pytest.raises(tl.UnsupportedError, match='Make the interp1d inside'):
        tl.grad(curved)(HEIGHTS)
