"""Zeros that come from a selection stay zeros: traps 12 to 14 and 32."""
import numpy as np
import pytest

import tangentlite as tl

CASES = {
    '12': (lambda x: np.where(x > 0, np.log(x), 0.0), 0.0, 0.0),
    '12, positive': (lambda x: np.where(x > 0, np.log(x), 0.0), 2.0, 0.5),
    '13': (lambda x: np.where(x > 0, np.sqrt(x), x), -1.0, 1.0),
    '14': (lambda x: np.where(x == 0, 1.0, np.sin(x) / x), 0.0, 0.0),
    'a chain': (lambda x: np.where(x > 1, np.sqrt(np.log(x)) ** 3, 0.0), 0.5, 0.0),
    'of a selection': (
        lambda x: np.exp(np.where(x > 0, np.where(x > 1, np.log(x - 1), x), 0.0)),
        0.0, 0.0),
    'a power': (lambda x: np.where(x > 0, x ** 0.5, 3.0 * x), 0.0, 3.0),
}

ARRAYS = {
    '12': (lambda x: np.sum(np.where(x > 0, np.log(x), 0.0)), [0.0, 2.0], [0.0, 0.5]),
    '13': (lambda x: np.sum(np.where(x > 0, np.sqrt(x), x)), [-1.0, 4.0], [1.0, 0.25]),
    '14': (lambda x: np.sum(np.where(x == 0, 1.0, np.sin(x) / x)), [0.0, 0.0], [0, 0]),
    '32': (lambda x: np.nansum(x * x), [np.nan, 2.0], [0.0, 4.0]),
}


@pytest.mark.parametrize('mode', ['reverse', 'forward'])
@pytest.mark.parametrize('optimize', [True, False])
@pytest.mark.parametrize(('f', 'x', 'want'), CASES.values(), ids=CASES)
def test_numbers(f, x, want, mode, optimize):
    with np.errstate(all='ignore'), tl.options(optimize=optimize):
        derivative = tl.autodiff(f, mode=mode)
        got = derivative(x) if mode == 'reverse' else derivative(x, 1.0)
    assert got == pytest.approx(want)


@pytest.mark.parametrize('optimize', [True, False])
@pytest.mark.parametrize(('f', 'x', 'want'), ARRAYS.values(), ids=ARRAYS)
def test_arrays(f, x, want, optimize):
    x = np.array(x)
    with np.errstate(all='ignore'), tl.options(optimize=optimize):
        np.testing.assert_allclose(tl.grad(f)(x), want)
        tangent = tl.autodiff(f, mode='forward')(x, np.ones_like(x))
    np.testing.assert_allclose(tangent, np.sum(want))


def test_a_zero_that_comes_from_overflow_is_no_selection():
    with np.errstate(all='ignore'):  # trap 28: 0 or nan, never another number
        got = tl.grad(lambda x: 1.0 / (1.0 + np.exp(-x)))(-1000.0)
    assert got == 0.0 or np.isnan(got)


def of_roots(x):
    return np.sum(np.where(x > 0, np.sqrt(x), 0.0))


def of_quotients(x):
    return np.sum(np.where(x > 0, 1 / x, 0.0))


def of_cubes(x):
    return np.mean(np.where(x > 0, np.sqrt(x), 0.0) ** 3)


@pytest.mark.parametrize('f', [of_roots, of_quotients, of_cubes])
def test_zeros_of_selections_stay(f):
    x = np.array([0.0, 4.0, 0.5])
    with np.errstate(all='ignore'):
        doubles = tl.grad(f)(x)
        singles = tl.grad(f)(x.astype(np.float32))
        second = tl.jvp(tl.grad(f), (x,), (np.ones(3),))[1]
        again = tl.hessian(f)(x).sum(0)
    assert doubles[0] == 0.0 and np.isfinite(doubles).all()
    np.testing.assert_allclose(singles, doubles, rtol=1e-6)
    assert singles.dtype == np.float32
    np.testing.assert_allclose(second, again)


def sum_of_gradient_of_quotients(x):
    return np.sum(tl.grad(of_quotients)(x))


def test_zeros_of_selections_stay_in_reverse_over_reverse():
    with np.errstate(all='ignore'):
        second = tl.grad(sum_of_gradient_of_quotients)(np.array([0.0, 2.0]))
    np.testing.assert_allclose(second, [0.0, 0.25])
