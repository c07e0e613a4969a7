"""Results of solvers in programs: their attributes, items and flags, and captures."""
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import CubicSpline
from scipy.optimize import least_squares, minimize, minimize_scalar, root, root_scalar

import tangentlite as tl

TIMES = np.linspace(0.0, 5.0, 11)
EXACT = {'rtol': 1e-9, 'atol': 1e-11}


def decay(k, **options):
    return solve_ivp(lambda t, y: -k * y, (0.0, 5.0), [2.0], **EXACT, **options)


def items_of_a_trajectory(k):
    s = decay(k, t_eval=TIMES)
    return np.sum(s['y'][0] ** 2) + s['t'][-1]


def items_of_a_minimum(k):
    r = minimize(lambda p: np.sum((p - k) ** 4 + (p - k) ** 2), [0.0, 0.0], tol=1e-9)
    return r['x'][0] * r['fun'] + r['x'][1]


def items_of_a_fit(k):
    r = least_squares(lambda p: np.array([p[0] - k, p[1] * p[0] - 1.0]), [1.0, 1.0])
    return r['x'][1] + r.cost


def a_result_that_is_captured(k):
    s = decay(k, t_eval=TIMES)
    r = minimize(lambda p: np.sum((p[0] * s.y[0] - s.t) ** 2), [1.0])
    return r.x[0]


def flags_of_a_trajectory_and_a_minimum(k):
    s = decay(k, t_eval=TIMES)
    r = minimize(
        lambda p: np.sum((p[0] * s.y[0] - s.t) ** 2) if s.success else 1e9, [1.0]
    )
    if not r.success or r.nfev < 1:
        raise RuntimeError(r.message)
    return r.x[0] * (1.0 if r.status == 0 else 2.0)


def flags_of_a_root(k):
    r = root(lambda z: z**3 + k * z - 2.0, np.array([1.0]))
    if not r.success:
        raise RuntimeError(r.message)
    return r.x[0] * (r.status + 1.0)


def a_method_without_status(k):
    r = root(lambda z: z**3 + k * z - 2.0, np.array([1.0]), method='df-sane', tol=1e-12)
    return r.x[0] ** 2 if r.success else np.nan


def flags_of_a_root_scalar(k):
    r = root_scalar(lambda z: z**3 + k * z - 2.0, bracket=(0.0, 2.0), xtol=1e-13)
    return r.root if r.converged and r.iterations > 1 else np.nan


def flags_of_a_minimum_of_one_number(k):
    r = minimize_scalar(lambda z: (z**3 + k * z - 2.0) ** 2, tol=1e-12)
    assert r.success
    return r.x**2


def parts_by_name(k):
    r = minimize(lambda p: np.sum((p**2 - k) ** 2 + p), [1.0], tol=1e-12)
    known = 'x' in r and r.get('nfev', 0) > 1
    return r.get('fun') + sum(np.sum(r[name]) for name in ('x', 'fun')) * known


def a_spline_through_given_times(k):
    s = decay(k, t_eval=TIMES)
    return CubicSpline(s.t, s.y[0])(1.234)


def a_spline_through_the_steps(k):
    s = decay(k, max_step=0.1)
    return CubicSpline(s.t, s.y, axis=1)(np.array([0.3, 1.234]))[0] @ [1.0, 2.0]


PROGRAMS = [
    items_of_a_trajectory, items_of_a_minimum, items_of_a_fit,
    a_result_that_is_captured, flags_of_a_trajectory_and_a_minimum, flags_of_a_root,
    a_method_without_status, flags_of_a_root_scalar, flags_of_a_minimum_of_one_number,
    parts_by_name, a_spline_through_given_times, a_spline_through_the_steps,
]  # fmt: skip


@pytest.mark.parametrize('program', PROGRAMS)
def test_both_modes(program):
    value, found = tl.value_and_grad(program)(0.8)
    assert value == pytest.approx(program(0.8), abs=1e-12)
    # Minima are found to about 1e-8: the steps are wide, and their error is removed.
    coarse, fine = (
        (program(0.8 + h) - program(0.8 - h)) / (2.0 * h) for h in (2e-2, 1e-2)
    )
    assert found == pytest.approx(fine + (fine - coarse) / 3.0, rel=2e-5, abs=1e-6)
    along = tl.autodiff(program, mode='forward')(0.8, 1.0)
    assert along == pytest.approx(found, rel=1e-5, abs=1e-7)


def test_times_in_integers():
    def last(k):
        s = decay(k, t_eval=[0, 1, 2])
        return s.y[0, -1] * s.t[-1]

    assert tl.grad(last)(0.8) == pytest.approx(-8.0 * np.exp(-1.6), rel=1e-6)


def test_times_that_depend_on_the_argument():
    def at(k):
        s = decay(0.8, t_eval=np.array([0.0, k]))
        return s.t[-1] * s.y[0, -1]

    exact = 2.0 * np.exp(-0.8 * 1.5) * (1.0 - 0.8 * 1.5)
    assert tl.grad(at)(1.5) == pytest.approx(exact, rel=1e-6)


def test_a_spline_of_times_that_depend_on_the_argument_is_refused():
    def at(k):
        s = decay(0.8, t_eval=np.linspace(0.0, k, 5))
        return CubicSpline(s.t, s.y[0])(0.5)

    with pytest.raises(tl.UnsupportedError, match='no derivative with respect to x'):
        tl.grad(at)(1.5)


def test_what_a_result_has_not():
    def more(k):
        return minimize(lambda p: np.sum((p - k) ** 2), [0.0]).hess_inv[0, 0]

    with pytest.raises(tl.UnsupportedError, match='it has x, fun, success, status'):
        tl.grad(more)(0.8)


def test_what_a_method_does_not_give():
    def more(k):
        return root(lambda z: z**3 - k, np.array([1.0]), method='df-sane').status * k

    with pytest.raises(tl.UnsupportedError, match='it has x, fun, success, message'):
        tl.grad(more)(0.8)


def caught(r):
    try:
        return r.hess_inv[0, 0]
    except AttributeError:
        return 1.0


@pytest.mark.parametrize(
    'asked',
    [
        lambda r: 'hess_inv' in r,
        lambda r: hasattr(r, 'hess_inv'),
        lambda r: getattr(r, 'hess_inv', None) is not None,
        lambda r: r.get('hess_inv') is not None,
        caught,
    ],
)
def test_what_scipy_may_give_is_not_taken_for_missing(asked):
    def more(k):
        r = minimize(lambda p: np.sum((p - k) ** 2), [0.0])
        return r.x[0] * (2.0 if asked(r) else 1.0)

    with pytest.raises(tl.UnsupportedError, match='it has x'):
        tl.grad(more)(0.8)


def test_messages_are_not_captured():
    def longer(k):
        s = decay(k, t_eval=TIMES)
        r = minimize(lambda p: np.sum((p * s.y[0, 3] - len(s.message)) ** 2), [1.0])
        return r.x[0]

    with pytest.raises(tl.UnsupportedError, match='it has y, t, success, status, nfev'):
        tl.grad(longer)(0.8)
