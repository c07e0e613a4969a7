"""Hessians in reverse mode, with what functions return besides, and their settings."""
import pickle

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.optimize import minimize

import tangentlite as tl

X = np.array([1.0, 2.0, 3.0])


@tl.custom_vjp
def squared(x):
    return x * x


def squared_fwd(x):
    return squared(x), x


squared.defvjp(squared_fwd, lambda x, y_bar: (2.0 * y_bar * x,))


def energy(x):
    return np.sum(squared(x) ** 2) * x[0]


def plain(x):
    return np.sum(x ** 4) * x[0]


def with_aux(x):
    return plain(x), 2.0 * x


def cubes(p):
    return np.sum(p['a'] ** 3) * p['b']


def by_two(x, y):
    return np.sum(x ** 3) * y


def test_reverse_mode_of_a_function_without_a_forward_mode():
    with pytest.raises(tl.UnsupportedError, match="mode='reverse'"):
        tl.hessian(energy)(X)
    wanted = tl.hessian(plain)(X)
    assert tl.hessian(energy, mode='reverse')(X) == pytest.approx(wanted, rel=1e-13)
    value, slope, found = tl.value_grad_hessian(energy, mode='reverse')(X)
    assert (value, list(slope)) == (plain(X), list(tl.grad(plain)(X)))
    assert found == pytest.approx(wanted, rel=1e-13)


def test_reverse_mode_by_containers_and_several():
    p = {'a': X, 'b': 2.0}
    found, wanted = (tl.hessian(cubes, mode=m)(p) for m in ('reverse', 'forward'))
    for row in 'ab':
        for column in 'ab':
            assert np.array_equal(found[row][column], wanted[row][column])
    found = tl.hessian(by_two, wrt=(0, 1), mode='reverse')(X, 2.0)
    assert np.array_equal(found[0][0], np.diag(12.0 * X))
    assert np.array_equal(found[1][0], 3.0 * X ** 2) and found[1][1] == 0.0
    with pytest.raises(tl.ArgumentError, match='mode is'):
        tl.hessian(plain, mode='both')


def test_what_a_function_returns_besides():
    (value, aux), slope, matrix = tl.value_grad_hessian(with_aux, has_aux=True)(X)
    assert value == plain(X) and np.array_equal(aux, 2.0 * X)
    assert np.array_equal(slope, tl.grad(plain)(X))
    assert np.array_equal(matrix, tl.hessian(plain)(X))
    copy = pickle.loads(pickle.dumps(tl.value_grad_hessian(with_aux, has_aux=True)))
    assert np.array_equal(copy(X)[2], matrix)


@pytest.mark.parametrize('mode', [None, 'reverse'])
def test_inside_programs(mode):
    def program(a):
        (value, aux), slope, matrix = tl.value_grad_hessian(
            lambda x: (np.sum(x ** 3) * a, x), has_aux=True, mode=mode)(X)
        return np.sum(matrix @ aux) * value + np.sum(slope)
    tl.check_grad(program, (1.3,))


def test_settings_of_sparse_matrices():
    pytest.importorskip('numba')
    for make, f in ((tl.sparse_jacobian, squares), (tl.sparse_hessian, plain)):
        matrix = make(f, backend='numba')
        wanted = make(f)(X).toarray()
        assert matrix(X).toarray() == pytest.approx(wanted, rel=1e-13)
        copy = pickle.loads(pickle.dumps(matrix))
        assert copy(X).toarray() == pytest.approx(wanted, rel=1e-13)
    with pytest.raises(tl.ArgumentError, match='backend'):
        tl.sparse_jacobian(squares, backend='other')


def squares(x):
    return x ** 2


def scaled(x):
    for _ in range(3):
        x = np.sin(x)
    return np.sum(x) * tl.stop_gradient(np.max(x)) + np.sum(tl.stop_gradient(x) * x)


def test_constants_behind_loops_are_compiled():
    pytest.importorskip('numba')
    found = tl.grad(scaled, backend='numba')(X)
    assert found == pytest.approx(tl.grad(scaled)(X), rel=1e-13)


REFUSED = {
    'minimize': (lambda a: minimize(lambda x: (x - a) @ (x - a), X).hess_inv[0, 0],
                 'In a program it has x, fun'),
    'solve_ivp': (lambda a: a * solve_ivp(lambda t, y: -a * y, (0.0, 1.0), [1.0]).njev,
                  'it has y, t, success, status, nfev, message'),
    'quad': (lambda a: quad(lambda t: a * t, 0.0, 1.0, points=[0.5])[0],
             'add the integrals between the points'),
    'quad, an option': (lambda a: quad(lambda t: a * t, 0.0, 1.0, epsabs=a * 1e-9)[0],
                        'Write it as a constant'),
}


@pytest.mark.parametrize('f, message', REFUSED.values(), ids=REFUSED)
def test_refusals_say_what_there_is(f, message):
    with pytest.raises(tl.UnsupportedError, match=message):
        tl.grad(f)(1.7)
