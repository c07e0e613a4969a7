"""Derivatives of integrals and equations have no text, and say what to do."""
import pickle

import numpy as np
import pytest

import tangentlite as tl

pytest.importorskip('scipy')
from scipy.integrate import dblquad, odeint, quad, simpson, solve_ivp
from scipy.optimize import brentq


def pulse(t, w):
    return np.exp(-w * t * t)


def area(w):
    s = quad(pulse, 0.0, 1.0, args=(w,))[0]
    return s * s


def around(w):
    return 2.0 * area(w)


def over_two(w):
    return dblquad(lambda x, y: w * x * y, 0.0, 1.0, 0.0, 1.0)[0]


def decay(t, y, k):
    return -k * y


def last(k):
    found = solve_ivp(decay, (0.0, 1.0), np.array([1.0]), args=(k,))
    return found.y[0, -1]


def last_of_odeint(k):
    z = odeint(lambda y, t: -k * y, 1.0, np.array([0.0, 1.0]))
    return z[-1, 0]


@pytest.mark.parametrize('mode', ['reverse', 'forward'])
@pytest.mark.parametrize(
    'f, line, instead',
    [
        (area, 's = quad(pulse, 0.0, 1.0, args=(w,))[0]', 'simpson'),
        (around, 's = quad(pulse, 0.0, 1.0, args=(w,))[0]', 'simpson'),
        (over_two, 'def over_two(w):', 'simpson'),
        (last, 'found = solve_ivp(decay, ', 'the steps as a loop'),
        (last_of_odeint, 'z = odeint(lambda y, t: -k * y, ', 'the steps as a loop'),
    ],
)
def test_the_line_of_the_solver_is_named(f, line, instead, mode):
    with pytest.raises(tl.UnsupportedError) as caught:
        tl.autodiff(f, mode=mode).standalone({f.__code__.co_varnames[0]: 0.5})
    place, quoted, _, advice = str(caught.value).split('\n')
    assert place.startswith(f'{__file__}:') and quoted.strip().startswith(line)
    assert ' runs, and cannot be written into a module' in place
    assert advice.startswith('Pickle the derivative') and instead in advice
    assert not any(name in str(caught.value) for name in ('_own', '<', 'pulled'))


def by_points(w):
    t = np.linspace(0.0, 1.0, 101)
    return simpson(pulse(t, w), x=t) ** 2


def limit(b):
    return quad(np.exp, 0.0, b)[0]


def root(w):
    return brentq(lambda t: t * t - w, 0.0, 5.0)


@pytest.mark.parametrize('f', [by_points, limit, root])
def test_what_can_be_written_instead(f):
    derivative = tl.grad(f)
    names = {}
    exec(derivative.standalone({f.__code__.co_varnames[0]: 0.5}), names)
    assert names[f'{f.__name__}_grad'](0.5) == derivative(0.5)


def test_the_derivative_of_an_integral_can_be_pickled():
    derivative = tl.grad(area)
    assert pickle.loads(pickle.dumps(derivative))(0.5) == derivative(0.5)
