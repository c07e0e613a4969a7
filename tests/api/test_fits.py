"""Fits by SciPy inside programs: curve_fit, leastsq, least_squares."""
import numpy as np
import pytest
from scipy import optimize
from scipy.optimize import curve_fit, least_squares, leastsq

import tangentlite as tl
from tests.support.numeric import central_jvp

T = np.linspace(0.0, 2.0, 8)
Y = 2.0 * np.exp(-1.3 * T) + 0.05 * np.sin(9.0 * T)
ERRORS = 0.1 + 0.05 * np.cos(T)
COVARIANCE = np.diag(ERRORS ** 2) + 0.001
WHOLE = np.arange(8)
TIGHT = {'ftol': 1e-14, 'xtol': 1e-14, 'gtol': 1e-14}


def model(x, a, b):
    return a * np.exp(-b * x)


def slopes(x, a, b):
    return np.stack([np.exp(-b * x), -a * x * np.exp(-b * x)], axis=1)


def through_data(y):
    popt, _ = curve_fit(model, T, y, [1.0, 1.0], **TIGHT)
    return np.sum(popt ** 2)


def with_errors(x, y, sigma):
    popt, _ = curve_fit(model, x, y, sigma=sigma, **TIGHT)
    return popt[0] * popt[1]


def with_the_size_of_errors(y, sigma):
    popt, pcov = curve_fit(model, T, y, sigma=sigma, absolute_sigma=True, **TIGHT)
    return popt[0] + np.sum(np.sqrt(np.diag(pcov)))


def by_a_closure(y, k):
    def f(t, a, b):
        return a * np.exp(-k * b * t)
    popt, pcov = curve_fit(f, T, y, p0=(1.0, 1.0), jac=None, **TIGHT)
    return 10.0 * pcov[0, 1] + popt[1]


def of_several_rows(y, x):
    f = lambda x, *p: p[0] * x[0] + p[1] * x[1]  # noqa: E731
    return curve_fit(f, (x, x ** 2), y, p0=[1, 1], **TIGHT)[0][1]


def from_a_start_that_is_given(y, start):
    return curve_fit(lambda x, *p: p[0] * np.exp(-p[1] * x), T, y, start, **TIGHT)[0][1]


def of_whole_numbers(y):
    f = lambda x, a, b=0.5: a * x + b * x ** 2  # noqa: E731
    return curve_fit(f, WHOLE, y, p0=2.0, **TIGHT)[0][0]


def in_bounds(y, top, low):
    popt, _ = curve_fit(model, T, y, p0=(1.0, 0.5), jac=slopes,
                        bounds=([0.0, low], [1.5, top]), **TIGHT)
    return popt[1] * popt[0]


def on_a_bound(y, top):
    popt, pcov, info, _, flag = curve_fit(
        model, T, y, p0=(1.0, 0.5), method='dogbox', full_output=True,
        bounds=optimize.Bounds([0.0, 0.0], 9.0), **TIGHT)
    popt2, _ = curve_fit(model, T, y, p0=(1.0, 0.5), bounds=(0.0, top), **TIGHT)
    return popt2[1] * popt[0] + pcov[0, 0] + np.sum(info['fvec'] ** 2) * (flag > 0)


def by_leastsq(y, k):
    x, flag = leastsq(lambda p: p[0] * np.exp(-k * p[1] * T) - y, [1.0, 1.0], **TIGHT)
    return x[0] * x[1] * (flag > 0)


def by_leastsq_in_full(y, k):
    x, cov, info, _, _ = leastsq(
        lambda p, y: p[0] * np.exp(-k * p[1] * T) - y, np.ones(2), (y,),
        full_output=True, **TIGHT)
    return np.sum(info['fvec'] ** 3) * 100.0 + cov[0, 1]


def by_least_squares(y, high):
    found = least_squares(lambda p: model(T, *p) - y, np.ones(2),
                          bounds=(0.0, [high, 5.0]), **TIGHT)
    left = np.sum(found.jac) * 0.1 if found.success and found.nfev > 0 else 0.0
    return found.x[0] * found.x[1] + found.cost + left


PROGRAMS = [
    (through_data, (Y,)),
    (with_errors, (T, Y, ERRORS)),
    (with_errors, (T, Y, COVARIANCE)),
    (with_errors, (T, Y, 0.3)),
    (with_the_size_of_errors, (Y, ERRORS)),
    (by_a_closure, (Y, 1.1)),
    (of_several_rows, (Y, T)),
    (from_a_start_that_is_given, (Y, np.ones(2))),
    (of_whole_numbers, (Y,)),
    (in_bounds, (Y, 4.0, 0.1)),
    (in_bounds, (Y, 0.7, 0.1)),
    (on_a_bound, (Y, 1.1)),
    (by_leastsq, (Y, 1.1)),
    (by_leastsq_in_full, (Y, 1.1)),
    (by_least_squares, (Y, 1.7)),
]


def difference(f, args, place, direction):
    """With steps at which a solver's tolerance does not count."""
    tangents = [direction if k == place else None for k in range(len(args))]
    return central_jvp(f, args, tangents, eps=2e-3)


@pytest.mark.one_in(5)
@pytest.mark.parametrize('f, args', PROGRAMS, ids=lambda v: getattr(v, '__name__', ''))
def test_both_modes(f, args):
    derivative = tl.grad(f, wrt=tuple(range(len(args))))
    for place, (value, found) in enumerate(zip(args, derivative(*args))):
        direction = 0.3 * np.cos(np.arange(np.size(value))).reshape(np.shape(value))
        if np.ndim(value) == 2:
            direction = 0.01 * np.eye(len(value))
        direction = float(direction) if np.ndim(value) == 0 else direction
        expected = difference(f, args, place, direction)
        assert np.sum(found * direction) == pytest.approx(expected, rel=1e-4, abs=2e-6)
        tangent = tl.autodiff(f, wrt=place, mode='forward')(*args, direction)
        assert tangent == pytest.approx(np.sum(found * direction), abs=1e-10)
    assert tl.value_and_grad(f)(*args)[0] == f(*args)


# Generating the second derivatives of a fit takes seconds.
@pytest.mark.one_in(14)
@pytest.mark.parametrize('f, args', PROGRAMS, ids=lambda v: getattr(v, '__name__', ''))
def test_second_order(f, args):
    second = tl.grad(f)
    direction = 0.3 * np.cos(np.arange(np.size(args[0])))
    expected = difference(second, args, 0, direction)
    found = tl.autodiff(second, mode='forward')(*args, direction)
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-4)


def test_what_is_not_read_is_not_computed():
    text = tl.grad(through_data).source_for(Y)
    assert text.count('curve_fit_of_model(') == 1
    assert 'matrix_of' not in text and 'inv(' not in text


def test_one_derivative_for_several_shapes_and_dtypes():
    derivative = tl.grad(with_errors, wrt=1)
    for count, dtype in ((8, np.float64), (5, np.float64), (8, np.float32)):
        x, y = T[:count].astype(dtype), Y[:count].astype(dtype)
        found = derivative(x, y, 1.0)
        assert found.dtype == dtype
        direction = np.cos(np.arange(count)).astype(dtype)
        wanted = difference(with_errors, (T[:count], Y[:count], 1.0), 1, direction)
        assert np.sum(found * direction) == pytest.approx(wanted, rel=1e-4)


def test_saved_text_runs_alone():
    namespace: dict = {}
    exec(tl.grad(in_bounds).standalone({'y': Y, 'top': 0.7, 'low': 0.1}), namespace)
    found = namespace['in_bounds_grad'](Y, 0.7, 0.1)
    np.testing.assert_allclose(found, tl.grad(in_bounds)(Y, 0.7, 0.1), rtol=1e-12)


def test_a_singular_matrix_is_an_error():
    def f(y):
        return curve_fit(lambda x, a, b: a * x, T, y, [1.0, 1.0])[0][0]

    def unit(y):
        return np.sum(leastsq(lambda p: p[0] * T - y, np.ones(2),
                              full_output=True)[1])
    with pytest.warns(optimize.OptimizeWarning), pytest.raises(np.linalg.LinAlgError):
        tl.grad(f)(2.0 * T)
    with pytest.raises(np.linalg.LinAlgError):
        tl.grad(unit)(2.0 * T)


REFUSED = {
    'a loss': (lambda y: curve_fit(model, T, y, method='trf', loss='cauchy')[0][0],
               'loss of curve_fit is not supported'),
    'NaN': (lambda y: curve_fit(model, T, y, nan_policy='omit')[0][0],
            'nan_policy of curve_fit is not supported'),
    'bounds': (lambda y: curve_fit(model, T, y, bounds=(0.0, 1.0, 2.0))[0][0],
               'bounds are no pair here'),
}


@pytest.mark.parametrize('f, message', REFUSED.values(), ids=REFUSED)
def test_refusals(f, message):
    with pytest.raises(tl.UnsupportedError, match=message) as caught:
        tl.grad(f)(Y)
    assert __file__ in str(caught.value).splitlines()[0]
