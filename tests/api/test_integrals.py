"""Integrals of SciPy inside programs."""
import numpy as np
import pytest
from scipy import integrate
from scipy.integrate import quad, quad_vec

import tangentlite as tl
from tangentlite.api.inside.integration.integrals_of_arrays import quad_each


def of_a_lambda(a):
    return quad(lambda x: np.exp(-a * x * x), 0.0, 2.0)[0]


def with_limits(a, low, high):
    return quad(lambda x: np.sin(a * x) * x, low, high)[0] ** 2


def of_an_array(w):
    value, error = quad(lambda x: np.sum(w * np.cos(w * x)), 0.0, 1.0)
    return value


def of_a_matrix(w):
    return quad(lambda x: np.exp(-x) * np.sum(w**2 * x), 0.0, np.inf)[0]


def with_a_singularity(w):
    return quad(lambda x: w[0] * np.log(x) + x ** w[1], 0.0, 1.0)[0]


def to_infinity(a):
    return integrate.quad(lambda x, p: np.exp(-p * x), 0.0, np.inf, args=(a,))[0]


def decay(x, rate, scale):
    return scale * np.exp(-rate * x)


def of_a_modules_function(rate, scale):
    return quad(decay, 0.0, 1.5, args=(rate, scale), epsabs=1e-12)[0]


def of_vectors(w):
    return np.sum(quad_vec(lambda x: np.exp(-w * x), 0.0, 1.0)[0] ** 2)


def of_a_derivative(a):
    slope = tl.grad(lambda x: np.sin(a * x))
    return quad(slope, 0.0, 1.0)[0]  # np.sin(a)


def in_a_loop(a):
    total = 0.0
    for k in range(3):
        total += quad(lambda x, k=k: a * x ** k, 0.0, a)[0]
    return total


PROGRAMS = [
    (of_a_lambda, (0.7,)), (with_limits, (0.7, 0.1, 1.5)), (to_infinity, (0.7,)),
    (of_an_array, (np.array([1.0, 2.0]),)), (of_a_modules_function, (0.8, 1.2)),
    (of_a_matrix, (np.array([[1.0, 2.0], [0.5, 0.3]]),)),
    (with_a_singularity, (np.array([1.0, 0.5]),)),
    (of_vectors, (np.array([1.0, 2.0]),)), (of_a_derivative, (0.7,)),
    (in_a_loop, (0.7,)),
]


@pytest.mark.parametrize('f, args', PROGRAMS, ids=lambda v: getattr(v, '__name__', ''))
@pytest.mark.parametrize('order', [1, pytest.param(2, marks=pytest.mark.slow)])
def test_both_modes_and_second_order(f, args, order):
    wrt = tuple(range(len(args)))
    tl.check_grad(f, args, wrt=wrt, order=order, rtol=1e-4, atol=1e-4)
    assert tl.value_and_grad(f, wrt=wrt)(*args)[0] == f(*args)


def test_known_derivatives():
    assert tl.grad(to_infinity)(0.7) == pytest.approx(-1.0 / 0.49, rel=1e-9)
    assert tl.grad(of_a_derivative)(0.7) == pytest.approx(np.cos(0.7), rel=1e-9)


@pytest.mark.filterwarnings('error')
@pytest.mark.parametrize('f, a, b, most', [
    (lambda x: np.array([np.sin(x), np.cos(x), x]), 0.0, 1.0, 21),
    (lambda x: np.array([1e6 * np.sin(x), np.cos(x)]), -1.0, 1.0, 21),  # 0 by symmetry
    (lambda x: np.array([[np.exp(-x)], [x * np.exp(-x)]]), 1.0, np.inf, 135),
    (lambda x: np.array([np.exp(x), np.exp(2.0 * x)]), -np.inf, 1.0, 135),
    (lambda x: np.exp(-np.array([1.0, 2.0]) * x * x), np.inf, -np.inf, 330),
    (lambda x: np.linspace(0.0, x, 40), 0.0, 1.0, 64),
    (lambda x: np.array([x, 1j * x]), 0.0, 1.0, 64),
    (lambda x: np.zeros(0), 0.0, 1.0, 64),
])
def test_entries_share_the_calls_of_a_function(f, a, b, most):
    calls = []

    def counted(x):
        calls.append(x)
        return f(x)
    found, _ = quad_each()(counted, a, b)
    wanted = quad_vec(f, a, b)[0]
    assert found.shape == wanted.shape and len(calls) <= most
    np.testing.assert_allclose(found, wanted, rtol=1e-8, atol=1e-8)


def test_the_error_is_constant():
    def f(a):
        return quad(lambda x: np.exp(-a * x), 0.0, 1.0)[1] + a
    assert tl.grad(f)(0.7) == 1.0


def counted(a):
    calls = [0]

    def f(x):
        calls[0] += 1
        return a * x
    return quad(f, 0.0, 1.0)[0] * calls[0]


REFUSED = {
    'points': (lambda a: quad(lambda x: a * x, 0.0, 1.0, points=[0.5])[0],
               'points of quad is not supported'),
    'weight': (lambda a: quad(lambda x: a * x, 0.0, 1.0, weight='cos', wvar=1.0)[0],
               'weight of quad is not supported'),
    'an effect': (counted, 'changes what is outside of it'),
}


@pytest.mark.parametrize('f, message', REFUSED.values(), ids=REFUSED)
def test_refusals(f, message):
    with pytest.raises(tl.UnsupportedError, match=message) as caught:
        tl.grad(f)(2.0)
    assert __file__ in str(caught.value).splitlines()[0]
