"""Root finders of SciPy inside programs."""
import numpy as np
import pytest
from scipy import optimize
from scipy.optimize import brentq, fixed_point, fsolve, newton

import tangentlite as tl
from tests.support.numeric import central_jvp

X = np.array([0.5, -1.0])
W = np.array([[0.3, -0.2], [0.1, 0.4]])


def of_a_lambda(a):
    return brentq(lambda x: x ** 3 - a, 0.0, 10.0)


def equation(x, a, b):
    return x ** 3 + a * x - b


def with_args(a, b):
    return optimize.brentq(equation, 0.0, 10.0, args=(a, b)) * a


def with_a_bare_argument(a):
    return optimize.ridder(lambda x, p: x ** 3 - p, 0.0, 10.0, args=a)


def by_newton(a):
    def f(x):
        return np.cos(x) - a * x
    return newton(f, 0.5) ** 2


def by_newton_with_a_slope(a):
    def f(x):
        return np.cos(x) - a * x

    def slope(x):
        return -np.sin(x) - a
    return newton(f, 0.5, fprime=slope) ** 2


def a_system(a):
    def f(z):
        return [z[0] ** 2 + z[1] - a[0], z[0] - z[1] ** 2 + a[1]]
    z = fsolve(f, [1.0, 1.0])
    return np.sum(z ** 2)


def a_fixed_point(w, x):
    return np.sum(fixed_point(lambda z: np.tanh(w @ z + x), np.zeros(2)))


def through_a_helper_in_a_loop(a):
    square = lambda x: x * x * a  # noqa: E731
    f = lambda x: square(x) - 2.0  # noqa: E731
    total = 0.0
    for i in range(2):
        total += brentq(f, 0.0, 5.0 + i)
    return total


def equation_with_a_default(x, a, k=2.0):
    return x ** 2 * k - a


def by_a_default(a):
    return brentq(equation_with_a_default, 0.0, 9.0, args=(a,))


def through_a_list(a):
    weights = [a, 2.0 * a]
    return brentq(lambda x: weights[0] * x ** 2 - weights[1] * a, 0.0, 9.0)


def with_a_default(a, low):
    return optimize.bisect(lambda x, c=2.0: x ** 2 * c - a, low, 10.0)


def a_minimum(a):
    slope = tl.grad(lambda x: (x - a) ** 4 + x * x)
    return brentq(slope, -10.0, 10.0)


def an_equation_with_a_derivative(a):
    def f(x):
        return tl.grad(lambda y: (y - a) ** 4 + y * y)(x)
    return optimize.toms748(f, -10.0, 10.0)


def several_numbers(a):
    return np.sum(newton(lambda x: x ** 2 - a, np.ones(2)))


PROGRAMS = [
    *((f, (1.7,)) for f in (
        of_a_lambda, with_a_bare_argument, by_newton, by_newton_with_a_slope,
        through_a_helper_in_a_loop, by_a_default, through_a_list, a_minimum,
        an_equation_with_a_derivative)),
    (with_args, (2.0, 3.0)),
    (with_a_default, (2.0, 0.0)),
    (a_system, (np.array([2.0, 1.0]),)),
    (a_fixed_point, (W, X)),
    (several_numbers, (np.array([1.0, 2.0]),)),
]


@pytest.mark.parametrize('f, args', PROGRAMS, ids=lambda v: getattr(v, '__name__', ''))
@pytest.mark.parametrize('order', [1, pytest.param(2, marks=pytest.mark.slow)])
def test_both_modes_and_second_order(f, args, order):
    wrt = tuple(range(len(args)))
    # Iterations end at a tolerance, which differences divide by their step.
    tolerance = 1e-5 if order == 1 else 1e-3
    tl.check_grad(f, args, wrt=wrt, order=order, rtol=tolerance, atol=tolerance)
    assert tl.value_and_grad(f, wrt=wrt)(*args)[0] == f(*args)


def test_the_solver_is_called_once():
    text = tl.grad(of_a_lambda).source_for(1.7)
    assert text.count('brentq_of_inner(0.0, 10.0, a)') == 1
    assert 'for ' not in text and 'while ' not in text


def test_a_bracket_and_a_start_have_derivative_zero():
    by_a, by_low = tl.grad(with_a_default, wrt=(0, 1))(2.0, 0.0)
    assert by_a == pytest.approx(0.25)
    assert by_low == 0.0


def test_what_the_solver_raises():
    with pytest.raises(ValueError, match='different signs'):
        tl.grad(lambda a: brentq(lambda x: x ** 2 + a, 0.0, 1.0))(2.0)
    with pytest.raises(RuntimeError, match='Failed to converge'):
        tl.grad(lambda a: newton(lambda x: x ** 2 + a, 1.0, maxiter=4))(2.0)


T = np.linspace(0.0, 2.0, 8)
Y = 2.0 * np.exp(-1.3 * T) + 0.05 * np.sin(9.0 * T)


def a_minimum_of_two(a):
    found = optimize.minimize(lambda z: np.sum((z - a) ** 4) + np.sum(z * z),
                              np.zeros(2), options={'gtol': 1e-10})
    return np.sum(found.x ** 2) + found.fun


def ridge(a, x, y):
    loss = lambda w: np.sum((x @ w - y) ** 2) + a * np.sum(w ** 2)  # noqa: E731
    found = optimize.minimize(loss, [0.0, 0.0], jac=tl.grad(loss), method='BFGS',
                              options={'gtol': 1e-10})
    return np.sum(np.sin(found.x))


def a_minimum_of_one(a):
    return optimize.minimize_scalar(lambda z: (z - a) ** 4 + z * z).x


def a_root(a):
    found = optimize.root(lambda z: z ** 3 + a * z - 1.0, np.ones(2))
    return np.sum(found.x) + np.sum(found.fun)


def a_root_in_a_bracket(a):
    return optimize.root_scalar(lambda z: z ** 3 + a * z - 1.0, bracket=[0.0, 2.0]).root


def a_root_by_its_slope(a):
    return optimize.root_scalar(lambda z: z ** 3 + a * z - 1.0, x0=1.0, method='newton',
                                fprime=lambda z: 3.0 * z ** 2 + a).root


def fitted(y):
    """Residuals are left: the Hessian of Gauss and Newton would be wrong."""
    found = optimize.least_squares(lambda p: p[0] * np.exp(-p[1] * T) - y,
                                   np.array([1.0, 1.0]), xtol=1e-14, ftol=1e-14,
                                   gtol=1e-14)
    return np.sum(found.x ** 2) + found.cost


BOUNDS = [(0.0, 1.5), (None, 1.0), (0.5, None)]


def held_by_bounds(a):
    f = lambda z: np.sum((z - a) ** 4 + (z - a) ** 2) + 0.3 * z[0] * z[1]  # noqa: E731
    found = optimize.minimize(f, np.full(3, 0.8), jac=tl.grad(f), bounds=BOUNDS,
                              options={'gtol': 1e-10, 'ftol': 1e-15})
    return np.sum(found.x ** 2)


def held_by_what_is_computed(a, top):
    f = lambda z: np.sum((z - a) ** 2) + z[0] * z[1]  # noqa: E731
    found = optimize.minimize(f, np.full(2, 0.1), method='L-BFGS-B', jac=tl.grad(f),
                              bounds=[(0.0, top ** 2), (0.0, 3.0)],
                              options={'gtol': 1e-10, 'ftol': 1e-15})
    return np.sum(found.x ** 3)


def held_near_to_bounds(a):
    """By a method that ends inside of its bounds."""
    f = lambda z: np.sum((z - a) ** 4 + (z - a) ** 2) + 0.3 * z[0] * z[1]  # noqa: E731
    found = optimize.minimize(f, np.full(3, 0.8), jac=tl.grad(f), method='trust-constr',
                              bounds=optimize.Bounds(0.4, np.array([1.5, 1.0, 9.0])),
                              options={'gtol': 1e-9, 'xtol': 1e-9})
    return np.sum(found.x ** 2)


def one_number_in_bounds(a, high):
    f = lambda z: (z - a) ** 4 + z * z  # noqa: E731
    first = optimize.minimize_scalar(f, bounds=(0.0, high), method='bounded',
                                     options={'xatol': 1e-9})
    second = optimize.minimize_scalar(f, bounds=(0.0, 0.2 * high), method='bounded',
                                      options={'xatol': 1e-9})
    return first.x + second.x ** 2


RESULTS = [
    (held_near_to_bounds, (np.array([0.9, 3.0, 0.1]),)),
    (one_number_in_bounds, (1.0, 1.1)),
    (held_by_bounds, (np.array([0.9, 3.0, 1.2]),)),
    (held_by_what_is_computed, (np.array([2.0, 1.5]), 0.9)),
    (a_minimum_of_two, (np.array([1.0, 2.0]),)),
    (ridge, (0.7, np.arange(10.0).reshape(5, 2) % 3.0, np.arange(5.0) % 2.0)),
    (a_minimum_of_one, (1.0,)),
    (a_root, (np.array([0.5, 1.0]),)),
    (a_root_in_a_bracket, (0.5,)),
    (a_root_by_its_slope, (0.5,)),
    (fitted, (Y,)),
]


def difference(f, args, place, direction):
    """With steps at which a solver's tolerance does not count."""
    tangents = [direction if k == place else None for k in range(len(args))]
    return central_jvp(f, args, tangents, eps=2e-3)


@pytest.mark.one_in(3)
@pytest.mark.parametrize('f, args', RESULTS, ids=lambda v: getattr(v, '__name__', ''))
def test_results_with_attributes(f, args):
    for place, value in enumerate(args):
        direction = np.cos(np.arange(np.size(value))).reshape(np.shape(value))
        direction = float(direction) if np.ndim(value) == 0 else direction
        expected = difference(f, args, place, direction)
        gradient = tl.grad(f, wrt=place)(*args)
        assert np.sum(gradient * direction) == pytest.approx(expected, abs=2e-5)
        tangent = tl.autodiff(f, wrt=place, mode='forward')(*args, direction)
        assert tangent == pytest.approx(np.sum(gradient * direction), abs=1e-10)
        if place == 0:
            slope = lambda *given: tl.grad(f)(*given)  # noqa: E731
            second = tl.autodiff(tl.grad(f), mode='forward')(*args, direction)
            expected = difference(slope, args, 0, direction)
            np.testing.assert_allclose(second, expected, atol=2e-3)
    assert tl.value_and_grad(f)(*args)[0] == pytest.approx(f(*args), abs=1e-14)


def counts(a):
    calls = [0]

    def f(x):
        calls[0] += 1
        return x ** 2 - a
    return brentq(f, 0.0, 10.0) * calls[0]


def writes(a):
    kept = np.zeros(2)

    def f(x):
        view = kept
        view[0] = x
        return x ** 2 - a
    return brentq(f, 0.0, 10.0) * kept[0]


SEEN = []


def noted(x, a):
    SEEN.append(x)
    return x ** 2 - a


REFUSED = {
    'counts': (counts, 'changes what is outside of it'),
    'writes': (writes, 'changes what is outside of it'),
    'notes': (lambda a: brentq(noted, 0.0, 10.0, args=(a,)), 'changes what is outside'),
    'a loss': (lambda a: optimize.least_squares(lambda p: p - a, [0.0],
                                                loss='cauchy').x[0],
               'loss of least_squares is not supported'),
    'keywords': (lambda a: optimize.least_squares(lambda p, s: s * p - a, [0.0],
                                                  kwargs={'s': 2.0}).x[0],
                 'kwargs of least_squares is not supported'),
    'what cannot be read': (lambda a: brentq(lambda x: x - a + len(input()), 0.0, 9.0),
                            'inner, which a solver calls, is not supported'),
    'full output': (lambda a: brentq(lambda x: x - a, 0.0, 9.0, full_output=True)[0],
                    'full_output of brentq is not supported'),
    'bounds': (lambda a: optimize.minimize(lambda z: np.sum((z - a) ** 2), np.zeros(2),
                                           bounds=[0.0, 1.0]).x[0],
               'bounds are no list of pairs'),
    'constraints': (lambda a: optimize.minimize(lambda z: np.sum((z - a) ** 2), [0.0],
                                                constraints={'type': 'eq'}).x[0],
                    'the option constraints of minimize is not'),
    'iterations': (lambda a: a * optimize.minimize(lambda z: np.sum((z - a) ** 2),
                                                   np.zeros(2)).nit,
                   "class OptimizeResult have no attribute 'nit'"),
    'a matrix': (lambda a: np.sum(optimize.minimize(lambda z: np.sum((z - a) ** 2),
                                                    np.ones((1, 3))).x),
                 "call fails for arguments of such kinds: 'x0' must only have one"),
    'another call': (lambda a: brentq(lambda x: x - a, 0.0), 'missing a required arg'),
    'too few parameters': (lambda a: brentq(lambda x: x - a, 0.0, 9.0, args=(a,)),
                           'does not take 2 plain arguments'),
}


@pytest.mark.parametrize('f, message', REFUSED.values(), ids=REFUSED)
def test_refusals(f, message):
    with pytest.raises(tl.UnsupportedError, match=message) as caught:
        tl.grad(f)(2.0)
    assert __file__ in str(caught.value).splitlines()[0]


def test_saved_text_runs_alone():
    namespace: dict = {}
    exec(tl.grad(of_a_lambda).standalone({'a': 5.0}), namespace)
    found = namespace['of_a_lambda_grad'](5.0)
    assert found == pytest.approx(5.0 ** (-2.0 / 3.0) / 3.0)


def test_other_derivatives_stay():
    other = tl.grad(lambda x: x * x)
    other(2.0)
    before = tl.cache_info().variants
    derivative = tl.grad(lambda a: brentq(lambda x: x ** 5 - a, 0.0, 9.0))
    derivative(2.0)
    assert tl.cache_info().variants > before
