"""Functions that solve equations: derivatives by the equations, not by the steps."""
import re

import numpy as np
import pytest

import tangentlite as tl

RNG = np.random.default_rng(3)


def cubic(a, b):
    z = np.ones_like(b)
    for _ in range(60):
        z = z - (z ** 3 + a * z - b) / (3.0 * z ** 2 + a)
    return z


def cubic_equation(z, a, b):
    return z ** 3 + a * z - b


def square_root(a):
    x = 1.0
    while abs(x * x - a) > 1e-14 * a:
        x = (x + a / x) / 2.0
    return x


def kepler(M, e):
    E = M
    for _ in range(40):
        E = E - (E - e * np.sin(E) - M) / (1.0 - e * np.cos(E))
    return E


def from_a_guess(start, a):
    z = start
    for _ in range(60):
        z = z - (z ** 2 - a) / (2.0 * z)
    return z


CUBIC = tl.implicit(cubic, cubic_equation)
ROOT = tl.implicit(square_root, lambda x, a: x * x - a)
KEPLER = tl.implicit(kepler, lambda E, M, e: E - e * np.sin(E) - M)
LINEAR = tl.implicit(np.linalg.solve, lambda x, a, b: a @ x - b)
GUESSED = tl.implicit(from_a_guess, lambda z, start, a: z ** 2 - a)
FIXED_POINT = tl.implicit(lambda w, x: fixed_point(w, x),
                          lambda z, w, x: z - cell(z, w, x))
COUNTED = tl.implicit(lambda a, n: a ** (1.0 / n), lambda z, a, n: z ** n - a)


def cell(z, w, x):
    return np.tanh(w @ z + x)


def fixed_point(w, x):
    z = np.zeros_like(x)
    for _ in range(200):
        z = cell(z, w, x)
    return z


def of_vectors(a, b):
    return np.sum(CUBIC(a, b) ** 2)


def of_a_number(a):
    return ROOT(a) * a


def of_two_numbers(M, e):
    return np.sin(KEPLER(M, e))


def of_a_system(a, b):
    return np.sum(LINEAR(a, b) ** 3)


def of_a_layer(w, x):
    return np.sum(np.cos(FIXED_POINT(w, x)))


def in_a_loop(a):
    total = 0.0
    for k in range(3):
        total += ROOT(a + k)
    return total


def of_an_integer(a, n):
    return COUNTED(a, n) ** 2


PROGRAMS = [
    (of_vectors, (np.array([1.0, 2.0]), np.array([2.0, 3.0])), (0, 1)),
    (of_a_number, (4.0,), 0),
    (of_two_numbers, (1.0, 0.3), (0, 1)),
    (of_a_system, (np.eye(3) * 3.0 + RNG.normal(size=(3, 3)), RNG.normal(size=3)),
     (0, 1)),
    (of_a_layer, (RNG.normal(size=(3, 3)) * 0.3, RNG.normal(size=3)), (0, 1)),
    (in_a_loop, (2.0,), 0),
    (of_an_integer, (2.0, 3), 0),
]


@pytest.mark.parametrize('f, args, wrt', PROGRAMS)
@pytest.mark.parametrize('order', [1, pytest.param(2, marks=pytest.mark.slow)])
def test_both_modes_and_second_order(f, args, wrt, order):
    tl.check_grad(f, args, wrt=wrt, order=order)
    value, _ = tl.value_and_grad(f, wrt=wrt)(*args)
    assert value == f(*args)


def test_a_guess_has_derivative_zero():
    by_start, by_a = tl.grad(lambda s, a: GUESSED(s, a) ** 3, wrt=(0, 1))(1.0, 4.0)
    assert by_start == 0.0
    assert by_a == pytest.approx(3.0)  # 1.5 * sqrt(a)


def test_the_steps_are_not_differentiated():
    text = tl.grad(of_a_number).source_for(4.0)
    assert 'while' not in text
    assert len(re.findall(r'^    \w+ = ROOT\(a\)', text, re.MULTILINE)) == 1


def test_itself_is_differentiated():
    assert tl.grad(ROOT)(4.0) == pytest.approx(0.25)
    jacobian = tl.jacobian(CUBIC)(np.array([1.0, 2.0]), np.array([2.0, 3.0]))
    np.testing.assert_allclose(jacobian, [[-0.25, 0.0], [0.0, -0.2]], atol=1e-12)
    assert tl.hessian(lambda a: ROOT(a))(4.0) == pytest.approx(-1.0 / 32.0)


def test_a_singular_jacobian_is_an_error():
    number = tl.implicit(lambda a: 0.0 * a, lambda z, a: z ** 2 + 0.0 * a)
    vector = tl.implicit(lambda a: np.zeros(2) * a, lambda z, a: z ** 2 + 0.0 * a)
    for mode in ('reverse', 'forward'):
        for f in (lambda a: number(a), lambda a: np.sum(vector(a))):
            with pytest.raises(np.linalg.LinAlgError):
                tl.autodiff(f, mode=mode)(1.0, *[1.0] * (mode == 'forward'))


@pytest.mark.parametrize('residual', [
    lambda z, a: np.append(z, a), lambda z, a: z[:1] - a, lambda z, a: np.sum(z - a)])
def test_a_residual_of_another_size_is_an_error(residual):
    f = tl.implicit(lambda a: np.ones(2) * a, residual)
    for call in (tl.grad, lambda g: lambda a: tl.jvp(g, (a,), (1.0,))):
        expected = (ValueError, tl.UnsupportedError)
        with pytest.raises(expected, match='as many equations') as raised:
            call(lambda a: np.sum(f(a)))(2.0)
        assert '(test_implicit.py)' in str(raised.value)


def through_solver(b, solver):
    return np.sum(solver(b) ** 3)


def test_a_solver_may_be_an_argument():
    roots = tl.implicit(lambda b: np.sqrt(b), lambda x, b: x * x - b)
    halves = tl.implicit(lambda b: b / 2.0, lambda x, b: 2.0 * x - b)
    gradient, b = tl.grad(through_solver), np.full(2, 4.0)
    np.testing.assert_allclose(gradient(b, roots), 3.0)
    np.testing.assert_allclose(gradient(b, halves), 6.0)
    np.testing.assert_allclose(tl.jvp(through_solver, (b, roots), (b, None))[1], 24.0)
    assert tl.grad(tl.grad(through_solver))(4.0, halves) == pytest.approx(3.0)


@pytest.mark.parametrize('solve, residual, message', [
    (lambda *a: a[0], lambda z, a: z - a, r'has \*a, but takes arguments by position'),
    (square_root, lambda x: x, r'the residual is <lambda>\(x\)'),
    (square_root, lambda x, *, a: x - a, 'takes the solution'),
])
def test_parameters_that_do_not_go_together(solve, residual, message):
    with pytest.raises(tl.ArgumentError, match=message):
        tl.implicit(solve, residual)


def local_solver(a):
    def solve(a):
        x = 1.0
        for _ in range(30):
            x = (x + a / x) / 2.0
        return x
    return np.sin(tl.implicit(solve, lambda x, a: x * x - a)(a))


def captured_alone(a):
    k = 2.0 * a

    def solve():
        x = 1.0
        for _ in range(30):
            x = (x + k / x) / 2.0
        return x
    return np.sin(tl.implicit(solve, lambda x: x * x - k)()) * a


def layer_in_a_loop(w):
    weights = np.outer(w, w) * 0.1

    def steady(b):
        z = np.zeros(2)
        for _ in range(100):
            z = np.tanh(weights @ z + b)
        return z
    layer = tl.implicit(steady, lambda z, b: z - np.tanh(weights @ z + b))
    found = 0.0
    for i in range(3):
        found = found + np.sum(layer(w * i) ** 2)
    return found


def parameters_in_a_dict(p):
    def solve(q, x):
        while abs(x ** 3 * q['k'] + x - q['c']) > 1e-14:
            x = x - (x ** 3 * q['k'] + x - q['c']) / (3.0 * q['k'] * x * x + 1.0)
        return x

    def equation(x, q, start):
        return x ** 3 * q['k'] + x - q['c']
    return tl.implicit(solve, equation)({'k': p[0], 'c': p[1]}, 1.0) ** 2


@pytest.mark.parametrize('f, point', [
    (local_solver, 2.0), (captured_alone, 1.5), (layer_in_a_loop, np.array([0.3, 0.7])),
    (parameters_in_a_dict, np.array([1.3, 2.7]))])
def test_made_in_a_program(f, point):
    tl.check_grad(f, (point,), order=2)


@pytest.mark.parametrize('f, message', [
    (lambda a: tl.implicit(lambda a: a, lambda z: z)(a), 'does not take 2 plain'),
    (lambda a: tl.implicit(lambda a: a, lambda z, a: z - a)(a=a), 'a by name'),
    (lambda a: tl.implicit(lambda a: a)(a), 'missing a required argument'),
    (lambda a: np.sum(tl.implicit(lambda a: np.ones(2) * a, lambda z, a: z[0] - a)(a)),
     'another size than the solution'),
])
def test_errors_in_a_program(f, message):
    with pytest.raises(tl.UnsupportedError, match=message):
        tl.grad(f)(1.0)


def test_a_solver_that_writes_outside_is_an_error():
    seen = []

    def f(a):
        def solve(a):
            seen.append(a)
            return a
        return tl.implicit(solve, lambda z, a: z - a)(a)
    with pytest.raises(tl.UnsupportedError):
        tl.grad(f)(1.0)


def test_saved_text_runs_alone():
    namespace: dict = {}
    exec(tl.grad(of_a_number).standalone({'a': 4.0}), namespace)
    assert namespace['of_a_number_grad'](4.0) == pytest.approx(3.0)


def test_behind_a_write_to_an_argument():
    """Whether what the equation is given moves is asked in a condition."""
    root = tl.implicit(lambda a: np.sqrt(a), lambda z, a: z * z - a)

    def f(x, u):
        moved = sum([z * np.cos(x) for z in u if z > 0.0])
        u[0] = 2 * x
        return root(np.logaddexp(0.0, np.tanh(moved))) * x + np.sum(u)

    step = 1e-6
    change = f(0.5 + step, np.ones(3)) - f(0.5 - step, np.ones(3))
    expected = pytest.approx(change / (2.0 * step), rel=1e-7)
    assert tl.grad(f)(0.5, np.ones(3)) == expected
    assert tl.autodiff(f, mode='forward')(0.5, np.ones(3), 1.0) == expected
