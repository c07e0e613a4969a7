"""What solvers take beside a function: Jacobians, Hessians, pairs with a gradient."""
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve, least_squares, minimize, root, root_scalar

import tangentlite as tl
from tests.api.test_given_functions import difference


def residual(x, a):
    return x * x - a


def loss(x, a):
    return np.sum((x - a) ** 4) + np.sum(x * x)


def speed(t, y, a):
    return -a * y * y


def loss_and_slope(x, a):
    return loss(x, a), 4.0 * (x - a) ** 3 + 2.0 * x


MATRIX = tl.jacobian(residual)
BOTH = tl.value_and_grad(loss)
ONES = np.ones(2)


def minimum(f, *args, **given):
    return minimize(f, ONES, args=args, tol=1e-10, **given).x[0]


def of_a_local_function(a):
    def own(x):
        return loss(x, a) + a * x[0]
    return minimum(tl.value_and_grad(own), jac=True)


def by_a_local_hessian(a):
    def own(x):
        return loss(x, a)
    return minimum(own, jac=tl.grad(own), hess=tl.hessian(own), method='Newton-CG')


def by_a_local_product(a):
    def own(x):
        return loss(x, a)
    return minimum(own, jac=tl.grad(own), hessp=lambda x, v: tl.hvp(own, x, v),
                   method='trust-ncg')


def by_a_captured_matrix(a):
    def own(x):
        return x * x - a
    matrix = tl.jacobian(own)
    return np.sum(root(own, ONES, jac=lambda x: 1.0 * matrix(x)).x)


def by_a_decorated_matrix(a):
    @tl.jacobian
    def matrix(x):
        return x * x - a
    return np.sum(root(lambda x: x * x - a, ONES, jac=matrix).x)


def by_the_first_of_several(a):
    def own(x, scale):
        return scale * (x * x - a)
    matrices = tl.jacobian(own, wrt=('x', 'scale'))
    return np.sum(root(own, ONES, args=(2.0,),
                       jac=lambda x, scale: matrices(x, scale)[0]).x)


def a_trajectory(a, jac):
    return np.sum(solve_ivp(speed, (0.0, 1.0), [1.0, 2.0], args=(a,), method='BDF',
                            jac=jac, rtol=1e-9, atol=1e-9).y[:, -1])


def a_trajectory_of_a_closure(a):
    own = lambda t, y: -a * y * y  # noqa: E731
    return np.sum(solve_ivp(own, (0.0, 1.0), [1.0, 2.0], method='BDF', rtol=1e-9,
                            jac=tl.jacobian(own, wrt='y'), atol=1e-9).y[:, -1])


def a_root_with_both_slopes(a):
    def own(x):
        return x ** 3 - a, 3.0 * x * x, 6.0 * x
    found = root_scalar(own, x0=2.0, fprime=True, fprime2=True, method='halley')
    return found.root


PROGRAMS = {
    'a pair': lambda a: minimum(tl.value_and_grad(loss), a, jac=True),
    'a pair of the module': lambda a: minimum(BOTH, a, jac=True),
    'a pair of a local function': of_a_local_function,
    'a pair of a lambda': lambda a: minimum(
        tl.value_and_grad(lambda x: loss(x, a)), jac=True),
    "the user's pair": lambda a: minimum(loss_and_slope, a, jac=True),
    "the user's local pair": lambda a: minimum(
        lambda x: loss_and_slope(x, a), jac=True),
    'a root with a matrix': lambda a: np.sum(root(
        lambda x: (x * x - a, np.diag(2.0 * x)), ONES, jac=True).x),
    'a root with both slopes': a_root_with_both_slopes,
    'root': lambda a: np.sum(root(
        residual, ONES, args=(a,), jac=tl.jacobian(residual)).x),
    'root of a closure': lambda a: np.sum(root(
        lambda x: residual(x, a), ONES, jac=tl.jacobian(lambda x: residual(x, a))).x),
    'fsolve': lambda a: np.sum(fsolve(
        residual, ONES, args=(a,), fprime=tl.jacobian(residual))),
    'by a captured matrix': by_a_captured_matrix,
    'by a decorated matrix': by_a_decorated_matrix,
    'by the first of several': by_the_first_of_several,
    'least squares': lambda a: np.sum(least_squares(
        residual, ONES, args=(a,), xtol=1e-14, jac=tl.jacobian(residual)).x),
    'sparse least squares': lambda a: np.sum(least_squares(
        residual, ONES, args=(a,), xtol=1e-14, jac=tl.sparse_jacobian(residual)).x),
    'Newton-CG': by_a_local_hessian,
    'trust-exact': lambda a: minimum(
        BOTH, a, jac=True, hess=tl.hessian(loss), method='trust-exact'),
    'the Jacobian of a slope': lambda a: minimum(
        loss, a, jac=tl.grad(loss), hess=tl.jacobian(tl.grad(loss)),
        method='trust-exact'),
    'trust-ncg': lambda a: minimum(
        loss, a, jac=tl.grad(loss), method='trust-ncg',
        hessp=lambda x, v, a: tl.hvp(loss, (x, a), (v, None))[0]),
    'trust-ncg of a closure': by_a_local_product,
    'BDF': lambda a: a_trajectory(a, tl.jacobian(speed, wrt=1)),
    'sparse BDF': lambda a: a_trajectory(a, tl.sparse_jacobian(speed, wrt='y')),
    'BDF of a closure': a_trajectory_of_a_closure,
}


@pytest.mark.one_in(3, always=('a pair', 'root', 'trust-ncg', 'Newton-CG'))
@pytest.mark.parametrize('f', PROGRAMS.values(), ids=PROGRAMS)
def test_both_modes(f):
    value, slope = tl.value_and_grad(f)(1.7)
    assert value == f(1.7)
    assert slope == pytest.approx(difference(f, 1.7), rel=1e-5)
    assert tl.autodiff(f, mode='forward')(1.7, 1.0) == pytest.approx(slope, rel=1e-6)


@pytest.mark.parametrize('name', ['a pair', "the user's local pair", 'trust-exact'])
def test_second_order(name):
    f = PROGRAMS[name]
    second = difference(lambda a: float(tl.grad(f)(a)), 1.7)
    assert tl.grad(tl.grad(f))(1.7) == pytest.approx(second, rel=1e-4)


def paired(a):
    return minimum(lambda x: loss_and_slope(x, a), jac=True)


def test_saved_text_runs_alone():
    namespace: dict = {}
    exec(tl.grad(paired).standalone({'a': 1.7}), namespace)
    assert namespace['paired_grad'](1.7) == tl.grad(paired)(1.7)


def steps_on(a):
    return root(residual, ONES, args=(a,), jac=a > 1.0).x[0]


def is_called(a):
    return np.sum(tl.sparse_jacobian(residual)(ONES, a))


@pytest.mark.parametrize('f, message', [
    (steps_on, 'its jac, too, is not known here.*\n.*\n.*\nWrite jac=True'),
    (is_called, 'sparse_jacobian is not supported in a differentiated'),
])
def test_refusals(f, message):
    with pytest.raises(tl.UnsupportedError, match=message) as caught:
        tl.grad(f)(1.7)
    assert __file__ in str(caught.value).splitlines()[0]
