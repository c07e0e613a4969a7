"""Kinds of solutions are known before anything is solved."""
import numpy as np
import pytest
from scipy import optimize
from scipy.integrate import solve_ivp

import tangentlite as tl
from tangentlite.api.inside.solving import samples

BRACKETS = ['brentq', 'brenth', 'bisect', 'ridder', 'toms748']
STARTS = [
    1.5, 2, np.float64(1.5), np.array(1.5), np.array([1.5]), np.array([1.5, 2.0]),
    [1.5, 2], np.array([1, 2]),
]  # fmt: skip
SQUARE = np.array([[1.5, 2.0]])


def cubic(x):
    return x**3 - 2.0


def parabola(x):
    return np.sum((x - 1.1) ** 2)


def is_like(sample, found):
    assert type(sample) is type(found)
    assert np.shape(sample) == np.shape(found)
    assert np.result_type(sample) == np.result_type(found)


@pytest.mark.parametrize('name', BRACKETS)
@pytest.mark.parametrize('end', [3, 3.0, np.float64(3.0)])
def test_numbers_between(name, end):
    sample = samples.number_of_numpy if name == 'toms748' else samples.number
    is_like(sample({}, end, False), getattr(optimize, name)(cubic, 0.0, end))


@pytest.mark.parametrize('start', [*STARTS, SQUARE])
@pytest.mark.parametrize('given', [{}, {'fprime': lambda x: 3.0 * x**2}])
def test_newton(start, given):
    found = optimize.newton(cubic, start, **given)
    is_like(samples.like_start({}, start, False), found)


@pytest.mark.parametrize('method', [None, *BRACKETS, 'newton', 'secant'])
@pytest.mark.parametrize('bracket', [(0.0, 3.0), None])
def test_root_scalar(method, bracket):
    if bracket is None and method in BRACKETS:
        return
    given = {} if method is None else {'method': method}
    starts = {'x0': 1.0} | ({'x1': 2.0} if method != 'newton' else {})
    slope = {'fprime': lambda x: 3.0 * x**2} if method == 'newton' else {}
    found = optimize.root_scalar(cubic, bracket=bracket, **starts, **slope, **given)
    is_like(samples.root_scalar(given, 1.0, bracket is not None), found.root)


@pytest.mark.parametrize('start', [*STARTS, SQUARE])
def test_systems(start):
    def equations(x):
        return np.ravel(x) ** 2 - 2.0

    is_like(samples.row({}, start, False), optimize.fsolve(equations, start))
    found = optimize.fixed_point(np.cos, start)
    is_like(samples.array_like_start({}, start, False), found)


@pytest.mark.parametrize('start', [*STARTS, SQUARE])
@pytest.mark.parametrize('method', [None, 'hybr', 'lm', 'krylov', 'broyden1'])
def test_root(start, method):
    def equations(x):
        return np.asarray(x) ** 2 - 2.0 if method in ('krylov', 'broyden1') else (
            np.ravel(x) ** 2 - 2.0
        )

    given = {} if method is None else {'method': method}
    found = optimize.root(equations, start, **given).x
    is_like(samples.root(given, start, False), found)


@pytest.mark.parametrize('start', STARTS)
@pytest.mark.parametrize('method', ['BFGS', 'Nelder-Mead', 'L-BFGS-B', 'SLSQP'])
def test_minima(start, method):
    found = optimize.minimize(parabola, start, method=method).x
    is_like(samples.minimize({}, start, False), found)


@pytest.mark.parametrize('given', [{}, {'bracket': (0.0, 3.0)}, {'bounds': (0, 3)}])
def test_minima_of_one_number(given):
    found = optimize.minimize_scalar(parabola, **given).x
    is_like(samples.number_of_numpy({}, None, 'bracket' in given), found)


def test_matrices_are_no_starts():
    def smallest(x):
        return optimize.minimize(parabola, x).x[0]

    with pytest.raises(Exception, match="'x0' must only have one dimension"):
        tl.grad(smallest)(SQUARE)


# Of a number below zero it never ends.
def square_root(x):
    y = 1.0
    while abs(y * y - x) > 1e-13 * x:
        y = 0.5 * (y + x / y)
    return y


def test_nothing_is_solved_for_numbers_of_no_meaning():
    def below(c):
        def difference(x):
            return square_root(x) - c

        return optimize.brentq(difference, 1.0, 9.0, xtol=1e-13)

    assert tl.grad(below)(2.0) == pytest.approx(4.0)


TIMES = np.linspace(0.0, 5.0, 11)
PARAMETERS = np.array([1.0, 0.5, 0.8, 0.4])


def hares_and_lynxes(theta):
    def motion(t, y, a, b, c, d):
        u, v = y
        return [a * u - b * u * v, -c * v + d * u * v]

    span, start = (0.0, 5.0), [1.0, 1.0]
    arguments = tuple(theta)
    return solve_ivp(motion, span, start, t_eval=TIMES, args=arguments, rtol=1e-8).y


SEEN = hares_and_lynxes(PARAMETERS) + 0.05 * np.sin(np.arange(22.0).reshape(2, 11))


def profile(a, start):
    def rest_of(others):
        theta = np.concatenate([[a], others])
        return 0.5 * np.sum((hares_and_lynxes(theta) - SEEN) ** 2)

    return optimize.minimize(rest_of, start, method='L-BFGS-B').fun


def test_a_profile_likelihood_of_an_equation():
    slope = tl.grad(profile)(1.1, PARAMETERS[1:])
    ends = [profile(1.1 + h, PARAMETERS[1:]) for h in (1e-3, -1e-3)]
    assert slope == pytest.approx((ends[0] - ends[1]) / 2e-3, rel=1e-3)
