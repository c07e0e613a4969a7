"""What solvers take for functions: methods, partial functions, objects, derivatives."""
import functools
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.integrate import dblquad, odeint, quad, solve_ivp
from scipy.optimize import brentq, curve_fit, fsolve, least_squares, minimize

import tangentlite as tl


class Cubic:
    def __init__(self, a):
        self.weights = {'a': a, 'more': [a, 2.0]}
        self.power, self.name = 3, 'cubic'

    def residual(self, x):
        return x ** self.power - self.weights['a'] * self.weights['more'][1]

    def __call__(self, x):
        return self.residual(x)

    @staticmethod
    def plain(x, a):
        return x ** 2 - a

    @classmethod
    def of_class(cls, x, a):
        return cls.plain(x, a) * (cls is Cubic)


@dataclass(frozen=True)
class Around:
    inner: object

    def residual(self, x, a):
        return self.inner.residual(x) + 0.1 * a

    def loss(self, x):
        return self.inner.residual(x) ** 2


@dataclass
class Decay:
    rate: float

    def speed(self, t, y):
        return -self.rate * y

    def slopes(self, t, y):
        return np.array([[-self.rate]])

    def model(self, x, a, b):
        return a * x + b * np.sqrt(x) + self.rate

    def left(self, p, y):
        return p * self.rate - y


OUTER = Cubic(2.0)
TIMES = np.array([0.0, 0.4, 1.0])


def equation(a, x, power=2):
    return x ** power - a


HALF = functools.partial(equation, 2.0)


def by_a_partial_of_a_partial(a):
    f = functools.partial(functools.partial(equation, power=3), a)
    return brentq(f, 0.0, 10.0)


def by_one_of_two(a):
    f = equation if a < 1.0 else lambda a, x: x * x - 2.0 * a
    return brentq(lambda x: f(a, x), 0.0, 9.0) + brentq(functools.partial(f, a), 0, 9.0)


def by_a_method_of_a_local_object(a):
    m = Cubic(a)
    return brentq(lambda x: m.residual(x), 0.0, 10.0)


def by_a_slope(a):
    return brentq(tl.grad(Around(Cubic(a)).loss), 0.5, 2.0) + a


def a_minimum(a):
    loss = functools.partial(lambda k, z: np.sum((z - k) ** 4 + z * z), a)
    return np.sum(minimize(loss, np.zeros(2), jac=tl.grad(loss), tol=1e-10).x)


def a_trajectory(a):
    decay = Decay(a)
    found = solve_ivp(decay.speed, (0.0, 1.0), [1.0], t_eval=TIMES, rtol=1e-9,
                      atol=1e-9, method='BDF', jac=decay.slopes)
    other = odeint(decay.speed, [1.0], TIMES, tfirst=True, rtol=1e-10, atol=1e-10)
    return np.sum(found.y) + other[-1, 0] ** 2


def a_fit(a):
    y = np.array([1.0, 3.0, 2.0]) * a
    popt, _ = curve_fit(Decay(a).model, TIMES + 0.5, y, xtol=1e-14,
                        ftol=1e-14)
    left = least_squares(Decay(a).left, [1.0], jac='2-point', args=(y,), xtol=1e-14,
                         gtol=1e-14)
    return popt[0] * popt[1] + left.x[0]


PROGRAMS = {
    'a method': lambda a: brentq(Cubic(a).residual, 0.0, 10.0),
    'an object': lambda a: brentq(Cubic(a), 0.0, 10.0),
    'a global method': lambda a: a * brentq(OUTER.residual, 0.0, 10.0),
    'a global object': lambda a: a * brentq(OUTER, 0.0, 10.0),
    'a partial': lambda a: brentq(functools.partial(equation, a), 0.0, 10.0),
    'a keyword': lambda a: brentq(functools.partial(Cubic.plain, a=a), 0.0, 9.0),
    'a global partial': lambda a: a * brentq(HALF, 0.0, 10.0),
    'two partials': by_a_partial_of_a_partial,
    'a static method': lambda a: brentq(Cubic.plain, 0.0, 9.0, args=(a,)),
    'a class method': lambda a: brentq(Cubic(a).of_class, 0.0, 9.0, args=(a,)),
    'an object inside': lambda a: brentq(Around(Cubic(a)).residual, 0.0, 9., args=(a,)),
    'a local object': by_a_method_of_a_local_object,
    'one of two': by_one_of_two,
    'a slope': by_a_slope,
    'any number': lambda a: brentq(lambda *x: x[0] ** 2 - a * x[1], 0.0, 9., args=(a,)),
    'a system': lambda a: np.sum(fsolve(functools.partial(equation, a), np.ones(2))),
    'an integral': lambda a: quad(Cubic(a).residual, 0.0, a)[0] + quad(HALF, 0.0, a)[0],
    'an integral of two': lambda a: dblquad(
        functools.partial(lambda k, y, x: y * x * k, a), 0.0, a, 0.0, Cubic(a))[0],
    'a minimum': a_minimum,
    'a trajectory': a_trajectory,
    'a fit': a_fit,
}


def difference(f, x, step=2e-3):
    """Of fourth order, with steps at which a solver's tolerance does not count."""
    near, far = f(x + step) - f(x - step), f(x + 2.0 * step) - f(x - 2.0 * step)
    return (8.0 * near - far) / (12.0 * step)


@pytest.mark.one_in(4, always=('a global partial',))
@pytest.mark.parametrize('f', PROGRAMS.values(), ids=PROGRAMS)
def test_both_modes_and_second_order(f):
    found = tl.grad(f)(1.7)
    assert found == pytest.approx(difference(f, 1.7), rel=1e-3 if f is a_fit else 1e-5)
    assert tl.autodiff(f, mode='forward')(1.7, 1.0) == pytest.approx(found, rel=1e-6)
    if f not in (PROGRAMS['an integral of two'], a_trajectory, a_fit):
        second = difference(lambda a: float(tl.grad(f)(a)), 1.7)
        assert tl.grad(tl.grad(f))(1.7) == pytest.approx(second, rel=1e-4, abs=1e-6)
    assert tl.value_and_grad(f)(1.7)[0] == pytest.approx(f(1.7), rel=1e-14)


def test_a_method_of_an_argument():
    def root(model):
        return brentq(model.residual, 0.0, 10.0)
    found = tl.grad(root)(Cubic(1.7))
    wanted = difference(lambda a: root(Cubic(a)), 1.7)
    assert found.weights['a'] == pytest.approx(wanted, rel=1e-6)


class Counting(Cubic):
    def residual(self, x):
        self.calls = x
        return super().residual(x)


class Cell:
    def __init__(self, a):
        self.a, self.own = a, self

    def residual(self, x):
        return x - self.a


REFUSED = {
    'counts': (lambda a: brentq(Counting(a).residual, 0.0, 9.0), 'changes what is out'),
    'holds itself': (lambda a: brentq(Cell(a).residual, 0.0, 9.0), 'nests too deep'),
}


@pytest.mark.parametrize('f, message', REFUSED.values(), ids=REFUSED)
def test_refusals(f, message):
    with pytest.raises(tl.UnsupportedError, match=message) as caught:
        tl.grad(f)(1.7)
    assert __file__ in str(caught.value).splitlines()[0]


def test_saved_text_runs_alone():
    namespace: dict = {}
    exec(tl.grad(by_a_partial_of_a_partial).standalone({'a': 1.7}), namespace)
    found = namespace['by_a_partial_of_a_partial_grad'](1.7)
    assert found == tl.grad(by_a_partial_of_a_partial)(1.7)


def decorated(inner):
    @functools.wraps(inner)
    def outer(*args, **kwargs):
        return inner(*args, **kwargs)
    return outer


@decorated
def wave(x, a=1.0, b=2.0):
    return a * np.sin(b * x) * x


HANDED_ON = {
    'an integral': lambda p: quad(wave, 0.0, 1.0, args=(p,))[0],
    'a gradient': lambda p: tl.grad(wave)(p, b=p),
    'a Jacobian': lambda p: np.sum(tl.jacobian(wave)(p * np.ones(2), a=p)),
    'a Hessian': lambda p: tl.hessian(wave)(p, b=p),
    'a tangent': lambda p: tl.jvp(wave, (p, p), (1.0, 0.5))[1],
    'a series': lambda p: tl.jet(wave, p, [1.0, 0.0])[1][1],
    'a product': lambda p: tl.hvp(wave, (p, p), (1.0, 0.5))[1],
    'of a local function': lambda p: tl.jacobian(decorated(
        lambda x, a=2.0: x * x * a * p))(p * np.ones(2), a=p)[0, 0],
    'of a local default': lambda p: tl.hessian(lambda x, a=2.0: x ** 3 * a * p)(p),
}


@pytest.mark.parametrize('f', HANDED_ON.values(), ids=HANDED_ON)
def test_keywords_and_defaults_are_handed_on(f):
    tl.check_grad(f, (0.7,), rtol=1e-5)
    assert tl.value_and_grad(f)(0.7)[0] == pytest.approx(f(0.7), rel=1e-9)


@pytest.mark.parametrize('f', [
    lambda p: tl.grad(decorated(lambda x, a: x * a * p))(x=p, a=p),
    lambda p: tl.grad(decorated(lambda x, a: x * a * p), wrt=1)(p, a=p),
    lambda p: tl.autodiff(decorated(lambda x: x * p), mode='forward')(p, x_dot=1.0),
])
def test_what_a_wrapper_takes_is_passed_by_name(f):
    tl.check_grad(f, (0.7,))


def passing(function):
    return lambda *args, **kwargs: function(*args, **kwargs)


@pytest.mark.parametrize('f', [
    lambda p: tl.grad(passing(lambda x, a: x * a * p), wrt=1)(p, a=p),
    lambda p: tl.autodiff(passing(lambda x: x * p), mode='forward')(p, x_dot=1.0),
])
def test_what_a_star_takes_is_passed_by_position(f):
    with pytest.raises(tl.UnsupportedError, match=r'as \*args here') as caught:
        tl.grad(f)(0.7)
    assert 'args_' not in str(caught.value)
