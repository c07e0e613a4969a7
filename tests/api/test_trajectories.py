"""Differential equations of SciPy inside programs."""

import numpy as np
import pytest
from scipy import integrate
from scipy.integrate import odeint, solve_ivp

import tangentlite as tl

TIGHT = {"rtol": 1e-9, "atol": 1e-10}


def lotka(t, y, a, b, c, d):
    return [a * y[0] - b * y[0] * y[1], -c * y[1] + d * y[0] * y[1]]


def fit(rates, start, target):
    times = np.linspace(0.0, 2.0, 6)
    found = solve_ivp(
        lotka, (0.0, 2.0), start, t_eval=times, args=tuple(rates), **TIGHT
    )
    return np.sum((found.y - target) ** 2)


def of_a_closure(a, y0):
    def f(t, y):
        return np.array([y[1], -a * np.sin(y[0]) + 0.1 * np.cos(t)])

    found = solve_ivp(f, (0.0, 1.5), [y0, 0.0], **TIGHT)
    return found.y[0, -1] + found.t[-1]


def by_ends_and_times(a, first, last):
    times = np.linspace(first, last, 4)
    found = solve_ivp(
        lambda t, y: -a * t * y, (first, last), [1.0], t_eval=times, **TIGHT
    )
    return np.sum(found.y[0] * found.t)


def by_ends_alone(a, first, last):
    found = solve_ivp(
        lambda t, y: -a * t * y, (first, last), np.array([1.0, 2.0]), **TIGHT
    )
    return found.y[0, -1] * found.y[1, -1] * found.t[-1] - found.t[0] * found.y[1, 0]


def stiff(k):
    def f(t, y):
        return [-k * y[0] + y[1], k * y[0] - 2.0 * y[1] ** 2]

    found = solve_ivp(f, (0, 1), [1.0, 0.0], "BDF", rtol=1e-8, atol=1e-10)
    return found.y[1, -1]


def with_odeint(a, y0):
    def f(y, t):
        return [y[1], -a * y[0] - 0.1 * t]

    path = odeint(f, y0, np.linspace(0.0, 1.0, 5), rtol=1e-10, atol=1e-10)
    return np.sum(path[1:, 0] ** 2)


def odeint_with_arguments(a, t):
    path = odeint(lambda t, y, k: -k * y + t, 1.0, t, args=(a,), tfirst=True)
    return np.sum(path * path)


def of_a_matrix(w):
    found = solve_ivp(lambda t, y: np.tanh(w @ y), (0.0, 1.0), np.ones(2), **TIGHT)
    return np.sum(found.y[:, -1])


def backward_in_time(a):
    found = solve_ivp(lambda t, y: a * y, (1.0, 0.0), [1.0], t_eval=[0.7, 0.2], **TIGHT)
    if not found.success:
        raise ValueError(found.status)
    return found.y[0, 0] * found.y[0, 1]


def in_a_loop(a):
    y = np.array([1.0, 0.5])
    for k in range(3):
        y = solve_ivp(lambda t, y, a=a * (k + 1): -a * y, (0.0, 0.3), y, **TIGHT).y[
            :, -1
        ]
    return np.sum(y)


def of_flags(a, tolerance):
    f = lambda t, y: -a * y  # noqa: E731
    found = integrate.solve_ivp(
        f, (0.0, 1.0), [1.0], rtol=tolerance, atol=1e-10, vectorized=True
    )
    return found.y[0, -1] if found.success else 0.0


RATES, START = np.array([1.5, 1.0, 3.0, 1.0]), np.array([1.0, 1.2])
TARGET = np.ones((2, 6))
PROGRAMS = [
    (fit, (RATES, START, TARGET), (0, 1)),
    (of_a_closure, (1.3, 0.4), (0, 1)),
    (by_ends_and_times, (0.7, 0.2, 1.1), (0, 1, 2)),
    (by_ends_alone, (0.7, 0.2, 1.1), (0, 1, 2)),
    (stiff, (30.0,), (0,)),
    (with_odeint, (1.3, np.array([0.3, 0.2])), (0, 1)),
    (odeint_with_arguments, (1.3, np.array([0.0, 0.3, 1.0])), (0, 1)),
    (of_a_matrix, (np.array([[0.3, -0.5], [0.2, 0.1]]),), (0,)),
    (backward_in_time, (0.6,), (0,)),
    (in_a_loop, (0.4,), (0,)),
    (of_flags, (0.4, 1e-9), (0,)),
]


@pytest.mark.parametrize(
    ("f", "args", "wrt"), PROGRAMS, ids=lambda v: getattr(v, "__name__", "")
)
@pytest.mark.parametrize("order", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_both_modes_and_second_order(f, args, wrt, order):
    tl.check_grad(f, args, wrt=wrt, order=order, rtol=2e-4, atol=2e-5)
    if order == 1:
        assert tl.value_and_grad(f, wrt=wrt)(*args)[0] == f(*args)
