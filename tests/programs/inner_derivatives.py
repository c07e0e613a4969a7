"""Programs that take derivatives of functions that they define."""
import functools

import numpy as np

import tangentlite as tl
from tests.programs.record import program, sample


def physics_informed(w, x):
    def net(t):
        return np.sum(np.tanh(w * t))
    residual = tl.grad(tl.grad(net))(x) + net(x)
    return residual ** 2


def product_of_outer_and_inner(x):
    def inner(y):
        return x * y
    return x * tl.grad(inner)(2.0)


def newton_with_grad(a):
    f = lambda x: x ** 3 - a  # noqa: E731
    x = 1.5
    for _ in range(6):
        x = x - f(x) / tl.grad(f)(x)
    return x


def newton_until_it_converges(a):
    def f(x):
        return x * x - a
    x = 2.0
    while abs(f(x)) > 1e-13:
        value, slope = tl.value_and_grad(f)(x)
        x = x - value / slope
    return x


def made_by_a_helper(w, b):
    def net(x):
        return np.sum(np.tanh(w * x + b))
    return net


def gradient_penalty(w, b, x):
    net = made_by_a_helper(w, b)
    return np.sum(tl.grad(net)(x) ** 2)


def three_deep(w, x):
    def one(t):
        def two(s):
            return w * s * s * t
        return tl.grad(two)(t)
    return tl.grad(one)(x)


def meta_learning(w, x, y):
    def loss(v):
        return np.mean((x @ v - y) ** 2)
    for _ in range(2):
        w = w - 0.1 * tl.grad(loss)(w)
    return loss(w)


def decorated(w, x):
    @tl.value_and_grad
    def inner(t):
        return np.exp(w * t)
    value, slope = inner(x)
    return value * slope


def by_default_values(w):
    functions = [lambda y, k=k: w * y ** k for k in range(1, 4)]
    total = 0.0
    for f in functions:
        total += tl.grad(f)(2.0)
    return total


def bound_late(x):
    def inner(y):
        return y * z * x
    z = 3.0 * x
    return tl.grad(inner)(2.0)


def same_name_inside(x):
    def inner(x):
        return x ** 2
    return tl.grad(inner)(x) * x


def chosen_function(x, flag):
    f = (lambda t: t * t * x) if flag > 0 else (lambda t: t ** 3 * x)
    return tl.grad(f)(x)


def recursive_inside(x):
    def f(n, t):
        return t if n == 0 else f(n - 1, t * np.sin(t) + x)
    return tl.grad(f, wrt=1)(3, x)


def with_aux(x):
    f = lambda y, k=2.0: (y ** k * x, y)  # noqa: E731
    slope, aux = tl.grad(f, has_aux=True)(x)
    return slope * aux


def leapfrog(q, p):
    def energy(q, p):
        return 0.5 * np.sum(p ** 2) + np.sum(np.cos(q))
    for _ in range(3):
        p = p - 0.1 * tl.grad(energy, wrt='q')(q, p)
        q = q + 0.1 * tl.grad(energy, wrt=1)(q, p)
    return np.sum(q * p)


def of_a_partial(w, x):
    def f(a, b):
        return np.sum(np.sin(a * b))
    return np.sum(tl.grad(functools.partial(f, w))(x) ** 2)


class Net:
    def __init__(self, w):
        self.w = w

    def loss(self, x):
        return np.sum(np.tanh(self.w * x))


def of_a_method(w, x):
    return np.sum(tl.grad(Net(w).loss)(x) ** 2)


def writes_inside(w, x):
    def steps(u):
        u = u.copy()
        for i in range(1, len(u)):
            u[i] += w[i] * u[i - 1] ** 2
        return np.sum(u)
    return np.sum(tl.grad(steps)(x) ** 2)


def parameters_in_a_dict(w, x):
    parameters = {'w': w, 'b': [x * 0.5, 1.0]}

    def net(z):
        return np.sum(np.tanh(parameters['w'] * z + parameters['b'][0]))
    return np.sum(tl.grad(net)(x) ** 2)


def elementwise_twice(w, x):
    f = lambda t: np.sin(w * t)  # noqa: E731
    return np.sum(tl.elementwise_grad(tl.elementwise_grad(f))(x) ** 2)


def laplacian(x):
    def potential(z):
        return np.sum(np.sin(z)) * z[0]
    along = tl.autodiff(tl.grad(potential), mode='forward')
    total = 0.0
    for k in range(3):
        unit = np.zeros(3)
        unit[k] = 1.0
        total += along(x, unit)[k]
    return total


def inner_jacobian(w, x):
    def f(t):
        return np.tanh(w * t) * np.sum(t)
    return np.sum(tl.jacobian(f)(x) ** 2)


def inner_jacobian_of_complex_numbers(w, x):
    matrix = tl.jacobian(lambda z: np.exp(1j * z * w))(x)
    return np.sum(np.imag(matrix) * x) + np.sum(np.real(matrix))


def inner_jacobians(w, x):
    f = lambda a, b: np.sin(a) * np.sum(b * b)  # noqa: E731
    by_a, by_b = tl.jacobian(f, wrt=(0, 1))(w, x)
    return np.sum(by_a * by_b)


def inner_hessian(w, x):
    f = lambda t: np.sum(np.sin(w * t)) * t[0]  # noqa: E731
    matrix = tl.hessian(f)(x)
    return np.sum(matrix * matrix) + np.trace(matrix)


def inner_hessian_by_a_number(w, x):
    return tl.hessian(lambda t: np.sin(w[0] * t))(x[0]) * x[1]


def inner_jvp(w, x):
    y, tangent = tl.jvp(lambda z: np.exp(w * z), (x,), (w,))
    return np.sum(y * tangent)


def inner_jvp_by_one(w, x):
    y, tangent = tl.jvp(lambda a, b: a * b ** 2, (w, x), (None, w))
    return np.sum(y * tangent)


def inner_vjp(w, x):
    y, pullback = tl.vjp(lambda a, b: np.exp(a * b), w, x)
    w_bar, x_bar = pullback(x)
    return np.sum(w_bar * x_bar) + np.sum(y)


def inner_vjp_of_an_integer(x, n):
    y, pullback = tl.vjp(lambda k, z: z ** k, n, x)
    return np.sum(pullback(y)[1])


def inner_hvp(w, x):
    return np.sum(tl.hvp(lambda z: np.sum(w * z ** 3), x, w) ** 2)


def inner_hvp_by_one(w, x):
    _, product = tl.hvp(lambda p, q: np.sum(p * q ** 3), (w, x), (None, w))
    return np.sum(product ** 2)


def newton_for_systems(a, x):
    def residual(z):
        return z ** 3 + a * np.sum(z) - 1.0
    for _ in range(3):
        x = x - np.linalg.solve(tl.jacobian(residual)(x), residual(x))
    return np.sum(x)


def weighted_squares(a, b):
    return np.sum(b * a ** 2)


def captured_and_given(w):
    return np.sum(tl.grad(lambda a: np.sum(w * a ** 2))(w))


def given_twice(w):
    return np.sum(tl.grad(weighted_squares)(w, w))


def held_and_given(w):
    return np.sum(tl.grad(functools.partial(weighted_squares, w))(w))


def default_and_given(w):
    f = lambda a, b=w: np.sum(b * a ** 2)  # noqa: E731
    return np.sum(tl.grad(f)(w))


def captured_and_a_primal(w):
    tangent = tl.jvp(lambda a: np.sum(w * a ** 2), (w,), (np.ones(3),))[1]
    cotangent, = tl.vjp(lambda a: np.sum(w * a ** 3), w)[1](1.0)
    return tangent * np.sum(cotangent)


def given_twice_to_hessian(x, w):
    f = lambda a, b: np.sum(w * a * b ** 3)  # noqa: E731
    return np.sum(tl.hessian(f, wrt=1)(x, w))


def written_and_captured(w):
    def f(a):
        a[0] = a[1] * w[2]
        return np.sum(w * a ** 2)
    return np.sum(tl.grad(f)(w.copy()))


def forwarded_keyword(x):
    def h(a, b=2.0):
        return np.sum(a ** 3) * b

    def g(*a, **k):
        return h(*a, **k)
    return np.sum(tl.grad(g)(x, b=3.0))


def keyword_like_a_captured_name(x, w):
    def f(a, **kw):
        return np.sum(w * a ** 2 * kw['w'])
    return np.sum(tl.grad(f)(x, w=x))


class Called(Net):
    def __call__(self, x):
        return self.loss(x)


def of_an_object_that_is_called(w, x):
    return np.sum(tl.grad(Called(w))(x) ** 2)


W, X = sample(801, 3, low=0.3, high=1.1), sample(802, 3, low=0.2, high=0.9)
PROGRAMS = [
    program(physics_informed, W, 0.4),
    *(program(f, 1.3) for f in (
        product_of_outer_and_inner, newton_with_grad, newton_until_it_converges,
        by_default_values, bound_late, same_name_inside, recursive_inside, with_aux)),
    *(program(f, 0.5, 1.2) for f in (three_deep, decorated)),
    program(gradient_penalty, W, X, X * 0.5),
    program(meta_learning, W, sample(803, 4, 3), sample(804, 4)),
    *(program(chosen_function, 1.3, flag, wrt=(0,), name=f'chosen_function_{k}')
      for k, flag in enumerate((1.0, -1.0))),
    *(program(f, W, X) for f in (
        leapfrog, of_a_partial, of_a_method, writes_inside, parameters_in_a_dict,
        elementwise_twice, inner_jacobian, inner_jacobian_of_complex_numbers,
        inner_jacobians, inner_hessian,
        inner_hessian_by_a_number, inner_jvp, inner_jvp_by_one, inner_vjp, inner_hvp,
        inner_hvp_by_one)),
    program(newton_for_systems, W, X, heavy=True),
    program(laplacian, X),
    *(program(f, W) for f in (
        captured_and_given, given_twice, held_and_given, default_and_given,
        captured_and_a_primal, written_and_captured)),
    *(program(f, X, W) for f in (given_twice_to_hessian, keyword_like_a_captured_name)),
    program(forwarded_keyword, X),
    program(of_an_object_that_is_called, W, X),
    program(inner_vjp_of_an_integer, X, 3),
]
