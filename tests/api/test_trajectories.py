"""Differential equations of SciPy inside programs."""

import numpy as np
import pytest
from scipy import integrate
from scipy.integrate import odeint, solve_ivp

import tangentlite as tl
from tangentlite.api.inside.integration import sensitivities

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
        raise ValueError(found.message)
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


def with_a_dict(p):
    def f(t, y, q, shift):
        return -q["p0"] * y + q["c"][0] + shift[1]["s"]

    given = p, (1.0, {"s": p["p0"] ** 2})
    return solve_ivp(f, (0.0, 1.0), [1.0], args=given, **TIGHT).y[0, -1]


def of_many_parameters(w, y0):
    times = np.array([0.5, 1.0])
    found = solve_ivp(
        lambda t, y: np.tanh(w @ y), (0.0, 1.0), y0, t_eval=times, **TIGHT
    )
    return np.sum(found.y**2)


RATES, START = np.array([1.5, 1.0, 3.0, 1.0]), np.array([1.0, 1.2])
TARGET = np.ones((2, 6))
def from_integers(rate, other):
    exact = {"rtol": 1e-10, "atol": 1e-10}
    rates = lambda y, t: [-rate * y[0], y[0] - other * y[1]]  # noqa: E731
    by_odeint = odeint(rates, [1, 0], [0, 1, 2], **exact)
    start, times = np.array([2, 1]), [0, 1]
    found = solve_ivp(lambda t, y: -rate * y, (0, 2), start, t_eval=times, **exact)
    return np.sum(by_odeint**2) + np.sum(found.y)


PROGRAMS = [
    (from_integers, (0.7, 0.4), (0, 1)),
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
    (with_a_dict, ({"p0": 0.7, "c": [0.2, 0.1]},), (0,)),
]


@pytest.mark.one_in(3, always=("stiff",))
@pytest.mark.parametrize(
    ("f", "args", "wrt"), PROGRAMS, ids=lambda v: getattr(v, "__name__", "")
)
@pytest.mark.parametrize("order", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_both_modes_and_second_order(f, args, wrt, order):
    tl.check_grad(f, args, wrt=wrt, order=order, rtol=2e-4, atol=2e-5)
    if order == 1:
        assert tl.value_and_grad(f, wrt=wrt)(*args)[0] == f(*args)


def test_the_adjoint_equation_gives_what_sensitivities_give(monkeypatch):
    rng = np.random.default_rng(0)
    given = rng.normal(size=(3, 3)), np.ones(3)
    gradient = tl.grad(of_many_parameters, wrt=(0, 1))
    wanted = gradient(*given)
    monkeypatch.setattr("tangentlite.api.inside.integration.sensitivities.MOST", -1000)
    for one, other in zip(gradient(*given), wanted):
        np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-8)
    w_dot, y_dot = rng.normal(size=(3, 3)), rng.normal(size=3)
    ahead = tl.autodiff(of_many_parameters, wrt=(0, 1), mode="forward")
    total = np.sum(wanted[0] * w_dot) + np.sum(wanted[1] * y_dot)
    assert ahead(*given, w_dot, y_dot) == pytest.approx(total, rel=1e-6)


def test_many_parameters_by_the_adjoint_equation():
    w = np.random.default_rng(0).normal(size=(7, 7)) / 3.0
    tl.check_grad(of_many_parameters, (w, np.ones(7)), wrt=(0, 1), rtol=2e-4, atol=2e-5)


def test_a_failed_integration_is_as_short_as_that_of_scipy():
    def f(k):
        found = solve_ivp(lambda t, y: k * y**2, (0.0, 2.0), [1.0], t_eval=[0.5, 1.5])
        return np.sum(found.y)

    assert tl.grad(f)(1.0) == pytest.approx(2.0, rel=1e-2)  # of 1 / (1 - 0.5 * k)


def of_events(a):
    return solve_ivp(lambda t, y: -a * y, (0, 2), [1.0], events=lambda t, y: y[0]).t[-1]


def of_dense_output(a):
    found = solve_ivp(lambda t, y: -a * y, (0.0, 2.0), [1.0], dense_output=True)
    return found.sol(0.3)[0]


def of_complex_states(a):
    return abs(solve_ivp(lambda t, y: -1j * a * y, (0, 2), [1.0 + 0j]).y[0, -1])


def with_an_effect(a):
    calls = []

    def f(t, y):
        calls.append(t)
        return -a * y

    return solve_ivp(f, (0, 2), [1.0]).y[0, -1]


@pytest.mark.parametrize(
    ("f", "message"),
    [
        (of_events, "events of solve_ivp is not supported"),
        (of_dense_output, "Give the times as t_eval"),
        (of_complex_states, "complex states"),
        (with_an_effect, "calls"),
    ],
)
def test_refusals(f, message):
    with pytest.raises(tl.UnsupportedError, match=message) as caught:
        tl.grad(f)(0.7)
    assert __file__ in str(caught.value).splitlines()[0]


def test_a_third_derivative():
    def decay(a):
        span, times = (0.0, 1.0), [0.5, 1.0]
        found = solve_ivp(lambda t, y: -a * y, span, [1.0], t_eval=times, **TIGHT)
        return found.y[0, -1]

    third = tl.grad(tl.grad(tl.grad(decay)))
    assert third(0.7) == pytest.approx(-np.exp(-0.7), rel=1e-6)


def test_a_saved_derivative_is_refused_by_the_name_of_the_solver():
    def end(rate):
        found = solve_ivp(lambda t, y: -rate * y, (0.0, 1.0), [1.0])
        return found.y[0, -1]
    with pytest.raises(tl.UnsupportedError, match='the sensitivities of solve_ivp'):
        tl.grad(end).standalone({'rate': 1.0})


RATE = [1.0]


def cooled(p):
    def motion(t, y, a, b):
        return -RATE[0] * a * y + b * np.sin(y)

    times = np.linspace(0.0, 2.0, 9)
    solution = solve_ivp(
        motion, (0.0, 2.0), np.array([1.0, 2.0]), args=(p[0], p[1]), t_eval=times,
        rtol=1e-9, atol=1e-9,
    )  # fmt: skip
    return solution.y.ravel() * p[1]


@pytest.mark.parametrize('operator', [tl.jacobian, tl.value_and_jacobian])
def test_jacobians_integrate_sensitivities_once(operator, monkeypatch):
    """Rows share them, at one point alone: what a function reads may change."""
    from tangentlite.api.inside.integration import sensitivities

    made = []
    integrated = sensitivities._sensitivities
    monkeypatch.setattr(
        sensitivities, '_sensitivities',
        lambda *given: made.append(1) or integrated(*given),
    )  # fmt: skip
    matrix = operator(cooled)
    p = np.array([0.7, 0.3])
    for rate in (1.0, 1.0, 2.0):
        RATE[0] = rate
        made.clear()
        found = matrix(p)
        found = found if operator is tl.jacobian else found[1]
        assert len(made) == 1
        expected = np.stack([
            (cooled(p + step) - cooled(p - step)) / 2e-6 for step in 1e-6 * np.eye(2)
        ], axis=1)  # fmt: skip
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-7)
    RATE[0] = 1.0


def test_long_trajectories_take_a_column_for_each_parameter():
    def states(p):
        times = np.linspace(0.0, 2.0, 200)
        return solve_ivp(
            lambda t, y: -p * y, (0.0, 2.0), np.ones(1), t_eval=times, rtol=1e-8
        ).y[0]

    found, times = tl.jacobian(states)(0.5), np.linspace(0.0, 2.0, 200)
    np.testing.assert_allclose(found, -times * np.exp(-0.5 * times), atol=1e-5)


def test_args_that_are_an_array():
    def speed(t, y, a, b):
        return -a * y + b

    def end(p):
        return integrate.solve_ivp(speed, (0.0, 1.0), [1.0], args=p).y[0, -1]
    with pytest.raises(tl.UnsupportedError, match=r'args=\(\*p,\)'):
        tl.grad(end)(np.array([0.1, 0.2]))


def test_a_spline_that_a_right_side_reads():
    """It is made again of its coefficients, or inside."""
    interpolate = pytest.importorskip('scipy.interpolate')
    knots = np.array([0.0, 1.0, 2.0, 3.0])

    def outside(v):
        s = interpolate.CubicSpline(knots, v)
        exact = {'rtol': 1e-9, 'atol': 1e-11}
        speed = lambda t, y: s(t) * y  # noqa: E731
        return integrate.solve_ivp(speed, (0.0, 3.0), [1.0], **exact).y[0, -1]

    def inside(v):
        def speed(t, y):
            return interpolate.CubicSpline(knots, v)(t) * y
        found = integrate.solve_ivp(speed, (0.0, 3.0), [1.0], rtol=1e-9, atol=1e-11)
        return found.y[0, -1]
    v = np.array([0.1, 0.2, 0.3, 0.2])
    tl.check_grad(inside, (v,))
    np.testing.assert_allclose(tl.grad(outside)(v), tl.grad(inside)(v), 1e-6)


def species(k):
    def speed(t, y):
        fast, slow, last = k[1] * y[1] * y[2], k[0] * y[0], k[2] * y[1] ** 2
        return np.array([fast - slow, slow - fast - last, last])
    found = integrate.solve_ivp(
        speed, (0.0, 1e4), np.array([1.0, 0.0, 0.0]), method='BDF', rtol=1e-4,
        atol=1e-10, t_eval=np.geomspace(1e-3, 1e4, 20))
    return np.sum(found.y[2])


def test_stiff_sensitivities_take_about_as_many_steps(monkeypatch):
    """Robertson's reaction: with one tolerance for all they took ten thousands."""
    solve, calls = sensitivities._solved, []

    def counted(equation, speed, *others):
        def noted(t, z):
            calls.append(t)
            return speed(t, z)
        return solve(equation, noted, *others)
    monkeypatch.setattr(sensitivities, '_solved', counted)
    k = np.array([0.04, 1e4, 3e7])
    slope = tl.grad(species)(k) * k
    np.testing.assert_allclose(slope, [1.882399, -1.595700, 0.798010], rtol=1e-4)
    assert 0 < len(calls) < 5000
